"""Content and programs from the cache, so that a game begins at once.

In: where a ruleset lies, or a configuration of it. Out: what `pipeline.py` makes of them, read from the cache where it
is there, else made and kept. Start with `content.py`, rulesets and their programs; `verdicts.py` has what was found
when rulesets were judged, `cache.py` is the folder in which all of it lies.
"""

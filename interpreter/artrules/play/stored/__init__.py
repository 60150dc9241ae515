"""Content and programs from the cache, so that a game begins at once.

In: where a ruleset lies, or a configuration of it. Out: what `pipeline.py` makes of them, read from the cache where it
is there, else made and kept. Start with `content.py`.
"""

"""Where content lies: rulesets, sets, overlays and scenarios, by name and by path.

In come paths, from a person, a save or a plugin. Out go locations: the folder of a ruleset (`Location`), and the files
from outside of it (`OutsideContent`). Nothing is parsed here; `declare/` reads what is found. What a name means,
plugins among the rest, `play/content_search.py` decides.

Start with `locations.py`, which has the types. `scan.py` lists folders safely.
"""

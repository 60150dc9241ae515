"""Where content lies: rulesets, sets, overlays and scenarios, by name and by path.

In come names and paths, from a person, a save or a plugin. Out go locations: the folder of a ruleset (`Location`), and
the files from outside of it (`OutsideContent`). Nothing is parsed here; `declare/` reads what is found. No other
package looks for content in folders.

Start with `find.py`, which holds the precedence: a name means the shipped ruleset, else one from outside, else one of a
plugin. `locations.py` has the types, `folder.py` lists folders safely.
"""

"""The checks stage: what can be wrong with a ruleset although every name and every type is right.

In comes a `Model`, the typed IR of a whole game as `elaborate/` makes it; out go diagnostics in a `Report`.

Start reading with `check.py`, which says what a check is, and with one file of `rules/`, such as `rules/loops.py`.
`registry.py` discovers these files and runs the checks in them. What several of them ask about code lies in
`model/analyses/`. A page in `diagnostics/pages/` explains each diagnostic.
"""

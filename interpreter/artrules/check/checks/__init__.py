"""The checks stage: what can be wrong with a ruleset although every name and every type is right.

In comes a `Model`, the typed IR of a whole game as `elaborate/` makes it; out go diagnostics in a `Report`.

Start reading with `check.py`, which says what a check is, and with a chapter of `rules/`, such as `rules/loops.py`.
`registry.py` discovers the checks and runs them, on what `soundness.py` finds sound; `ignoring.py` takes out what
comments ignore. `reached_code.py` says what occurs in the code of a power. What several checks ask about code lies in
`analyses/`. A page in `diagnostics/pages/` explains each diagnostic.
"""

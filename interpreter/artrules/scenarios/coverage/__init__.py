"""Coverage: which of the content's code runs in the scenarios, which never does, and why not (`docs/scenarios.md`).

In: a ruleset and its scenarios. Out: `Coverage`, with every miss and its reason. Start with `measure.py`.

The code of a ruleset is listed as units (`units.py`, `collect.py`). Programs are compiled with probes for the units,
and a recorder (`recorder.py`) notes which really run: trials don't count. `reasons.py` says why a unit wasn't covered,
`exceptions.py` which units may stay so, `report.py` prints it.
"""

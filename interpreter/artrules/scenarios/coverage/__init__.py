"""Coverage: which of the content's code ran in the scenarios, which never did, and why not (`docs/scenarios.md`).

A ruleset's code is listed as units (`units.py`, `collect.py`), programs are compiled with probes for them, and a
recorder (`recorder.py`) notes what really runs: looking ahead doesn't count. `measure.py` strings this together,
`reasons.py` says why a unit wasn't covered, `exceptions.py` which may stay so, `report.py` prints it.
"""

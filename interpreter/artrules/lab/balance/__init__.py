"""Finds out from many games what is unbalanced in a ruleset, and how sure that is.

In: a ruleset and a plan. Out: a `Report`, as text, JSON, CSV or a page. Start with `run.py`.

- `deal.py`: what is played; `subjects.py`: the powers, cards and kinds of option that are compared
- `statistics.py`, `impact.py`, `course.py`: estimates, what makes players win, how games go
- `report.py`, `make.py`: what a report holds, and making one
- `sections.py`, `page.py`: a report as text, CSV or HTML
- `compare.py`: two versions of a ruleset
- `sets.py`, `sets_report.py`: sets given by seat, one against another
"""

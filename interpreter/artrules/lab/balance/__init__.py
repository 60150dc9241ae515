"""Finds out from many games what is unbalanced in a ruleset, and how sure that is.

In: a ruleset and a plan. Out: a `Report`, as text, JSON, CSV or a page. `deal.py` plays, `statistics.py` estimates,
`report.py` says what a report holds, `make.py` makes one.
"""

"""Matches: which of two bots plays better, and how sure that is.

In: a ruleset and a plan of games, in which seats rotate. Out: a share of the wins with an interval, and the verdict of
a sequential test. Start with `match.py`, which plays two bots or several; `deal.py` plays one deal, `sequential.py` has
the test and the interval, `summary.py` sums up and rates. `docs/study/bots.md` says what the figures mean.
"""

"""Matches: which of two bots plays better, and how sure that is.

In: a ruleset and a plan of games, in which seats rotate. Out: a share of the wins with an interval, and the verdict of
a sequential test. Start with `match.py`; `deal.py` plays, `sequential.py` and `confidence.py` are the statistics,
`round_robin.py` and `ratings.py` compare several bots. `docs/study/bots.md` says what the figures mean.
"""

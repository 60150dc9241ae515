"""Plays many games with bots and sums them up.

In: a ruleset, a number of games, bots. Out: a `Summary`. Start with `simulate` in `run.py`.
"""

"""Plays many games, or does other long work on a ruleset, wherever there are processors.

In: a ruleset and a `Job`, which is a function, a plan and a count. Out: the results in order, the same whatever
computes them: this process, or several. Start with `run_job` in `run.py`.
"""

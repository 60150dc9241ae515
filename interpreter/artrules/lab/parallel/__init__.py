"""Plays many games, or does other long work on a ruleset, wherever there are processors.

In: a ruleset and a `Job`, which is a function, a plan and a count. Out: the results in order, the same whatever
computes them: this process, or several. Start with `run_job` in `run.py`. `job.py` has jobs and their shares, `pool.py`
and `cluster.py` the processes on this machine and on others, `checkpoint.py` the file from which work goes on.
"""

"""Compiles a model to a program.

In come a `Model` without errors and a `Configuration`: players, settings, sets. Out goes a `Program`: Python source,
constants and tables, which `run/` loads. Start reading with `compile.py`, which lists the passes in order. Bodies that
may ask a player become graphs of blocks (`blocks.py`). `writer.py` says which forms values have in the text that
`expressions.py` and `statements.py` write. `feasibility/` writes a second set of functions, which test whether an
action can be completed.
"""

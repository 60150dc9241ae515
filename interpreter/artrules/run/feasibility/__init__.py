"""Feasibility: whether an action, once begun, can be completed.

In come a state at a decision, and candidates. Out comes for each candidate whether its action can reach its end or a
commit. The compiler's tests (`compile/feasibility/`) try that in place; `in_place.py` holds the functions that they
call. Where a test can't decide, `on_copies.py` searches on copies of the state. Start reading with `../options.py`.
"""

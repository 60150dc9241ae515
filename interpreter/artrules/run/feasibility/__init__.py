"""Feasibility: whether an action, once begun, can be completed.

In: a state at a decision, and a candidate. Out: whether some way leads on to the end of the action or to a commit.
`in_place.py` has what the compiler's tests call, which change the state for the moment; where these can't tell,
`on_copies.py` tries copies. Start with `../options.py`.
"""

"""Foresight: whether an action can be completed, found in place, without taking options on copies of the state.

The same graphs that become blocks (`emit.py`) become a second set of functions here. They follow the code to the first
thing that may fail, and put off what it would change: most conditions read nothing of that. Where one does, or where
the code goes on in another function, the changes are made for the moment and taken back at the end (`undo`).

    q12_0(S, place, …)   a branch of decision 12, for a candidate's values
    d12(S, place, …)     decision 12: whether some candidate leads on
    a12(S, place, …)     block 12

`place` is where the frame under the code's own lies on the stack. They give True (the action can be completed, or
reaches a commit), False, or None: it can't be told like this, and the engine must look ahead on a copy
(`run/feasibility/on_copies.py`). The stack is that of a position in which the option has just been taken.

A way through the code is followed (`way.py`) over its statements (`statements.py`, `moves.py`) and blocks
(`blocks.py`); what it puts off is written by `changes.py`, whole functions by `functions.py` and `foreseen.py`.
"""

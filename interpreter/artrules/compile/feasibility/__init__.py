"""Compiles tests of feasibility: functions that answer in place whether an action can be completed.

In come the graphs of blocks that also become the game's own functions (`compile/emit.py`). Out goes a second set of
functions, the *tests*. A test follows the code to the first operation that may fail. It defers the changes that the
code would make, because most conditions don't read them. If a condition does, or if the code continues in another
function, the test applies the changes, and undoes them before it returns (`undo`).

    q12_0(S, place, …)                  tests one candidate of a branch of decision 12
    Q12_0(S, place, …, found, answers)  tests all candidates in `found` and appends the answers to `answers`
    d12(S, place, …)                    decision 12: whether some candidate can be completed
    a12(S, place, …)                    block 12
    e3(S, place, me, self)              the code of power 3

`place` is the index on the stack of the frame below the code's own. The stack is that of a position where the option
has just been taken. A test returns True (the action can be completed, or reaches a commit), False, or None: the test
can't decide, and the engine must try the option on a copy of the state (`run/feasibility/on_copies.py`).

Start reading with `path.py`: it says what is known at one point of the code. `statements.py`, `moves.py` and
`blocks.py` follow the code, `changes.py` writes deferred changes, `functions.py` and `written_test.py` write whole
functions.
"""

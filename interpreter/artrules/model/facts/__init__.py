"""What is known about the values of expressions at a place in code, and for how long.

`assuming.py` learns facts from conditions and assignments, `values.py` answers by them, `changes.py` says what a
statement may change, and so which facts (`knowledge.py`) it makes void. Elaboration narrows types by these facts, and
the checks find by the same ones what is certain (`analyses/certainties.py`): so the two can't disagree.
"""

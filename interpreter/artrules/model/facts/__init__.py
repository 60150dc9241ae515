"""What is known about the values of expressions at a place in code, and for how long.

`values.py` learns facts from conditions and assignments, and answers by them. `knowledge.py` holds them, and says what
a statement may change, and so which of them it makes void. Elaboration narrows types by these facts, and
the checks find by the same ones what is certain (`analyses/certainties.py`): so the two can't disagree.
"""

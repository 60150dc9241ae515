"""What is known about the values of expressions at a place in code, and for how long.

`value_sets.py` has sets of values, `knowledge.py` what is known, and what a statement may change, so that facts become
void. `values.py` answers by them, and learns facts from conditions and assignments. `same_value.py` tells which code
says the same. Elaboration narrows types by these facts, and the checks find by the same ones what is certain
(`analyses/certainties.py`): so the two can't disagree.
"""

"""The syntax tree (AST): frozen dataclasses, one for each form that an author can write, with closed unions of them.

`expressions.py` and `statements.py` hold the nodes of `code.lark`, `types.py` those of `types.lark` and `tables.lark`,
and `node.py` what all of them share, with a printer for people. A class stands for the grammar's rule of its name
(`ChooseOne` for `choose_one`, `If` for `if_`) or for the rules in its `RULES`. Its fields are the rule's children, in
order.
"""

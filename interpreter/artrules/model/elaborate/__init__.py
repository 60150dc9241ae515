"""Turns a symbol table into a model: the author's code becomes typed nodes of the ir.

In comes the `SymbolTable` that `declare/` made, with the author's code as YAML scalars. Out comes the immutable
`ir.model.Model`; mistakes go to the report. A node of the type Unknown replaces code with a mistake. It fits
everywhere, so one mistake gives one diagnostic, and everything else is still checked.

Start reading with `elaborate.py`, which says what code each declaration has. `code_strings.py` parses one code string
and gives its AST to an `Elaborator` (`elaborator.py`), which holds the state for one string. `expressions.py` and
`statements.py` are one exhaustive `match` each: they map every form of the language to the function that elaborates it.
"""

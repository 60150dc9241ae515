"""From a symbol table to a model: the author's code becomes typed nodes of the ir.

In comes the `SymbolTable` that `declare/` made; out goes the immutable `ir.model.Model`, and what is wrong is in the
report. Start with `elaborate.py`. `code_strings.py` parses single strings and gives them to the `Elaborator`, which is
put together in `collect.py`: a module for each family of forms of the language.
"""

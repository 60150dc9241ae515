"""From a symbol table to a model: the author's code becomes typed nodes of the IR.

In: the `SymbolTable` that `declare/` made, with the author's code as YAML scalars. Out: the immutable `ir.model.Model`;
what is wrong is in the report. After a mistake a node of type Unknown stands in, which fits everywhere: so one mistake
gives one diagnostic, and everything else is still checked.

Start reading with `elaborate.py` (which declaration gets which code). `code_strings.py` parses single code strings and
gives their syntax trees to an `Elaborator` (`elaborator.py`: the state of the elaboration of one string).
`expressions.py` and `statements.py` hand every form of the language to its function: each is one exhaustive match.
"""

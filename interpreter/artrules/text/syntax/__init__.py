"""Text of one code string to a syntax tree (AST), or one located complaint.

In: the text of a YAML scalar that is code, and its kind (effect, expression, bindings, type, signature, table).
Out: a tree of the frozen dataclasses in `ast/`, in which every node knows its place in the text. No name has a meaning
yet: `elaborate/` finds that out.

Start reading with `code.lark` (the grammar) beside `ast/expressions.py` and `ast/statements.py` (its nodes), then
`parse.py` (the entry points) and `build.py` (lark's tree to the AST). A new form is a rule in the grammar and a
dataclass in `ast/`: the builder derives the rest from the dataclass. `print.py` shows a tree as text,
`problem.py` says what is wrong.
"""

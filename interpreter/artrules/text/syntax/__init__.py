"""Text of one code string to a syntax tree (AST), or one located complaint.

In: the text of a YAML scalar that is code, and its kind (effect, expression, bindings, type, signature, table).
Out: a tree of the frozen dataclasses in `ast/`, in which every node knows its place in the text. No name has a meaning
yet: `elaborate/` finds that out.

Start reading with `code.lark` (the grammar) beside `ast/expressions.py` and `ast/statements.py` (its nodes), then
`parse.py`. A new form is a rule in the grammar and a dataclass in `ast/`: the driver derives the rest from the
dataclass.

- `parse.py`: the entry points, and labels with holes
- `words.py`, `indenter.py`: the words of the language; where suites begin and end
- `grammars.py`, `automaton.py`, `driver.py`: a grammar as an automaton, and running it, which builds the AST
- `problem.py`, `usual_mistakes.py`: what is wrong with a text, and habits of other languages
"""

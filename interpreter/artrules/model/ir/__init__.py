"""The intermediate representation: a ruleset with its names resolved, its types known and its code without sugar.

In comes nothing: these are definitions. `elaborate/` makes a `Model` of them, the checks read it, and `lower/` makes
a program of it. Start with `model.py`.

- `model.py`, `layout.py`: the whole, with the course of a game, hints and the layout
- `declarations.py`, `code.py`: what code refers to by name, powers and sets; all of it by name
- `types.py`, `type_words.py`: the types of values, and how messages say them
- `node.py`: what all nodes share: children, and the traits by which an operation states what it does
- `expressions.py`, `operators.py`, `builtins.py`, `statements.py`: the nodes of code, and what they operate with
- `nodes.py`: all of them, for whoever works with nodes
- `print_code.py`, `print_model.py`: text for people; `json_form.py`: for programs in other languages

Nodes refer to declarations, never the other way. `docs/inside/machine.md` explains it all; the tests have a verifier,
which finds what a faulty pass has made.
"""

"""The intermediate representation: a ruleset with its names resolved, its types known and its code without sugar.

In comes nothing: these are definitions. `elaborate/` makes a `Model` of them, the checks read it, and `lower/` makes
a program of it. Start with `model.py`. `declarations.py` has what code refers to by name, `powers.py` the powers that
sets hold, `flow.py` the course of a game, `types.py` the types of values, `expressions.py` and `statements.py` the
nodes of code. Nodes refer to declarations, never the other way. Whoever works with nodes imports them from `nodes.py`,
and goes through them with `node.py`, which has the traits too: each operation, and each entry of `builtins.py`, states
what it does. A node states also the form in which it is printed.

For people there is `print_model.py`, for programs in other languages `json_form.py`. `docs/inside/machine.md` explains
it all; the tests have a verifier, which finds what a faulty pass has made."""

"""The intermediate representation: a ruleset with its names resolved, its types known and its code without sugar.

In comes nothing: these are definitions. `elaborate/` makes a `Model` of them, the checks read it, and `compile/` turns
it into Python. Start with `model.py`. `declarations.py` has what a ruleset names, `types.py` the types of values,
`expressions.py` and `statements.py` the nodes of code; nodes refer to declarations, never the other way. Whoever works
with nodes imports them from `nodes.py`.
"""

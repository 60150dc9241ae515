"""Analyses: what is true of code however it is run. In comes an elaborated `Model`; out come answers about its nodes.

The checks ask them what is wrong with content, the compiler what it may leave out, explanations what may be told.
Each is derived from the traits that operations state (`ir/traits.py`), or goes through the nodes with a complete
`match`. Start reading with `calls.py`, which lists all code of a model, and `effects.py`, the shortest that shows how
traits are used.
"""

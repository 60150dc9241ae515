"""Analyses: facts about code that hold for every run of it.

In comes an elaborated `Model`. Out come answers about its nodes. Checks use them to find mistakes in content,
`lower/` to leave out needless code, and why-not to keep secrets. An analysis follows from the traits that operations
declare (`ir/traits.py`), or goes through the nodes with a `match`. Start reading with `calls.py`, which lists all code
of a model, and with `uses_of_me.py`, a short analysis.
"""

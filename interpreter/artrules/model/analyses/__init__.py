"""Analyses: facts about code that hold for every run of it.

In comes an elaborated `Model`. Out come answers about its nodes. Checks use them to find mistakes in content,
`lower/` to leave out needless code, and why-not to keep secrets. An analysis follows from the traits that operations
declare (`ir/node.py`), or goes through the nodes with a `match`. Start reading with `calls.py`: it goes through all
code of a model, and through what code calls.
"""

"""Analyses: facts about code that hold for every run of it.

In comes an elaborated `Model`. Out come answers about its nodes. Checks use them to find mistakes in content, `lower/`
to leave out needless code, and why-not to keep secrets. An analysis follows from the traits that operations declare
(`ir/node.py`), or goes through the nodes with a `match`. Start with `calls.py`, which lists all code of a model.

- `calls.py`, `reads.py`, `ownership.py`, `power_tests.py`: what code calls, reads and changes, and whose that is
- `failures.py`, `failures_after_commit.py`, `cost.py`: what may fail, and how long it takes
- `judging.py`, `certainties.py`: conditions and values that are certain before any game
- `dependence.py`, `information.py`, `information_follower.py`, `information_flow.py`: what code tells of secrets
- `order.py`: lists whose order means nothing
- `label_texts.py`, `possible_texts.py`: which texts players can read
- `counted_pieces.py`: totals of pieces
"""

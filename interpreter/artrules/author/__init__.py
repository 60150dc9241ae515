"""What authors use beside the checks.

In: a `Ruleset`, scenarios, games. Out: which scenarios hold and what they cover, faults that random games find, broken
promises of the engine, booklets, the vocabulary, JSON Schemas for editors, new projects.

Begin with `scenarios/run.py`. Then `random_testing/run.py`, `conformance/run.py`, `booklet/make.py`, `vocabulary.py`
and `editor_schemas.py`. `editor/` answers editors (`artrules lsp`), `formatting/style.py` brings files into the one
style, `cards/` draws the cards of a game on paper, and `printing.py` prints pages through Chromium; `derive.py` writes
what in this repository is derived from declarations.

It imports all wings but `table`.
"""

"""Positions by names and values: reading them, putting them into memory, proving those that come from outside.

In: the memory of an executor, and the layout of its program. Out: a `DecodedPosition` of plain values, and back. All
that isn't playing reads positions through here. Start with `decoded.py`.

- `memory.py`, `values.py`, `written.py`: words in memory and what they mean
- `declared.py`: the values that content declares, one by one
- `decode.py`, `encode.py`: from memory, and back
- `as_data.py`, `digest.py`: positions as JSON data, and as hashes
- `save_document.py`: the text of a saved document
- `proof/`: checks a position that comes from outside before it is used
"""

"""Positions by names and values: reading them, and changing parts of the one in memory.

In: the memory of an executor, and the layout of its program. Out: a `DecodedPosition` of plain values. All that isn't
playing reads positions through here. Start with `decoded.py`.

- `memory.py`, `values.py`: words in memory and what they mean
- `declared.py`: the values that content declares, one by one
- `decode.py`, `encode.py`: from memory, and parts of it back
- `digest.py`: positions as hashes
- `save_document.py`: the text of a saved document
"""

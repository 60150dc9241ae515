"""Positions by names and values: reading them, and changing parts of the one in memory.

In: the memory of an executor, and the layout of its program. Out: a `DecodedPosition` of plain values. All that isn't
playing reads positions through here. Start with `codec.py`.

- `values.py`: words in memory and what they mean
- `codec.py`: positions from memory, and parts of them back; the values that content declares; hashes
- `save_document.py`: the text of a saved document
"""

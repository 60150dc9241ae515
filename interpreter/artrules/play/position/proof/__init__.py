"""Proves positions that come from outside before they are used.

In: the data of a position (`position/as_data.py`), and the program of the game. Out: a `DecodedPosition` that the
program can run, or SaveRefused. Start with `position.py`.

- `values.py`: values of types
- `scene.py`: what lies on the table, and declared values
- `kept.py`: uses counted, happenings kept, watches
- `stacks.py`: what waits
"""

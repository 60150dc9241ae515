"""A game that people sit at: who sits where, which choices may be taken back, and the file that keeps the game.

In: a `Game`, and what people choose. Out: what is to be decided, and files. Start with `session.py`. Nothing here reads
input or draws: a terminal, a web page or a program does that. `seats.py` has who sits where and all positions so far,
`record.py` and `autosave.py` the file, `replay.py` plays a recorded game again.
"""

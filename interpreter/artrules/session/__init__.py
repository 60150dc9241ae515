"""A game that people sit at: who sits where, what may be taken back, and the file that keeps it.

Nothing here reads or draws: a terminal, a page or a program does that.
"""

"""Saying why something can't be done: `Game.why_not`. `ask.py` shows the way through the files of this folder."""

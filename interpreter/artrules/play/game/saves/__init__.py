"""Saves: games as text, and games of such text again.

A save of a game that was played from its seed says how it was set up and what was chosen. It is proved by playing it
again. A save of any other game holds its position, which is proved by looking at all of it. Start with `format.py`.
"""

"""Explains why a player can't do something now: `Game.why_not`.

In come a position, a decision, and a text that the player typed (`question.py`). Out comes a `WhyNot`, which holds
nothing that the player may not know. Start reading with `ask.py`.
"""

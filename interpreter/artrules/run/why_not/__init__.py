"""Says why something can't be done: `Game.why_not`.

In: a game, a player, and a text that the player typed. Out: a `WhyNot`, which holds nothing that the player may not
know. Start with `ask.py`.
"""

"""Bots: players that are programs. `play/game/seat.py` says what a bot is.

In: the name of a bot with what it sets, such as `search:time=0.5`. Out: a bot that chooses among the options of
decisions, by what its seat knows. Start with `strategies.py`, the bots themselves; `kind.py` says what can be set of
them, and `registry.py` knows them by name, those of plugins too.
"""

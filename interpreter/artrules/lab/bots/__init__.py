"""Bots: players that are programs.

In: a decision, and a function that gives the seat's view. Out: the option that the bot chooses. Start with `bot.py`;
`registry.py` knows bots by name.
"""

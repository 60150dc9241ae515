"""The rules' own operations, called by content's code and by the engine.

- `zones.py`, `cards.py`, `chance.py`: where cards lie, moving them, random numbers
- `actions.py`, `triggers.py`: what an option begins, limits, powers on cards; events and watches
- `flow.py`, `simultaneous.py`: the course of a game, and what several players choose at once
- `texts.py`: labels and the log, as tokens
"""

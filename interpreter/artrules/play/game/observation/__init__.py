"""What a seat knows, as arrays of numbers for programs that learn (`docs/study/research.md`). Needs numpy.

In: a game. Out: an array whose parts are declared by the game's own declarations (`form.py`, `encoder.py`), and numbers
for what a player can choose (`observer.py`: start there). All of it follows from what `Game.view` shows the seat, and
from nothing else.
"""

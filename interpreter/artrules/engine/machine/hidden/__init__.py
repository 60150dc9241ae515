"""What seats don't know: what each knows of where cards are, and positions that a seat can't tell from another.

- `sight.py`, `knowledge.py`: who sees a card, to whom it has been shown, and which cards a seat can't tell apart
- `carried.py`: what has happened to a card, as seats know it
- `shuffling.py`, `determinization.py`, `laying.py`, `hidden_values.py`: cards and values assigned anew
- `sampling.py`: whole determinizations, one after another
"""

"""What seats don't know: what each knows of where cards are, and positions that a seat can't tell from another.

- `sight.py`, `knowledge.py`: who sees a card, to whom it has been shown, and which cards a seat can't tell apart
- `carried.py`: what has happened to a card, as seats know it
- `places.py`, `shuffling.py`, `determinization.py`: where cards may lie, and assigning them to places
- `laying.py`, `hidden_values.py`: cards laid as assigned, and values dealt anew
- `sampling.py`: whole determinizations, one after another
"""

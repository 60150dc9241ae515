"""Many games played by bots, and what came of them; `simulate` in `run.py` is the way in."""

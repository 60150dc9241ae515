"""Bots inside the machine, which play and judge positions without a host.

- `judging.py`: how good a position is for each player
- `playouts.py`: games that the machine plays by itself, by hints or by chance
- `greedy_search.py`, `tree_search.py`: the searches that choose by them
"""

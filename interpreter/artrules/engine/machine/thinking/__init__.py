"""Bots inside the machine, which play and judge positions without a host.

- `judging.py`: how good a position is for each player
- `liking.py`: how much players like options and positions, by the hints of content
- `policy.py`, `practice.py`: choosing by traits of options, and learning what these are worth
- `playouts.py`: games that the machine plays by itself, by hints, by a policy or by chance
- `greedy_search.py`, `tree_search.py`: the searches that choose by them
"""

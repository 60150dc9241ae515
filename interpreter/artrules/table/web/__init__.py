"""Games as pages that need no server: one HTML file for each, and a folder of several.

In: a `Ruleset` and what is to be offered of it. Out: the text of an HTML file. Start with `make_game_file`.

- `offers.py`: for which numbers of players and which settings
- `game_file.py`: the file of a game, how it is packed, and the index of several
"""

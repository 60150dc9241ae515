"""The cards of a game on paper, drawn by the page of the table from what a game's description says.

- `deck.py`: which cards there are, how many of each, and what is printed on them
- `pictures.py`: the pictures that content names, as data that a page holds itself
- `sheets.py`: where cards, their backs and cut marks stand on paper, in millimetres
- `page.py`: the page that draws all this, with what helps players; it needs no other file
- `history.py`: which cards are new since a revision
"""

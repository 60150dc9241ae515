"""Proves saved games before they are used.

In: a game that hasn't begun, and the data of a save. Out: the game at the saved position, or SaveRefused. Start with
`restore.py`.
"""

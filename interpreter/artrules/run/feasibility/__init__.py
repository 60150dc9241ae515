"""Feasibility: whether an action, once begun, can be completed.

`in_place.py` asks functions that the compiler wrote; where they can't tell, `on_copies.py` tries copies.
"""

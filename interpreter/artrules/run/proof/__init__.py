"""Proving saved games before they are used: `take_up.py` shows the way through the files of this folder."""

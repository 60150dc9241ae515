"""A workspace says the same as a fresh reading, whatever is edited between two of its readings.

`python -m tests.play.workspace [N]` tries N edits of each game (default 100); the suite tries a few.
"""

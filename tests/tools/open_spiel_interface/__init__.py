"""OpenSpiel's own tests and algorithms on games of `artrules.lab.research`: `python -m
tests.tools.open_spiel_interface`; and a match with its search (`equal_time.py`).

It needs the wheel `open_spiel` (`pip install '.[open_spiel]'`), so the suite doesn't run it.
"""

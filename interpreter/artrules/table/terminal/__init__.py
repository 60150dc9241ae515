"""Everything that people read in a terminal.

In: views, logs, descriptions and results, which are plain data. Out: lines of text. Start with `session.py` (playing)
or `table.py` (the table in lines). Only `colour.py` prints.
"""

"""YAML and CSV files as trees of nodes that know the place in the file of each of their characters.

In come the bytes of a file from anybody. Out goes a tree of `node.py`, or diagnostics, or both; never an exception.
Start with `read.py`. `bounded_file.py` opens files safely, `decode.py` tests the text, `build.py` makes the tree from
the parser's events, `positions.py` finds the place of a character, `lookup.py` looks into nodes.
"""

"""From files to trees: the texts that people write, read so that nothing of them is lost.

In: YAML and CSV files, and texts of code. Out: trees whose every node knows its line and column, sections of content
in the shapes that the language gives them, syntax trees of code, and a report of what is wrong.

Begin with `source/read.py` (a file becomes a tree), `content/` (which keys there are), `syntax/parse.py` (code), and
`diagnostics/report.py` (where every other wing tells what it found). `schema/` makes JSON Schemas of the keys.

It imports no other wing.
"""

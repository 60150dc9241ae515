"""YAML and CSV files as trees of nodes that know the place in the file of each of their characters.

In come the bytes of a file from anybody. Out goes a tree of `node.py`, or diagnostics, or both; never an exception.
Start with `read.py`.

- `bounded_file.py`, `decode.py`, `look_alikes.py`: files opened safely, their bytes tested, characters that deceive
- `text.py`, `node.py`: the text of a file by lines; the tree, and reading values from it
- `read.py`, `build.py`, `csv_table.py`: the tree, made from the parser's events or from a table
- `slips.py`, `recover.py`: what is wrong with a file that isn't YAML, and what can still be read of it
- `comments.py`: comments that ask for warnings not to be shown, and what authors say of declarations
- `written_file.py`: writing files, whole or not at all
- `revision.py`: a folder as git knows it at a revision, without running anything that its repository names
"""

"""One style for content: where blanks, indentations and line breaks stand in YAML, and in the code inside it.

In: the text of a file. Out: the text in that style (`style.py`, `format_text`). Only blanks and line breaks change, so
what a file means can't.

- `code.py`: the words of code, and how many blanks stand before each
- `lines.py`: lines made of pieces in which nothing changes; where columns are aligned; how a text is written from them
- `style.py`: which lines and pieces a file of YAML has, and how far each line is indented
"""

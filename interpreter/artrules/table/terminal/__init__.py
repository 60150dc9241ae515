"""Everything that people read in a terminal.

In: views, logs, descriptions and results, which are plain data. Out: lines of text. Start with `session.py`.
`play/presentation` makes lines of tables and logs, and only `text/plain_text.py` prints.
"""

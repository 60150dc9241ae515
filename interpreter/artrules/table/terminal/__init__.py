"""Everything that people read in a terminal.

In: views, logs, descriptions and results, which are plain data. Out: lines of text. `play/presentation/` makes lines of
tables and logs, and only `text/plain_text.py` prints. Start with `session.py`.

- `session.py`, `options.py`, `loop.py`: playing: lines in, lines out
- `story.py`, `replayer.py`: a game from its setup to its end, and step by step
- `summary.py`, `inventory.py`: how many games came out; what a ruleset declares
- `progress.py`, `streams.py`: that something takes its time; standard input and output made safe
"""

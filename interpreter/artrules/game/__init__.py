"""Games as their clients see them: the public API (`docs/api.md`).

In: a program (`lower/`), and an instance that runs it (`execute/`). Out: a `Game` with decisions, views, a log, copies
and saves. Start with `game.py`.

- `game.py`, `decision.py`: what clients call and get
- `runtime.py`: what all games of one configuration share
- `step.py`, `moment.py`, `asked.py`, `course.py`: from one choice to the next decisions, and what is remembered
- `entries.py`, `log.py`, `shared_list.py`: the log
- `view.py`, `scores.py`, `description.py`, `encode.py`: what seats see, as plain data
- `comparison.py`, `resample.py`: what a seat can tell apart, and games that it can't
- `pieces.py`: the pieces of a configuration, checked before a game begins
- `saves/`: games as text, and back; `inspection/`: the interfaces for tools
"""

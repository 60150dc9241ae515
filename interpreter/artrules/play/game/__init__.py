"""Games as their clients see them: the public API (`docs/extend/api.md`).

In: a program (`lower/`), and an instance that runs it (`execute/`). Out: a `Game` with decisions, views, a log, copies
and saves. Start with `game.py`.

- `game.py`, `decision.py`: what clients call and get
- `playing.py`, `playout.py`: from decision to decision, in the machine's memory where nobody keeps a log
- `runtime.py`, `executors.py`: what all games of one configuration share, and which executor plays them
- `offers.py`, `asked.py`: what the machine has asked
- `step.py`, `moment.py`, `course.py`: with a log, from one choice to the next decisions
- `entries.py`, `log.py`, `shared_list.py`: the log
- `view.py`, `scores.py`, `description.py`, `encode.py`: what seats see, as plain data
- `comparison.py`, `resample.py`: what a seat can tell apart, and games that it can't
- `pieces.py`: the pieces of a configuration, checked before a game begins
- `saves/`: games as text, and back; `inspection/`: the interfaces for tools
"""

"""Games as their clients see them: the public API (`docs/extend/api.md`).

In: a program (`engine/lower/`), and an instance that runs it (`engine/execute/`). Out: a `Game` with decisions, views,
a log, copies and saves. Start with `game.py`.

- `game.py`, `decision.py`, `seat.py`: what clients call and get
- `thinking.py`, `inspection/`: the objects that a game hands out, for thinking and for tools
- `playing.py`, `playout.py`: from decision to decision, in the machine's memory where nobody keeps a log; the one
  interface by which the modules of `play` use a game
- `runtime.py`, `executors.py`: what all games of one configuration share, and which executor plays them
- `offers.py`: what the machine has asked
- `step.py`, `moment.py`, `log.py`: with a log, from one choice to the next decisions
- `view.py`, `scores.py`, `describe.py`, `observation/`: what seats see, as plain data and as numbers
- `search.py`, `learning.py`, `resample.py`: bots inside the machine, and games that a seat can't tell apart
- `comparison.py`: what anybody has learned between two positions
- `pieces.py`: the pieces of a configuration, checked before a game begins
- `saves.py`: games as text
"""

"""Games as their clients see them: the public API (`docs/extend/api.md`).

In: a program (`engine/lower/`), and an instance that runs it (`engine/execute/`). Out: a `Game` with decisions, views,
a log, copies and saves. Start with `game.py`.

- `game.py`, `decision.py`, `seat.py`: what clients and bots call and get
- `runtime.py`, `executors.py`, `pieces.py`: what all games of one configuration share, which executor plays them, and
  their pieces, checked before a game begins
- `playing.py`, `playout.py`: from decision to decision, in the machine's memory where nobody keeps a log; the one
  interface by which the modules of `play` use a game
- `offers.py`, `step.py`, `moment.py`, `log.py`: with a log, from one choice to the next decisions
- `view.py`, `scores.py`, `description.py`, `describe.py`, `looks.py`: what seats see, as plain data
- `comparison.py`, `resample.py`: what a seat can tell apart, and games that it can't
- `thinking.py`, `search.py`, `learning.py`, `practising.py`: `Game.think`, thinking for a seat, and what is learned
  for it from games
- `saves.py`: games as text, and back
- `inspection/`: `Game.inspect` and other interfaces for tools; `observation/`: what a seat knows, as numbers
"""

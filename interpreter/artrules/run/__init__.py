"""Runs games.

In: a compiled `Program` (`compile/program.py`), made ready as a `Runtime`. Out: games for clients. Start with
`game.py`, the API of a game, then `engine.py`, which runs a state from decision to decision.

- Clients import only `game`, `decision`, `log`, `description`, `comparison`, `chance` and `why_not.answer`; files of
  sessions also use `save_document`, `save_format` and `proof.restore`.
- Tools that show or change more than a player may know use `inspection/`, the second layer of the API.
- The position: `state.py`; what is ready to run it: `runtime.py`
- Going on: `advance.py`, `engine.py`, `flow.py`, `lives.py`, `watches.py`, `powers.py`, `moves.py`
- What is offered: `options.py`, `distinct.py`, `feasibility/`
- What seats see and know: `view.py`, `log.py`, `knowledge.py`, `update_knowledge.py`, `simultaneous_view.py`
- Determinizations: `resample.py`, `determinize.py`
- Saves: `save_format.py`, `proof/`
- Why an option isn't offered: `why_not/`
"""

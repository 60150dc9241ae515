"""The run time: what plays a game, over memory, in the restricted language (`language.py`, `docs/inside/machine.md`).

In comes the program that `lower/` has made: tables, and functions in tables (`program.py`). An executor (`execute/`)
links its functions with these modules. Start with `engine.py`; `memory.py` declares all memory.

- `language.py`, `numbers.py`, `memory.py`, `registers.py`, `intrinsics.py`, `program.py`: declarations
- `signals.py`, `heap.py`: status and work; lists
- `rules/`: zones and cards, chance, actions and powers, triggers, the course of a game, texts
- `engine.py`: from decision to decision
- `looking_ahead.py`, `position_key.py`, `alike.py`: which options can be completed, and which of them are alike
- `requests.py`: labels, scores, and positions that are put together
- `hidden/`: what seats know, and positions that a seat can't tell from another
- `thinking/`: bots inside the machine
"""

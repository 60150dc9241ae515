"""The run time: what plays a game, over memory, in the restricted language (`language.py`, `docs/inside/machine.md`).

In comes the program that `lower/` has made: tables, and functions in tables (`program.py`). An executor (`execute/`)
links its functions with these modules. Start with `engine.py`; `memory.py` declares all memory.

- `language.py`, `numbers.py`, `memory.py`, `registers.py`, `intrinsics.py`, `program.py`: declarations
- `signals.py`, `metering.py`, `lists.py`, `compaction.py`: status, work, lists
- `cards.py`, `chance.py`, `limits.py`, `powers.py`, `triggers.py`, `lives.py`, `flow.py`, `phase_start.py`: the rules'
  own operations, and the course of a game
- `actions.py`, `advance.py`, `alike.py`, `looking_ahead.py`, `position_key.py`: what is offered
- `texts.py`, `labels.py`: texts as tokens
- `hashing.py`, `identity.py`: keys of random streams, digests
- `preparation.py`: positions that are put together
- `hints.py`, `hinted_choice.py`: what content says that players like, and choosing by it
- `standing.py`, `features.py`, `judging.py`, `learning.py`: how good a position is for each player
- `option_keys.py`, `playouts.py`, `tree.py`, `tree_search.py`, `greedy_search.py`: bots that think
- `sight.py`, `showing.py`: who sees a card, and to whom it has been shown
- `knowledge.py`, `shuffle_groups.py`, `carried.py`, `references.py`, `written.py`, `known_lists.py`, `blank.py`: what
  seats know
- `determinization.py`, `dealing.py`, `laying.py`, `rewinding.py`, `sampling.py`: positions that a seat can't tell from
  another
"""

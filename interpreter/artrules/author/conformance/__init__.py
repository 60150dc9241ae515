"""Tests what the engine promises on randomly played games: `python -m artrules.author.conformance`
(`docs/inside/properties.md`).

In: a ruleset. Out: how much was tried, and each violation of a promise. Start with `run.py`, which lists the
properties. Authors run them on their own rulesets, the tests on all that there are.

- `random_play.py`, `lockstep.py`: a game that is played at random, and two side by side
- `soundness.py`, `secrecy.py`, `reproducibility.py`: the properties
- `other_process.py`: games that are resumed and replayed in another process
"""

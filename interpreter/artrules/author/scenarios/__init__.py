"""Scenarios: examples that prove a game's rules (`docs/write/scenarios.md`).

In: a ruleset and its files of scenarios, which `check/scenario_files/` has read. Out: for each scenario, the
diagnostics of what failed. Start with `run.py`.

- `run.py`: a game at the position that a scenario gives, the steps, and the options that they name
- `expectations.py`: what is expected, compared with the table and with what seats read
- `units.py`, `coverage.py`: what can be covered, and code that no scenario runs
- `power_removal.py`: powers that no scenario would miss
- `writing.py`: a position of a game, written down as a scenario
"""

"""Scenarios: examples that prove a game's rules (`docs/write/scenarios.md`).

In: a ruleset and its files of scenarios. Out: for each scenario, the diagnostics of what failed. Start with `run.py`.

`scenario_files/` reads files. `position.py` puts a game at the position that a scenario gives, with `values.py` and
`place_cards.py`. `steps.py` runs the steps: `options.py` compares what is offered, `compare.py`,
`observation.py` and `match.py` what lies on the table, `reading.py` what seats read. `power_removal.py`
finds powers that no scenario would miss, `coverage/` code that none runs.
"""

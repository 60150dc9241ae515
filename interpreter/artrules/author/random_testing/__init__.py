"""Random testing: plays many random games and reports what goes wrong in them (`docs/write/checking.md`).

In: a ruleset without errors, a number of games, a seed. Out: `RandomGames`, with diagnostics located in the content and
the scenarios that show each fault. Start with `run.py`.

`setups.py` chooses players and settings, by pairs (`pairwise.py`). `trial.py` plays one game and looks at it once
(`looking.py`), `ways.py` says how options are chosen in it, `tally.py` counts what ran and what was offered.
`unreached.py` finds the rules that no game reached, `endings.py` what is wrong with how games end.
`shrink.py` looks for the shortest game that goes wrong for the same cause, with `replay.py`; `scenario_file.py` writes
it down.
"""

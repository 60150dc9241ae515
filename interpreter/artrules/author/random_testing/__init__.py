"""Random testing: plays many random games and reports what goes wrong in them (`docs/write/checking.md`).

In: a ruleset without errors, a number of games, a seed. Out: `RandomGames`, with diagnostics located in the content and
the scenarios that show each fault. Start with `run.py`.

- `setups.py`: players and settings of each game, by pairs
- `trial.py`: one game: how options are chosen in it, who looks at it, what is counted
- `unreached.py`: the rules that no game reached
- `shrink.py`: the shortest game that goes wrong for the same cause, as a scenario
"""

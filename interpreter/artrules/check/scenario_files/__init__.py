"""Files of scenarios as the author's nodes, and what the names in them stand for in the game.

In: documents of scenarios (`docs/write/scenarios.md`), and the ruleset that they are for. Out: scenarios, each with its
`Setup`: the model and the number of players. Checks judge them without running anything; `author/scenarios/` runs them,
and finds places and values by the same modules.

- `scenario.py`: a file, its scenarios, named positions, and how each game is set up
- `places.py`: the zones, variables, cards and values that names stand for
"""

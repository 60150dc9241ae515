"""Files of scenarios as the author's nodes, and what the names in them stand for in the game.

In: documents of scenarios (`docs/write/scenarios.md`), and a `Setup`: the model and the number of players. Out:
`Scenario`s. Checks judge them without running anything; `scenarios/` runs them, and finds places and values by the same
modules.

`scenario.py` reads a document. `places.py` finds zones and variables by name, and reads values.
"""

"""Lowers a model, for one configuration, to a program of the machine (`machine/`).

In come a model that has passed all checks, and a configuration: how many play, the settings, the sets in play. Out
comes a `Program` (`program.py`): functions of machine code, and tables. Start with `lower.py`, which has all passes on
one screen.

- `configuration.py`, `layout.py`, `representation.py`: what values are in the machine, and where they are
- `graphs.py`, `graph_analyses.py`, `frames.py`: code that may ask, as blocks
- `relevance.py`: what of the state can still affect whether an action can be completed
- `blocks.py`, `decisions.py`, `functions.py`, `statements.py`, `start_values.py`: machine code of all this
- `expressions.py`, `folds.py`, `operations.py`, `lookups.py`, `loops.py`: machine code of expressions; `labels.py`: of
  texts
- `tables.py`, `program_tables.py`: tables
- `builder.py`, `lowering.py`: what all of them share
"""

"""Lowers a model, for one configuration, to a program of the machine (`machine/`).

In come a model that has passed all checks, and a configuration: how many play, the settings, the sets in play. Out
comes a `Program` (`program.py`): functions of machine code, and tables. Start with `lower.py`, which has all passes on
one screen.

- `configuration.py`, `layout.py`, `representation.py`: what values are in the machine, and where they are
- `lowering.py`, `builder.py`: what all passes share, and the code of one function in the making
- `frames.py`, `graphs.py`, `graph_analyses.py`: what is known of code before it is lowered: its blocks, the frames that
  wait for them, and from where something may fail
- `relevance.py`: what of the state still matters to it
- `blocks.py`, `decisions.py`, `statements.py`, `functions.py`, `start_values.py`: machine code of blocks, decisions and
  statements, and the functions that the machine calls
- `expressions.py`, `operations.py`, `lookups.py`, `folds.py`, `loops.py`: machine code of expressions; `labels.py`: of
  texts
- `tables.py`, `program_tables.py`: tables
"""

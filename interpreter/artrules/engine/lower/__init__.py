"""Lowers a model, for one configuration, to a program of the machine (`machine/`).

In come a model that has passed all checks, and a configuration: how many play, the settings, the sets in play. Out
comes a `Program` (`program.py`): functions of machine code, and tables. Start with `lower.py`, which has all passes on
one screen.

- `configuration.py`, `layout.py`, `shapes.py`, `representation.py`: what values are in the machine, and where they are
- `collect.py`, `graphs.py`, `liveness.py`, `failures.py`, `cut_points.py`, `frames.py`: code that may ask, as blocks
- `blocks.py`, `decisions.py`, `entries.py`, `statements.py`, `straight_code.py`, `start_values.py`: machine code of it
- `expressions.py` and what it names: machine code of expressions; `labels.py`: of texts
- `analysed_code.py`: what is known of code before it is lowered; `compared_sets.py`, `relevance.py`: what of the state
  matters to it
- `relevance_tables.py`, `own_powers.py`, `tables.py`, `program_tables.py`: tables
- `builder.py`, `context.py`, `names.py`, `counters.py`: what all of them share
"""

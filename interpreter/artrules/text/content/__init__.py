"""What content may hold: every key of every file, declared once.

A section, such as a zone, is a class whose fields are the keys that an author may write: what may stand under the key,
what it means, whether it is required. The JSON Schemas and the tables of keys in the docs are written from these
classes (`schema/derive.py`).

In come nodes of a YAML file that the schemas have judged; out come instances of the classes, whose fields have types.
Start with `zones.py`, an example, then `section.py`, which says how keys are declared and read.

- `documents.py`, `scenarios.py`: the files of a game as wholes, and those of scenarios
- `zones.py`, `cards.py`, `flow.py`, `layout.py`: their sections
"""

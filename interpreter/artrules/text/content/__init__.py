"""What content may hold: every key of every file, declared once.

A section, such as a zone, is a class (`zones.py`, `cards.py`, …) whose fields are the keys that an author may write:
what may stand under the key, what it means, whether it is required. `documents.py` has the files as wholes,
`scenarios.py` those of scenarios. The JSON Schemas and the tables of keys in the docs are written from these classes
(`derive.py`).

In come nodes of a YAML file that the schemas have judged; out come instances of the classes (`read` in `section.py`),
whose fields have types. Start reading with `zones.py`, then `section.py` and `key_values.py`.
"""

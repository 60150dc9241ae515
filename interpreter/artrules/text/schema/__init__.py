"""The schema stage: whether a file has the shape that its kind of file must have, said in authors' words.

In comes the tree of a file; out comes its kind, with a diagnostic for everything that doesn't fit the JSON Schema of
that kind, and on request the strings in it that are code. The schemas lie in `schemas/`, for editors too; they are
written from the sections in `content/`.

- `validate.py`: whether a file fits: start there
- `validation_errors.py`, `complaint.py`, `explain_complaint.py`: what doesn't fit, and how that is said
- `load.py`: the schemas, and which of them speaks of which node
- `derive.py`: the schemas and tables of keys, as they are written
"""

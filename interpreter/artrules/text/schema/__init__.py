"""The schema stage: whether a file has the shape that its kind of file must have, said in authors' words.

In comes the tree of a file; out comes its kind, with a diagnostic for everything that doesn't fit the JSON Schema of
that kind, and on request the strings in it that are code (`code.py`). The schemas lie in `schemas/`, for editors too;
they are written from the sections in `content/` (`write.py`, `derive.py`). Start reading with `validate.py`.
"""

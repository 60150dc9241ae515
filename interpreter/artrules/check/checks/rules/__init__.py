"""The checks, one file each. A file dropped in here is discovered by `checks/registry.py`; nothing lists it.

A file declares its kinds of diagnostic with `declare`, and its check with one of the decorators of `checks/check.py`.
"""

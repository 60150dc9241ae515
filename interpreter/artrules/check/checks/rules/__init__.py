"""The checks, in chapters by what they judge. `checks/registry.py` discovers each module here; nothing lists them.

A module declares its kinds of diagnostic with `declare`, and its checks with the decorators of `checks/check.py`.
"""

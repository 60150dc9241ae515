"""Says what to install where an optional library is missing."""

from __future__ import annotations

from importlib.util import find_spec


class MissingExtra(ImportError):
    """An optional library isn't installed."""


def need(module: str, libraries: str) -> None:
    """See that a library is there. Raises MissingExtra with a sentence that says how to install it."""
    if find_spec(module) is None:
        raise MissingExtra(f"this needs {module}, which isn't installed: pip install {libraries}")

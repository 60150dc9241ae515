"""Discovers the checks: every module of `rules/` is imported, and what its decorators declared is collected."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from artrules.checks import rules
from artrules.checks.check import Check


@cache
def all_checks() -> tuple[Check, ...]:
    """All checks, in the order in which those of one sort run: by the lowest code that they report, then by name."""
    return tuple(
        sorted(dict.fromkeys(_declared()), key=lambda check: (min(kind.code for kind in check.kinds), check.name))
    )


def _declared() -> Iterator[Check]:
    for module in iter_modules(rules.__path__, f"{rules.__name__}."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, Check):
                yield value

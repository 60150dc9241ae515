"""All kinds of diagnostic: those of the other stages and those of the checks.

`diagnostics/registry.py` knows the kinds that have been imported so far. The functions here import all of them first.
"""

from __future__ import annotations

from collections.abc import Mapping

import artrules.text.diagnostics.kinds  # noqa: F401  (declares the kinds of the other stages)
from artrules.check.checks.registry import all_checks
from artrules.text.diagnostics import registry
from artrules.text.diagnostics.registry import Kind


def kinds() -> Mapping[int, Kind]:
    """All kinds, by code in rising order. Those of plugins are not among them."""
    all_checks()
    return registry.kinds()


def find(text: str) -> Kind | None:
    """The kind with this code (`2001` or `ART2001`) or slug, or None. Those of plugins are not found."""
    all_checks()
    return registry.find(text)

"""All kinds of diagnostic: those of the other stages and those of the checks.

`diagnostics/kinds.py` knows the kinds that have been imported so far. The functions here import the checks first.
"""

from collections.abc import Mapping

from artrules.check.checks.registry import all_checks
from artrules.text.diagnostics.kinds import Kind, all_kinds, find_kind


def kinds() -> Mapping[int, Kind]:
    """All kinds, by code in rising order. Those of plugins are not among them."""
    all_checks()
    return all_kinds()


def find(text: str) -> Kind | None:
    """The kind with this code (`2001` or `ART2001`) or slug, or None. Those of plugins are not found."""
    all_checks()
    return find_kind(text)

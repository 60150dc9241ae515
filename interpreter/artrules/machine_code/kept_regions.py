"""Which regions are kept together: in positions, at the start of a phase, while looking ahead, as what seats know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from artrules.machine.language import Kept, Region
from artrules.record import dataclass

SPECIAL = frozenset(["heap", "stack", "top_of_stack"])
"""Regions of the position that have parts of their own."""
UNCHANGED_AHEAD = frozenset(["drawn", "withheld"])
"""Looking ahead never changes these, nor the position when a phase began. So its slots leave them out."""
_LINKS = ("next_in_zone", "previous_in_zone", "first_in_zone", "last_in_zone", "cards_in_zone")
IN_JOURNAL = frozenset([*_LINKS, "zone_of", "face_of", "variables", "attributes", "gained_by"])
"""Looking ahead notes in a journal what it changes of these (`machine/journal.py`)."""


@dataclass(frozen=True, slots=True)
class KeptRegions:
    """Regions that are kept together, each row in the order of `machine/memory.py`: those of fixed length, and by
    register those of which it says how much is in use."""

    fixed: Sequence[str]
    growing: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class AllKept:
    """Everything that is kept, without heap and stacks: of a position what it holds now and what it held when a phase
    began, while looking ahead what the journal doesn't have, and what seats know."""

    now: KeptRegions
    then: KeptRegions
    ahead: KeptRegions
    known: KeptRegions


def kept_regions(regions: Mapping[str, Region]) -> AllKept:
    """What is kept of some regions."""

    def together(names: Iterable[str]) -> KeptRegions:
        fixed, growing = [], dict[str, list[str]]()
        for name in names:
            if regions[name].used:
                growing.setdefault(regions[name].used, []).append(name)
            else:
                fixed.append(name)
        return KeptRegions(fixed, growing)

    position = [name for name, r in regions.items() if r.kept is Kept.POSITION and name not in SPECIAL]
    now = [name for name in position if not name.startswith("then_")]
    return AllKept(
        together(now),
        together(name for name in position if name.startswith("then_")),
        together(name for name in now if name not in UNCHANGED_AHEAD | IN_JOURNAL),
        together(name for name, r in regions.items() if r.kept is Kept.KNOWLEDGE),
    )

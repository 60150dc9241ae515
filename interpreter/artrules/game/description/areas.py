"""The areas of a table. What content lays into none lies together with what belongs to the same owners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from artrules.game.description.table import Area
from artrules.game.description.titles import heading, title_of
from artrules.game.runtime import Runtime
from artrules.ir.types import Member, Number, Player, Type

Owners = tuple[bool, Type | None]
"""Whether something belongs to players, and of which type its other owners are, None for no others."""


def areas_of(runtime: Runtime, things: Mapping[str, Owners]) -> Iterator[Area]:
    """The areas of a table with some things: those of the layout, then others for what no area holds.

    A zone whose first owner is no player stands on the table in views, also where its second owner is one. So an area
    of players doesn't have it.
    """
    left = dict(things)
    sorts = set()
    for area in runtime.model.layout.areas:
        held = [name for name in area.holds if name in left]
        if held:
            of_player = left[held[0]][0]
            held = [name for name in held if left[name][0] == of_player]
            sorts.add(of_player)
            title = area.title.text if area.title is not None else heading(title_of(area.name))
            yield _area(runtime, area.name, title, {name: left.pop(name) for name in held})
    for other in _default_areas(runtime, left):
        has_others = (other.of == "player") in sorts
        yield replace(other, name=f"other {other.name}", title="Other things") if has_others else other


def _default_areas(runtime: Runtime, things: Mapping[str, Owners]) -> Iterator[Area]:
    """An area for each sort of owners of some things, in the order of the things: first those of the table."""
    groups: dict[Owners, dict[str, Owners]] = {}
    for name, owners in things.items():
        groups.setdefault(owners, {})[name] = owners
    for wanted in (False, True):
        for (of_player, other), held in groups.items():
            if of_player == wanted:
                own = "player" if of_player else "table"
                title = heading(own) if other is None else _title(other, tuple(held))
                yield _area(runtime, own if other is None else f"{own} {other}", title, held)


def _area(runtime: Runtime, name: str, title: str, things: Mapping[str, Owners]) -> Area:
    of_player = next(iter(things.values()))[0]
    other = next((other for _, other in things.values() if other is not None), None)
    return Area(
        name, title, "player" if of_player else "table", enum_of(other), owners_of(runtime, other), tuple(things)
    )


def owners_of(runtime: Runtime, type_: Type | None) -> tuple[str, ...]:
    """What stands in brackets after the names of things with owners of a type, for each owner."""
    match type_:
        case Member(enum):
            return tuple(runtime.model.enums[enum].members)
        case Number(low, high):
            return tuple(str(number) for number in range(low, high + 1))
    return ()


def enum_of(type_: Type | None) -> str | None:
    """The enum of owners that are members."""
    return type_.enum if isinstance(type_, Member) else None


def sort_of_owners(first: Type | None, second: Type | None = None) -> Owners:
    """Whether something with these owners belongs to players, and of which type its other owner is."""
    if isinstance(first, Player):
        return True, second
    return False, first


def _title(owners: Type, names: Sequence[str]) -> str:
    """The title of an area whose things have such owners: that of its only thing; else what the owners are, for numbers
    what the first thing is."""
    if isinstance(owners, Member) and len(names) > 1:
        return heading(title_of(owners.enum))
    return heading(title_of(names[0]))

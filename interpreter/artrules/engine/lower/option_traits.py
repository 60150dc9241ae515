"""Finds what a policy knows of options and positions (`machine/thinking/policy.py`): what is printed on cards, which
values of options are players or have a meaning for cards, sets of such values, and numbers of players and of the table.

All of it follows from declarations, so content needs to say nothing for bots to learn how to choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from artrules.engine.lower.layout import Layout
from artrules.engine.lower.representation import is_wide
from artrules.engine.lower.tables import rows
from artrules.engine.machine import numbers as n
from artrules.model.ir.declarations import Attribute
from artrules.model.ir.nodes import Choose
from artrules.model.ir.types import Bool, Number, Player, SetOf, Type

MOST_SCENES = 24
"""Further ones are left out: each is looked at wherever options are of several branches."""


class Scene(NamedTuple):
    """A number by which a position is known: its kind, the first variable or zone, and how many zones there are, for
    each player where they have their own."""

    kind: int
    first: int
    zones: int = 1


class KeptSet(NamedTuple):
    """A variable that holds a set: its first word, what the set is of, and whether each player has one."""

    first: int
    means: int
    of_players: bool


def trait_tables(layout: Layout, decisions: Sequence[Choose]) -> dict[str, list[int]]:
    """The tables, for a program with these decisions, in the order of their branches."""
    scenes = [*_variables(layout), *_zones(layout)][:MOST_SCENES]
    attributes: dict[str, int] = {}
    printed = [_printed(layout, card, attributes) for card in range(len(layout.card_kind))]
    meanings = _meanings(layout, attributes)
    sets = list(_sets(layout, meanings))
    printed_first, words = rows(printed)
    field_first, means = rows(
        [_means(binder.local.type, meanings) for binder in branch.binders]
        for choose in decisions
        for branch in choose.branches
    )
    return {
        "printed_first": printed_first,
        "printed": words,
        "zone_alike": _zones_alike(layout),
        "field_first": field_first,
        "field_means": means,
        "set_first": [each.first for each in sets],
        "set_means": [each.means for each in sets],
        "set_of_players": [int(each.of_players) for each in sets],
        "scene_kind": [scene.kind for scene in scenes],
        "scene_first": [scene.first for scene in scenes],
        "scene_count": [scene.zones for scene in scenes],
    }


def is_number(type_: Type | None) -> bool:
    """Whether values of a type are numbers, or count as such."""
    return isinstance(type_, Number | Bool)


def _variables(layout: Layout) -> Iterator[Scene]:
    """The numbers among variables of the players and of the table that everybody sees."""
    for variable, first, owners in layout.declared_variables():
        if is_number(variable.type) and variable.seen_by == "everyone":
            if isinstance(variable.of, Player):
                yield Scene(n.SCENE_VARIABLE | n.SCENE_OF_PLAYERS, first)
            elif owners == 1:
                yield Scene(n.SCENE_VARIABLE, first)


def _zones(layout: Layout) -> Iterator[Scene]:
    """How many cards lie in zones."""
    for zone in layout.zones.values():
        if isinstance(zone.declaration.per, Player):
            yield Scene(n.SCENE_OF_PLAYERS, zone.first, zone.of_each)
        else:
            yield Scene(0, zone.first, zone.count)


def _zones_alike(layout: Layout) -> list[int]:
    """By zone a number that is equal for those that only their players tell apart: that of the first player's."""
    alike = list(range(layout.aside + 1))
    for zone in layout.zones.values():
        if isinstance(zone.declaration.per, Player):
            for number in range(zone.first, zone.first + zone.count):
                alike[number] = zone.first + (number - zone.first) % zone.of_each
    return alike


def _printed(layout: Layout, card: int, attributes: dict[str, int]) -> list[int]:
    """What is printed on a card, a word for each attribute. `attributes` gets the numbers of further attributes."""
    words: list[int] = []
    for attribute in layout.model.kinds[layout.card_kind[card]].attributes.values():
        value = layout.piece_values[card].get(attribute.name)
        if attribute.printed and isinstance(value, int):
            low = n.ZERO_PRINTED if is_number(attribute.type) else 0
            number = attributes.setdefault(attribute.name, len(attributes))
            within = max(0, min(n.PRINTED_VALUES - 1, low + value))
            words.append(_attribute(attribute, number) * n.PRINTED_VALUES + within)
    return words


def _attribute(attribute: Attribute, number: int) -> int:
    """The number of a printed attribute, given its number among the names of attributes."""
    return 2 * number + is_number(attribute.type) * n.IS_NUMBER


def _meanings(layout: Layout, attributes: Mapping[str, int]) -> dict[Type, int]:
    """By type: what values of options mean that have the type of an attribute which is printed on cards."""
    meanings: dict[Type, int] = {}
    for kind in layout.model.kinds.values():
        for attribute in kind.attributes.values():
            if attribute.name in attributes and attribute.printed:
                number = _attribute(attribute, attributes[attribute.name])
                meanings.setdefault(attribute.type, min(255, n.IS_A_PLAYER + 1 + number))
    return meanings


def _means(type_: Type | None, meanings: Mapping[Type, int]) -> int:
    """What values of a binder mean."""
    if isinstance(type_, Player):
        return n.IS_A_PLAYER
    return 0 if type_ is None else meanings.get(type_, 0)


def _sets(layout: Layout, meanings: Mapping[Type, Any]) -> Iterator[KeptSet]:
    """The variables that hold sets of what is printed on cards, and that everybody sees."""
    for variable, first, owners in layout.declared_variables():
        match variable.type:
            case SetOf(of) if of in meanings and not is_wide(layout.model, variable.type):
                if variable.seen_by == "everyone" and (owners == 1 or isinstance(variable.of, Player)):
                    yield KeptSet(first, meanings[of], isinstance(variable.of, Player))

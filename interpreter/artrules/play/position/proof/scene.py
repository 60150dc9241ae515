"""Reads what lies on the table from a save, and checks it: each card lies in one zone that may hold it, and variables
and attributes have values of their types."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from artrules.engine.machine.numbers import FACE_DOWN, SLOTS
from artrules.play.position.codec import Declared, Scene, declared_attributes, declared_variables
from artrules.play.position.proof.values import Values
from artrules.play.position.save_document import damaged, whole

MOST_DRAWN = (1 << 63) - 1
"""Numbers drawn from one random stream, at most."""
_PARTS = {"zones", "faces", "shown", "variables", "attributes", "gained", "drawn", "serials"}


def check_scene_parts(data: Any) -> dict[str, tuple[Any, ...]]:
    """The parts of a scene, each a tuple of anything. Raises SaveRefused."""
    if not isinstance(data, dict):
        raise damaged("its position lacks something, or holds something else")
    parts: dict[str, Any] = {"shown": (), **data}
    if parts.keys() != _PARTS or not all(isinstance(v, tuple) for v in parts.values()):
        raise damaged("its position lacks something, or holds something else")
    return parts


def read_scene(values: Values, parts: dict[str, tuple[Any, ...]]) -> Scene:
    """A scene, of which `serials` have been checked. Raises SaveRefused."""
    layout = values.layout
    _check_zones(values, parts["zones"])
    if not _are_numbers(parts["faces"], len(layout.card_kind), FACE_DOWN):
        raise damaged("a card lies as it can't")
    shown = values.program.numbers["SHOWS"] * len(layout.card_kind)
    if not _are_numbers(parts["shown"], shown, (1 << layout.players) - 1):
        raise damaged("a card is shown to somebody who isn't there")
    if not _are_numbers(parts["drawn"], values.program.numbers["STREAMS"], MOST_DRAWN):
        raise damaged("how often chance was used can't be that")
    _check_values(values, declared_variables(layout), parts["variables"])
    _check_values(values, declared_attributes(layout), parts["attributes"])
    return Scene(
        parts["zones"],
        parts["faces"],
        parts["shown"],
        parts["variables"],
        parts["attributes"],
        _gained(values, parts["gained"]),
        parts["drawn"],
        parts["serials"],
    )


def read_serials(parts: dict[str, tuple[Any, ...]], players: int) -> tuple[int, ...]:
    """By player the serial number of the next watch. Raises SaveRefused."""
    if not _are_numbers(parts["serials"], players, (1 << 31) // players - 1):
        raise damaged("how many watches there were can't be that")
    return parts["serials"]


def _are_numbers(found: tuple[Any, ...], count: int, most: int) -> bool:
    return len(found) == count and all(whole(number, 0, most) for number in found)


def _check_zones(values: Values, zones: tuple[Any, ...]) -> None:
    layout = values.layout
    if len(zones) != layout.aside + 1 or not all(isinstance(zone, tuple) for zone in zones):
        raise damaged("it has too many or too few zones")
    lying = [card for cards in zones for card in cards]
    if not all(values.is_card(card) for card in lying):
        raise damaged("a card lies in it that there isn't")
    if len(lying) != len(layout.card_kind) or len(set(lying)) != len(lying):
        raise damaged("a card lies in two places, or in none")
    for cards, place in zip(zones[:-1], layout.zone_places, strict=True):
        if not all(layout.card_kind[card] in place.declaration.kinds for card in cards):
            raise damaged("a card lies where it may not")


def _check_values(values: Values, places: Sequence[Declared], found: tuple[Any, ...]) -> None:
    if len(found) != len(places):
        raise damaged("it has too many or too few values")
    for place, value in zip(places, found, strict=True):
        if not values.fits(value, place.type):
            raise damaged(f"`{place.name}` can't be that")


def _gained(values: Values, gained: tuple[Any, ...]) -> dict[int, tuple[int, ...]]:
    own = values.program.tables["own_count"]
    found = pairs(gained, "powers gained")
    for card, definitions in found:
        good = (
            values.is_card(card)
            and isinstance(definitions, tuple)
            and 0 < len(definitions) < SLOTS - own[card]
            and all(values.is_definition(definition) for definition in definitions)
        )
        if not good:
            raise damaged("a card has gained powers that it can't")
    return dict(found)


def pairs(value: Any, what: str) -> list[tuple[int, Any]]:
    """Pairs of a number and a thing, each number once, in rising order. Raises SaveRefused."""
    found = [(p[0], p[1]) for p in value if isinstance(p, tuple) and len(p) == 2 and whole(p[0], 0)]
    numbers = [number for number, _ in found]
    if len(found) != len(value) or any(a >= b for a, b in pairwise(numbers)):
        raise damaged(f"{what} stand in it as no game writes them")
    return found

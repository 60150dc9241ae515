"""Positions fuller than games are: made of a real state, by other data in it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

LONG = " of all that lies before whoever looks at the table and thinks about what to do"
Canned = dict[str, Any]
Extreme = Callable[[Canned], Canned | None]


def long_hand(canned: Canned) -> Canned | None:
    """Thirty cards in hand, each of which can be played."""
    zone = _zone(canned, "fan")
    return zone and _offered(_filled(canned, zone, 30, [_seat(canned)]), zone, 30)


def long_lines(canned: Canned) -> Canned | None:
    """Twelve cards in a line of each player, and something to do with one's own."""
    zone = _zone(canned, "row", "grid")
    players = [int(each) for each in canned["state"]["view"]["players"]]
    return zone and _offered(_filled(canned, zone, 12, players), zone, 12)


def long_pile(canned: Canned) -> Canned | None:
    """Sixty cards in a folded zone, each of which can be chosen."""
    zone = _zone(canned, "pile", "row", "grid")
    if not zone:
        return None
    canned = _offered(_filled(canned, zone, 60, [_seat(canned)]), zone, 60)
    canned["description"]["zones"][zone]["shown"] = "folded"
    return canned


def long_words(canned: Canned) -> Canned:
    """Titles of some hundred characters, and names of thirty letters."""
    canned = copy.deepcopy(canned)
    description = canned["description"]
    for thing in [*_each(description["areas"]), *_each(description["zones"]), *_each(description["variables"])]:
        thing |= {
            "title": f"{thing['title']} of all that lies before whoever looks at the table and thinks about what to do",
            "short": None,
        }
    for seat in canned["welcome"]["seats"]:
        seat["name"] = f"Maximiliane-Wilhelmine Number{seat['seat']}"
    return canned


EXTREMES: dict[str, Extreme] = {"hand": long_hand, "lines": long_lines, "pile": long_pile, "words": long_words}


def _each(things: Any) -> list[Any]:
    return list(things.values()) if isinstance(things, dict) else things


def _seat(canned: Canned) -> int:
    seat: int = canned["welcome"]["seat"]
    return seat


def _zone(canned: Canned, *forms: str) -> str | None:
    """A zone of players that is drawn in one of these forms."""
    own = canned["state"]["view"]["players"][str(_seat(canned))]
    return next(
        (
            name
            for name, zone in canned["description"]["zones"].items()
            if zone["as"] in forms and zone["of"] == "player" and zone["shown"] != "never" and name in own
        ),
        None,
    )


def _filled(canned: Canned, zone: str, count: int, players: list[int]) -> Canned:
    """The same where a zone of some players has so many cards, all seen."""
    canned = copy.deepcopy(canned)
    looks = canned["description"]["looks"]
    cards = [{"look": n % len(looks), "card": looks[n % len(looks)]["title"]} for n in range(count)]
    for player in players:
        canned["state"]["view"]["players"][str(player)][zone] = copy.deepcopy(cards)
    return canned


def _offered(canned: Canned, zone: str, count: int) -> Canned:
    """The same where each card of the seat's zone can be chosen, and nothing else."""
    seat = _seat(canned)
    plain = {"to": [], "declines": False, "group": 0, "button": False, "ends": False, "gain": False}
    options = [
        {"token": f"1.{n}", "label": f"choose number {n}", "about": [{"card": [zone, seat, n]}], **plain}
        for n in range(count)
    ]
    state = canned["state"]
    state["waiting"] = [seat]
    state["offers"] = [{"player": seat, "prompt": "Choose a card", "payment": None, "options": options}]
    return canned

"""Tells options apart that read the same: by what is different on their cards, by where these lie, by what else the
options are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from artrules.game.about import CardPlace, MemberRef, NumberRef, PlayerRef, Thing
from artrules.game.description import TableDescription
from artrules.game.description.titles import title_of

View = dict[str, Any]
Telling = Callable[[Sequence[Thing]], str]


def distinct_labels(
    labels: Sequence[str], about: Sequence[Sequence[Thing]], view: View, description: TableDescription, seat: int
) -> list[str]:
    """The labels of options, of which no two read the same. `about` are the things that each option is about, in the
    data of a view for a seat."""
    found = list(labels)
    same: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        same.setdefault(label, []).append(place)
    if len(same) == len(labels):
        return found
    words = _Words(view, description, seat)
    ways: tuple[Telling, ...] = (words.changes, words.zones, words.others, words.places)
    for label, places in same.items():
        if len(places) > 1:
            for place, more in zip(places, _differences([about[place] for place in places], ways), strict=True):
                found[place] = f"{label} ({more})"
    return found


def _differences(things: Sequence[Sequence[Thing]], ways: Sequence[Telling]) -> list[str]:
    """For each of some options what tells it from the others: as few ways as are needed."""
    told: list[tuple[str, ...]] = [()] * len(things)
    for tell in ways:
        if len(set(told)) == len(told):
            break
        more = [(*before, tell(each)) for before, each in zip(told, things, strict=True)]
        if len(set(more)) > len(set(told)):
            told = more
    texts = [", ".join(part for part in parts if part) for parts in told]
    numbers: dict[str, int] = {}
    for place, text in enumerate(texts):
        if texts.count(text) > 1 or not text:
            numbers[text] = numbers.get(text, 0) + 1
            texts[place] = f"{text}, {numbers[text]}".removeprefix(", ") if text else f"number {place + 1}"
    return texts


class _Words:
    """Says of the things that an option is about what may be different."""

    def __init__(self, view: View, description: TableDescription, seat: int) -> None:
        self._view = view
        self._description = description
        self._seat = seat

    def changes(self, things: Sequence[Thing]) -> str:
        """What has changed on the cards."""
        texts = [self._changed(thing) for thing in things if isinstance(thing, CardPlace)]
        return ", ".join(text for text in texts if text) or ("unchanged" if texts else "")

    def _changed(self, place: CardPlace) -> str:
        card = (self._view["players"][str(place.player)] if place.player else self._view["zones"])[place.zone][
            place.index
        ]
        texts = [f"{title} {value}" for title, value in card.get("changed", {}).items()]
        texts += [f"face {card['face']}"] if "face" in card else []
        return ", ".join([*texts, *card.get("gained", ())])

    def zones(self, things: Sequence[Thing]) -> str:
        """Where the cards lie."""
        return ", ".join(dict.fromkeys(self._zone(thing) for thing in things if isinstance(thing, CardPlace)))

    def _zone(self, place: CardPlace) -> str:
        base, _, rest = place.zone.partition("[")
        owner = rest.replace("][", " ").rstrip("]").replace("_", " ")
        title = f"{self._description.zones[base].title} {owner}".strip()
        return f"player {place.player}'s {title}" if place.player not in (0, self._seat) else title

    def others(self, things: Sequence[Thing]) -> str:
        """What isn't a card."""
        return ", ".join(self._other(thing) for thing in things if not isinstance(thing, CardPlace))

    def _other(self, thing: Thing) -> str:
        match thing:
            case PlayerRef(player):
                return f"player {player}"
            case MemberRef(enum, member):
                return self._description.members[enum][member].title
            case NumberRef(number):
                return str(number)
        return title_of(str(thing))

    def places(self, things: Sequence[Thing]) -> str:
        """Which cards of their zones they are."""
        return ", ".join(f"card {thing.index + 1}" for thing in things if isinstance(thing, CardPlace))

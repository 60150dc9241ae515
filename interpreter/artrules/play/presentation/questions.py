"""What a seat asks beside what it is shown, as data: why something can't be done, and what a bot would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from artrules.play.game.decision import (
    CardPlace,
    MemberRef,
    NumberRef,
    PlayerRef,
    Thing,
    ValueRef,
    ZoneRef,
    card_places,
)
from artrules.play.presentation.view import view_data_of

if TYPE_CHECKING:
    from artrules.play.game.game import Game

ITERATIONS = 1_000
"""A fixed number, so that what comes out depends on nothing but what the seat knows, and the seed."""
SHOWN = 3
_ALIKE = 0.03
"""Options whose averages are no further apart did about as well."""


# Why something can't be done, as data for a page: asked with a text, or about a thing of a state.


def why_data(game: Game, seat: int, *, text: str | None = None, thing: Any = None) -> dict[str, Any]:
    """The answer to a seat (counted from 1): `text`, in a few lines, and whether it is `possible`.

    `thing` is one of the state of the seat, such as `{"card": [zone, player or 0, index]}`. Raises ValueError, with
    words for the player, where there is no such thing; GameFault.
    """
    asked = text if text is not None else _thing_of(game, seat, thing)
    answer = game.why_not(seat, asked)
    return {"text": "\n".join([answer.text, *sources_told(game, seat, asked)]), "possible": answer.possible}


def sources_told(game: Game, seat: int, asked: str | Thing) -> list[str]:
    """What the attributes with modifiers of a card are made of, in a line each, such as `bite 3 = 2 printed, 1 from
    alpha`: of a card that a seat (counted from 1) asks about, or of the first one with this label that has such lines.
    Empty for anything else. Raises GameFault."""
    if not game.inspect.model.modified:
        return []
    places = [asked] if isinstance(asked, CardPlace) else _places_of_label(game.view(seat), seat, asked)
    for place in places:
        try:
            sources = game.sources(seat, place)
        except ValueError:
            continue  # the seat doesn't see which card it is
        if sources:
            return [each.text for each in sources]
    return []


def _places_of_label(seen: Mapping[str, Any], seat: int, asked: str | Thing) -> Iterator[CardPlace]:
    wanted = asked.strip().casefold() if isinstance(asked, str) else None
    for place in card_places(seen, seat).values():
        things = seen["players"][place.player] if place.player else seen["zones"]
        if str(things[place.zone][place.index]["card"]).casefold() == wanted:
            yield place


def _thing_of(game: Game, seat: int, thing: Any) -> Thing:
    """A thing as the game knows it: places of cards in a state aren't those in its view. Raises ValueError."""
    match thing:
        case {"card": [str(zone), int(player), int(index)]}:
            return _card_at(game, seat, CardPlace(zone, player, index))
        case {"zone": [str(zone), int(player)]}:
            return ZoneRef(zone, player)
        case {"value": [str(name), int(player)]}:
            return ValueRef(name, player)
        case {"member": [str(enum), str(member)]}:
            return MemberRef(enum, member)
        case {"player": int(player)}:
            return PlayerRef(player)
        case {"number": int(number)}:
            return NumberRef(number)
    raise ValueError("There is nothing like it at the table.")


def _card_at(game: Game, seat: int, place: CardPlace) -> CardPlace | ZoneRef:
    """The place of a card in the view of the game; of one that the seat doesn't see in a zone without order, which
    shows none of them by itself, the zone."""
    seen = game.view(seat)
    data, places = view_data_of(game).view(seen, seat)
    number = next((number for number, each in places.items() if each == place), None)
    if number is not None:
        return card_places(seen, seat)[number]
    cards = (data["players"].get(str(place.player), {}) if place.player else data["zones"]).get(place.zone)
    zone = game.description.zones.get(place.zone.partition("[")[0])
    if zone is None or not isinstance(cards, list) or not 0 <= place.index < len(cards):
        raise ValueError("There is no card there.")
    return place if zone.order != "loose" else ZoneRef(place.zone, place.player)


# What a bot would do that knows what the seat knows, with a reason: how the options did that it tried.


def advice_data(game: Game, player: int, seed: int, tokens: Mapping[str, str]) -> dict[str, Any]:
    """What a bot would do that knows what a player (counted from 1) knows. `seed` must follow from that alone; `tokens`
    has the options that may be chosen, by id. Raises ValueError with words for the player, and GameFault."""
    decision = next((each for each in game.decisions if each.player == player), None)
    among = [] if decision is None else [n for n, option in enumerate(decision.options) if option.id in tokens]
    if decision is None or len(among) < 2:
        raise ValueError("There is nothing to choose between.")
    game.think.prepare()
    result = game.think.search(decision, seed, iterations=ITERATIONS, among=among)
    best = sorted(among, key=lambda n: (n != result.option, -result.visits[n], -result.values[n]))[:SHOWN]
    labels = [decision.options[n].label for n in best]
    values = [result.values[n] for n in best]
    return {
        "token": tokens[decision.options[result.option].id],
        "text": _reason(result.iterations, labels, values),
        "tried": [{"label": label, "share": round(value, 2)} for label, value in zip(labels, values, strict=True)],
    }


def _reason(iterations: int, labels: list[str], values: list[float]) -> str:
    first, second = (round(100 * value) for value in values[:2])
    tries, points = f"In {iterations:,} tries", f"{first} of 100, where 100 is a clear win"
    if second > first:
        return f'{tries} no other option did clearly better: {points}. "{labels[1]}" had {second}.'
    if values[0] - values[1] <= _ALIKE:
        return f'{tries} it did as well as any: {points}. "{labels[1]}" is about as good ({second}).'
    return f'{tries} it came out best: {points}. Next is "{labels[1]}" ({second}).'

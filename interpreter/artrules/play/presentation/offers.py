"""What a seat is offered, as data for a page: its decisions, with options in the order in which the table shows what
they are about.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from artrules.play.game.decision import (
    CardPlace,
    Decision,
    MemberRef,
    NumberRef,
    Option,
    Payment,
    PlayerRef,
    ResourcePayment,
    Thing,
    ValueRef,
    ZoneRef,
)
from artrules.play.game.description import TableDescription, title_of
from artrules.play.game.option_things import TablePlaces, Touched
from artrules.play.presentation.view import Places

# Tells options apart that read the same: by what is different on their cards, by where these lie, by what else the
# options are about.

View = dict[str, Any]
Telling = Callable[[Sequence[Thing]], str]


def distinct_labels(
    labels: Sequence[str], about: Sequence[Sequence[Thing]], view: View, description: TableDescription, seat: int
) -> list[str]:
    """The labels of options, of which no two read the same. `about` are the things that are chosen with each option, in
    the data of a view for a seat."""
    new_labels = list(labels)
    same: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        same.setdefault(label, []).append(place)
    if len(same) == len(labels):
        return new_labels
    words = _Words(view, description, seat)
    ways: tuple[Telling, ...] = (words.changes, words.zones, words.others, words.places)
    for label, places in same.items():
        if len(places) > 1:
            for place, more in zip(places, _differences([about[place] for place in places], ways), strict=True):
                new_labels[place] = f"{label} ({more})"
    return new_labels


def _differences(things: Sequence[Sequence[Thing]], ways: Sequence[Telling]) -> list[str]:
    """For each of some options what tells it from the others: as few ways as are needed."""
    descriptions: list[tuple[str, ...]] = [()] * len(things)
    for tell in ways:
        if len(set(descriptions)) == len(descriptions):
            break
        more = [(*before, tell(each)) for before, each in zip(descriptions, things, strict=True)]
        if len(set(more)) > len(set(descriptions)):
            descriptions = more
    texts = [", ".join(part for part in parts if part) for parts in descriptions]
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
        if card is None:
            return ""
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


Sorted = list[tuple[Option, Touched]]
"""Options in order, each with what it is about."""


def sorted_options(decision: Decision, places: TablePlaces, description: TableDescription) -> Sorted:
    """The options of a decision in the order in which people look for them: those that begin alike together, in the
    content's order, and among these in the order of the cards on the table; then those about nothing; last those that
    decline. `places` are those in the view of its player, in the order of the table."""
    ranks = {place: rank for rank, place in enumerate(places.seen.values())}
    keyed = []
    for option in decision.options:
        touched = option.touched(places)
        branch = option.candidate[0]
        keys = [_rank(thing, ranks, description) for thing in touched.chosen]
        keyed.append(((option.declines, not option.node.binders, branch, keys), option, touched))
    keyed.sort(key=lambda each: each[0])
    return [(option, touched) for _, option, touched in keyed]


def _rank(thing: Thing, ranks: Mapping[CardPlace, int], description: TableDescription) -> tuple[int, int]:
    match thing:
        case CardPlace():
            return 0, ranks.get(thing, len(ranks) + thing.index)  # one that isn't seen
        case PlayerRef(player):
            return 1, player
        case MemberRef(enum, member):
            return 2, list(description.members[enum]).index(member)
        case NumberRef(number):
            return 3, number
    raise AssertionError(thing)


def offer(
    decision: Decision, view: dict[str, Any], cards: Places, description: TableDescription
) -> tuple[dict[str, Any], list[Option]]:
    """A decision as data, and its options in the order in which they stand there. `view` is the data of the view of
    its player, in which `cards` have these places. Raises GameFault."""
    places = decision.places_in(cards, view)
    options = sorted_options(decision, places, description)
    chosen = [touched.chosen for _, touched in options]
    labels = distinct_labels([option.label for option, _ in options], chosen, view, description, decision.player)
    data = {
        "player": decision.player,
        "prompt": decision.title,
        "payment": _payment_data(decision.payment),
        "options": [_option_data(*each, label) for each, label in zip(options, labels, strict=True)],
    }
    return data, [option for option, _ in options]


def _payment_data(payment: Payment | None) -> dict[str, Any] | None:
    if payment is None:
        return None
    resources = [{"of": _thing_data(each.of), **_amounts(each)} for each in payment.resources]
    return {**_amounts(payment), "resources": resources}


def _amounts(of: Payment | ResourcePayment) -> dict[str, int]:
    return {"cost": of.cost, "paid": of.paid, "missing": of.missing}


def _option_data(option: Option, touched: Touched, label: str) -> dict[str, Any]:
    return {
        "label": label,
        "about": [_thing_data(thing) for thing in touched.about],
        "to": [{"of": each.of, "on": _thing_data(each.on)} for each in touched.to],
        "declines": option.declines,
        "group": option.candidate[0],
        "button": not option.node.binders or option.declines or option.gains,
        "ends": option.ends,
        "gain": option.gains,
        "confirm": option.is_confirmed,
    }


def _thing_data(thing: Thing) -> dict[str, Any]:
    match thing:
        case CardPlace(zone, player, index):
            return {"card": [zone, player, index]}
        case PlayerRef(player):
            return {"player": player}
        case MemberRef(enum, member):
            return {"member": [enum, member]}
        case NumberRef(number):
            return {"number": number}
        case ZoneRef(zone, player):
            return {"zone": [zone, player]}
        case ValueRef(name, player):
            return {"value": [name, player]}

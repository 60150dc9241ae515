"""What a seat is offered, as data for a page: its decisions, with options in the order in which the table shows what
they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from artrules.game.about import CardPlace, MemberRef, NumberRef, PlayerRef, Thing
from artrules.game.decision import Decision, Option
from artrules.game.description import TableDescription
from artrules.presentation.labels import distinct_labels
from artrules.presentation.view import Places

Sorted = list[tuple[Option, tuple[Thing, ...]]]
"""Options in order, each with the things that it is about."""


def sorted_options(decision: Decision, places: Places, description: TableDescription) -> Sorted:
    """The options of a decision in the order in which people look for them: those that begin alike together, in the
    content's order, and among these in the order of the cards on the table; then those about nothing; last those that
    decline. `places` are the places of cards in the view of its player by their numbers, in the order of the table."""
    ranks = {place: rank for rank, place in enumerate(places.values())}
    keyed = []
    for option in decision.options:
        about = option.about_in(places)
        branch = option.candidate[0]
        keys = [_rank(thing, ranks, description) for thing in about]
        keyed.append(((option.declines, not option.node.binders, branch, keys), option, about))
    keyed.sort(key=lambda each: each[0])
    return [(option, about) for _, option, about in keyed]


def _rank(thing: Thing, ranks: Mapping[CardPlace, int], description: TableDescription) -> tuple[int, int]:
    match thing:
        case CardPlace():
            return 0, ranks[thing]
        case PlayerRef(player):
            return 1, player
        case MemberRef(enum, member):
            return 2, list(description.members[enum]).index(member)
        case NumberRef(number):
            return 3, number
    raise AssertionError(thing)


def offer(
    decision: Decision, view: dict[str, Any], places: Places, description: TableDescription
) -> tuple[dict[str, Any], list[Option]]:
    """A decision as data, and its options in the order in which they stand there. `view` is the data of the view of
    its player, in which cards have these places. Raises GameFault."""
    options = sorted_options(decision, places, description)
    abouts = [about for _, about in options]
    labels = distinct_labels([option.label for option, _ in options], abouts, view, description, decision.player)
    payment = decision.payment
    data = {
        "player": decision.player,
        "prompt": decision.title,
        "payment": None if payment is None else asdict(payment),
        "options": [
            {
                "label": label,
                "about": [_about_data(thing) for thing in about],
                "declines": option.declines,
                "group": option.candidate[0],
            }
            for (option, about), label in zip(options, labels, strict=True)
        ],
    }
    return data, [option for option, _ in options]


def _about_data(thing: Thing) -> dict[str, Any]:
    match thing:
        case CardPlace(zone, player, index):
            return {"card": [zone, player, index]}
        case PlayerRef(player):
            return {"player": player}
        case MemberRef(enum, member):
            return {"member": [enum, member]}
        case NumberRef(number):
            return {"number": number}
    raise AssertionError(thing)

"""What a decision offers, option by option, without making texts of it: for those who count what is offered and taken.

It tells more than players may know, but for `names_any`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from artrules.game.decision import Decision, Option
from artrules.ir.types import Card, ListOf, Optional, Power, Type, Zone
from artrules.machine.numbers import NONE, SLOTS
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Offered:
    """An option: the index of its branch in `decision.node.branches`, and the cards that it is about, each once."""

    branch: int
    cards: tuple[int, ...]


def offered(decision: Decision) -> list[Offered]:
    """What each option of a decision is about, in order."""
    asked = decision._asked
    types = [branch.types for branch in asked.table.branches]
    plain = [_plain_places(of_branch) for of_branch in types]
    found = []
    for index in range(asked.count):
        first = index * asked.width
        branch = asked.rows[first]
        places = plain[branch]
        if places is None:
            _, *values = asked.candidate(index)
            named = (card for value, type_ in zip(values, types[branch], strict=True) for card in _cards(value, type_))
            found.append(Offered(branch, tuple(dict.fromkeys(named))))
        else:
            words = [
                asked.rows[first + place] // divisor for place, divisor in places if asked.rows[first + place] >= 0
            ]
            found.append(Offered(branch, tuple(dict.fromkeys(words))))
    return found


def names_any(option: Option, cards: Container[int]) -> bool:
    """Whether an option is about any of some cards, as far as its player sees."""
    decision = option.decision
    asked = decision._asked
    branch, *values = asked.candidate(option.index)
    types = asked.table.branches[branch].types
    named = {card for value, type_ in zip(values, types, strict=True) for card in _cards(value, type_) if card in cards}
    if not named:
        return False
    runtime = decision._moment.load()
    return any(runtime.ask("may_see", asked.player, card) for card in sorted(named))


def _plain_places(types: tuple[Type, ...]) -> list[tuple[int, int]] | None:
    """The words of a row that are cards, or powers on them, and by what to divide each; None where a value may hold
    several cards."""
    places = []
    for place, type_ in enumerate(types, 1):
        match type_:
            case Card() | Optional(Card()):
                places.append((place, 1))
            case Power() | Optional(Power()):
                places.append((place, SLOTS))
            case ListOf() | Zone() | Optional(ListOf()) | Optional(Zone()):
                return None
    return places


def _cards(value: object, type_: Type) -> Iterator[int]:
    match type_, value:
        case Optional(of), _ if value is not None and value != NONE:
            yield from _cards(value, of)
        case ListOf(of), tuple() | list():
            for item in value:
                yield from _cards(item, of)
        case Zone(), tuple() | list():
            yield from value
        case Card(), int():
            yield value
        case Power(), int():
            yield value // SLOTS

"""What a state (`docs/table_protocol.md`) offers, for a screen: options in groups, each with what has changed on the
cards that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from artrules.record import dataclass
from artrules.terminal.cards import changes_on

if TYPE_CHECKING:
    from artrules.game.decision import Option

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Options that do the same with different things: the words with which their labels begin (empty for one option),
    and what the screen says of each."""

    words: str
    texts: tuple[str, ...]


def arrange(offer: Mapping[str, Any], options: Sequence[Option], view: View) -> list[Group]:
    """The options of an offer in groups, in its order. `options` are the same in the same order; `view` is that of the
    offer's state."""
    told = [(data, _told(data, option.label, view)) for data, option in zip(offer["options"], options, strict=True)]
    groups = groupby(told, key=lambda each: (each[0]["group"], each[0]["declines"]))
    return [_group([(str(data["label"]), text) for data, text in group]) for _, group in groups]


def _group(told: Sequence[tuple[str, str]]) -> Group:
    words = [label.split() for label, _ in told]
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))
    return Group(" ".join(word for word, *_ in shared) if len(words) > 1 else "", tuple(text for _, text in told))


def _told(data: Mapping[str, Any], label: str, view: View) -> str:
    """The label of an option. What has changed on its cards follows in square brackets, unless the label tells already
    how it differs from others."""
    if data["label"] != label:
        return str(data["label"])
    changes = [change for card in _cards_of(data, view) for change in changes_on(card)]
    return f"{label} [{'; '.join(changes)}]" if changes else label


def _cards_of(data: Mapping[str, Any], view: View) -> Iterator[Mapping[str, Any]]:
    """The cards that an option is about."""
    for thing in data["about"]:
        if "card" in thing:
            zone, player, index = thing["card"]
            things = view["players"][str(player)] if player else view["zones"]
            card = things[zone][index]
            if card is not None:
                yield card


def render_payment(payment: Mapping[str, int] | None) -> str:
    """What is to be paid, is paid, and is missing; empty where nothing is paid."""
    if payment is None:
        return ""
    return f"cost {payment['cost']} · paid {payment['paid']} · missing {payment['missing']}"

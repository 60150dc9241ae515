"""What a state (`docs/inside/page.md`) offers: options in groups, as numbered lines, and the option that a person
means by what they typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from artrules.play.game.description import MemberDescription
from artrules.play.presentation.table_lines import changes_on
from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.diagnostics.suggest import closest
from artrules.text.plain_text import Style, hanging_indent
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.game.decision import Option


# What a state (`docs/inside/page.md`) offers, for a screen: options in groups, each with what has changed on the
# cards that it is about.

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
    entries = [(data, _told(data, option, view)) for data, option in zip(offer["options"], options, strict=True)]
    groups = groupby(entries, key=lambda each: (each[0]["group"], each[0]["declines"]))
    return [_group([(str(data["label"]), text) for data, text in group]) for _, group in groups]


def _group(entries: Sequence[tuple[str, str]]) -> Group:
    words = [label.split() for label, _ in entries]
    shared = takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))
    return Group(" ".join(word for word, *_ in shared) if len(words) > 1 else "", tuple(text for _, text in entries))


def _told(data: Mapping[str, Any], option: Option, view: View) -> str:
    """The label of an option. What has changed on the cards that are chosen with it follows in square brackets, unless
    the label tells already how it differs from others."""
    label = option.label
    if data["label"] != label:
        return str(data["label"])
    chosen = data["about"][: option.touched(option.decision.table_places).chosen_count]
    changes = [change for card in _cards_of(chosen, view) for change in changes_on(card)]
    return f"{label} [{'; '.join(changes)}]" if changes else label


def _cards_of(things: Sequence[Mapping[str, Any]], view: View) -> Iterator[Mapping[str, Any]]:
    """The cards among the things that an option is about."""
    for thing in things:
        if "card" in thing:
            zone, player, index = thing["card"]
            things = view["players"][str(player)] if player else view["zones"]
            card = things[zone][index]
            if card is not None:
                yield card


def render_payment(payment: Mapping[str, Any] | None, members: Mapping[str, Mapping[str, MemberDescription]]) -> str:
    """What is to be paid, is paid, and is missing, of each resource; empty where nothing is paid."""
    if payment is None:
        return ""
    if payment["resources"]:
        return " · ".join(f"{_resource(each['of'], members)}: {_amounts(each, ', ')}" for each in payment["resources"])
    return _amounts(payment, " · ")


def _amounts(payment: Mapping[str, Any], between: str) -> str:
    return between.join(f"{name} {payment[name]}" for name in ("cost", "paid", "missing"))


def _resource(of: Mapping[str, Any], members: Mapping[str, Mapping[str, MemberDescription]]) -> str:
    if "member" in of:
        enum, member = of["member"]
        return members[enum][member].title
    return f"player {of['player']}" if "player" in of else str(of["number"])


# Renders what is offered as numbered lines, and finds the option that a person means by what they typed.

_FEW = 4
"""Options that stand in one column, even when they are short."""
_MANY = 12
"""With more options than this, groups stand below headings."""
_GAP = 3
_INDENT = "  "


def render_offer(
    heading: str, groups: Sequence[tuple[str, Sequence[str]]], style: Style, payment: str = ""
) -> Iterator[str]:
    """A decision: its heading, what is paid in it, and its options numbered from 1.

    A group has the words that its options share, and its options' texts. Short options stand in columns, read
    downwards. Many options in several groups stand below these words; groups of one option have no heading.
    """
    yield from (style.paint(line, "bold") for line in hanging_indent("", heading, style.width))
    if payment:
        yield from hanging_indent(_INDENT, payment, style.width)
    number = sum(len(texts) for _, texts in groups)
    if number <= _MANY or sum(len(texts) > 1 for _, texts in groups) < 2:
        groups = [("", [text for _, texts in groups for text in texts])]
    first = 1
    for words, texts in _singles_joined(groups):
        if words:
            yield from (style.paint(line, "dim") for line in hanging_indent(_INDENT, f"{words} …", style.width))
        yield from _numbered(texts, first, len(str(number)), style)
        first += len(texts)


def _singles_joined(groups: Sequence[tuple[str, Sequence[str]]]) -> Iterator[tuple[str, Sequence[str]]]:
    """The groups, with neighbours of one option each as one group without a heading."""
    for single, run in groupby(groups, key=lambda group: len(group[1]) == 1):
        if single:
            yield "", [text for _, texts in run for text in texts]
        else:
            yield from run


def _numbered(texts: Sequence[str], first: int, digits: int, style: Style) -> Iterator[str]:
    """Options with their numbers, in columns where they are short."""
    cells = [f"{number:>{digits}}  {escape_control_characters(text)}" for number, text in enumerate(texts, first)]
    widest = max(map(len, cells)) + _GAP
    columns = 1 if len(cells) <= _FEW else max(1, (style.width - len(_INDENT) + _GAP) // widest)
    rows = -(-len(cells) // columns)
    if rows == len(cells):
        for number, text in enumerate(texts, first):
            yield from hanging_indent(f"{_INDENT}{number:>{digits}}  ", text, style.width)
        return
    for row in range(rows):
        yield _INDENT + "".join(f"{cell:<{widest}}" for cell in cells[row::rows]).rstrip()


@dataclass(frozen=True, slots=True)
class UnclearInput:
    """What was typed means no option: the reason, in a sentence."""

    reason: str


def find_exact(typed: str, labels: Sequence[str]) -> int | None:
    """The index of the option with a number, or else of the one option with exactly this label."""
    if typed.isdecimal() and 1 <= int(typed[:9]) <= len(labels):
        return int(typed) - 1
    places = [place for place, label in enumerate(labels) if _plain(label) == _plain(typed)]
    return places[0] if len(places) == 1 else None


def find_option(typed: str, labels: Sequence[str]) -> int | UnclearInput:
    """The index of the option that is meant: by number, by label, or by the beginning of its label."""
    exact = find_exact(typed, labels)
    if exact is not None:
        return exact
    places = [place for place, label in enumerate(labels) if _plain(label).startswith(_plain(typed))]
    if len(places) == 1:
        return places[0]
    if typed.isdecimal():
        return UnclearInput(f"the options are numbered 1 to {len(labels)}")
    if places:
        numbers = [str(place + 1) for place in places]
        return UnclearInput(f"`{escape_control_characters(typed)}` may mean {', '.join(numbers[:-1])} or {numbers[-1]}")
    near = closest(typed, labels, 1)
    hint = f"; did you mean {list(labels).index(near[0]) + 1}, {near[0]}?" if near else " (? helps)"
    return UnclearInput(f"nothing that is offered begins with `{escape_control_characters(typed)}`{hint}")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

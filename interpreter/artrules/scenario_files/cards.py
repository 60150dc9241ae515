"""What a scenario says of the cards of a zone and of their attributes, and what can't be said."""

from __future__ import annotations

from typing import Final

from artrules.content.scenarios import Card
from artrules.content.section import read
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import Attribute, Kind
from artrules.scenario_files.places import Place
from artrules.source.node import Mapping, Node, Scalar

OTHERS: Final = "all other cards"
MORE: Final = "..."
"""In a list of cards: the zone holds others beneath or besides."""
HIDDEN: Final = "hidden"
"""In what a seat sees: a value or a card that it can't see."""


def label_of(item: Node) -> Scalar | None:
    """The label of a card in a list: the item itself, or what stands under its `card`."""
    if isinstance(item, Mapping):
        return read(Card, item).card
    return item if isinstance(item, Scalar) else None


def report_no_list(place: Place, node: Node, report: Report) -> None:
    """Report that a zone is to hold something that isn't a list."""
    message = f"{place.title} holds cards"
    report.add(kinds.BAD_POSITION, message, node.span, expected="a list of cards in brackets")


def report_no_contents(place: Place, node: Node, report: Report) -> None:
    """Report that a zone is compared with what is neither a list nor a number."""
    report.add(kinds.BAD_POSITION, f"{place.title} holds cards", node.span, expected="a list or a number")


def report_no_attribute(kind: Kind, key: Scalar, report: Report) -> None:
    """Report that cards of a kind have no such attribute."""
    known = [*kind.attributes, "face", "shown_to"]
    report.add(
        kinds.UNKNOWN_ATTRIBUTE,
        f"a {kind.name} has no `{key.text}`",
        key.span,
        expected=f"one of {', '.join(known)}",
        found=f"`{key.text}`",
        suggestions=closest(key.text, known),
    )


def changing_attribute(kind: Kind, key: Scalar, report: Report) -> Attribute | None:
    """The attribute that a position changes; None after a diagnostic: there is none, or it is printed."""
    attribute = kind.attributes.get(key.text)
    if attribute is not None and not attribute.printed and attribute.type is not None:
        return attribute
    changing = [a.name for a in kind.attributes.values() if not a.printed] + ["face"]
    report.add(
        kinds.UNKNOWN_ATTRIBUTE,
        f"`{key.text}` is printed on the pieces" if attribute else f"a {kind.name} has no `{key.text}`",
        key.span,
        expected=f"one of {', '.join(changing)}",
        found=f"`{key.text}`",
        suggestions=closest(key.text, changing),
    )
    return None

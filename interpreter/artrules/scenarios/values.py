"""Reads the values in a scenario: constants as everywhere, players of this game, cards by their labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.declare.constants import constant
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.game.inspection.position import Position
from artrules.ir.types import Card, ListOf, Optional, Player, SetOf, Type
from artrules.source.node import Node, Scalar, Sequence


class UnreadableValue(Exception):
    """A node holds no value of the type; the report holds the diagnostic."""


def read_value(position: Position, node: Node, type_: Type, what: str, report: Report) -> Any:
    """The value of a node, in the form that `Position` takes. Raises UnreadableValue after a diagnostic that begins
    with `what`."""
    bare = type_.of if isinstance(type_, Optional) else type_
    if isinstance(bare, Card):
        if isinstance(type_, Optional) and isinstance(node, Scalar) and node.text == "none":
            return None
        return card_with_label(position, node, bare.kinds, report)
    if isinstance(bare, ListOf) and isinstance(bare.of, Card):
        nodes = node.items if isinstance(node, Sequence) else [node]
        return tuple(card_with_label(position, n, bare.of.kinds, report) for n in nodes)
    seat = node.value if isinstance(bare, Player) and isinstance(node, Scalar) else None
    if isinstance(seat, int) and seat > position.players:
        _nobody_there(position, node, report)
        raise UnreadableValue
    # In a report of its own: only a diagnostic shows a mistake, because None can be a value.
    found = Report()
    value = constant(node, type_, position.model, found, what)
    report.extend(found.diagnostics)
    if found.has_errors or not _players_are_here(position, node, value, bare, report):
        raise UnreadableValue
    return value


def card_with_label(position: Position, node: Node, card_kinds: Iterable[str], report: Report) -> int:
    """The first card with a label, preferably one that takes part in the game. Raises UnreadableValue after a
    diagnostic."""
    text = node.text if isinstance(node, Scalar) else ""
    wanted = set(card_kinds)
    cards = [c for c in position.cards if position.kind_of(c) in wanted]
    found = [c for c in cards if position.label(c) == text]
    if not found:
        unknown_card(position, node, text, cards, report)
        raise UnreadableValue
    return min(found, key=lambda c: (position.zone_of(c) is None, c))


def unknown_card(position: Position, node: Node, text: str, cards: Iterable[int], report: Report) -> None:
    """Report that none of some cards has a label."""
    labels = sorted({position.label(c) for c in cards})
    some = ", ".join(labels[:12]) + (", …" if len(labels) > 12 else "")
    report.add(
        kinds.UNKNOWN_CARD,
        f"no card that could lie here is called `{text}`",
        node.span,
        expected=f"one of {some}" if labels else "no card at all",
        found=f"`{text}`",
        suggestions=closest(text, labels),
    )


def _players_are_here(position: Position, node: Node, value: Any, type_: Type, report: Report) -> bool:
    players = position.players
    match type_:
        case Player():
            seats = [] if value is None else [value]
        case SetOf(of) if isinstance(of, Player):
            seats = [value.bit_length() - 1]
        case ListOf(of) if isinstance(of, Player):
            seats = list(value)
        case _:
            return True
    if all(seat < players for seat in seats):
        return True
    _nobody_there(position, node, report)
    return False


def _nobody_there(position: Position, node: Node, report: Report) -> None:
    players = position.players
    report.add(kinds.BAD_POSITION, f"only {players} players play here", node.span, expected=f"1 to {players}")

"""Reads the values in a scenario, in the form that positions take: a card by its label is the card's number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.diagnostics.report import Report
from artrules.game.inspection.position import Position
from artrules.ir.types import Card, ListOf, Optional, Type
from artrules.scenario_files.values import UnreadableValue, read_plain_value, unknown_card
from artrules.source.node import Node, Scalar, Sequence


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
    return read_plain_value(position, node, type_, what, report)


def card_with_label(position: Position, node: Node, card_kinds: Iterable[str], report: Report) -> int:
    """The first card with a label, preferably one that takes part in the game. Raises UnreadableValue after a
    diagnostic."""
    text = node.text if isinstance(node, Scalar) else ""
    wanted = set(card_kinds)
    cards = [c for c in position.cards if position.kind_of(c) in wanted]
    found = [c for c in cards if position.label(c) == text]
    if not found:
        unknown_card(node, text, {position.label(c) for c in cards}, report)
        raise UnreadableValue
    return min(found, key=lambda c: (position.zone_of(c) is None, c))

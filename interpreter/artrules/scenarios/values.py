"""Values in a scenario to values of the engine: plain ones as everywhere, players of this game, cards by labels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.kernel.type import Card, ListOf, Optional, Player, SetOf, Type
from artrules.resolve.constants import constant
from artrules.run.state import State
from artrules.source.node import Node, Scalar, Sequence


class Unreadable(Exception):
    """A node says no value of the type; the diagnostic has been given."""


def read_value(S: State, node: Node, type_: Type, what: str, report: Report) -> Any:
    """The value of a node, as the engine holds it. Raises Unreadable after a diagnostic that begins with `what`."""
    bare = type_.of if isinstance(type_, Optional) else type_
    if isinstance(bare, Card):
        if isinstance(type_, Optional) and isinstance(node, Scalar) and node.text == "none":
            return None
        return card_with_label(S, node, bare.kinds, report)
    if isinstance(bare, ListOf) and isinstance(bare.of, Card):
        nodes = node.items if isinstance(node, Sequence) else [node]
        return tuple(card_with_label(S, n, bare.of.kinds, report) for n in nodes)
    seat = node.value if isinstance(bare, Player) and isinstance(node, Scalar) else None
    if isinstance(seat, int) and seat > S.runtime.players:
        _nobody_there(S, node, report)
        raise Unreadable
    # Looked at apart: a mistake is told by its diagnostic, for none can be a value too.
    found = Report()
    value = constant(node, type_, S.runtime.program.model, found, what)
    report.extend(found.diagnostics)
    if found.has_errors or not _players_are_here(S, node, value, bare, report):
        raise Unreadable
    return value


def card_with_label(S: State, node: Node, card_kinds: Iterable[str], report: Report) -> int:
    """The first card with a label, one that takes part before one that lies aside. Raises Unreadable."""
    runtime = S.runtime
    text = node.text if isinstance(node, Scalar) else ""
    wanted = set(card_kinds)
    cards = [c for c, kind in enumerate(runtime.kind_of) if kind in wanted]
    found = [c for c in cards if runtime.card_label(S, c) == text]
    if not found:
        unknown_card(S, node, text, cards, report)
        raise Unreadable
    return min(found, key=lambda c: (S.cells[c] == runtime.layout.aside, c))


def unknown_card(S: State, node: Node, text: str, cards: Iterable[int], report: Report) -> None:
    """Say that none of some cards has a label."""
    labels = sorted({S.runtime.card_label(S, c) for c in cards})
    some = ", ".join(labels[:12]) + (", …" if len(labels) > 12 else "")
    report.add(
        kinds.UNKNOWN_CARD,
        f"no card that could lie here is called `{text}`",
        node.span,
        expected=f"one of {some}" if labels else "no card at all",
        found=f"`{text}`",
        suggestions=closest(text, labels),
    )


def _players_are_here(S: State, node: Node, value: Any, type_: Type, report: Report) -> bool:
    players = S.runtime.players
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
    _nobody_there(S, node, report)
    return False


def _nobody_there(S: State, node: Node, report: Report) -> None:
    players = S.runtime.players
    report.add(kinds.BAD_POSITION, f"only {players} players play here", node.span, expected=f"1 to {players}")

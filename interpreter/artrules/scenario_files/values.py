"""Reads the values in a scenario: constants as everywhere, players of this game. What is wrong with cards is said here
too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from artrules.declare.constants import constant
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.model import Model
from artrules.ir.types import ListOf, Member, Optional, Player, SetOf, Type
from artrules.scenario_files.cards import HIDDEN
from artrules.scenario_files.places import Table
from artrules.source.node import Node, Scalar

ORDER_OF_WORDS = "the order of words"
"""Stands for the missing name where texts have their words in another order than labels: what makes these has changed,
which is one mistake."""


class UnreadableValue(Exception):
    """A node holds no value of the type; the report holds the diagnostic."""


def read_plain_value(table: Table, node: Node, type_: Type, what: str, report: Report) -> Any:
    """The value of a node, of a type without cards. Raises UnreadableValue after a diagnostic that begins with
    `what`."""
    bare = type_.of if isinstance(type_, Optional) else type_
    seat = node.value if isinstance(bare, Player) and isinstance(node, Scalar) else None
    if isinstance(seat, int) and seat > table.players:
        _nobody_there(table, node, report)
        raise UnreadableValue
    # In a report of its own: only a diagnostic shows a mistake, because None can be a value.
    found = Report()
    value = constant(node, type_, table.model, found, what)
    report.extend(found.diagnostics)
    if found.has_errors or not _players_are_here(table, node, value, bare, report):
        raise UnreadableValue
    return value


def is_hidden(node: Node, type_: Type | None, model: Model) -> bool:
    """Whether what a seat is to see is what it can't see. Where the type has a member `hidden`, that is meant."""
    if not isinstance(node, Scalar) or node.text != HIDDEN:
        return False
    members = model.enums[type_.enum].members if isinstance(type_, Member) else ()
    return HIDDEN not in members


def in_other_order(text: str, labels: Iterable[str]) -> str | None:
    """The first label that has the same words as a text in another order; None if there is none."""
    words = sorted(text.split())
    return next((label for label in labels if sorted(label.split()) == words), None)


def unknown_card(node: Node, text: str, labels: Collection[str], report: Report) -> None:
    """Report that no card has a label; `labels` are those that there are."""
    known = sorted(labels)
    some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    words = {word for label in known for word in label.split()}
    strange = [word for word in text.split() if word not in words]
    turned = in_other_order(text, known)
    report.add(
        kinds.UNKNOWN_CARD,
        f"no card that could lie here is called `{text}`",
        node.span,
        expected=f"one of {some}" if known else "no card at all",
        found=f"`{text}`",
        suggestions=closest(text, known) if turned is None else [turned],
        missing=ORDER_OF_WORDS if turned is not None else strange[0] if len(strange) == 1 else None,
    )


def no_copy_left(node: Node, label: str, copies: int, report: Report) -> None:
    """Report that a position wants another card with a label than those that it may take."""
    report.add(
        kinds.NO_COPY_LEFT,
        f"there is no further `{label}` for this place",
        node.span,
        expected="at most as many as there are, less those in players' zones that stay as they are",
        found=f"{copies} in the game",
    )


def _players_are_here(table: Table, node: Node, value: Any, type_: Type, report: Report) -> bool:
    players = table.players
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
    _nobody_there(table, node, report)
    return False


def _nobody_there(table: Table, node: Node, report: Report) -> None:
    players = table.players
    report.add(kinds.BAD_POSITION, f"only {players} players play here", node.span, expected=f"1 to {players}")

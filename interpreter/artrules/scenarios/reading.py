"""Compares what a seat reads with what a scenario expects (`reads`): lines of the log, and labels of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.game.game import Game
from artrules.game.log import LogEntry
from artrules.scenario_files.cards import MORE
from artrules.source.lookup import items
from artrules.source.node import Node, Scalar


def new_lines(game: Game, player: int, before: Sequence[LogEntry]) -> list[str]:
    """The lines of the log that are new to a seat, given what it had read before.

    At the end of a phase played all at once the others' entries go between its own, so what is new need not stand at
    the end. The entries of one player stay in order.
    """
    known = Counter(entry.player for entry in before)
    new = []
    for entry in game.log_of(player):
        if known[entry.player]:
            known[entry.player] -= 1
        else:
            new.append(entry.text)
    return new


def compare_log(found: Sequence[str], node: Node, report: Report) -> None:
    """Compare lines with the expected ones, in order; `...` stands for any lines."""
    wanted = _texts(node)
    if not _fits(wanted, found):
        _differs("the new lines of the log are not as expected", node, wanted, found, report)


def compare_read_options(game: Game, player: int, node: Node, report: Report) -> None:
    """Compare labels, in any order, with what is offered, as a seat would read it if it were chosen."""
    found = []
    for decision in game.decisions:
        for option in decision.options:
            if decision.player == player:
                found.append(option.label)
            elif not option.declines:
                found.append(option.public_label)
    wanted = _texts(node)
    if Counter(wanted) != Counter(found):
        _differs("the options are not read as expected", node, wanted, found, report)


def _differs(message: str, node: Node, wanted: Sequence[str], found: Sequence[str], report: Report) -> None:
    expected = "; ".join(wanted) or "nothing"
    report.add(kinds.READ_OTHERWISE, message, node.span, expected=expected, found="; ".join(found) or "nothing")


def _texts(node: Node) -> list[str]:
    return [item.text for item in items(node) if isinstance(item, Scalar)]


def _fits(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether lines are the wanted ones: the first piece between two `...` at the beginning, the last at the end, the
    others between, each as early as it can be."""
    pieces: list[list[str]] = [[]]
    for line in wanted:
        if line == MORE:
            pieces.append([])
        else:
            pieces[-1].append(line)
    first, *rest = pieces
    if list(found[: len(first)]) != first:
        return False
    if not rest:
        return len(found) == len(first)
    place = len(first)
    *middle, last = rest
    for piece in middle:
        while list(found[place : place + len(piece)]) != piece:
            place += 1
            if place > len(found):
                return False
        place += len(piece)
    return len(found) - len(last) >= place and list(found[len(found) - len(last) :]) == last

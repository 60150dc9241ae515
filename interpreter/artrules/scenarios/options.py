"""Finds the options that a scenario names by their labels, and reports what is offered when it expects something
else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.game.decision import Decision, Option
from artrules.game.game import Game
from artrules.source.node import Node, Scalar

MOST_SHOWN = 24


def offered_by(game: Game) -> str:
    """Everything that is offered now, for a message."""
    if not game.decisions:
        return "nothing: the game is over"
    parts = []
    for decision in game.decisions:
        labels = [option.label for option in decision.options]
        more = f", and {len(labels) - MOST_SHOWN} more" if len(labels) > MOST_SHOWN else ""
        parts.append(f"player {decision.player}: {', '.join(labels[:MOST_SHOWN])}{more}")
    return "; ".join(parts)


def decisions_of(game: Game, by: Scalar | None, report: Report) -> list[Decision]:
    """The decisions of the player whom a step names, or all decisions; none after a diagnostic."""
    if not game.decisions:
        report.add(kinds.WRONG_PLAYER, "the game is over: nobody decides", None if by is None else by.span)
        return []
    if by is None:
        return game.decisions
    found = [d for d in game.decisions if str(d.player) == by.text]
    if not found:
        report.add(
            kinds.WRONG_PLAYER,
            f"player {by.text} decides nothing now",
            by.span,
            expected=f"player {by.text}",
            found=offered_by(game),
        )
    return found


def find_option(game: Game, label: Scalar, by: Scalar | None, nth: int, report: Report) -> Option | None:
    """The n-th option (counted from 1) with a label; None after a diagnostic."""
    found = [o for d in decisions_of(game, by, report) for o in d.options if o.label == label.text]
    players = sorted({o.decision.player for o in found})
    if len(players) > 1:
        report.add(
            kinds.WRONG_PLAYER,
            f"several players are offered `{label.text}`",
            label.span,
            expected=f"`by: {players[0]}` or another",
            found=f"offered to players {', '.join(map(str, players))}",
        )
        return None
    if len(found) >= nth:
        return found[nth - 1]
    if not report.has_errors:
        labels = [o.label for d in game.decisions for o in d.options]
        report.add(
            kinds.NOT_OFFERED,
            f"`{label.text}` is offered {len(found)} times only" if found else f"`{label.text}` is not offered",
            label.span,
            expected=f"`{label.text}`",
            found=offered_by(game),
            suggestions=closest(label.text, labels),
        )
    return None


def compare_options(
    game: Game, node: Node, wanted: Sequence[Scalar], how: str, by: Scalar | None, report: Report
) -> None:
    """Compare labels with what is offered: with `options` they are all of it, with `offered` some of it, with
    `not_offered` none."""
    if not game.decisions and how == "not_offered" and by is None:
        return
    decisions = decisions_of(game, by, report)
    if not decisions:
        return
    left = Counter(o.label for d in decisions for o in d.options)
    wrong = []
    for label in wanted:
        there = left[label.text] > 0
        if there and how != "not_offered":
            left[label.text] -= 1
        if there == (how == "not_offered"):
            wrong.append(label)
    for label in wrong:
        near = () if how == "not_offered" else closest(label.text, left)
        message = f"`{label.text}` is offered" if how == "not_offered" else f"`{label.text}` is not offered"
        report.add(kinds.WRONG_OPTIONS, message, label.span, found=offered_by(game), suggestions=near)
    surplus = list(left.elements())
    if how == "options" and not wrong and surplus:
        report.add(
            kinds.WRONG_OPTIONS,
            f"more is offered: `{'`, `'.join(surplus)}`",
            node.span,
            expected=", ".join(w.text for w in wanted) or "nothing",
            found=offered_by(game),
        )

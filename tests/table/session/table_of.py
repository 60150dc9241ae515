"""What tests of sessions share: a table with people and bots, and playing on at it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from artrules.play.ruleset import Ruleset
from artrules.table.session.seats import Seats
from artrules.table.session.session import Session


def table_of(
    ruleset: Ruleset,
    players: int = 2,
    people: Sequence[int] = (1,),
    seed: int = 1,
    *,
    open_table: bool = False,
    bot: str = "uniform",
) -> Session:
    """A new game with people at some seats and bots at the others."""
    bots = tuple("" if seat in people else bot for seat in range(1, players + 1))
    begin = lambda: ruleset.new_game(players, seed)  # noqa: E731
    return Session(begin(), Seats(tuple(people), bots, open_table), begin)


def by_label(table: Session, *labels: str) -> None:
    """Choose by labels, for whoever is offered them."""
    for label in labels:
        offered = [o for d in table.decisions for o in d.options]
        table.choose(next(o for o in offered if o.label == label))


def play_on(table: Session, seed: int = 0, choices: int = 100_000) -> None:
    """Let people choose by chance, to the end of the game or so many choices of theirs."""
    chance = Random(seed)
    table.let_bots_choose()
    for _ in range(choices):
        if not table.decisions:
            return
        decision = chance.choice(table.decisions)
        table.choose(chance.choice(decision.options).id)
        table.let_bots_choose()

"""Hides: what a seat can't know makes no difference to it.

At positions of a game everything that a seat can't know is dealt anew (`Game.resample`). Then the seat sees, reads and
is offered the same, in the same order, under the same ids. What others may choose would be told to it in the same
words; and a choice made here and there is told in the same words as long as nothing comes to light by it.
"""

from __future__ import annotations

from artrules.ruleset import Ruleset
from artrules.run.decision import GameFault
from artrules.run.resample import Resampled, resample
from artrules.soak.broken import fault_account
from artrules.soak.seen import difference, seen
from artrules.soak.table import Table
from artrules.soak.told import choice_told, labels_told
from artrules.soak.walk import Counts, Walk

POSITIONS = 20
"""At so many positions of each game all is dealt anew, for each seat."""
MOST_DECISIONS = 1_000
ONE_IN = 12
"""About every so manieth position is looked at."""


def check(ruleset: Ruleset, table: Table, counts: Counts, *, one_in: int = ONE_IN) -> None:
    walk = Walk(ruleset, table, counts, log=True)
    left = POSITIONS
    for made in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for seat in range(1, walk.game.players + 1):
            _at(walk, seat, made)
        left -= 1
        if not left:
            break


def _at(walk: Walk, seat: int, number: int) -> None:
    game = walk.game
    try:
        dealt = resample(game, seat, number, game._state.keys)
    except GameFault as fault:
        raise walk.broken(f"seat {seat}, when what it can't know is dealt anew: {fault_account(fault)}") from None
    walk.counts["deals"] += 1
    walk.counts["cards elsewhere"] += sum(there != card for there, card in dealt.deal.lies.items())
    found = difference(seen(game, seat), seen(dealt.game, seat))
    if found is not None:
        raise walk.broken(f"seat {seat} can tell when what it can't know is dealt anew: {found}")
    if game._state.began is None:
        _told(walk, seat, dealt)


def _told(walk: Walk, seat: int, dealt: Resampled) -> None:
    """What the seat would read next, where nobody else has stepped back to the beginning of a phase."""
    for find, what in ((labels_told, "labels"), (choice_told, "choices")):
        for here, there in find(walk.game, dealt, seat, walk.stream):
            walk.counts[f"{what} told"] += 1
            if here != there:
                account = f"seat {seat} would read `{here}`, but `{there}` when what it can't know is dealt anew"
                raise walk.broken(account)

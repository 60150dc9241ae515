"""Whether a choice may be taken back: only while nobody has learned anything by it.

A pure function of two positions: the one before the choice, and the present one. What people can learn is what a client
shows them. Options and the log never name a card to people who can't see it; so this compares what seats see, the
random numbers drawn, and the cards that lie hidden.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from artrules.game.comparison import (
    in_same_simultaneous_phase,
    label_for_others,
    moved_hidden_cards,
    used_same_chance,
    visible_cards,
)

if TYPE_CHECKING:
    from artrules.game.game import Game


def undo_refusal(before: Game, now: Game, player: int) -> str | None:
    """Why what a player (counted from 1) chose between two positions can't be taken back; None when it can.

    In a phase played all at once others see nothing of it before the phase ends. So what they did doesn't matter there.
    """
    apart = in_same_simultaneous_phase(before, now)
    if not used_same_chance(before, now, player if apart else None):
        return "chance has been used since"
    for seat in [player] if apart else range(1, now.players + 1):
        if visible_cards(now, seat) - visible_cards(before, seat):
            who = "you have" if seat == player else f"player {seat} has"
            return f"{who} seen a card that lay hidden before"
    if moved_hidden_cards(before, now, player, only_own=apart):
        return "cards that you can't see have been moved since"
    return None


def public_label(before: Game, choice: str) -> str:
    """What others may read of a choice (an option's id) that is taken back; empty when it declined something."""
    return label_for_others(next(o for d in before.decisions for o in d.options if o.id == choice))


def revealed_choice(before: Game, now: Game, player: int) -> int | None:
    """Another player of whose choice the seat of a player has read between two positions; None when there is none. All
    players count from 1. A move without a choice reads like a choice, and nobody reads what others declined."""
    known = Counter(before.log_of(player))
    for entry in now.log_of(player):
        if known[entry]:
            known[entry] -= 1
        elif entry.kind == "chose" and entry.player != player:
            return entry.player
    return None

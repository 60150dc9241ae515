"""Whether a choice may be taken back: only while nobody has come to know anything by it.

A pure function of two positions: before the choice, and now. What people can come to know is what a client shows them.
Options and the log name no card to those who can't see it, so it is views that are compared, along with chance and the
cards that lie hidden.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from artrules.run.moving import Veil, may_see

if TYPE_CHECKING:
    from artrules.run.game import Game
    from artrules.run.state import State


def same_time(before: Game, now: Game) -> bool:
    """Whether both positions lie in one phase that all play at once."""
    began = before._state.began
    return began is not None and began == now._state.began


def reason_against(before: Game, now: Game, player: int) -> str | None:
    """Why what a player, counted from 1, has chosen between two positions can't be taken back; None when it can.

    In a phase played all at once others see nothing of it before the phase ends: what they did is left out.
    """
    apart = same_time(before, now)
    seats = [player] if apart else range(1, now.players + 1)
    if _chance(before._state, apart, player) != _chance(now._state, apart, player):
        return "chance has been used since"
    for seat in seats:
        if _seen(now, seat) - _seen(before, seat):
            who = "you have" if seat == player else f"player {seat} has"
            return f"{who} seen a card by it that lay hidden before"
    if _hidden(before, before, player, apart) != _hidden(before, now, player, apart):
        return "cards that you can't see have been moved since"
    return None


def public_label(before: Game, choice: str) -> str:
    """What others may read of a choice that is taken back: no card that they couldn't see before it was made; nothing
    where it declined something."""
    S = before._state
    option = next(o for d in before.decisions for o in d.options if o.id == choice)
    decision = option.decision
    others = [p for p in range(before.players) if p != decision.player - 1]
    return decision._public(option.candidate, Veil(_as_others_see_it(S), others))


def told_of_others(before: Game, now: Game, player: int) -> int | None:
    """Another player, of whom the seat of a player (all counted from 1) has read since that they chose something. What
    they had no choice in reads the same, and what they declined isn't told: neither makes a difference here."""
    known = Counter(before.log_of(player))
    for entry in now.log_of(player):
        if known[entry]:
            known[entry] -= 1
        elif entry.kind == "chose" and entry.player != player:
            return entry.player
    return None


def _chance(S: State, apart: bool, player: int) -> list[int]:
    """How far each stream of chance is used: of one player alone, or of all."""
    counters = S.cells[S.runtime.first_counter :]
    return counters[player :: S.runtime.players + 1] if apart else counters


def _seen(game: Game, seat: int) -> set[int]:
    """The cards that a seat sees."""
    S, mine = game._state, (0, seat)
    owner, then = S.runtime.zone_player, _as_others_see_it(S)
    found = set()
    for zone in range(S.runtime.layout.aside):
        source = S if owner[zone] in mine else then
        found |= {card for card in source.zones[zone] if may_see(source, seat - 1, card)}
    return found


def _as_others_see_it(S: State) -> State:
    """The position now, or, where all play at once, when that began."""
    if S.began is None:
        return S
    then = S.copy()
    then.cells, then.zones = list(S.began[0]), list(S.began[1])
    return then


def _hidden(before: Game, game: Game, player: int, apart: bool) -> list[list[int]]:
    """Where, and in which order, the cards lie that a player couldn't see before."""
    S, seat = before._state, player - 1
    owner = S.runtime.zone_player
    zones = [z for z in range(S.runtime.layout.aside) if owner[z] == player or not apart]
    hidden = {card for z in zones for card in S.zones[z] if not may_see(S, seat, card)}
    return [[card for card in game._state.zones[z] if card in hidden] for z in zones]

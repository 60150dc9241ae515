"""Compares two positions of one game: has anybody learned anything between them?

Part of the API, for clients that let players take choices back. `before` is the earlier of the two positions; both are
games on their own (`Game.copy`), of the same ruleset, settings and seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.run.moves import Redaction, may_see
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.decision import Option
    from artrules.run.game import Game
    from artrules.run.state import State


def in_same_simultaneous_phase(before: Game, now: Game) -> bool:
    """Whether both positions belong to the same phase that all players play at once."""
    began = before._state.began
    return began is not None and began == now._state.began


def used_same_chance(before: Game, now: Game, player: int | None = None) -> bool:
    """Whether no random number was drawn between the positions: by one player (counted from 1), or with None by
    anybody."""
    return _counters(before._state, player) == _counters(now._state, player)


def visible_cards(game: Game, player: int) -> frozenset[int]:
    """The numbers of the cards that the seat of a player (counted from 1) sees. In a phase played all at once other
    players' cards count as they lay when the phase began."""
    state = game._state
    owner, then = state.runtime.zone_player, state.at_phase_start()
    found: set[int] = set()
    for zone in range(state.runtime.layout.aside):
        source = state if owner[zone] in (0, player) else then
        found |= {card for card in source.zones[zone] if may_see(source, player - 1, card)}
    return frozenset(found)


def moved_hidden_cards(before: Game, now: Game, player: int, *, only_own: bool = False) -> bool:
    """Whether a card that a player (counted from 1) couldn't see has left its zone or its place among such cards.
    With `only_own` only that player's own zones count."""
    state, seat = before._state, player - 1
    owner = state.runtime.zone_player
    zones = [z for z in range(state.runtime.layout.aside) if owner[z] == player or not only_own]
    hidden = {card for z in zones for card in state.zones[z] if not may_see(state, seat, card)}
    there = now._state.zones
    return any([c for c in state.zones[z] if c in hidden] != [c for c in there[z] if c in hidden] for z in zones)


def label_for_others(option: Option) -> str:
    """What the other players may read of an option that is taken back: it names only cards that all of them could see
    before it was chosen, in a phase played all at once before that began. Empty for an option that declines.

    Raises GameFault when the content fails to make the text.
    """
    decision = option.decision
    state = decision._game._state
    others = [p for p in range(state.runtime.players) if p != decision.player - 1]
    try:
        return decision._public(option.candidate, Redaction(state.at_phase_start(), others))
    except (Fail, Fault) as problem:
        raise decision._game._as_fault(problem) from None


def _counters(state: State, player: int | None) -> list[int]:
    """How many numbers were drawn from each stream of chance: those of one player, or all."""
    counters: list[int] = state.cells[state.runtime.first_counter :]
    return counters if player is None else counters[player :: state.runtime.players + 1]

"""Determinizations of games: a game that a seat can't tell from another (`Game.resample`).

What a seat can't know is assigned anew: which card lies where (`knowledge.py`, `determinize.py`), what chance will
bring, and in a phase played all at once what others have done since it began: they stand at its beginning again. All
else stays. Nothing is concluded from what others chose, beyond what they showed by it. Variables and attributes that
the seat doesn't see keep their values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from artrules.run.chance import Stream, stream_key
from artrules.run.determinize import Assignment, put_cards, sample_assignment
from artrules.run.knowledge import SeatKnowledge
from artrules.run.signals import Fail, Fault
from artrules.run.simultaneous_view import rewind_others
from artrules.run.update_knowledge import phase_begins

if TYPE_CHECKING:
    from artrules.run.decision import Decision
    from artrules.run.game import Game
    from artrules.run.state import State

Assign = Callable[["State", SeatKnowledge], Assignment]
"""Assigns the cards that a seat doesn't know, given a position and what the seat knows."""
MOST_ATTEMPTS = 20
"""Attempts to find an assignment in which the players who decide now would be asked, too; after these the cards that
they see stay where they are."""


class ResampledGame(NamedTuple):
    """A determinization, and how its cards are assigned."""

    game: Game
    assignment: Assignment


def resample(game: Game, player: int, seed: int, keys: tuple[int, ...] | None = None) -> ResampledGame:
    """A random determinization for a player (counted from 1), with other streams of chance or those that are given.

    Raises ValueError for a game without a log, GameFault when the content makes a mistake in the determinization.
    """
    if game._state.knowledge is None:
        raise ValueError("what seats know is kept only for games with a log: this one has none")
    own_seed = stream_key(seed, player, "resample") >> 11
    others = [d.player - 1 for d in game._decisions if d.player != player]
    for attempt in range(MOST_ATTEMPTS + 1):
        last = attempt == MOST_ATTEMPTS
        stream = Stream(own_seed, attempt, "resample")
        try:
            assign = partial(sample_assignment, stream=stream, settled=others if last else [])
            resampled = _reassigned(game, player, own_seed, assign, keys)
            ask(game, resampled)
        except (Fail, Fault) as problem:
            if last or not others:
                raise game._as_fault(problem) from None
            continue
        if last or _asks_same_players(game, resampled.game, player):
            break
    return resampled


def reassign(game: Game, player: int, assign: Assign) -> ResampledGame:
    """The determinization for a player (counted from 1) in which the cards lie as assigned and chance stays the same.

    Nobody is asked yet: `Game.begin` does that, and raises GameFault where a player has no option.
    """
    return _reassigned(game, player, game.seed, assign, game._state.keys)


def _reassigned(game: Game, player: int, seed: int, assign: Assign, keys: tuple[int, ...] | None) -> ResampledGame:
    new = game.copy()
    state = new._state = rewind_others(game._state, player - 1)
    assignment = _assign_cards(state, player - 1, assign)
    state.keys = state.runtime.first_state(seed).keys if keys is None else keys
    new.seed, new._played = seed, False
    new.choices = [c for c in game.choices if c.startswith(f"{player}:")]
    new._chosen = len(new.choices)
    new._log = state.log = game._log.as_seen_by(player) if game._log is not None else None
    new._decisions = []
    return ResampledGame(new, assignment)


def ask(game: Game, resampled: ResampledGame) -> None:
    """Ask the players who decide in a game in its determinization, too; in a phase played all at once, from the
    beginning of the phase. Raises Fail and Fault where a player has no option."""
    new = resampled.game
    if game._state.began is not None:
        new._settle(keep=[])
    else:
        new._decisions = [_ask_again(new, d) for d in game._decisions]


def _ask_again(new: Game, decision: Decision) -> Decision:
    state = new._state
    state.activate(decision._stack)
    return new._ask(state, decision._stack, state.stack[-1])


def _asks_same_players(game: Game, new: Game, player: int) -> bool:
    """Whether the determinization asks the same players as the game; in a phase played all at once, whether it is still
    in the phase."""
    if game._state.began is not None:
        return new._state.began is not None
    return all(d.player == player or len(d._candidates) > 1 for d in new._decisions)


def _assign_cards(S: State, seat: int, assign: Assign) -> Assignment:
    """Assign the cards that a seat doesn't know, in a position and in the one at the start of a phase played all at
    once. What seats know follows the cards."""
    knowledge = S.knowledge
    assert knowledge is not None
    known = knowledge.seats[seat]
    assignment = assign(S, known)
    if S.began is not None:
        then = S.at_phase_start()
        put_cards(then, assignment, known)
        S.began = (tuple(then.cells), tuple(then.zones), tuple(sorted(then.gained.items())))
    put_cards(S, assignment, known)
    seats = [
        SeatKnowledge(
            {assignment[c]: history for c, history in s.histories.items()},
            {assignment[c]: carried for c, carried in s.carried.items()},
        )
        for s in knowledge.seats
    ]
    seats[seat] = SeatKnowledge(known.histories | assignment.histories, known.carried)
    S.knowledge = replace(knowledge, seats=tuple(seats))
    if S.began is not None:
        phase_begins(S)
    return assignment

"""Games that a seat can't tell from a game: what the seat can't know is dealt anew (`Game.resample`).

What it can't know is which card lies where (`knowledge.py`, `dealing.py`), what chance will bring, and in a phase
played all at once what others have done since it began: they stand at the beginning of their part. The rest is as it
was. Others' choices are taken to say nothing of the cards that they can see, beyond what they showed; variables and
attributes that the seat doesn't see keep their values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from artrules.run.chance import Stream, stream_key
from artrules.run.dealing import Deal, deal, put
from artrules.run.knowledge import Learned
from artrules.run.known_position import known_to
from artrules.run.learning import phase_begins
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.decision import Decision
    from artrules.run.game import Game
    from artrules.run.state import State

Dealing = Callable[["State", Learned], Deal]
"""How what a seat doesn't know is dealt: from a position and what the seat has learned."""
MOST_DEALS = 20
"""So often is dealt until those who decide now would be asked; then what they see is left as it is."""


class Resampled(NamedTuple):
    """A game dealt anew, and which card lies there in the place of which."""

    game: Game
    deal: Deal


def resample(game: Game, player: int, seed: int, keys: tuple[int, ...] | None = None) -> Resampled:
    """A game that the seat of a player can't tell from this one; with other streams of chance, or those given."""
    if game._state.knowledge is None:
        raise ValueError("what seats know is kept only for games with a log: this one has none")
    own_seed = stream_key(seed, player, "resample") >> 11
    others = [d.player - 1 for d in game._decisions if d.player != player]
    for attempt in range(MOST_DEALS + 1):
        last = attempt == MOST_DEALS
        stream = Stream(own_seed, attempt, "resample")
        try:
            dealing = partial(deal, stream=stream, settled=others if last else [])
            dealt = _laid(game, player, own_seed, dealing, keys)
            ask(game, dealt)
        except (Fail, Fault) as problem:
            if last or not others:
                raise game._as_fault(problem) from None
            continue
        if last or _stands(game, dealt.game, player):
            break
    return dealt


def laid(game: Game, player: int, dealing: Dealing) -> Resampled:
    """The game with the cards that the seat of a player doesn't know dealt in a certain way, and all chance to come as
    it is, before anybody is asked: `Game.begin` asks, and may find that somebody has no choice there."""
    return _laid(game, player, game.seed, dealing, game._state.keys)


def _laid(game: Game, player: int, seed: int, dealing: Dealing, keys: tuple[int, ...] | None) -> Resampled:
    new = game.copy()
    state = new._state = known_to(game._state, player - 1)
    lies = _lay(state, player - 1, dealing)
    state.keys = state.runtime.first_state(seed).keys if keys is None else keys
    new.seed, new._played = seed, False
    new.choices = [c for c in game.choices if c.startswith(f"{player}:")]
    new._chosen = len(new.choices)
    new._log = state.log = game._log.as_seen_by(player) if game._log is not None else None
    new._decisions = []
    return Resampled(new, lies)


def ask(game: Game, dealt: Resampled) -> None:
    """Ask the players who decide in a game in the one dealt from it; where all play at once, others from the beginning
    on. Raises Fail and Fault where there is nothing that they could choose."""
    new = dealt.game
    if game._state.began is not None:
        new._settle(keep=[])
    else:
        new._decisions = [_asked_again(new, d) for d in game._decisions]


def _asked_again(new: Game, decision: Decision) -> Decision:
    state = new._state
    state.activate(decision._stack)
    return new._ask(state, decision._stack, state.stack[-1])


def _stands(game: Game, new: Game, player: int) -> bool:
    """Whether the same players are asked as in the game, or any in the phase where all play at once."""
    if game._state.began is not None:
        return new._state.began is not None
    return all(d.player == player or len(d._candidates) > 1 for d in new._decisions)


def _lay(S: State, seat: int, dealing: Dealing) -> Deal:
    """Deal anew what a seat doesn't know, here and in the position when the phase began; seats know of it what they
    knew of the cards that lay there."""
    known, began = S.knowledge, S.began
    assert known is not None
    learned = known.seats[seat]
    dealt = dealing(S, learned)
    if began is not None:
        then = S.copy()
        then.cells, then.zones, then.gained = list(began[0]), list(began[1]), dict(began[2])
        put(then, dealt, learned)
        S.began = (tuple(then.cells), tuple(then.zones), tuple(sorted(then.gained.items())))
    put(S, dealt, learned)
    seats = [
        Learned({dealt[c]: p for c, p in s.paths.items()}, {dealt[c]: w for c, w in s.carried.items()})
        for s in known.seats
    ]
    seats[seat] = Learned(learned.paths | dealt.paths, learned.carried)
    S.knowledge = replace(known, seats=tuple(seats))
    if began is not None:
        phase_begins(S)
    return dealt

"""Games that a seat can't tell from a game: what the seat can't know is dealt anew (`Game.resample`).

What it can't know is which card lies where (`knowledge.py`, `dealing.py`), what chance will bring, and in a phase
played all at once what others have done since it began: they stand at the beginning of their part. The rest is as it
was. Others' choices are taken to say nothing of the cards that they can see, beyond what they showed; variables and
attributes that the seat doesn't see keep their values.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from artrules.run.chance import Stream, stream_key
from artrules.run.dealing import Deal, deal, put
from artrules.run.knowledge import Learned
from artrules.run.known_position import known_to
from artrules.run.learning import phase_begins
from artrules.run.log import Log
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.decision import Decision
    from artrules.run.game import Game
    from artrules.run.state import State

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
            dealt = _dealt(game, player, own_seed, stream, others if last else [], keys)
        except (Fail, Fault) as problem:
            if last or not others:
                raise game._as_fault(problem) from None
            continue
        if last or _stands(game, dealt.game, player):
            break
    return dealt


def _dealt(
    game: Game, player: int, seed: int, stream: Stream, settled: list[int], keys: tuple[int, ...] | None
) -> Resampled:
    new = game.copy()
    state = new._state = known_to(game._state, player - 1)
    lies = _lay(state, player - 1, stream, settled)
    state.keys = state.runtime.first_state(seed).keys if keys is None else keys
    new.seed, new._played = seed, False
    new.choices = [c for c in game.choices if c.startswith(f"{player}:")]
    log = game._log
    new._log = state.log = Log(log.seen_by(player), log.open_from) if log is not None else None
    if state.began is not None:
        new._decisions = []
        new._settle(keep=[])
    else:
        new._decisions = [_asked_again(new, d) for d in game._decisions]
    return Resampled(new, lies)


def _asked_again(new: Game, decision: Decision) -> Decision:
    state = new._state
    state.activate(decision._stack)
    return new._ask(state, decision._stack, state.stack[-1])


def _stands(game: Game, new: Game, player: int) -> bool:
    """Whether the same players are asked as in the game, or any in the phase where all play at once."""
    if game._state.began is not None:
        return new._state.began is not None
    return all(d.player == player or len(d._candidates) > 1 for d in new._decisions)


def _lay(S: State, seat: int, stream: Stream, settled: list[int]) -> Deal:
    """Deal anew what a seat doesn't know, here and in the position when the phase began; seats know of it what they
    knew of the cards that lay there."""
    known, began = S.knowledge, S.began
    assert known is not None
    learned = known.seats[seat]
    dealt = deal(S, learned, stream, settled)
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

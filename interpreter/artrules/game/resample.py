"""Determinizations of games: a game that a seat can't tell from another (`Game.resample`).

What a seat can't know is assigned anew: which card lies where (`machine/determinization.py`), what chance will bring,
and in a phase played all at once what others have done since it began: they stand at its beginning again. All else
stays. Nothing is concluded from what others chose, beyond what they showed by it. Variables and attributes that the
seat doesn't see keep their values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from artrules.chance import signed, stream_key
from artrules.execute.position import Position
from artrules.explain.faults import Stopped
from artrules.game.course import Course
from artrules.game.moment import Moment
from artrules.game.runtime import Knowledge, Runtime
from artrules.game.shared_list import SharedList
from artrules.game.step import Step

Assign = Callable[[Runtime, int], None]
"""Assigns the cards that a seat (counted from 0) doesn't know, in the position in memory. Raises Stopped."""
MOST_ATTEMPTS = 20
"""Attempts to find an assignment in which the players who decide now would be asked, too; after these the cards that
they see stay where they are."""


class Resampled(NamedTuple):
    """The course of a determinization, and how its cards are assigned: by card, the one that lies where it really
    lies."""

    course: Course
    card_at: tuple[int, ...]


def resample(course: Course, player: int, seed: int, keys: tuple[int, ...] | None = None) -> Resampled:
    """A random determinization for a player (counted from 1), with other streams of chance or those that are given.

    Raises ValueError for a game without a log, GameFault when the content makes a mistake in the determinization.
    """
    moment = course.moment
    if moment.knowledge is None:
        raise ValueError("what seats know is kept only for games with a log: this one has none")
    own_seed = stream_key(seed, player, "resample") >> 11
    new_keys = moment.runtime.keys(own_seed) if keys is None else keys
    others = sum(1 << asked.player for asked in moment.asked if asked.player != player - 1)
    for attempt in range(MOST_ATTEMPTS + 1):
        last = attempt == MOST_ATTEMPTS
        key = signed(stream_key(own_seed, attempt, "resample"))
        try:
            made = reassign(course, player, own_seed, new_keys, partial(_deal, key=key, settled=others if last else 0))
            made = made._replace(course=ask_anew(made.course))
        except Stopped as stopped:
            if last or not others:
                raise moment.fault(stopped) from None
            continue
        if last or _asks_same_players(moment, made.course.moment, player - 1):
            break
    return made


def _deal(runtime: Runtime, seat: int, key: int, settled: int) -> None:
    """Assign cards at random, by the stream with a key."""
    runtime.instance.region("deal_key")[0] = key
    runtime.instance.region("deal_drawn")[0] = 0
    runtime.run("deal", seat, settled)


def reassign(course: Course, player: int, seed: int, keys: tuple[int, ...], assign: Assign) -> Resampled:
    """The determinization for a player (counted from 1) in which the cards lie as assigned. Nobody is asked yet.
    Raises Stopped."""
    own = SharedList.of(choice for choice in course.choices.items if choice.startswith(f"{player}:"))
    position, knowledge, card_at = _lay_anew(course.moment, player - 1, assign)
    moment = Moment(course.moment.runtime, position, seed, own.length, keys, knowledge)
    log = course.log.as_read_by(player) if course.log is not None else None
    return Resampled(Course(moment, log, own), card_at)


def _lay_anew(moment: Moment, seat: int, assign: Assign) -> tuple[Position, Knowledge, tuple[int, ...]]:
    """A position in which the cards lie as assigned for a seat, what seats know in it, and how cards are assigned."""
    runtime = moment.runtime
    runtime.load(moment.position, moment.knowledge)
    runtime.instance.set_register("knowing", 1)
    runtime.instance.set_register("steps", 0)
    runtime.run("take_up")
    runtime.run("rewind_others", seat)
    assign(runtime, seat)
    card_at = tuple(runtime.instance.region("card_there"))
    runtime.run("lay_cards", seat)
    runtime.run("rest")
    return runtime.instance.save(), runtime.save_knowledge(), card_at


def ask_anew(course: Course) -> Course:
    """The course after asking the players who decide in a determinization; in a phase played all at once, from the
    beginning of the phase. Raises Stopped where a player has no option."""
    moment, log = Step(course.moment, course.log, None).ask_anew()
    return Course(moment, log, course.choices)


def _asks_same_players(moment: Moment, new: Moment, seat: int) -> bool:
    """Whether a determinization asks the same players as the game; in a phase played all at once, whether it is still
    in the phase."""
    if moment.simultaneous:
        return new.simultaneous
    return all(asked.player == seat or asked.count > 1 for asked in new.asked)

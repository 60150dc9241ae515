"""Determinizations of games: a game that a seat can't tell from another (`Game.resample`).

What a seat can't know is assigned anew: which card lies where (`machine/determinization.py`), the values of variables
that it doesn't see, where content says what they may be (`machine/hidden_values.py`), what chance will bring, and in a
phase played all at once what others have done since it began: they stand at its beginning again. All else stays.
Nothing is concluded from what others chose, beyond what they showed by it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from artrules.chance import signed, stream_key
from artrules.execute.position import Knowledge, Position
from artrules.explain.faults import Stopped
from artrules.game.course import Course
from artrules.game.moment import Moment
from artrules.game.runtime import Runtime
from artrules.game.shared_list import SharedList
from artrules.game.step import Step
from artrules.machine.memory import ALL_AT_ONCE

Assign = Callable[[Runtime, int], None]
"""Assigns the cards that a seat (counted from 0) doesn't know, in the position in memory. Raises Stopped."""
MOST_ATTEMPTS = 20
"""Attempts to find an assignment in which the players who decide now would be asked, too; after these the cards and
the values that they see stay as they are."""


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
    _see_that_it_knows(moment)
    own_seed = _seed_of(seed, player)
    new_keys = moment.runtime.keys(own_seed) if keys is None else keys
    others = sum(1 << asked.player for asked in moment.asked if asked.player != player - 1)
    for attempt in range(MOST_ATTEMPTS + 1):
        last = attempt == MOST_ATTEMPTS
        settled = others if last else 0
        deal = partial(_deal, key=_key_of(own_seed, attempt), settled=settled)
        try:
            made = reassign(course, player, own_seed, new_keys, deal, settled)
            made = made._replace(course=ask_anew(made.course))
        except Stopped as stopped:
            if last or not others:
                raise moment.fault(stopped) from None
            continue
        if last or _asks_same_players(moment, made.course.moment, player - 1):
            break
    return made


def redeal(moment: Moment, player: int, seed: int) -> tuple[Moment, int]:
    """The same as `resample` for a game that keeps no log, and leaves memory there; what seats know isn't kept. Gives
    the moment and what the machine's `step` would give there. Raises Stopped."""
    _see_that_it_knows(moment)
    runtime, own_seed = moment.runtime, _seed_of(seed, player)
    keys = runtime.keys(own_seed)
    others = sum(1 << asked.player for asked in moment.asked if asked.player != player - 1)
    for attempt in range(MOST_ATTEMPTS + 1):
        last = attempt == MOST_ATTEMPTS
        runtime.load(moment.position, moment.knowledge)
        runtime.instance.set_keys(keys)
        runtime.instance.set_register("logging", 0)
        _choose_key(runtime, _key_of(own_seed, attempt))
        try:
            count = runtime.run("redeal", player - 1, others if last else 0)
        except Stopped:
            if last or not others:
                raise
            continue
        runtime.forget_knowledge()
        made = Moment(runtime, runtime.instance.save(), own_seed, 0, keys, None, None)
        if last or not others or _memory_asks_same_players(moment, player - 1):
            break
    return made, count


def _memory_asks_same_players(moment: Moment, seat: int) -> bool:
    """The same as `_asks_same_players`, where the machine has just asked."""
    instance = moment.runtime.instance
    if moment.simultaneous:
        return instance.region("clock")[ALL_AT_ONCE] != 0
    if not instance.register("waiting_count"):
        return True
    stack = instance.region("waiting")[0]
    return instance.region("offered_player")[stack] == seat or not instance.call("takes_only_option", stack)


def _see_that_it_knows(moment: Moment) -> None:
    if moment.knowledge is None:
        raise ValueError("this game doesn't keep what seats know: it has no log, and was begun without `knowledge`")


def _seed_of(seed: int, player: int) -> int:
    """The seed of a determinization."""
    return stream_key(seed, player, "resample") >> 11


def _key_of(own_seed: int, attempt: int) -> int:
    """The key by which cards are assigned in an attempt."""
    return signed(stream_key(own_seed, attempt, "resample"))


def _deal(runtime: Runtime, seat: int, key: int, settled: int) -> None:
    """Assign cards at random, by the stream with a key."""
    _choose_key(runtime, key)
    runtime.run("deal", seat, settled)


def _choose_key(runtime: Runtime, key: int) -> None:
    runtime.instance.region("deal_key")[0] = key
    runtime.instance.region("deal_drawn")[0] = 0


def reassign(
    course: Course,
    player: int,
    seed: int,
    keys: tuple[int, ...],
    assign: Assign,
    values_stay_for: int | None = None,
) -> Resampled:
    """The determinization for a player (counted from 1) in which the cards lie as assigned. Nobody is asked yet.

    Hidden values keep what they are. With `values_stay_for`, seats as bits, those are dealt anew that neither the
    player nor one of these seats sees. Raises Stopped.
    """
    own = SharedList.of(choice for choice in course.choices.items if choice.startswith(f"{player}:"))
    position, knowledge, card_at = _lay_anew(course.moment, player - 1, assign, values_stay_for)
    moment = Moment(course.moment.runtime, position, seed, own.length, keys, knowledge)
    log = course.log.as_read_by(player) if course.log is not None else None
    return Resampled(Course(moment, log, own), card_at)


def _lay_anew(
    moment: Moment, seat: int, assign: Assign, values_stay_for: int | None
) -> tuple[Position, Knowledge, tuple[int, ...]]:
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
    if values_stay_for is not None:
        runtime.run("deal_values", seat, values_stay_for)
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
    return all(asked.player == seat or asked.is_put for asked in new.asked)

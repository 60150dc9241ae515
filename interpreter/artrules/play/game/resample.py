"""Determinizations of games: a game that a seat can't tell from another (`Thinking.resample`).

What a seat can't know is assigned anew: which card lies where (`hidden/determinization.py`), the values of variables
that it doesn't see, where content says what they may be (`hidden/hidden_values.py`), what chance will bring, and in a
phase played all at once what others have done since it began: they stand at its beginning again. All else stays.
Nothing is concluded from what others chose, beyond what they showed by it.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from artrules.engine.chance import check_seed, signed, stream_key
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.position import Knowledge, Position
from artrules.play.explain.faults import Stopped
from artrules.play.game.log import SharedList
from artrules.play.game.moment import Course, Moment
from artrules.play.game.runtime import Runtime
from artrules.play.game.step import Step

Assign = Callable[[Runtime, int], None]
"""Assigns the cards that a seat (counted from 0) doesn't know, in the position in memory. Raises Stopped."""


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
    runtime, instance = moment.runtime, moment.runtime.instance
    try:
        own_seed = put_root(moment, player, seed, keys)
        new_keys = runtime.keys(own_seed) if keys is None else keys
        runtime.run("take_sample", player - 1, 0)
        attempt = instance.register("sample_attempt")
        settled = runtime.run("settled_in", player - 1, attempt)
        deal = partial(_deal, attempt=attempt, settled=settled, anew=keys is None)
        resampled = reassign(course, player, own_seed, new_keys, deal, settled)
        return resampled._replace(course=ask_anew(resampled.course))
    except Stopped as stopped:
        raise moment.fault(stopped) from None


def redeal(moment: Moment, player: int, seed: int) -> tuple[Moment, int]:
    """The same as `resample` for a game that keeps no log, and leaves memory there; what seats know isn't kept. Gives
    the moment and what the machine's `step` would give there. Raises Stopped."""
    runtime = moment.runtime
    runtime.count_choices(1)
    own_seed = put_root(moment, player, seed)
    count = runtime.run("take_sample", player - 1, 0)
    return Moment(runtime, runtime.instance.save(), own_seed, 0, runtime.keys(own_seed), None, None), count


def put_root(moment: Moment, player: int, seed: int, keys: tuple[int, ...] | None = None) -> int:
    """Let the machine keep a moment as the root of samples for a player, counted from 1 (`hidden/sampling.py`). Sample
    0 is what `resample` gives for this seed. Gives the seed that its keys are of, unless keys are given.

    Raises ValueError for a game that doesn't keep what seats know, and Stopped.
    """
    _see_that_it_knows(moment)
    runtime, instance, own_seed = moment.runtime, moment.runtime.instance, _seed_of(seed, player)
    root = runtime.derive(_root)
    if root.instance is instance and root.moment is moment:
        runtime.release()
        instance.set_register("logging", 0)
    else:
        root.moment = None
        moment.put_into(runtime, logging=False)
        runtime.run("keep_root")
        root.instance, root.moment = instance, moment
    runtime.forget_knowledge()
    instance.region("root_key")[:] = runtime.keys(own_seed) if keys is None else keys
    instance.region("deal_key")[0] = signed(stream_key(own_seed, 0, "resample"))
    return own_seed


class _Root:
    """The moment that a machine keeps as the root of samples, if it keeps one."""

    instance: Instance | None = None
    moment: Moment | None = None


def _root(runtime: Runtime) -> _Root:
    return _Root()


def _see_that_it_knows(moment: Moment) -> None:
    if moment.knowledge is None:
        raise ValueError("this game doesn't keep what seats know: it has no log, and was begun without `knowledge`")


def _seed_of(seed: int, player: int) -> int:
    """The seed of a determinization."""
    return stream_key(check_seed(seed), player, "resample") >> 11


def _deal(runtime: Runtime, seat: int, attempt: int, settled: int, anew: bool) -> None:
    """Assign cards at random, as in an attempt at sample 0 of the root that the machine has kept last. With `anew`
    random streams begin anew, as they do there."""
    if anew:
        runtime.run("forget_drawn")
    runtime.run("begin_attempt", 0, attempt)
    runtime.run("deal", seat, settled)


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

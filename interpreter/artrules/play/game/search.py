"""Bots that think inside the machine: they compare the options of a decision, with playouts alone (`greedy`) or with a
tree below each option (`search`). The game stays as it was. `docs/study/bots.md` says how they work.
"""

import time
from collections.abc import Collection

from artrules.engine.chance import THINK, check_seed, signed, stream_key
from artrules.engine.execute.instance import MachineTrap
from artrules.engine.machine.thinking.tree_search import MOST_ITERATIONS
from artrules.play.explain.faults import Stopped
from artrules.play.game.learning import Learned, learned_of, put
from artrules.play.game.moment import GameFault, Moment
from artrules.play.game.resample import put_root
from artrules.play.game.runtime import Runtime
from artrules.text.record import dataclass

ITERATIONS = 400
MOST_SAMPLES = 1_000
"""Who wants more lets `search` think longer."""
CHUNK_SECONDS = 0.002
"""So long the machine thinks at once, before the clock is read."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What came of thinking: the index of the option, how many tries have counted, and by option how often it was tried
    and what it brought on average, from 0 to 1."""

    option: int
    iterations: int
    visits: tuple[int, ...]
    values: tuple[float, ...]


def search(
    moment: Moment,
    place: int,
    seed: int,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    horizon: int | None = None,
    among: Collection[int] | None = None,
) -> SearchResult:
    """Choose an option of one of the decisions in a moment, by information set Monte Carlo tree search.

    `place` says which decision. Thinking ends after so many `iterations`, or after so many `seconds` of processor time
    of this thread; without either after ITERATIONS. `among`: the indices of the options that may be chosen. The same
    seed and number of iterations give the same choice. Raises ValueError for a game that doesn't keep what seats
    know, and GameFault.
    """
    asked = moment.asked[place]
    if asked.count == 1:
        return SearchResult(0, 0, (0,), (0.5,))
    learned = _begin(moment, place, seed, among)
    horizon = learned.horizon if horizon is None else horizon
    tries = None if seconds is not None else ITERATIONS if iterations is None else iterations
    return _compare(moment, place, horizon, tries=tries, seconds=seconds, deep=True)


def greedy(
    moment: Moment,
    place: int,
    seed: int,
    *,
    samples: int | None = None,
    horizon: int | None = None,
    among: Collection[int] | None = None,
) -> SearchResult:
    """Choose an option of one of the decisions in a moment: that which does best on average when it is taken in the
    same determinizations, so many for each option. A playout of at least `horizon` choices follows, up to the next
    round. With None there are as many of both as suit the game.

    The same seed gives the same choice. Raises ValueError for a game that doesn't keep what seats know, and GameFault.
    """
    asked = moment.asked[place]
    if asked.count == 1:
        return SearchResult(0, 0, (0,), (0.5,))
    learned = _begin(moment, place, seed, among)
    horizon = learned.horizon if horizon is None else horizon
    if samples is not None and not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"there must be 1 to {MOST_SAMPLES:,} samples")
    allowed = asked.count if among is None else len(among)
    if samples is None:
        samples = learned.samples(allowed, horizon)
    return _compare(moment, place, horizon, tries=samples * allowed, seconds=None, deep=False)


def _compare(
    moment: Moment, place: int, horizon: int, *, tries: int | None, seconds: float | None, deep: bool
) -> SearchResult:
    """Let the machine compare the options of a decision about which it has begun to think, in rounds: the `tries`, or
    the `seconds` where there are none, are divided among these equally. Raises GameFault."""
    runtime = moment.runtime
    instance = runtime.instance
    end = time.thread_time() + (seconds or 0)
    try:
        rounds = runtime.run("begin_comparing")
        for further in range(rounds - 1, -1, -1):
            if tries is not None:
                _try(runtime, 1 + (tries - 1) // (rounds * instance.register("options_left")), horizon, deep)
            else:
                now = time.thread_time()
                _try_until(runtime, now + (end - now) / (further + 1), horizon, deep)
            runtime.run("drop_options", further)
    except (Stopped, MachineTrap) as problem:
        raise _fault(moment, problem) from None
    return _result(runtime, moment.asked[place].count)


def _try_until(runtime: Runtime, end: float, horizon: int, deep: bool) -> None:
    """Let the machine try options, up to a time of this thread's clock."""
    chunk = 1
    before = time.thread_time()
    while True:
        _try(runtime, chunk, horizon, deep)
        now = time.thread_time()
        if now >= end or runtime.instance.register("sample_number") >= MOST_ITERATIONS:
            return
        if now - before < CHUNK_SECONDS / 2:
            chunk *= 2
        before = now


def _try(runtime: Runtime, count: int, horizon: int, deep: bool) -> None:
    """Let the machine try options in so many samples. One that breaks off is counted as made: the next goes on from
    another sample."""
    instance = runtime.instance
    last = instance.register("sample_number") + count
    while (now := instance.register("sample_number")) < min(last, MOST_ITERATIONS):
        try:
            runtime.run("try_options", last - now, horizon, int(deep))
            return
        except (Stopped, MachineTrap):
            continue


def _begin(moment: Moment, place: int, seed: int, among: Collection[int] | None) -> Learned:
    """Let the machine begin to think about a decision. Gives what is learned of the game. Raises GameFault."""
    runtime, seat, offered = moment.runtime, moment.asked[place].player, moment.asked[place].count
    runtime.compile()
    try:
        learned = learned_of(runtime)
        put_root(moment, seat + 1, seed)
        put(runtime, learned)
        instance = runtime.instance
        instance.region("think_key")[0] = signed(stream_key(check_seed(seed), seat + 1, THINK))
        count = runtime.run("begin_thinking", seat)
    except (Stopped, MachineTrap) as problem:
        raise _fault(moment, problem) from None
    assert count == offered
    if among is not None:
        allowed = instance.region("option_allowed")
        for option in range(count):
            allowed[option] = int(option in among)
    return learned


def _fault(moment: Moment, problem: Stopped | MachineTrap) -> GameFault:
    """What kept the machine from thinking, as an error for clients."""
    return moment.fault(problem if isinstance(problem, Stopped) else moment.runtime.stopped_by(problem))


def _result(runtime: Runtime, count: int) -> SearchResult:
    instance = runtime.instance
    option = max(0, instance.call("best_left"))
    nodes = instance.region("option_node")[:count]
    visits, rewards = instance.region("node_visits"), instance.region("node_reward")
    values = tuple(rewards[node] / visits[node] / 10_000 if visits[node] else 0.5 for node in nodes)
    return SearchResult(option, instance.register("iterations_counted"), tuple(visits[node] for node in nodes), values)

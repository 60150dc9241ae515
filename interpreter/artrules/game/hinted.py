"""Choosing by the hints of content (`docs/language.md` 2.16). The game stays as it was."""

from __future__ import annotations

from collections.abc import Collection

from artrules.chance import check_seed, signed, stream_key
from artrules.execute.instance import MachineTrap
from artrules.explain.faults import Stopped
from artrules.game.moment import Moment
from artrules.game.resample import put_root
from artrules.game.search import SearchResult

SAMPLES = 2
"""In so many determinizations options are judged where nothing is said."""
MOST_SAMPLES = 100


class NoHints(ValueError):
    """Content says nothing of what players like."""


def choose_by_hints(
    moment: Moment, place: int, seed: int, *, samples: int = SAMPLES, among: Collection[int] | None = None
) -> SearchResult:
    """Choose the option of one of the decisions in a moment that its player likes best, by content's hints.

    `place` says which decision. `samples` is in how many determinizations options are judged, from 1 to MOST_SAMPLES;
    `among` has the indices of the options that may be chosen, None stands for all. The values of the result are how
    much options are liked, on average. The same seed gives the same choice. Raises NoHints; ValueError for a game that
    doesn't keep what seats know, and for another number of samples; and GameFault.
    """
    runtime, asked = moment.runtime, moment.asked[place]
    if not runtime.model.hints.exist:
        raise NoHints(f"`{runtime.model.name}` has no hints that say what players like")
    if not 1 <= samples <= MOST_SAMPLES:
        raise ValueError(f"options are judged in 1 to {MOST_SAMPLES} samples, not in {samples}")
    if asked.count == 1:
        return SearchResult(0, 0, (0,), (0.0,))
    runtime.compile()
    try:
        put_root(moment, asked.player + 1, seed)
        instance = runtime.instance
        instance.region("think_key")[0] = signed(stream_key(check_seed(seed), asked.player, "think"))
        count = runtime.run("begin_thinking", asked.player)
        assert count == asked.count
        if among is not None:
            allowed = instance.region("option_allowed")
            for option in range(count):
                allowed[option] = int(option in among)
        option = runtime.run("choose_by_hints", samples)
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    except MachineTrap as trap:
        raise moment.fault(runtime.stopped_by(trap)) from None
    nodes = instance.region("option_node")[:count]
    visits, liked = instance.region("node_visits"), instance.region("node_reward")
    values = tuple(liked[node] / visits[node] if visits[node] else 0.0 for node in nodes)
    return SearchResult(option, samples, tuple(visits[node] for node in nodes), values)

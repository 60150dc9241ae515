"""What is to be done: a function that is called once for each index from 0, mostly to play one game."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from artrules.ruleset import Ruleset

PlanT = TypeVar("PlanT")
ResultT = TypeVar("ResultT")


def _as_it_is(data: Any) -> Any:
    return data


@dataclass(frozen=True)
class Job(Generic[PlanT, ResultT]):
    """A function, its plan, and how often it is to be called.

    A result must depend on the ruleset, the plan and the index alone. Then it doesn't matter which process computes it,
    or when, and a job of a larger count has the same results and more.
    """

    play: Callable[[Ruleset, PlanT, int], Any]
    """A function of a module. It gives plain data: what JSON has, with texts as keys. All random numbers must derive
    from the plan and the index. An exception ends the job; what results are made of shouldn't be one."""
    plan: PlanT
    """A frozen dataclass of plain data."""
    count: int
    read: Callable[[Any], ResultT] = _as_it_is
    """Makes a result of its data. Raises ValueError, TypeError, LookupError or AttributeError for data that `play`
    doesn't give: they may come from a file that somebody has edited."""

    def text_of(self, ruleset: Ruleset, index: int) -> str:
        """The result with an index as text of JSON. Raises whatever `play` raises, and ValueError or TypeError where it
        doesn't give plain data."""
        return json.dumps(self.play(ruleset, self.plan, index), allow_nan=False, separators=(",", ":"))

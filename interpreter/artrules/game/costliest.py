"""Names the code that takes most of the work of a step which takes too much of it.

The step runs again under CPython, up to a part of the work that is allowed, and all functions of the program count what
they do. So nothing counts by function while games are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any

from artrules.diagnostics.kinds import runtime as kinds
from artrules.diagnostics.span import Span
from artrules.execute.cpython import CPythonInstance
from artrules.execute.instance import MachineTrap
from artrules.explain.faults import Stopped
from artrules.game.asked import Asked
from artrules.game.moment import Moment
from artrules.ir.code import every_code

MOST_COUNTED = 5_000_000
"""The step runs again up to so many units of work, and twice as many of looking ahead."""
Related = tuple[tuple[str, Span], ...]


def with_costliest(stopped: Stopped, moment: Moment, asked: Asked | None = None, index: int = 0) -> Stopped:
    """What stopped the machine after an option was taken at a moment (where nothing is asked, when the game began). If
    that was too much work, it names the code that takes most of it. Another position may be in memory then."""
    fault = stopped.fault
    if fault.kind not in (kinds.TOO_LONG, kinds.TOO_MANY_LOOKED_AT):
        return stopped
    known = moment.runtime.costliest
    key = fault.kind.name, fault.span, fault.message
    if key not in known:
        known[key] = _find(moment, asked, index)
    return Stopped(replace(fault, related=fault.related + known[key]))


def _find(moment: Moment, asked: Asked | None, index: int) -> Related:
    work, calls = _count(moment, asked, index)
    places = {code.name: code.at for code in every_code(moment.runtime.model)}
    everything = sum(work.values())
    for of, units in work.most_common():
        if of in places and everything:
            share = f"{100 * units // everything} % of the work that was counted, in {calls[of]:,} calls"
            return ((f"the {of} takes most: {share}", places[of]),)
    return ()


def _count(moment: Moment, asked: Asked | None, index: int) -> tuple[Counter[str], Counter[str]]:
    """The units of work of each declaration's code without the code that it calls, and how often it was called."""
    program = moment.runtime.program
    instance = CPythonInstance(program)
    instance.call("start")
    names = instance.names
    work, calls = Counter[str](), Counter[str]()
    inside = [0]
    """Of each call in progress: the units that were counted in calls inside it."""

    def counted(function: Callable[..., Any], of: str) -> Callable[..., Any]:
        def count(*arguments: int) -> Any:
            before = names["steps"]
            inside.append(0)
            try:
                return function(*arguments)
            finally:
                units = names["steps"] - before
                work[of] += units - inside.pop()
                inside[-1] += units
                calls[of] += 1

        return count

    for function in program.functions:
        if isinstance(names.get(function.name), FunctionType):
            names[function.name] = counted(names[function.name], function.of)
    for table, entries in program.function_tables.items():
        names[table] = [names[entry] if entry else None for entry in entries]
    names["MOST_STEPS"] = MOST_COUNTED
    instance.load(moment.position)
    if moment.knowledge is not None:
        instance.load_knowledge(moment.knowledge)
    instance.set_keys(moment.keys)
    instance.set_register("knowing", int(moment.knowledge is not None))
    try:
        if asked is None:
            instance.call("begin")
        else:
            asked.put(index, program, instance)
            instance.call("choose", asked.stack)
    except MachineTrap:
        pass  # what was counted up to there will do
    return work, calls

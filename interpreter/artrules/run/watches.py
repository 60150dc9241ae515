"""Events, and the watches that wait for them (`docs/language.md` 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.feasibility.safety import RUN_WATCHES, nest
from artrules.run.metering import MOST_RECORDS, MOST_STEPS, MOST_WATCHES, too_long
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State


def remember(S: State, me: int, event: int, fields: tuple[Any, ...], site: int) -> Any:
    """Keep a happening, if its event is kept. Gives what refers to it: the number of the kept record, or else the
    fields."""
    if not S.runtime.event_kept[event]:
        return fields
    if len(S.records) >= MOST_RECORDS:
        raise Fault(kinds.TOO_MANY_THINGS, f"can't be remembered: {MOST_RECORDS:,} events are already", site)
    cell = S.runtime.next_record
    number = S.cells[cell]
    S.cells[cell] = number + 1
    S.records[number] = (event, me, *fields)
    return number


def set_watch(S: State, me: int, number: int, captured: tuple[Any, ...], site: int) -> None:
    """Begin to watch for an event."""
    if len(S.watches) >= MOST_WATCHES:
        raise Fault(kinds.TOO_MANY_THINGS, f"can't begin: {MOST_WATCHES:,} watches wait already", site)
    S.steps += 3 * len(S.watches)
    cell = S.runtime.first_serial + me
    serial = S.cells[cell]
    S.cells[cell] = serial + 1
    S.watches = tuple(sorted((*S.watches, (me, serial, number, 0, captured)), key=lambda w: w[:2]))


def stop_watching(S: State, watch: tuple[int, int]) -> None:
    S.steps += 2 * len(S.watches)
    S.watches = tuple(w for w in S.watches if (w[0], w[1]) != watch)


def announce(S: State, me: int, event: int, fields: tuple[Any, ...], site: int) -> None:
    """Determine which watches a happening concerns, and run them: clockwise from the player on turn, older ones
    first."""
    happening = remember(S, me, event, fields, site)
    if not S.watches:
        return
    runtime = S.runtime
    costs = runtime.program.costs.watches
    for w in S.watches:
        S.steps += 10 + costs[w[2]]
    if S.steps > MOST_STEPS:
        raise too_long(site)
    all_at_once = len(S.stacks) > 1
    first = me if all_at_once else S.cells[runtime.on_turn]
    concerned = [
        w
        for w in S.watches
        if runtime.watch_events[w[2]] == event and (not all_at_once or w[0] == me) and _holds(S, w, happening)
    ]
    if concerned:
        concerned.sort(key=lambda w: ((w[0] - first) % runtime.players, w[1]))
        nest(S, site)
        S.stack.append((RUN_WATCHES, happening, tuple((w[0], w[1]) for w in concerned)))


def _holds(S: State, watch: tuple[Any, ...], happening: Any) -> bool:
    owner, _, number, _, captured = watch
    condition = S.runtime.watch_conditions[number]
    return condition is None or bool(condition(S, owner, happening, *captured))


def run_watches(S: State, happening: Any, left: tuple[tuple[int, int], ...]) -> None:
    """Run the first watch that is left and whose condition still holds; the rest wait below it on the stack."""
    for i, identity in enumerate(left):
        watch = next((w for w in S.watches if (w[0], w[1]) == identity), None)
        if watch is None or not _holds(S, watch, happening):
            continue
        owner, serial, number, times, captured = watch
        S.steps += 2 * len(S.watches) + S.runtime.program.costs.watches[number]
        counted = (owner, serial, number, (times + 1) % S.runtime.watch_every[number], captured)
        S.watches = tuple(counted if w is watch else w for w in S.watches)
        if counted[3] != 0:
            continue
        S.stack.append((RUN_WATCHES, happening if left[i + 1 :] else None, left[i + 1 :]))
        S.runtime.watch_entries[number](S, owner, happening, *captured, identity)
        return

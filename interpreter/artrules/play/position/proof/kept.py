"""Reads from a save what the engine keeps, and checks it: uses counted, happenings of kept events, watches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from artrules.engine.machine.numbers import MOST_RECORDS, MOST_USES, MOST_WATCHES, SLOTS
from artrules.model.ir.types import WIDE
from artrules.play.position.codec import Record, Use, Watch
from artrules.play.position.proof.values import Values
from artrules.play.position.save_document import damaged, whole


def read_uses(values: Values, found: tuple[Any, ...]) -> dict[Use, int]:
    """Uses that limits count. Raises SaveRefused."""
    uses: dict[Use, int] = {}
    for row in found:
        if not isinstance(row, tuple) or len(row) != 4 or not _can_be_counted(values, row[:3]):
            raise damaged("something is counted in it that can't be")
        if not whole(row[3], 1, WIDE):
            raise damaged("something is counted in it that can't be")
        uses[row[:3]] = row[3]
    if len(found) > MOST_USES or any(a[:3] >= b[:3] for a, b in pairwise(found)):
        raise damaged("uses counted stand in it as no game writes them")
    return uses


def _can_be_counted(values: Values, use: tuple[Any, ...]) -> bool:
    program = values.program
    limit, player, what = use
    if not whole(limit, 0, program.numbers["LIMITS"] - 1) or not values.is_player(player) or not whole(what):
        return False
    if what < 0:
        branches = [branch for decision in program.decisions.values() for branch in decision.branches]
        return any(branch.limit is not None and what == -1 - branch.limit for branch in branches)
    if program.tables["limit_per_card"][limit]:
        return values.is_card(what // SLOTS)
    return values.is_definition(what)


def read_records(values: Values, found: tuple[Any, ...], next_record: int) -> dict[int, Record]:
    """The happenings of kept events; `values` knows them afterwards. Raises SaveRefused."""
    events = list(values.model.events.values())
    if len(found) > MOST_RECORDS:
        raise damaged("it remembers something that hasn't happened")
    for row in found:
        good = (
            isinstance(row, tuple)
            and len(row) == 4
            and whole(row[0], 0)
            and whole(row[1], 0, len(events) - 1)
            and events[row[1]].kept is not None
            and (row[2] is None or values.is_player(row[2]))
        )
        if not good:
            raise damaged("it remembers something that can't happen")
    if any(a[0] >= b[0] for a, b in pairwise(found)) or (found and found[-1][0] >= next_record):
        raise damaged("it remembers something that hasn't happened")
    values.records = {row[0]: Record(*row[1:]) for row in found}
    keys = list(values.model.events)
    for record in values.records.values():
        if not values.are_fields(record.fields, keys[record.event]):
            raise damaged("it remembers something that can't happen")
    return values.records


def read_watches(values: Values, found: Any) -> tuple[Watch, ...]:
    """Watches for events. Raises SaveRefused."""
    captured, every = values.program.find_frames().captured, values.program.tables["watch_every"]
    if not isinstance(found, tuple) or len(found) > MOST_WATCHES:
        raise damaged("a watch in it is none")
    watches = []
    for row in found:
        if not isinstance(row, tuple) or len(row) != 5 or not values.is_player(row[0]) or not whole(row[1], 0):
            raise damaged("a watch in it is none")
        watch = Watch(*row)
        good = (
            values.is_watch(watch.serial * values.players + watch.owner)
            and whole(watch.code, 0, len(captured) - 1)
            and whole(watch.times, 0, every[watch.code] - 1)
        )
        if not good:
            raise damaged("a watch in it is none")
        if not values.fit(watch.values, captured[watch.code]):
            raise damaged("a watch keeps what it can't")
        watches.append(watch)
    if any((a.owner, a.serial) >= (b.owner, b.serial) for a, b in pairwise(watches)):
        raise damaged("a watch in it stands twice")
    return tuple(watches)

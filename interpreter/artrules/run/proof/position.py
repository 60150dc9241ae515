"""Reads a position from a save and checks all of it: each card lies in one zone that may hold it, each cell has a value
of its type, and everything gained, counted, kept and watched for is possible. `stacks.py` checks what is in
progress."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from artrules.compile.program import BEYOND_POWERS
from artrules.compile.references import SLOTS
from artrules.ir.types import WIDE
from artrules.run.metering import MOST_RECORDS, MOST_WATCHES
from artrules.run.powers import ID_MASK, use_key
from artrules.run.proof.stacks import check_stacks
from artrules.run.proof.values import are_values, event_number, is_card, is_fields, is_value, is_watch
from artrules.run.save_document import damaged, whole
from artrules.run.state import frozen

if TYPE_CHECKING:
    from artrules.run.state import State

MOST_DRAWN = 1 << 63
"""Numbers drawn from one random stream, at most."""


def restore_position(S: State, saved: dict[str, Any]) -> None:
    """Put the position of a save into a fresh state. Raises SaveRefused for an impossible one; the state must not be
    used then."""
    parts = ("cells", "zones", "stacks", "gained", "uses", "records", "watches", "began")
    if saved.keys() != set(parts) or not all(isinstance(saved[part], list) for part in parts[:-1]):
        raise damaged("its position lacks something, or holds something else")
    cells, zones, stacks, gained, uses, records, watches, began = (frozen(saved[part]) for part in parts)
    S.cells = list(_cells(S, cells))
    S.zones = list(_zones(S, zones, S.cells))
    S.gained = dict(_gained(S, gained))
    S.uses = dict(_uses(S, uses))
    S.records = {}
    S.records = _records(S, records)
    S.watches = check_watches(S, watches)
    S.began = _began(S, began)
    _see_values(S, S.cells)
    if S.began is not None:
        _see_values(S, list(S.began[0]))
    check_stacks(S, stacks)


def pairs(value: Any, what: str) -> list[tuple[int, Any]]:
    """Pairs of a number and a thing, each number once, in ascending order. Raises SaveRefused."""
    found = [(p[0], p[1]) for p in value if isinstance(p, tuple) and len(p) == 2 and whole(p[0], 0)]
    numbers = [number for number, _ in found]
    if len(found) != len(value) or any(a >= b for a, b in pairwise(numbers)):
        raise damaged(f"{what} stand in it as no game writes them")
    return found


def _cells(S: State, cells: Any) -> tuple[Any, ...]:
    """The cells, after checking the engine's own numbers and the cards' zones and faces. Raises SaveRefused."""
    runtime, layout = S.runtime, S.runtime.layout
    if not isinstance(cells, tuple) or len(cells) != runtime.first_counter + runtime.counter_count:
        raise damaged("it has too many or too few values")
    phases, last_round = runtime.program.model.flow.phases, runtime.program.model.flow.last_round
    bounds = {
        runtime.round: last_round or WIDE,
        runtime.phase: max(0, len(phases) - 1),
        runtime.on_turn: runtime.players - 1,
        runtime.next_record: WIDE,
        **{runtime.first_serial + p: WIDE for p in range(runtime.players)},
        **dict.fromkeys(range(runtime.first_counter, len(cells)), MOST_DRAWN),
        **dict.fromkeys(range(runtime.face_cell), layout.aside - 1),
        **dict.fromkeys(range(runtime.face_cell, 2 * runtime.face_cell), 1),
    }
    for cell, most in bounds.items():
        if not whole(cells[cell], 0, most):
            raise damaged(f"{_name(S, cell)} can't be that")
    for cell in (runtime.finished, runtime.stalled):
        if not isinstance(cells[cell], bool):
            raise damaged(f"{_name(S, cell)} can't be that")
    for card, kind in enumerate(runtime.kind_of):
        if kind not in layout.zone_owner[cells[card]][0].kinds:
            raise damaged("a card lies where it may not")
    return cells


def _name(S: State, cell: int) -> str:
    names = S.runtime.layout.cell_names
    return f"`{names[cell]}`" if cell < len(names) else "how often chance was used"


def _zones(S: State, zones: Any, places: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """The zones, after checking that each card lies in one, where its cell says. Raises SaveRefused."""
    layout = S.runtime.layout
    if not isinstance(zones, tuple) or len(zones) != layout.aside + 1 or not all(isinstance(z, tuple) for z in zones):
        raise damaged("it has too many or too few zones")
    lying = [(zone, card) for zone, cards in enumerate(zones) for card in cards]
    if not all(is_card(S, card) and places[card] == zone for zone, card in lying):
        raise damaged("a card lies somewhere else than it does")
    if len(lying) != len(S.runtime.kind_of) or len({card for _, card in lying}) != len(lying):
        raise damaged("a card lies in two places, or in none")
    return zones


def _gained(S: State, gained: Any) -> list[tuple[int, tuple[int, ...]]]:
    found = pairs(gained, "powers gained")
    for card, definitions in found:
        if not is_card(S, card) or not isinstance(definitions, tuple) or not definitions:
            raise damaged("a card has gained powers that it can't")
        if len(definitions) + len(S.runtime.own_powers[card]) > SLOTS or not all(
            is_definition(S, d) for d in definitions
        ):
            raise damaged("a card has gained powers that it can't")
    return found


def is_definition(S: State, value: Any) -> bool:
    """Whether a value is the index of a power that is in play."""
    powers, in_play = S.runtime.program.model.powers, S.runtime.program.in_play
    return whole(value, 0, len(powers) - 1) and (powers[value].owner is None or powers[value].owner in in_play)


def _uses(S: State, uses: Any) -> list[tuple[int, int]]:
    limits = list(S.runtime.limit_per_card)
    branches = {branch.limit_key for decision in S.runtime.decisions.values() for branch in decision.branches}
    found = pairs(uses, "uses counted")
    for key, times in found:
        limit, me, what = key >> 48, key >> 40 & 0xFF, key & ID_MASK
        good = limit < len(limits) and me < S.runtime.players and key == use_key(limit, me, what)
        if good and what >= BEYOND_POWERS:
            good = what in branches
        elif good:
            good = is_card(S, what // SLOTS) if limits[limit] else is_definition(S, what)
        if not good or not whole(times, 1, WIDE):
            raise damaged("something is counted in it that can't be")
    return found


def _records(S: State, records: Any) -> dict[int, tuple[Any, ...]]:
    events = S.runtime.program.model.events
    kept = {event_number(S, key): key for key, event in events.items() if event.kept is not None}
    found = pairs(records, "kept events")
    if len(found) > MOST_RECORDS or any(number >= S.cells[S.runtime.next_record] for number, _ in found):
        raise damaged("it remembers something that hasn't happened")
    for _, record in found:
        if not isinstance(record, tuple) or len(record) < 2 or not whole(record[0]) or record[0] not in kept:
            raise damaged("it remembers something that can't happen")
        if record[1] is not None and not whole(record[1], 0, S.runtime.players - 1):
            raise damaged("it remembers something that can't happen")
    S.records = dict(found)
    for _, record in found:
        if not is_fields(S, record[2:], kept[record[0]]):
            raise damaged("it remembers something that can't happen")
    return S.records


def check_watches(S: State, watches: Any) -> tuple[tuple[Any, ...], ...]:
    """Watches, after checking that they are possible. Raises SaveRefused."""
    captured, every = S.runtime.program.frames().captured, S.runtime.watch_every
    if not isinstance(watches, tuple) or len(watches) > MOST_WATCHES:
        raise damaged("a watch in it is none")
    for watch in watches:
        if not isinstance(watch, tuple) or len(watch) != 5 or not is_watch(S, watch[:2]):
            raise damaged("a watch in it is none")
        _, _, number, times, values = watch
        if not whole(number, 0, len(every) - 1) or not whole(times, 0, every[number] - 1):
            raise damaged("a watch in it is none")
        if not are_values(S, values, captured[number]):
            raise damaged("a watch keeps what it can't")
    identities = [watch[:2] for watch in watches]
    if any(a >= b for a, b in pairwise(identities)):
        raise damaged("a watch in it stands twice")
    return watches


def _began(S: State, began: Any) -> Any:
    """The position at the start of a phase played all at once. Raises SaveRefused."""
    if began is None:
        return None
    if not isinstance(began, tuple) or len(began) != 3 or not isinstance(began[2], tuple):
        raise damaged("where its phase began can't be")
    cells = _cells(S, began[0])
    _zones(S, began[1], cells)
    _gained(S, began[2])
    runtime = S.runtime
    for cell in (runtime.round, runtime.phase, runtime.on_turn, runtime.finished, runtime.stalled):
        if cells[cell] != S.cells[cell]:
            raise damaged("where its phase began can't be")
    return began


def _see_values(S: State, cells: list[Any]) -> None:
    """Check that all variables and attributes have values of their types. Raises SaveRefused."""
    layout = S.runtime.layout
    for variable in layout.model.variables.values():
        first = layout.variables.get(variable.key)
        for cell in range(first, first + layout.owners(variable.of)) if first is not None else ():
            if not is_value(S, cells[cell], variable.type):
                raise damaged(f"{_name(S, cell)} can't be that")
    for kind in layout.model.kinds.values():
        cards = layout.cards[kind.name]
        for attribute in kind.attributes.values():
            if not attribute.printed:
                offset = layout.attribute_cell(attribute)
                for cell in range(offset + cards.first, offset + cards.last):
                    if not is_value(S, cells[cell], attribute.type):
                        raise damaged(f"{_name(S, cell)} can't be that")

"""Powers on cards: which a card has, whether one can be used, and using it.

A power on a card is numbered card * 256 + its place in the card's list: first the card's own, then those it gained.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.run.feasibility.safety import POWER_ENDS, nest
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.state import State


def powers_of(S: State, card: int) -> tuple[int, ...]:
    """All powers of a card, its own first."""
    own = S.runtime.own_powers[card]
    gained = S.gained.get(card)
    if gained is None:
        return own
    first = card * SLOTS + len(own)
    return (*own, *range(first, first + len(gained)))


def powers_growing(S: State, card: int) -> Iterator[int]:
    """The powers of a card, those gained meanwhile included."""
    i = 0
    while i < len(powers := powers_of(S, card)):
        yield powers[i]
        i += 1


def passing(S: State, card: int, number: int) -> tuple[int, ...]:
    """The powers of a card whose definitions pass a table (`compile/power_tests.py`)."""
    own = S.runtime.own_passing[number][card]
    gained = S.gained.get(card)
    if gained is None:
        return own
    table = S.runtime.power_tables[number]
    first = card * SLOTS + len(S.runtime.own_powers[card])
    return (*own, *(first + i for i, definition in enumerate(gained) if table[definition]))


def lacks_powers(S: State, card: int, first: int, number: int) -> bool:
    """Whether none of the powers of a card, from a place on, is of a definition that passes a table."""
    if first == 0 and card not in S.gained:
        return not S.runtime.own_passing[number][card]
    return not any(power % SLOTS >= first for power in passing(S, card, number))


def definition_of(S: State, power: int) -> int:
    """The definition of a power on a card. A power that its card has lost meanwhile fails."""
    definition: int | None = S.runtime.definition_of_own.get(power)
    if definition is not None:
        return definition
    card, slot = divmod(power, SLOTS)
    own = S.runtime.own_definitions[card]
    gained = S.gained.get(card, ())
    if slot - len(own) >= len(gained):
        raise Fail(-1)
    return gained[slot - len(own)]


def gain(S: State, card: int, power: int, site: int) -> None:
    """Give a card another card's power too."""
    gained = (*S.gained.get(card, ()), definition_of(S, power))
    if len(gained) + len(S.runtime.own_powers[card]) >= SLOTS:
        raise Fault("TOO_NESTED", f"can't go on beyond {SLOTS} powers", site)
    S.gained[card] = gained


def lose(S: State, power: int) -> None:
    """A card loses a power that it gained and has still, and what it gained after it; uses of these are forgotten."""
    card, slot = divmod(power, SLOTS)
    kept = slot - len(S.runtime.own_powers[card])
    gained = S.gained.get(card, ())
    if kept < len(gained):
        S.gained[card] = gained[:kept]
        if kept == 0:
            del S.gained[card]
        _forget_uses(S, card, power)


def lose_gained(S: State, card: int) -> None:
    """A card loses what it gained, and the uses of that are forgotten."""
    if S.gained.pop(card, None) is not None:
        _forget_uses(S, card, card * SLOTS + len(S.runtime.own_powers[card]))


def _forget_uses(S: State, card: int, first: int) -> None:
    """Of the powers of a card, from one on."""
    per_card = S.runtime.limit_per_card
    S.steps += 2 * len(S.uses)
    for key in [k for k in S.uses if per_card[k >> 48] and first <= (k & ID_MASK) < (card + 1) * SLOTS]:
        del S.uses[key]


ID_MASK = (1 << 40) - 1


def use_key(limit: int, me: int, identity: int) -> int:
    """Limit, player and what is counted, as one number."""
    return limit << 48 | me << 40 | identity


def limit_has_room(S: State, me: int, limit: int, identity: int) -> bool:
    """Whether something with a limit can be done once more."""
    at_most: int = S.runtime.limit_at_most[limit](S, me)
    return S.uses.get(use_key(limit, me, identity), 0) < at_most


def count_use(S: State, me: int, limit: int, identity: int) -> None:
    """Count one use."""
    key = use_key(limit, me, identity)
    S.uses[key] = S.uses.get(key, 0) + 1


def usable(S: State, me: int, power: int) -> bool:
    """Whether a power's condition holds and all its limits have room."""
    try:
        definition = definition_of(S, power)
    except Fail:
        return False
    return bool(S.runtime.power_usable[definition](S, me, power, power // SLOTS))


def use_power(S: State, me: int, power: int, site: int) -> Any:
    """Count the use and run the power's effect. Fails when it is not usable."""
    if not usable(S, me, power):
        raise Fail(site)
    runtime = S.runtime
    definition = definition_of(S, power)
    for limit, per_card in runtime.power_limits[definition]:
        count_use(S, me, limit, power if per_card else definition)
    nest(S, site)
    S.steps += runtime.program.costs.powers[definition]
    S.stack.append((POWER_ENDS,))
    return runtime.power_entries[definition](S, me, power // SLOTS)

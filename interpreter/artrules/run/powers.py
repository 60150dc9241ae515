"""Powers on cards: which powers a card has, whether one can be used, and using it.

A power on a card is numbered card * SLOTS + its index in the card's list of powers: the card's own first, then those
that it gained.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.diagnostics.kinds import runtime as kinds
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
    """The powers of a card, including those that it gains while the caller goes through them."""
    i = 0
    while i < len(powers := powers_of(S, card)):
        yield powers[i]
        i += 1


def passing(S: State, card: int, number: int) -> tuple[int, ...]:
    """The powers of a card whose definitions pass a test of powers, given by number (`analyses/power_tests.py`)."""
    own = S.runtime.own_passing[number][card]
    gained = S.gained.get(card)
    if gained is None:
        return own
    table = S.runtime.power_tables[number]
    first = card * SLOTS + len(S.runtime.own_powers[card])
    return (*own, *(first + i for i, definition in enumerate(gained) if table[definition]))


def lacks_powers(S: State, card: int, first: int, number: int) -> bool:
    """Whether no power of a card, from an index on, passes a test of powers."""
    if first == 0 and card not in S.gained:
        return not S.runtime.own_passing[number][card]
    return not any(power % SLOTS >= first for power in passing(S, card, number))


def definition_of(S: State, power: int) -> int:
    """The index of the definition of a power on a card. Raises Fail for a power that the card has lost."""
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
    """Let a card gain a power of another card. Raises Fault when it has too many."""
    gained = (*S.gained.get(card, ()), definition_of(S, power))
    if len(gained) + len(S.runtime.own_powers[card]) >= SLOTS:
        raise Fault(kinds.TOO_NESTED, f"can't go on beyond {SLOTS} powers", site)
    S.gained[card] = gained


def lose(S: State, power: int) -> None:
    """Let a card lose a power that it gained, if it still has it, and all powers that it gained later. Their uses are
    forgotten."""
    card, slot = divmod(power, SLOTS)
    kept = slot - len(S.runtime.own_powers[card])
    gained = S.gained.get(card, ())
    if kept < len(gained):
        S.gained[card] = gained[:kept]
        if kept == 0:
            del S.gained[card]
        _forget_uses(S, card, power)


def lose_gained(S: State, card: int) -> None:
    """Let a card lose all powers that it gained. Their uses are forgotten."""
    if S.gained.pop(card, None) is not None:
        _forget_uses(S, card, card * SLOTS + len(S.runtime.own_powers[card]))


def _forget_uses(S: State, card: int, first: int) -> None:
    """Forget the uses of a card's powers, from one power on."""
    per_card = S.runtime.limit_per_card
    S.steps += 2 * len(S.uses)
    for key in [k for k in S.uses if per_card[k >> 48] and first <= (k & ID_MASK) < (card + 1) * SLOTS]:
        del S.uses[key]


ID_MASK = (1 << 40) - 1


def use_key(limit: int, me: int, identity: int) -> int:
    """The key of `State.uses`: the limit, the player (counted from 0) and what is counted, packed into one number."""
    return limit << 48 | me << 40 | identity


def limit_has_room(S: State, me: int, limit: int, identity: int) -> bool:
    """Whether something with a limit may be done once more."""
    at_most: int = S.runtime.limit_at_most[limit](S, me)
    return S.uses.get(use_key(limit, me, identity), 0) < at_most


def count_use(S: State, me: int, limit: int, identity: int) -> None:
    """Count one use."""
    key = use_key(limit, me, identity)
    S.uses[key] = S.uses.get(key, 0) + 1


def usable(S: State, me: int, power: int) -> bool:
    """Whether a power's condition holds and none of its limits is reached."""
    try:
        definition = definition_of(S, power)
    except Fail:
        return False
    return bool(S.runtime.power_usable[definition](S, me, power, power // SLOTS))


def use_power(S: State, me: int, power: int, site: int) -> Any:
    """Count a use and run the power's effect. Raises Fail when the power isn't usable."""
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

"""Small functions on values: bounds, sets, lists, tables, names. Generated code may call every public one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.kinds import runtime as kinds
from artrules.ir.sets import members as members
from artrules.run.metering import LARGEST_MEMBER, LONGEST_TEXT, MOST_STEPS, meter, too_long
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.state import State

INFINITY = float("inf")


def checked(value: int, low: int, high: int, site: int) -> int:
    """A number that must lie within bounds. Raises Fault."""
    if low <= value <= high:
        return value
    raise Fault(kinds.OUT_OF_BOUNDS, "is out of bounds", site, f"{low}..{high}", str(value))


def checked_set(mask: int, low: int, high: int, site: int) -> int:
    """A set whose members must lie within bounds. Raises Fault."""
    if mask & ~((1 << high + 1) - (1 << low)) == 0:
        return mask
    raise Fault(kinds.OUT_OF_BOUNDS, "is out of bounds", site, f"some of {low}..{high}", str(list(members(mask))))


def has_member(mask: int, item: int | None) -> bool:
    return item is not None and item >= 0 and mask >> item & 1 == 1


def without(items: Iterable[Any], gone: Iterable[Any]) -> tuple[Any, ...]:
    away = set(gone)
    return tuple(i for i in items if i not in away)


def without_all(mask: int, gone: Iterable[int]) -> int:
    for item in gone:
        if 0 <= item <= LARGEST_MEMBER:
            mask &= ~(1 << item)
    return mask


def divided(a: int, b: int, site: int) -> tuple[int, int]:
    """The quotient, rounded down, and the remainder. Raises Fail for division by zero."""
    if b == 0:
        raise Fail(site)
    return divmod(a, b)


def end_of(cards: Sequence[int], end: int, site: int) -> int:
    if not cards:
        raise Fail(site)
    return cards[end]


def last_of(cards: Sequence[int], count: int) -> tuple[int, ...]:
    """At most `count` cards from the bottom, the bottom one first."""
    return tuple(reversed(cards[max(0, len(cards) - max(0, count)) :]))


def last(items: Sequence[Any]) -> Any:
    return items[-1] if items else None


def item(items: Sequence[Any], position: int, site: int) -> Any:
    if not 1 <= position <= len(items):
        raise Fail(site)
    return items[position - 1]


def max_of(items: Sequence[int], site: int) -> int:
    if not items:
        raise Fail(site)
    return max(items)


def min_of(items: Sequence[int], site: int) -> int:
    if not items:
        raise Fail(site)
    return min(items)


def best(items: Sequence[Any], keys: Sequence[tuple[bool, Callable[[Any], Any]]]) -> tuple[Any, ...]:
    """The items for which the first key is best; among these, those for which the second is best; and so on. A key is
    (whether most is best, its function)."""
    left = list(items)
    for most, key in keys:
        if len(left) < 2:
            break
        values = [key(i) for i in left]
        goal = max(values) if most else min(values)
        left = [i for i, v in zip(left, values, strict=True) if v == goal]
    return tuple(left)


def best_by_lists(
    S: State, items: Sequence[Any], keys: Sequence[tuple[bool, Callable[[Any], Any]]], site: int
) -> tuple[Any, ...]:
    """The same when some keys are lists, which are compared item by item. When one list ends first, the longer one is
    better whether most or least is wanted."""
    left = list(items)
    for most, key in keys:
        if len(left) < 2:
            break
        values = [key(i) for i in left]
        if isinstance(values[0], (tuple, list)):
            meter(S, range(sum(map(len, values))), 2, site)
            values = [tuple(v) if most else (*v, INFINITY) for v in values]
        goal = max(values) if most else min(values)
        left = [i for i, v in zip(left, values, strict=True) if v == goal]
    return tuple(left)


def look_up(table: tuple[tuple[tuple[int, int], ...], tuple[int, int] | None], n: int) -> int:
    """The value of a stepwise table at a number: that of the last step reached, then along the slope."""
    steps, slope = table
    result, start = 0, None
    for at, value in steps:
        if n < at:
            return result
        result, start = value, at
    if slope is not None and start is not None:
        result += (n - start) // slope[0] * slope[1]
    return result


def position_of(S: State, card: int) -> int:
    cards: tuple[int, ...] = S.zones[S.cells[card]]
    return cards.index(card) + 1


def cards_before(S: State, card: int) -> tuple[int, ...]:
    cards: tuple[int, ...] = S.zones[S.cells[card]]
    return cards[: cards.index(card)]


def happenings(S: State, event: int) -> tuple[int, ...]:
    """The numbers of the kept happenings of an event, oldest first."""
    S.steps += len(S.records) // 2
    return tuple(n for n, record in S.records.items() if record[0] == event)


def field_of(S: State, happening: int, index: int, site: int) -> Any:
    """A field of a kept happening. Raises Fault when the happening has been forgotten."""
    record = S.records.get(happening)
    if record is None:
        raise Fault(kinds.FORGOTTEN, "is no longer remembered", site)
    return record[index]


def set_field(S: State, happening: int, index: int, value: Any, site: int) -> None:
    record = S.records.get(happening)
    if record is None:
        raise Fault(kinds.FORGOTTEN, "is no longer remembered", site)
    S.records[happening] = (*record[:index], value, *record[index + 1 :])


def score_of(S: State, player: int) -> int:
    total: int = sum(part(S, player) for part in S.runtime.score_parts)
    return total


def said_of(S: State, cards: Callable[[], Iterable[int | None]], value: Any, type_: tuple[Any, ...]) -> str:
    """The text of a value that was read off some cards. When one of them must not be named, the text is `something`."""
    if not S.redaction:
        return said(S, value, type_)
    try:
        hidden = [card for card in cards() if card is not None and card in S.redaction]
    except Fail:
        return "something"
    return "something" if hidden else said(S, value, type_)


def said(S: State, value: Any, type_: tuple[Any, ...]) -> str:
    """The text of a value of a type, for people."""
    match type_[0]:
        case "optional":
            return "none" if value is None else said(S, value, type_[1])
        case "card":
            return "a card" if value in S.redaction else S.runtime.card_label(S, value)
        case "player":
            return f"player {value + 1}"
        case "member":
            return str(S.runtime.program.model.enums[type_[1]].members[value]).replace("_", " ")
        case "bool":
            return "yes" if value else "no"
        case "set":
            return _listed(S, members(value), type_[1])
        case "list":
            return _listed(S, value, type_[1])
        case "power":
            return S.runtime.power_label(S, value)
    return str(value)


def _listed(S: State, values: Iterable[Any], type_: tuple[Any, ...]) -> str:
    """The texts of some values, joined by commas. It stops where the text would be cut off anyway."""
    parts: list[str] = []
    room = LONGEST_TEXT
    for value in values:
        S.steps += 10
        if S.steps > MOST_STEPS:
            raise too_long(-1)
        parts.append(said(S, value, type_))
        room -= len(parts[-1]) + 2
        if room < 0:
            break
    text = ", ".join(parts)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"

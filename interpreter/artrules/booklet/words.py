"""Puts numbers, names and values into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.ir.model import Model
from artrules.ir.sets import members
from artrules.ir.types import Bool, ListOf, Member, Optional, Player, SetOf, Type

_TIMES = ("never", "once", "twice", "three times", "four times", "five times", "six times")


def frequency(number: int) -> str:
    """A number of times in words: never, once, twice, three times."""
    return _TIMES[number] if 0 <= number < len(_TIMES) else f"{number} times"


def display_text(name: str) -> str:
    """A name of the content as words: `as_played` becomes `as played`."""
    return name.replace("_", " ")


def title_of(name: str) -> str:
    """A name of the content as a title: `as_played` becomes `As played`."""
    words = display_text(name)
    return words[:1].upper() + words[1:]


def join_words(words: Iterable[str], last: str = "and") -> str:
    """An enumeration: `a, b and c`. `last` is the word before the last item."""
    texts = list(words)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def value_in_words(model: Model, value: Any, type_: Type | None) -> str:
    """A value of a type in words. `value` is a value as the engine holds it, such as the number of an enum's member."""
    match type_:
        case Bool():
            return "yes" if value else "no"
        case Member(enum):
            return display_text(model.enums[enum].members[value])
        case Player():
            return f"player {value + 1}"
        case Optional(inner):
            return "none" if value is None else value_in_words(model, value, inner)
        case SetOf(inner):
            return join_words(value_in_words(model, item, inner) for item in members(value)) or "none"
        case ListOf(inner):
            return join_words(value_in_words(model, item, inner) for item in value) or "none"
    return str(value)

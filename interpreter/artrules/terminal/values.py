"""Values of a state (`docs/table_protocol.md`) in words: titles, values, and which step of a table comes next."""

from __future__ import annotations

from typing import Any

from artrules.game.description import TableDescription, VariableDescription


def render_value(value: Any, description: TableDescription) -> str:
    """The value of a variable or figure in words."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case {"player": player}:
            return f"player {player}"
        case {"member": [enum, member]}:
            return description.members[enum][member].title
        case [*items]:
            return ", ".join(render_value(item, description) for item in items) or "none"
    return str(value)


def described(name: str, description: TableDescription) -> VariableDescription | None:
    """What the description says of a variable or figure; None for other names."""
    return description.variables.get(name) or description.figures.get(name)


def is_omitted(known: VariableDescription, value: Any) -> bool:
    """Whether the screen leaves a variable or figure out while it has a value."""
    if known.shown == "changed":
        return bool(_plain(value) == known.starts)
    return known.shown != "always" or (known.as_ == "flag" and not value)


def _plain(value: Any) -> Any:
    """A value as a view holds it, with which a description says what a variable starts with."""
    match value:
        case {"player": plain} | {"member": [_, plain]}:
            return plain
        case [*items]:
            return [_plain(item) for item in items]
    return value


def is_held(known: VariableDescription, value: Any) -> bool:
    """Whether a variable is a flag of the table that a player holds now: it stands beside that player's name."""
    return known.of == "table" and known.as_ == "flag" and isinstance(value, dict) and "player" in value


def owner_title(owner: str, enum: str | None, description: TableDescription) -> str:
    """An owner as a view names it, `teal` or `2][teal`, in words. `enum` is that of its member, None for numbers."""
    known = description.members.get(enum or "", {})
    words = owner.split("][")
    return " ".join(known[word].title if word in known else word.replace("_", " ") for word in words)


def with_step(known: VariableDescription, value: Any, description: TableDescription) -> str:
    """A value in words. Where a table says by which steps it counts, what holds now and from when on the next step:
    `12 (2; 3 from 20)`."""
    text = render_value(value, description)
    if not known.steps or not isinstance(value, int):
        return text
    reached = [str(result) for least, result in known.steps if least <= value][-1:]
    following = [f"{result} from {least}" for least, result in known.steps if least > value][:1]
    return f"{text} ({'; '.join([*reached, *following])})"


def widest_value(known: VariableDescription, description: TableDescription) -> int:
    """The number of characters that the widest number of a variable or figure can take; 0 where it has no bounds."""
    if known.low is None or known.high is None:
        return 0
    ends = {known.low, known.high, *(least for least, _ in known.steps), *(least - 1 for least, _ in known.steps)}
    return max(len(with_step(known, n, description)) for n in ends if known.low <= n <= known.high)

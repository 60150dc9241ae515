"""Members of enums that never occur: no code, card, power, set or setting mentions them.

A member may be the one that is never mentioned because it is the rest: `if wind is north … else`. So a member counts as
used where it can come about: on a card, as a key of powers, as a choice before the game, as a start, or wherever code
goes through all members.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from artrules.analyses.calls import every
from artrules.analyses.type_uses import innermost
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ir.declarations import Enum
from artrules.ir.model import Model
from artrules.ir.nodes import AllMembers, Constant
from artrules.ir.types import FACE, Member, Type

UNUSED_MEMBER = declare(
    4157,
    "unused-member",
    "a member of an enum that never occurs",
    """
    No rule mentions this member, no card or power has it, and no code goes through all members. So nothing can ever be
    it. Perhaps another member stands where this one was meant; otherwise remove it.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            enums:
              wind: [calm, north, south]  #!
            variables:
              blows: {type: wind}
            procedures:
              turn_it: |
                if blows is calm:
                    blows becomes north
            """,
        ),
        repaired=Example(
            "sections",
            """
            enums:
              wind: [calm, north, south]
            variables:
              blows: {type: wind}
            procedures:
              turn_it: |
                if blows is calm:
                    blows becomes north
                else:
                    blows becomes south
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                enums:
                  wind: [calm, north, south]
                variables:
                  blows: {type: wind}
                procedures:
                  turn_it: |
                    random w in wind
                    blows becomes w
                    if blows is calm:
                        draw(1)
                """,
            ),
        ),
    ),
)


@ruleset_check(UNUSED_MEMBER, asks_for_uses=True)
def unused_members(models: Sequence[Model], report: Report) -> None:
    used = {member for model in models for member in _used(model)}
    for model in models:
        for enum in model.enums.values():
            unused = [name for name in enum.members if (enum.name, name) not in used]
            if enum.name == FACE.enum or len(unused) == len(enum.members):
                continue
            for name in unused:
                report.add(
                    UNUSED_MEMBER, f"nothing can ever be `{name}`: no rule mentions it", _place(model, enum, name)
                )


def _used(model: Model) -> Iterator[tuple[str, str]]:
    """The members that can come about or are mentioned: pairs of an enum and a member."""
    for name in model.asked:
        if name in model.members:
            yield model.members[name][0].name, name
    whole = {node.enum for _, node in every(model, AllMembers)}
    values: list[tuple[Type | None, Any]] = [(node.type, node.value) for _, node in every(model, Constant)]
    for variable in model.variables.values():
        whole.add(_enum(variable.of))
        values.append((variable.type, 0 if variable not in model.starts else None))
    for zone in model.zones.values():
        whole |= {_enum(zone.per), _enum(zone.second)}
    for setting in model.settings.values():
        whole.add(_enum(setting.type))
    for power in model.powers:
        values += [(model.power_attributes[name].type, value) for name, value in power.attributes.items()]
        if isinstance(power.group_key, str) and power.group_key in model.members:
            yield model.members[power.group_key][0].name, power.group_key
    for kind in model.kinds.values():
        if kind.powers is not None:
            whole.add(_enum(kind.attributes[kind.powers.by].type))
        for attribute in kind.attributes.values():
            values.append((attribute.type, 0 if attribute not in model.starts else None))
    for pieces in model.pieces.values():
        attributes = model.kinds[pieces.kind].attributes
        for _, row, _ in pieces.rows:
            values += [(attributes[name].type, value) for name, value in row.items() if name in attributes]
    for enum in model.enums.values():
        for name, of in enum.properties.items():
            values += [(of, value) for value in enum.values.get(name, {}).values()]
    for type_, value in values:
        yield from _members(model, type_, value)
    for name in whole - {""}:
        yield from ((name, member) for member in model.enums[name].members)


def _members(model: Model, type_: Type | None, value: Any) -> Iterator[tuple[str, str]]:
    """The members that are in a value."""
    name = _enum(type_)
    members = model.enums[name].members if name else ()
    for index in value if isinstance(value, (tuple, list, frozenset, set)) else [value]:
        if isinstance(index, int) and 0 <= index < len(members):
            yield name, members[index]


def _enum(type_: Type | None) -> str:
    """The enum whose members a type has; empty if there is none."""
    of = innermost(type_)
    return of.enum if isinstance(of, Member) else ""


def _place(model: Model, enum: Enum, member: str) -> Span:
    """Where a member stands in its enum."""
    lines = (model.source_text(enum.at.file) or "").splitlines()
    for number in range(enum.at.line, len(lines) + 1):
        begin = enum.at.end_column - 1 if number == enum.at.line else 0
        found = re.compile(rf"\b{member}\b").search(lines[number - 1], begin)
        if found is not None:
            return Span(enum.at.file, number, found.start() + 1, number, found.end() + 1)
    return enum.at

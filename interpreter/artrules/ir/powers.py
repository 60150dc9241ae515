"""Powers, and the sets that hold them by group and key.

No node refers to one of them: code asks a card for its powers, and only a game knows which these are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Declaration, Enum, Group, Kind, Limit, ZoneOrder
from artrules.ir.texts import Text
from artrules.ir.types import Member, Optional
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class PowerDefinition(Declaration):
    """One power of one key of a set. `number` counts the powers of the key from 1, `index` all powers of a ruleset
    from 0. `attributes` has a value for each attribute that powers have, None for one that was refused."""

    group: str
    group_key: Any
    number: int
    title: str
    label_text: str
    attributes: Mapping[str, Any]
    limits: Sequence[Limit]
    index: int
    words: Text | None
    not_in_code: Mapping[int, Span]
    """Numbers of the text that are rightly not in the code; where each is named."""
    condition_text: str
    effect_text: str


@dataclass(frozen=True, slots=True, eq=False)
class KeyedPowers:
    """What a set holds for one key of a group: a title, a text, powers."""

    key: Any
    title: str
    words: Text | None
    powers: Sequence[PowerDefinition]
    at: Span
    not_in_code: Mapping[int, Span]
    """Numbers of the text that are rightly not in the code; where each is named."""

    @property
    def text(self) -> str:
        return self.words.text if self.words is not None else ""


@dataclass(frozen=True, slots=True, eq=False)
class PowerSet(Declaration):
    """A set: by group and key what it holds; by zone the order that it requires where the game leaves that open; by
    group and key where it says that it leaves the key out on purpose."""

    title: str
    fills: Mapping[str, Mapping[Any, KeyedPowers]] = field(default_factory=dict)
    requires: Mapping[str, ZoneOrder] = field(default_factory=dict)
    leaves_out: Mapping[str, Mapping[Any, Span]] = field(default_factory=dict)


def key_members(group: Group, kind: Kind, enums: Mapping[str, Enum]) -> Sequence[str]:
    """The members that cards of a kind can have as their key of a group; none if it isn't keyed by names."""
    if kind.powers is None or kind.powers.group != group.name:
        return ()
    type_ = kind.attributes[kind.powers.by].type
    member = type_.of if isinstance(type_, Optional) else type_
    return enums[member.enum].members if isinstance(member, Member) else ()


def keys_by_name(group: Group, kinds: Mapping[str, Kind], enums: Mapping[str, Enum]) -> list[str]:
    """The keys of a group that is keyed by names: the members of its enum, or those that cards with powers from it can
    have as theirs."""
    if group.by_enum is not None:
        return list(enums[group.by_enum].members)
    return list(dict.fromkeys(name for kind in kinds.values() for name in key_members(group, kind, enums)))

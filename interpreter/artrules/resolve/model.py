"""Everything a ruleset declares, in one place: what the resolve stage makes and later stages read.

Names are looked up from the viewpoint of an owner: a set sees its own names, then the game's; the game sees only its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from artrules.diagnostics.span import Span
from artrules.kernel.declarations import (
    Declaration,
    Enum,
    Event,
    Flow,
    Function,
    Group,
    Kind,
    Life,
    Limit,
    Menu,
    Pieces,
    PowerAttribute,
    PowerDefinition,
    PowerSet,
    Procedure,
    Ruling,
    RulingHeading,
    Setting,
    Table,
    Total,
    Variable,
    ZoneDeclaration,
)
from artrules.kernel.type import FACE, Member, Optional
from artrules.source.node import Scalar

D = TypeVar("D", bound=Declaration)


@dataclass(slots=True)
class Remark:
    """A `source` or `assumed` beside a declaration."""

    place: str
    kind: str
    text: str
    scalar: Scalar
    owner: str | None = None
    """The set in which it stands."""


@dataclass(slots=True)
class Model:
    """A ruleset's declarations, with its sets, for one choice of overlays."""

    name: str
    at: Span | None = None
    """Where its name stands."""
    title: str = ""
    players: tuple[int, int] = (1, 1)
    settings: dict[str, Setting] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    members: dict[str, tuple[Enum, int]] = field(default_factory=dict)
    lives: dict[str, Life] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    power_attributes: dict[str, PowerAttribute] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, ZoneDeclaration] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    menus: dict[str, Menu] = field(default_factory=dict)
    pieces: dict[str, Pieces] = field(default_factory=dict)
    totals: dict[str, Total] = field(default_factory=dict)
    flow: Flow = field(default_factory=Flow)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    ruling_headings: list[RulingHeading] = field(default_factory=list)
    sets: dict[str, PowerSet] = field(default_factory=dict)
    powers: list[PowerDefinition] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    overlays: tuple[str, ...] = ()
    """The overlays that were laid over the game."""
    brought: dict[str, str] = field(default_factory=dict)
    """Settings that overlays add, and which one does: they exist whether it applies or not."""
    asked: frozenset[str] = frozenset()
    """Names that stand in the conditions of overlays: settings, and members of enums."""
    code: list[Any] | None = None
    """All its code once it has been elaborated, for those that go through it (`checks/calls.py`)."""
    source_text: Callable[[str], str | None] = lambda file: None
    """The text of a file of content, by the name that spans give: for whoever shows the author's words."""

    def find(self, table: dict[str, D], name: str, owner: str | None) -> D | None:
        """A declaration by name as code of this owner sees it."""
        if owner is not None and (found := table.get(f"{owner}/{name}")) is not None:
            return found
        return table.get(name)

    def visible(self, table: dict[str, D], owner: str | None) -> Iterator[D]:
        """All declarations that code of this owner sees."""
        for declaration in table.values():
            if declaration.owner in (None, owner):
                yield declaration

    def keys_by_name(self, group: Group) -> list[str]:
        """The keys of a group that is keyed by names: the members that cards with powers from it can have as theirs."""
        return list(dict.fromkeys(name for kind in self.kinds.values() for name in self.key_members(group, kind)))

    def key_members(self, group: Group, kind: Kind) -> list[str]:
        """The members that cards of a kind can have as their key of a group; none if it isn't keyed so."""
        if kind.powers is None or kind.powers.group != group.name:
            return []
        type_ = kind.attributes[kind.powers.by].type
        member = type_.of if isinstance(type_, Optional) else type_
        return self.enums[member.enum].members if isinstance(member, Member) else []

    def has_meaning(self, setting: str) -> bool:
        """Whether anything depends on a setting: not on that of an overlay that doesn't apply, if none asks for it."""
        return setting in self.asked or self.brought.get(setting) in (None, *self.overlays)

    @property
    def face(self) -> Enum:
        return self.enums[FACE.enum]

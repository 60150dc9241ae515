"""Resolves the names of zones and variables in a scenario: `box`, `stall[2]`, `hand` of player 1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import Variable, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.types import Member, Number, Player, Type
from artrules.source.node import Scalar

Section = Literal["zones", "variables", "players"]
_NAME = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<key>[^\[\]]*)\])?(?:\[(?P<second>[^\[\]]*)\])?")


class Table(Protocol):
    """What places are found on: a position of a game, or only the way in which it is set up."""

    @property
    def model(self) -> Model: ...

    @property
    def players(self) -> int: ...

    @property
    def zone_declarations(self) -> Sequence[ZoneDeclaration]: ...

    @property
    def variables(self) -> Sequence[Variable]: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a variable of one owner, or a zone of two."""

    declaration: ZoneDeclaration | Variable
    owner: int
    """The index of the owner; 0 without owners."""
    second: int
    """The index of the second owner; 0 without one."""
    player: int | None
    """The player under whom a view shows it, counted from 1; None when it belongs to the table."""
    shown: str
    """Its key in a view."""

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"`{self.shown}`" if self.player is None else f"`{self.shown}` of player {self.player}"


class Places:
    """All zones and variables of a game, by name."""

    def __init__(self, table: Table) -> None:
        self._model = table.model
        self._players = table.players
        self._zones = table.zone_declarations
        self._variables = table.variables
        self._known: dict[Section, list[ZoneDeclaration | Variable]] = {}

    def player(self, key: Scalar, report: Report) -> int | None:
        """The player whom a scenario names, counted from 1; None after a diagnostic."""
        players = self._players
        if key.text.isdigit() and 1 <= int(key.text) <= players:
            return int(key.text)
        report.add(
            kinds.BAD_POSITION,
            f"there is no player `{key.text}`",
            key.span,
            expected=f"a number from 1 to {players}",
            found=f"`{key.text}`",
        )
        return None

    def find(self, key: Scalar, section: Section, player: int | None, report: Report) -> Place | None:
        """The place with a name in a section of a position; under `players`, that of a player (counted from 1). None
        after a diagnostic."""
        match = _NAME.fullmatch(key.text)
        name, *keys = match.groups() if match else (key.text, None, None)
        here = self._declared(section)
        found = next((d for d in here if name in (d.name, d.key)), None)
        if found is None:
            self._unknown(key, name, section, here, report)
            return None
        of = [owner for owner in _owners(found) if owner is not None]
        indices: list[int] = []
        if section == "players" and player is not None:
            of, indices = of[1:], [player - 1]
        given = [each for each in keys if each is not None]
        named = [self._index(owner, each) for owner, each in zip(of, given, strict=False)]
        if len(given) != len(of) or None in named:
            self._wrong_keys(key, name, of, report)
            return None
        first, second = (*indices, *(index for index in named if index is not None), 0, 0)[:2]
        return Place(found, first, second, player, found.key + "".join(f"[{each}]" for each in given))

    def _declared(self, section: Section) -> list[ZoneDeclaration | Variable]:
        """What stands in a section of a position, found once."""
        if section not in self._known:
            self._known[section] = self._declared_in(section)
        return self._known[section]

    def _declared_in(self, section: Section) -> list[ZoneDeclaration | Variable]:
        everything: list[ZoneDeclaration | Variable] = [*self._zones, *self._variables]
        if section == "players":
            return [d for d in everything if isinstance(_owners(d)[0], Player)]
        wanted = ZoneDeclaration if section == "zones" else Variable
        return [d for d in everything if isinstance(d, wanted) and not isinstance(_owners(d)[0], Player)]

    def _index(self, of: Type, key: str) -> int | None:
        """The index of the owner that is called so; None if there is none."""
        keys = self._keys(of)
        return keys.index(key) if key in keys else None

    def _keys(self, of: Type) -> Sequence[str]:
        """What the owners of a type are called in brackets."""
        match of:
            case Number(low, high):
                return [str(n) for n in range(low, high + 1)]
            case Member(enum):
                return self._model.enums[enum].members
            case Player():
                return [str(n) for n in range(1, self._players + 1)]
        return ()

    def _wrong_keys(self, key: Scalar, name: str, of: Sequence[Type], report: Report) -> None:
        """A diagnostic for a name with too many keys, too few, or wrong ones."""
        keys = [known for owner in of if (known := self._keys(owner))]
        message = f"there is one `{name}` only"
        if keys:
            message = f"there is one `{name}` for each of {', and each of '.join(map(', '.join, keys))}"
        written = "".join(f"[{each[0]}]" for each in keys)
        given = key.text.removeprefix(name)[1:-1].split("][")
        like = closest(given[0], keys[0]) if len(keys) == len(given) == 1 else ()
        report.add(
            kinds.UNKNOWN_PLACE,
            message,
            key.span,
            expected=f"`{name}{written}`" + (" or the like" if keys else ""),
            found=f"`{key.text}`",
            suggestions=[f"{name}[{k}]" for k in like],
        )

    def _unknown(
        self, key: Scalar, name: str, section: Section, here: list[ZoneDeclaration | Variable], report: Report
    ) -> None:
        what = {"zones": "zone of the table", "variables": "variable of the table"}.get(section, "zone or variable")
        whose = " of a player" if section == "players" else ""
        elsewhere = [s for s in ("zones", "variables", "players") if any(name == d.name for d in self._declared(s))]
        report.add(
            kinds.UNKNOWN_PLACE,
            f"there is no {what}{whose} called `{name}`",
            key.span,
            expected=f"`{name}` under `{elsewhere[0]}`" if elsewhere else None,
            found=f"`{name}`",
            suggestions=closest(name, [d.name for d in here]),
        )


def _owners(declaration: ZoneDeclaration | Variable) -> tuple[Type | None, Type | None]:
    return (declaration.per, declaration.second) if isinstance(declaration, ZoneDeclaration) else (declaration.of, None)

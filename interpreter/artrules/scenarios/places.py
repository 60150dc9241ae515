"""Resolves the names of zones and variables in a scenario: `box`, `stall[2]`, `hand` of player 1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.game.inspection.position import Position, Zone
from artrules.ir.declarations import Variable, ZoneDeclaration
from artrules.ir.types import Member, Number, Player, Type
from artrules.source.node import Scalar

Section = Literal["zones", "variables", "players"]
_NAME = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<key>[^\[\]]*)\])?")


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a variable of one owner."""

    declaration: ZoneDeclaration | Variable
    owner: int
    """The index of the owner; 0 without owners."""
    player: int | None
    """The player under whom a view shows it, counted from 1; None when it belongs to the table."""
    shown: str
    """Its key in a view."""

    @property
    def zone(self) -> Zone:
        """The zone that it is, if it is one."""
        return Zone(self.declaration.key, self.owner)

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"`{self.shown}`" if self.player is None else f"`{self.shown}` of player {self.player}"


class Places:
    """All zones and variables of a game, by name."""

    def __init__(self, position: Position) -> None:
        self._model = position.model
        self._players = position.players
        self._zones = position.zone_declarations
        self._variables = position.variables

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
        name, owner = (match["name"], match["key"]) if match else (key.text, None)
        here = self._declared(section)
        found = next((d for d in here if name in (d.name, d.key)), None)
        if found is None:
            self._unknown(key, name, section, here, report)
            return None
        if section == "players" and player is not None:
            return Place(found, player - 1, player, found.key)
        index = self._index(_owner(found), key, owner, report)
        if index is None:
            return None
        shown = found.key if owner is None or section == "players" else f"{found.key}[{owner}]"
        return Place(found, index, player, shown)

    def _declared(self, section: Section) -> list[ZoneDeclaration | Variable]:
        everything: list[ZoneDeclaration | Variable] = [*self._zones, *self._variables]
        if section == "players":
            return [d for d in everything if isinstance(_owner(d), Player)]
        wanted = ZoneDeclaration if section == "zones" else Variable
        return [d for d in everything if isinstance(d, wanted) and not isinstance(_owner(d), Player)]

    def _index(self, of: Type | None, key: Scalar, owner: str | None, report: Report) -> int | None:
        keys: Sequence[str] = ()
        match of:
            case Number(low, high):
                keys = [str(n) for n in range(low, high + 1)]
            case Member(enum):
                keys = self._model.enums[enum].members
            case None if owner is None:
                return 0
        if owner in keys:
            return keys.index(owner)
        name = key.text.partition("[")[0]
        report.add(
            kinds.UNKNOWN_PLACE,
            f"there is one `{name}` for each of {', '.join(keys)}" if keys else f"there is one `{name}` only",
            key.span,
            expected=f"`{name}[{keys[0]}]` or the like" if keys else f"`{name}`",
            found=f"`{key.text}`",
            suggestions=[f"{name}[{k}]" for k in closest(owner or "", keys)],
        )
        return None

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


def _owner(declaration: ZoneDeclaration | Variable) -> Type | None:
    return declaration.per if isinstance(declaration, ZoneDeclaration) else declaration.of

"""How the game of a scenario is set up: all that is known of it before anything is played."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir.declarations import ZoneDeclaration, ZoneOrder
from artrules.ir.model import Model
from artrules.scenario_files.places import Places


class Setup:
    """One way to set up a game. `sets` are the names of the sets in play."""

    def __init__(self, model: Model, players: int, sets: frozenset[str]) -> None:
        self.model = model
        self.players = players
        self.sets = sets
        self.zone_declarations = [z for z in model.zones.values() if z.owner is None or z.owner in sets]
        self.variables = [v for v in model.variables.values() if v.owner is None or v.owner in sets]
        self.places = Places(self)

    def order_of(self, zone: ZoneDeclaration) -> ZoneOrder:
        """How cards lie in a zone."""
        return self.model.order_of(zone, self.sets)


class BadSetup(ValueError):
    """Raised where a game can't be set up as it is wished. `fault` says what is wrong, with the author's words in
    backticks."""

    setting: str | None = None
    """The setting at fault, as it is written; None where it is the number of players."""
    of_value: bool = False
    """Whether the value of the setting is at fault."""
    found: str = ""
    known: Sequence[str] = ()
    """What would be possible in the place of what was found."""

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message)
        self.fault = fault

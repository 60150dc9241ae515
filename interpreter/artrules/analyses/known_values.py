"""What is known about names at one point of code, while `failures_after_commit.py` follows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from artrules.analyses.power_tests import Powers, SelectingParameters
from artrules.ir.nodes import Binder, Checked, Constant, Expression, Local, Perform, PowersOf, TopOf, ZoneOf
from artrules.ir.powers import PowerDefinition


@dataclass(slots=True)
class KnownValues:
    """What is known about names.

    `constants` are names with known values, `hidden` the names of cards that nobody has seen, and `meant` the powers
    that a name may stand for.
    """

    powers: Powers
    selecting: SelectingParameters
    constants: dict[str, Any] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    meant: dict[str, list[PowerDefinition]] = field(default_factory=dict)

    def copy(self) -> KnownValues:
        return KnownValues(self.powers, self.selecting, dict(self.constants), set(self.hidden), dict(self.meant))

    def called(self, call: Perform) -> KnownValues:
        """What is known in a called procedure: parameters that get constants, if these can select powers there."""
        given = zip(self.selecting.model.locals[call.procedure], call.arguments, strict=False)
        asked = self.selecting.of(call.procedure)
        constants = {p.name: self._constant(a) for p, a in given if p.name in asked}
        return self.unbound({name: value for name, value in constants.items() if value != ()})

    def unbound(self, constants: dict[str, Any] | None = None) -> KnownValues:
        """What is known where other code begins: only some constants."""
        return KnownValues(self.powers, self.selecting, constants or {})

    def bind(self, binder: Binder) -> None:
        """Record what a binder's name stands for."""
        name = binder.local.name
        if self.hides(binder.domain):
            self.hidden.add(name)
        if isinstance(binder.domain, PowersOf) and binder.condition is not None:
            meant = self.powers.candidates(binder.condition, name, self.constants)
            if meant is not None:
                self.meant[name] = [power for power in self.powers.all if power in meant]

    def used(self, power: Expression) -> list[PowerDefinition]:
        """The powers that an expression may stand for; empty if unknown."""
        return self.meant.get(power.name, []) if isinstance(power, Local) else []

    def hides(self, cards: Expression) -> bool:
        """Whether nobody has seen these cards, so that moving them reveals something new."""
        match cards:
            case Local(name=name):
                return name in self.hidden
            case TopOf(zone=ZoneOf(declaration=zone)):
                return zone.seen_by == "nobody" or zone.shows_top_only
        return False

    def _constant(self, value: Expression) -> Any:
        """The value of a constant or of a name with a known value; an empty tuple if the value isn't known."""
        match value:
            case Constant(value=constant):
                return constant
            case Checked(value=inner):
                return self._constant(inner)
            case Local(name=name):
                return self.constants.get(name, ())
        return ()

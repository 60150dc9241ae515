"""What is known of names on the way through code that is followed for what may fail after a commit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from artrules.analyses.power_tests import Powers, Telling
from artrules.ir.nodes import Binder, Checked, Constant, Expression, Local, Perform, PowersOf, TopOf, ZoneOf
from artrules.ir.powers import PowerDefinition


@dataclass(slots=True)
class Bound:
    """`hidden` are names of cards that nobody saw, `meant` the powers that a name may stand for."""

    powers: Powers
    telling: Telling
    constants: dict[str, Any] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    meant: dict[str, list[PowerDefinition]] = field(default_factory=dict)

    def copy(self) -> Bound:
        return Bound(self.powers, self.telling, dict(self.constants), set(self.hidden), dict(self.meant))

    def called(self, call: Perform) -> Bound:
        """What the procedure called knows: parameters that are given constants, if these say anything there."""
        given = zip(self.telling.model.locals[call.procedure], call.arguments, strict=False)
        asked = self.telling.of(call.procedure)
        constants = {p.name: self._constant(a) for p, a in given if p.name in asked}
        return self.unbound({name: value for name, value in constants.items() if value != ()})

    def unbound(self, constants: dict[str, Any] | None = None) -> Bound:
        """What other code knows, which is begun with some constants."""
        return Bound(self.powers, self.telling, constants or {})

    def bind(self, binder: Binder) -> None:
        """Note what a binder's name stands for."""
        name = binder.local.name
        if self.hides(binder.domain):
            self.hidden.add(name)
        if isinstance(binder.domain, PowersOf) and binder.condition is not None:
            meant = self.powers.candidates(binder.condition, name, self.constants)
            if meant is not None:
                self.meant[name] = [power for power in self.powers.all if power in meant]

    def used(self, power: Expression) -> list[PowerDefinition]:
        """The powers that an expression may mean, if that is known."""
        return self.meant.get(power.name, []) if isinstance(power, Local) else []

    def hides(self, cards: Expression) -> bool:
        """Whether moving these cards shows what nobody could see before."""
        match cards:
            case Local(name=name):
                return name in self.hidden
            case TopOf(zone=ZoneOf(declaration=zone)):
                return zone.seen_by == "nobody" or zone.shows_top_only
        return False

    def _constant(self, value: Expression) -> Any:
        """The value of a constant or of a parameter that was given one; an empty tuple when it is not known."""
        match value:
            case Constant(value=constant):
                return constant
            case Checked(value=inner):
                return self._constant(inner)
            case Local(name=name):
                return self.constants.get(name, ())
        return ()

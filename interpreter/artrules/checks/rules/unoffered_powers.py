"""Powers that the game never offers: no rule that goes through a card's powers to use them lets this one through.

Mostly a key such as `when: selling` names a moment at which no rule asks for powers. The check goes by the keys that
conditions ask for. A parameter in a condition stands for the values that its procedure is called with. A power also
counts as offered where a rule hands it on, to a procedure or a variable; not where it is only copied to another card.
Powers whose effect is `skip` are `power-without-effect`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from artrules.analyses.calls import Code, every
from artrules.analyses.power_tests import holds
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Announce,
    Answer,
    Binder,
    Call,
    Constant,
    Expression,
    Local,
    Node,
    Perform,
    PowersOf,
    Set,
    UsePower,
    walk,
)
from artrules.ir.powers import PowerDefinition
from artrules.ir.print_code import print_value

NEVER_OFFERED = declare(
    4160,
    "never-offered",
    "a power that the game never offers",
    """
    Rules look for powers by their keys, such as `w.when is buying`, and no rule looks for powers with the keys of this
    one. So no player can ever use it. Give it another value, or write the rule that offers it:
    `for w in c.powers where w.when is selling:` with `may use w` below.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            enums:
              timing: [as_played, after_played, buying, selling]
            sets:
              river:
                guild:
                  1:
                    powers:
                      - {when: selling, label: draw, do: draw(1)}  #!
            """,
        ),
        repaired=Example("power", "- {when: buying, label: draw, do: draw(1)}"),
        near_misses=(
            Example(
                "overlay",
                """
                overlay: storm
                of: lanterns
                applies: size(players) = 2
                enums:
                  timing: [as_played, after_played, buying, selling]
                procedures:
                  offer(lantern c, timing t): |
                    for w in c.powers where w.when is t:
                        may use w
                  tidy: |
                    for p in players:
                        as p:
                            for c in shown(p):
                                offer(c, selling)
                            move my row to my discard
                    ending becomes yes
                sets:
                  river:
                    guild:
                      1:
                        powers:
                          - {when: selling, label: draw, do: draw(1)}
                """,
            ),
        ),
    ),
)
_MOST_WAYS = 64
"""Maximum number of combinations of parameters' values; with more, the condition counts as true."""
_MOST_SHOWN = 5
"""Maximum number of other powers that a diagnostic names."""


@model_check(NEVER_OFFERED, without_errors=True)
def unoffered_powers(model: Model, report: Report) -> None:
    if not model.powers:
        return
    offering = list(_Offers(model).conditions())
    unoffered: dict[tuple[tuple[str, Any], ...], list[PowerDefinition]] = {}
    known: dict[tuple[tuple[str, Any], ...], bool] = {}
    for power in model.powers:
        alike = tuple(sorted(power.attributes.items()))
        if alike not in known:
            known[alike] = any(_lets_through(offer, power) for offer in offering)
        if not known[alike] and power.effect_text.split() != ["skip"]:
            unoffered.setdefault(alike, []).append(power)
    for attributes, powers in unoffered.items():
        keys = ", ".join(
            f"{name}: {print_value(value, model.power_attributes[name].type, _members(model))}"
            for name, value in attributes
            if value is not None
        )
        report.add(
            NEVER_OFFERED,
            f"no rule offers powers such as this one of {powers[0].title}",
            powers[0].at,
            expected="keys that some rule asks for",
            found=f"`{keys}`",
            related=[(f"another one, of {other.title}", other.at) for other in powers[1:_MOST_SHOWN]],
        )


Offer = tuple[Binder, dict[str, list[Any]]]
"""What goes through powers to use them, and the values that parameters in its condition can have."""


def _lets_through(offer: Offer, power: PowerDefinition) -> bool:
    binder, values = offer
    ways = [dict(zip(values, way, strict=True)) for way in product(*values.values())]
    return any(holds(binder.condition, binder.local.name, power, known) is not False for known in ways)


def _members(model: Model) -> dict[str, Any]:
    return {enum.name: enum.members for enum in model.enums.values()}


class _Offers:
    """Finds what goes through powers to use them, in the code of one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._parameters = {
            (f"procedure {procedure.key}", local.name): (procedure, index)
            for procedure in model.procedures.values()
            for index, local in enumerate(model.locals.get(procedure, ()))
        }
        self._given: dict[Procedure, list[tuple[Code, Perform]]] = {}
        for code, perform in every(model, Perform):
            self._given.setdefault(perform.procedure, []).append((code, perform))
        self._known: dict[tuple[Procedure, int], list[Any] | None] = {}

    def conditions(self) -> Iterator[Offer]:
        taken: dict[Code, set[str]] = {}
        for code, node in self._taking():
            taken.setdefault(code, set()).update(n.name for n in walk(node) if isinstance(n, Local))
        bound: dict[Code, set[str]] = {}
        for code, binder in every(self._model, Binder):
            bound.setdefault(code, set()).add(binder.local.name)
        whole = {
            code
            for code, use in every(self._model, UsePower)
            if not (isinstance(use.power, Local) and use.power.name in bound.get(code, ()))
        }
        """Code that uses powers which it has from elsewhere."""
        for code, binder in every(self._model, Binder):
            if isinstance(binder.domain, PowersOf) and (code in whole or binder.local.name in taken.get(code, ())):
                yield binder, self._values(code, binder)

    def _taking(self) -> Iterator[tuple[Code, Node]]:
        """Where a power may be used or handed on."""
        for code, use in every(self._model, UsePower):
            yield code, use.power
        for code, perform in every(self._model, Perform):
            yield from ((code, argument) for argument in perform.arguments)
        for code, call in every(self._model, Call):
            yield from ((code, argument) for argument in call.arguments)
        for code, announce in every(self._model, Announce):
            yield from ((code, value) for value in announce.fields)
        for code, set_ in every(self._model, Set):
            yield code, set_.value
        for code, answer in every(self._model, Answer):
            yield code, answer.value

    def _values(self, code: Code, binder: Binder) -> dict[str, list[Any]]:
        """The values of parameters in a condition, for those that are known."""
        found: dict[str, list[Any]] = {}
        ways = 1
        for node in walk(binder.condition) if binder.condition is not None else ():
            if isinstance(node, Local) and node.name not in found:
                values = self._of_parameter(code, node)
                if values is not None and ways * len(values) <= _MOST_WAYS:
                    ways *= len(values)
                    found[node.name] = values
        return found

    def _of_parameter(self, code: Code, local: Local) -> list[Any] | None:
        """The values with which a procedure is called for a parameter; None if they aren't known."""
        parameter = self._parameters.get((code.name, local.name))
        if parameter is None:
            return None
        if parameter not in self._known:
            self._known[parameter] = None  # for circles
            procedure, index = parameter
            values: list[Any] | None = []
            for caller, perform in self._given.get(procedure, ()):
                given = self._of_argument(caller, perform.arguments[index])
                values = None if values is None or given is None else [*values, *given]
            self._known[parameter] = list(dict.fromkeys(values)) if values else None
        return self._known[parameter]

    def _of_argument(self, code: Code, argument: Expression) -> list[Any] | None:
        match argument:
            case Constant(value=value):
                return [value]
            case Local():
                return self._of_parameter(code, argument)
        return None

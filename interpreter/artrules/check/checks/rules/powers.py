"""Powers that the game never offers, that do nothing, or that players can't tell from another of the same card."""

import re
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import every, every_body
from artrules.model.analyses.power_tests import holds
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.declarations import PowerDefinition, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.print_code import print_value
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Powers that the game never offers: no rule that goes through a card's powers to use them lets this one through.
#
# Mostly a key such as `when: selling` names a moment at which no rule asks for powers. The check goes by the keys that
# conditions ask for. A parameter in a condition stands for the values that its procedure is called with. A power also
# counts as offered where a rule hands it on, to a procedure or a variable; not where it is only copied to another card.
# Powers whose effect is `skip` are `power-without-effect`'s.

NEVER_OFFERED = declare(4160, "never-offered", "a power that the game never offers", severity="warning")
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
    verdicts: dict[tuple[tuple[str, Any], ...], bool] = {}
    for power in model.powers:
        alike = tuple(sorted(power.attributes.items()))
        if alike not in verdicts:
            verdicts[alike] = any(_lets_through(offer, power) for offer in offering)
        if not verdicts[alike] and power.is_used and power.effect_text.split() != ["skip"]:
            unoffered.setdefault(alike, []).append(power)
    for attributes, powers in unoffered.items():
        keys = ", ".join(
            f"{name}: {print_value(value, model.power_attributes[name].type, _members(model))}"
            for name, value in attributes
            if value is not None and model.power_attributes[name].is_written
        )
        report.add(
            NEVER_OFFERED,
            f"no rule offers powers such as this one of {powers[0].title}",
            powers[0].at,
            expected="keys that some rule asks for",
            found=f"`{keys}`",
            related=[(f"another one, of {other.title}", other.at) for other in powers[1:_MOST_SHOWN]],
        )


Offer = tuple[k.Binder, dict[str, list[Any]]]
"""What goes through powers to use them, and the values that parameters in its condition can have."""


def _lets_through(offer: Offer, power: PowerDefinition) -> bool:
    binder, values = offer
    ways = [dict(zip(values, way, strict=True)) for way in product(*values.values())]
    return any(holds(binder.condition, binder.local.name, power, constants) is not False for constants in ways)


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
        self._given: dict[Procedure, list[tuple[Code, k.Perform]]] = {}
        for code, perform in every(model, k.Perform):
            self._given.setdefault(perform.procedure, []).append((code, perform))
        self._known: dict[tuple[Procedure, int], list[Any] | None] = {}

    def conditions(self) -> Iterator[Offer]:
        taken: dict[Code, set[str]] = {}
        for code, node in self._taking():
            taken.setdefault(code, set()).update(n.name for n in k.walk(node) if isinstance(n, k.Local))
        bound: dict[Code, set[str]] = {}
        for code, binder in every(self._model, k.Binder):
            bound.setdefault(code, set()).add(binder.local.name)
        whole = {
            code
            for code, use in every(self._model, k.UsePower)
            if not (isinstance(use.power, k.Local) and use.power.name in bound.get(code, ()))
        }
        """Code that uses powers which it has from elsewhere."""
        for code, binder in every(self._model, k.Binder):
            if isinstance(binder.domain, k.PowersOf) and (code in whole or binder.local.name in taken.get(code, ())):
                yield binder, self._values(code, binder)

    def _taking(self) -> Iterator[tuple[Code, k.Node]]:
        """Where a power may be used or handed on."""
        for code, use in every(self._model, k.UsePower):
            yield code, use.power
        for code, perform in every(self._model, k.Perform):
            yield from ((code, argument) for argument in perform.arguments)
        for code, call in every(self._model, k.Call):
            yield from ((code, argument) for argument in call.arguments)
        for code, announce in every(self._model, k.Announce):
            yield from ((code, value) for value in announce.fields)
        for code, set_ in every(self._model, k.Set):
            yield code, set_.value
        for code, answer in every(self._model, k.Answer):
            yield code, answer.value

    def _values(self, code: Code, binder: k.Binder) -> dict[str, list[Any]]:
        """The values of parameters in a condition, for those that are known."""
        values_by_name: dict[str, list[Any]] = {}
        ways = 1
        for node in k.walk(binder.condition) if binder.condition is not None else ():
            if isinstance(node, k.Local) and node.name not in values_by_name:
                values = self._of_parameter(code, node)
                if values is not None and ways * len(values) <= _MOST_WAYS:
                    ways *= len(values)
                    values_by_name[node.name] = values
        return values_by_name

    def _of_parameter(self, code: Code, local: k.Local) -> list[Any] | None:
        """The values with which a procedure is called for a parameter; None if they aren't known."""
        parameter = self._parameters.get((code.name, local.name))
        if parameter is None:
            return None
        if parameter not in self._known:
            self._known[parameter] = None  # for circles
            procedure, index = parameter
            values: list[Any] | None = []
            for caller, perform in self._given.get(procedure, ()):
                argument_values = self._of_argument(caller, perform.arguments[index])
                values = None if values is None or argument_values is None else [*values, *argument_values]
            self._known[parameter] = list(dict.fromkeys(values)) if values else None
        return self._known[parameter]

    def _of_argument(self, code: Code, argument: k.Expression) -> list[Any] | None:
        match argument:
            case k.Constant(value=value):
                return [value]
            case k.Local():
                return self._of_parameter(code, argument)
        return None


# Powers that do nothing.
#
# A power whose effect is `skip` is right if other code asks whether a card has such a power (`any(w in c.powers where
# w.when is always)`). If no code goes through powers in a way that could find this one, it has no effect at all. The
# check judges that from the attributes that conditions ask for; a condition that it can't judge is taken to find the
# power. Code that goes through powers only to use them doesn't count.

POWER_WITHOUT_EFFECT = declare(4014, "power-without-effect", "a power that does nothing", severity="warning")

_WORK = re.compile(r"\s*(?!skip\b)[^\s#]")
"""A line that holds a statement other than `skip`."""


@model_check(POWER_WITHOUT_EFFECT)
def powers_without_effect(model: Model, report: Report) -> None:
    readers: list[k.Binder] = []
    whole = False
    for code in every_body(model):
        bound: set[k.Expression] = set()
        for node in code.every_node:
            if isinstance(node, k.Binder):
                bound.add(node.domain)
            if isinstance(node, (k.Fold, k.Best)):
                binders = node.binders if isinstance(node, k.Fold) else [node.binder]
                readers += [b for b in binders if isinstance(b.domain, k.PowersOf)]
            elif isinstance(node, k.PowersOf) and node not in bound:
                whole = True
    if whole:
        return  # somewhere all of a card's powers are a value: what becomes of them isn't followed
    for power in model.powers:
        if power.gives or any(_WORK.match(line) for line in power.effect_text.splitlines()):
            continue
        if not any(b.condition is None or holds(b.condition, b.local.name, power, {}) is not False for b in readers):
            report.add(
                POWER_WITHOUT_EFFECT,
                f"this power of {power.title} does nothing, and nothing asks for it",
                power.at,
                expected="something under `do`",
            )


# Two powers of one card that players can't tell apart.
#
# Both are offered as `use TITLE (CARD): LABEL`. They are alike if they have the same label, or none, and the same keys,
# so that the same rule offers them. Where both have an `if`, the conditions may exclude each other, unless they are the
# same.

ALIKE_POWERS = declare(4162, "alike-powers", "two powers of a card that read the same", severity="warning")


@model_check(ALIKE_POWERS)
def alike_powers(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for filled in power_set.fills.values():
            for keyed in filled.values():
                for first, second in combinations(keyed.powers, 2):
                    if _are_alike(first, second):
                        report.add(
                            ALIKE_POWERS,
                            f"two powers of {keyed.title} read the same",
                            second.at,
                            expected="a `label` that tells them apart",
                            related=[("the other one", first.at)],
                        )


def _are_alike(first: PowerDefinition, second: PowerDefinition) -> bool:
    conditions = first.condition_text.split(), second.condition_text.split()
    exclusive = all(conditions) and conditions[0] != conditions[1]
    labels = [" ".join(power.label_text.casefold().split()) for power in (first, second)]
    does_nothing = [["skip"]] in ([first.effect_text.split()], [second.effect_text.split()])
    return labels[0] == labels[1] and first.attributes == second.attributes and not exclusive and not does_nothing

"""Everything that a model declares, by names such as `procedure draw`; and all its code, by the same names.

A piece of code belongs to one declaration. It has parts, each of which its author wrote as one text: a power has a
condition and a body. This is the one place that knows which declarations have code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from artrules.model.ir.declarations import (
    Declaration,
    Function,
    PowerDefinition,
    Procedure,
    card_with_powers,
)
from artrules.model.ir.expressions import Binder, Expression, Local
from artrules.model.ir.model import MENU, WINNERS, Model, Phase, ScorePart, Step
from artrules.model.ir.node import Node, walk
from artrules.model.ir.statements import Body, Label
from artrules.model.ir.types import ANY_NUMBER, BOOL, Card, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One text of code: an expression, a label or a body.

    `role` says what it is for, such as `condition`. `has_me` tells whether a player acts in it. `wanted` is the type
    that an expression must have, None where any will do. `binders` bind names for it from outside. With `is_inner` it
    stands in another part, too.
    """

    role: str
    root: Expression | Label | Body
    has_me: bool = False
    wanted: Type | None = None
    binders: Sequence[Binder] = ()
    is_inner: bool = False

    @property
    def nodes(self) -> Sequence[Node]:
        """The outermost nodes, without those of the binders."""
        return (self.root,) if isinstance(self.root, Node) else self.root


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """The code of one declaration. `name` tells it from all other code of the model, such as `procedure draw`.

    `at` is the place of the declaration. `parameters` are the locals that a caller gives values to, `self_type` is the
    type of `self` where the code belongs to a card. `owner` is the set that it is from, None for the game. `result`
    is the type of what the code of a procedure gives.
    """

    name: str
    at: Span
    parts: Sequence[Part]
    owner: str | None = None
    parameters: Sequence[Local] = ()
    self_type: Type | None = None
    is_menu: bool = False
    result: Type | None = None
    is_written: bool = True
    """No for code that no author has written: it brings code of several declarations together."""
    _walked: list[Node] = field(default_factory=list)

    def of_part(self, part: Part) -> Code:
        """One part of the code by itself."""
        return replace(self, parts=(part,), _walked=[])

    @property
    def nodes(self) -> list[Node]:
        """The outermost nodes of all parts, each once."""
        return [node for part in self.parts if not part.is_inner for node in part.nodes]

    @property
    def every_node(self) -> list[Node]:
        """All nodes of the code, outer ones first. The list is made once and then reused."""
        if not self._walked:
            self._walked.extend(walk(self.nodes))
        return self._walked


def name_of_procedure(procedure: Procedure) -> str:
    """The name of a procedure among all declarations; what a menu runs has the name of the menu."""
    if procedure.name.startswith(MENU):
        return f"menu {procedure.name.removeprefix(MENU)}"
    return f"procedure {procedure.key}"


def every_declaration(model: Model) -> dict[str, Declaration]:
    """All declarations of a model but those that are parts of others, by name, in the order of its tables."""
    tables: list[tuple[str, Iterable[Declaration]]] = [
        ("setting", model.settings.values()),
        ("enum", model.enums.values()),
        ("life", model.lives.values()),
        ("limit", model.limits.values()),
        ("power attribute", model.power_attributes.values()),
        ("group", model.groups.values()),
        ("card", model.kinds.values()),
        ("zone", model.zones.values()),
        ("variable", model.variables.values()),
        ("event", model.events.values()),
        ("table", model.tables.values()),
        ("function", model.functions.values()),
        ("plugin function", model.plugin_functions.values()),
        ("procedure", (p for p in model.procedures.values() if not p.name.startswith(MENU))),
        ("menu", model.menus.values()),
        ("pieces", model.pieces.values()),
        ("total", model.totals.values()),
        ("setup", model.flow.setup),
        ("phase", model.flow.phases),
        ("final", model.flow.final),
        ("score", model.flow.score),
        ("hint", model.hints.options),
        ("area", model.layout.areas),
        ("layout of zone", model.layout.zones.values()),
        ("layout of variable", model.layout.variables.values()),
        ("figure", model.layout.figures.values()),
        ("layout of card", model.layout.cards.values()),
        ("layout of member", (each for of in model.layout.members.values() for each in of.values())),
        ("layout of option", model.layout.options),
        ("story", model.layout.story),
        ("ruling", model.rulings.values()),
        ("term", model.terms.values()),
        ("set", model.sets.values()),
        ("power", model.powers),
    ]
    return {f"{word} {each.key}": each for word, declarations in tables for each in declarations}


def names_of_parts(model: Model, name: str) -> list[str]:
    """The names of the functions and procedures that code of a declaration became, such as what a power waits for."""
    functions = [f"function {each.key}" for each in model.functions.values() if each.part_of == name]
    return functions + [f"procedure {each.key}" for each in model.procedures.values() if each.part_of == name]


def every_code(model: Model) -> Iterator[Code]:
    """All code of a model, in the order of its tables. Declarations whose code is empty are left out."""
    return (code for code in _every_code(model) if code.parts)


def _every_code(model: Model) -> Iterator[Code]:
    for variable in model.variables.values():
        values = _parts(
            ("start", model.starts.get(variable), False, variable.type),
            ("may be", model.may_be.get(variable), False, BOOL),
        )
        yield Code(f"variable {variable.key}", variable.at, values, variable.owner)
    for zone in model.zones.values():
        condition = _parts(("may be", model.may_be.get(zone), False, BOOL))
        yield Code(f"zone {zone.key}", zone.at, condition, zone.owner, self_type=Card(zone.kinds))
    for kind in model.kinds.values():
        self_type = Card(frozenset([kind.name]))
        starts = [(f"start of {a.name}", model.starts.get(a), False, a.type) for a in kind.attributes.values()]
        parts = _parts(("label", model.card_labels.get(kind.name), False, None), *starts)
        yield Code(f"card {kind.name}", kind.at, parts, self_type=self_type)
    for limit in model.limits.values():
        yield Code(f"limit {limit.name}", limit.at, _parts(("at most", model.at_most.get(limit), True, ANY_NUMBER)))
    for function in model.functions.values():
        value = _parts(
            ("value", model.values.get(function), True, None), ("reason", model.reasons.get(function), True, None)
        )
        parameters = model.locals.get(function, ())
        yield Code(
            f"function {function.key}",
            function.at,
            value,
            function.owner,
            parameters,
            is_written=is_written(function),
        )
    for procedure in model.procedures.values():
        body, parameters = _parts(("body", model.bodies.get(procedure), True, None)), model.locals.get(procedure, ())
        if procedure.name.startswith(MENU):
            yield Code(name_of_procedure(procedure), procedure.at, body, procedure.owner, is_menu=True)
        else:
            yield Code(
                name_of_procedure(procedure),
                procedure.at,
                body,
                procedure.owner,
                parameters,
                result=procedure.result,
                is_written=is_written(procedure),
            )
    for power in model.powers:
        yield _power(model, power)
    for pieces in model.pieces.values():
        self_type = Card(frozenset([pieces.kind]))
        start = _parts(("start", model.starts.get(pieces), False, None))
        yield Code(f"pieces {pieces.name}", pieces.at, start, self_type=self_type)
    for total in model.totals.values():
        yield Code(f"total {total.name}", total.at, _parts(("count", model.counts.get(total), False, ANY_NUMBER)))
    yield from _flow(model)
    yield Code("hints", model.at, _parts(("position", model.hints.position, True, ANY_NUMBER)))
    for hint in model.hints.options:
        value = _parts(("value", hint.value, True, ANY_NUMBER))
        yield Code(f"hint {hint.key}", hint.at, value, parameters=hint.locals)
    for figure in model.layout.figures.values():
        parameters = (figure.binder,) if figure.binder is not None else ()
        yield Code(f"figure {figure.name}", figure.at, _parts(("value", figure.value, True, None)), None, parameters)
    for card in model.layout.cards.values():
        texts = _parts(("title", card.title, False, None), ("picture", card.picture, False, None))
        yield Code(f"layout of card {card.name}", card.at, texts, self_type=Card(frozenset([card.name])))
    for look in model.layout.options:
        about = [(f"about {number}", each, True, None) for number, each in enumerate(look.about, 1)]
        targets = [(f"to {number}", each, True, None) for number, each in enumerate(look.to, 1)]
        yield Code(f"layout of option {look.key}", look.at, _parts(*about, *targets), parameters=look.locals)
    for story in model.layout.story:
        sentence = _parts(("sentence", story.sentence, True, None))
        yield Code(f"story {story.key}", story.at, sentence, parameters=story.locals)


def is_written(declaration: Function | Procedure | Step) -> bool:
    """Whether the code of a declaration is an author's, and doesn't only bring other code together."""
    part_of = declaration.part_of
    return part_of is None or not part_of.startswith(("card ", "event "))


def _flow(model: Model) -> Iterator[Code]:
    flow = model.flow
    for when, steps in (("setup", flow.setup), ("final", flow.final)):
        for step in steps:
            yield _step(when, step)
    for phase in flow.phases:
        yield _phase(phase)
    ends = _parts(("until", flow.until, False, BOOL), ("winners", flow.winners, False, WINNERS))
    yield Code("flow", model.at, ends)
    for part in flow.score:
        yield _score(part)


def _power(model: Model, power: PowerDefinition) -> Code:
    condition, body = (model.conditions.get(power), model.bodies.get(power)) if power.is_used else (None, None)
    parts = _parts(("condition", condition, True, BOOL), ("body", body, True, None))
    return Code(
        f"power {power.key}", power.at, parts, power.owner, self_type=card_with_powers(model.kinds, power.group)
    )


def _step(when: str, step: Step) -> Code:
    return Code(f"{when} {step.name}", step.at, _parts(("body", step.body, False, None)), is_written=is_written(step))


def _phase(phase: Phase) -> Code:
    rules = [(rule.name, value, rule.has_me, rule.type) for rule, value in phase.rules]
    parts = _parts(*rules, ("body", phase.body, phase.who != "nobody", None))
    return Code(f"phase {phase.name}", phase.at, parts)


def _score(part: ScorePart) -> Code:
    parts = _parts(("value", part.value, True, ANY_NUMBER))
    if part.binders and part.each is not None:
        parts += (Part("each", part.each, True, ANY_NUMBER, part.binders, is_inner=True),)
    if part.line is not None:
        parts += (Part("line", part.line, True, None, part.binders),)
    return Code(f"score {part.name}", part.at, parts)


def _parts(*parts: tuple[str, Expression | Label | Body | None, bool, Type | None]) -> tuple[Part, ...]:
    """The parts that there are: code that isn't empty."""
    return tuple(
        Part(role, root, has_me, wanted)
        for role, root, has_me, wanted in parts
        if root is not None and not (isinstance(root, Sequence) and len(root) == 0)
    )

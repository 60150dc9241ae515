"""Elaborates a whole ruleset: all code in a symbol table becomes nodes of the ir, in one model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from artrules.model.declare.declarator import author_text
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.code import CodeStrings
from artrules.model.elaborate.elaborator import Context
from artrules.model.elaborate.folds import binders, summed
from artrules.model.elaborate.functions import Functions, menu_body
from artrules.model.elaborate.layout import elaborate_layout
from artrules.model.elaborate.modified_attributes import nothing_given
from artrules.model.elaborate.modifiers import Modifiers
from artrules.model.elaborate.triggers import Triggers
from artrules.model.ir.declarations import (
    SIDES,
    Attribute,
    Function,
    Kind,
    Limit,
    Pieces,
    PowerDefinition,
    Procedure,
    Total,
    Variable,
    ZoneDeclaration,
    card_with_powers,
)
from artrules.model.ir.model import (
    MENU,
    PHASE_RULES,
    WINNERS,
    Flow,
    Hints,
    Model,
    OptionHint,
    Phase,
    ScorePart,
    Step,
)
from artrules.model.ir.nodes import Binder, Body, Constant, Expression, Label, Local
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    UNKNOWN,
    Bool,
    Card,
    Member,
    Number,
    Player,
    Unknown,
    Zone,
    bare,
)
from artrules.text.content import flow as content
from artrules.text.content.section import value_under
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Scalar, number, word
from artrules.text.syntax.parse import parse_bindings, parse_expression

# Elaborates hints, when all options of the rules are known.


def elaborate_hints(section: content.Hints | None, strings: CodeStrings) -> Hints:
    """The hints of a game. `strings` has elaborated all code in which options stand."""
    if section is None:
        return Hints()
    title = "how much one likes a position"
    position = strings.expression(section.position, Context("hints", "hints"), ANY_NUMBER, title)
    hints: list[OptionHint] = []
    for label, text in section.options:
        tree = strings.tree(parse_expression, text) if text is not None else None
        for name, option in strings.options_called(label):
            if text is not None and tree is not None:
                elaborator = strings.elaborator(text, Context(f"hint {name}", label.text, of_option=True))
                locals_ = option.bind(elaborator)
                strings.note(text, elaborator.context, "expression", elaborator.scope.bound())
                value = elaborator.demand(tree, ANY_NUMBER, "how much one likes an option")
                place = (label.text, option.site, option.branch, locals_)
                hints.append(OptionHint(name, label.span, *place, value, owner=option.owner))
    return Hints(position, tuple(hints), author_text(section.position))


# Elaborates the flow of a game: setup and final steps, phases, the end, the score.


def elaborate_flow(symbols: SymbolTable, strings: CodeStrings) -> Flow:
    """The flow of a game."""
    section = symbols.flow
    if section is None:
        return Flow()
    until, sides, winners = map(content.expression_of, (section.until, section.sides, section.winners))
    return Flow(
        setup=tuple(_step(name, step, "setup", strings) for name, step in section.setup),
        final=tuple(_step(name, step, "final", strings) for name, step in section.final),
        phases=tuple(_phase(phase, code, strings) for phase, code in symbols.phases.items()),
        until=strings.expression(until, Context("until", "until", me=False), BOOL, "when the game ends"),
        last_round=number(section.last_round.number) if section.last_round is not None else None,
        score=tuple(_score_part(name, part, strings) for name, part in section.score),
        sides=_sides(symbols, strings),
        winners=strings.expression(winners, Context("winners", "winners", me=False), WINNERS, "who wins"),
        until_text=author_text(until),
        sides_text=author_text(sides),
        winners_text=author_text(winners),
    )


def _sides(symbols: SymbolTable, strings: CodeStrings) -> Function | None:
    """What tells the side of a player. A value of another type than those that sides are told by gets a diagnostic."""
    sides = symbols.functions.get(SIDES)
    if sides is None:
        return None
    type_ = strings.function_type(sides)
    told_by = bare(type_)
    if not isinstance(told_by, Bool | Member | Number | Player | Unknown):
        strings.report.add(
            kinds.WRONG_TYPE,
            "sides can't be told apart by this",
            sides.at,
            expected="a number, a member, a player or a truth value, which may be none",
            found=in_words(type_),
        )
        return None
    return sides


def _step(name: Scalar, section: content.Step, when: str, strings: CodeStrings) -> Step:
    context = Context(f"{when} {name.text}", name.text.replace("_", " "), me=False)
    return Step(name.text, name.span, strings.effect(section.do, context)[1])


def _phase(phase: Phase, section: content.Phase, strings: CodeStrings) -> Phase:
    name = f"phase {phase.name}"
    acting = Context(name, phase.name.replace("_", " "), me=phase.who != "nobody")
    texts: dict[str, Scalar] = {
        rule.name: text
        for rule in PHASE_RULES
        if (text := content.expression_of(value_under(section, rule.name))) is not None
    }
    code: dict[str, Expression] = {}
    for rule in PHASE_RULES:
        context = Context(name, name, me=rule.has_me)
        expression = strings.expression(texts.get(rule.name), context, rule.type, rule.words)
        if expression is not None:
            code[rule.name] = expression
    return replace(
        phase,
        body=strings.effect(section.do, acting)[1],
        code=MappingProxyType(code),
        code_text=MappingProxyType({rule: text.text for rule, text in texts.items()}),
    )


def _score_part(name: Scalar, section: content.ScorePart, strings: CodeStrings) -> ScorePart:
    label, texts = word(section.label, name.text), (author_text(section.is_), author_text(section.for_))
    of_side = section.of == "side"
    tree = strings.tree(parse_expression, section.is_) if section.is_ is not None else None
    if section.is_ is None or tree is None:
        return ScorePart(name.text, name.span, label, of_side, None, (), None, None, *texts)
    elaborator = strings.elaborator(section.for_ or section.is_, Context(f"score {name.text}", name.text))
    bound: tuple[Binder, ...] = ()
    if section.for_ is not None and (bindings := strings.tree(parse_bindings, section.for_)) is not None:
        bound = binders(elaborator, bindings.binders)
    strings.note(section.for_, elaborator.context, "bindings")
    strings.note(section.is_, elaborator.context, "expression", elaborator.scope.bound())
    elaborator.scalar = section.is_
    each = elaborator.demand(tree, ANY_NUMBER, "a part of the score")
    value = summed(section.is_.span, bound, each) if bound else each
    line = strings.template(elaborator, section.line) if section.line is not None else None
    return ScorePart(name.text, name.span, label, of_side, value, bound, each, line, *texts)


Starts: TypeAlias = dict[Variable | Attribute | Pieces, Expression]


def elaborate(
    symbols: SymbolTable,
    report: Report,
    *,
    overlays: tuple[str, ...] = (),
    brought: Mapping[str, str] = MappingProxyType({}),
    asked: frozenset[str] = frozenset(),
    source_text: Callable[[str], str | None] = lambda file: None,
) -> Model:
    """The model of a symbol table. Mistakes in its code go to the report.

    The keyword arguments become the model's attributes of the same names (`ir/model.py`).
    """
    functions = Functions(symbols, report)
    strings = CodeStrings(symbols, report, functions.type_of, functions.reads)
    modifiers = Modifiers(symbols, report, strings.elaborator)
    functions.values |= modifiers.values
    triggers = Triggers(symbols, report, strings.elaborator, strings.effect)
    starts_of_variables = _variables(symbols, strings)
    may_be = _may_be(symbols, strings)
    card_labels, starts_of_attributes = _cards(symbols, strings)
    at_most = _limits(symbols, strings)
    for function in symbols.functions.values():
        functions.type_of(function)
    bodies, locals_ = _procedures(symbols, strings)
    for menu in symbols.menus.values():
        bodies[symbols.procedures[MENU + menu.name]] = menu_body(menu, strings)
    conditions, effects = _powers(symbols, strings)
    starts_of_pieces = _pieces(symbols, strings)
    counts = _totals(symbols, strings)
    menus = {name: replace(menu, entries=tuple(symbols.menu_entries[name])) for name, menu in symbols.menus.items()}
    flow = elaborate_flow(symbols, strings)
    hints = elaborate_hints(symbols.hints, strings)
    layout = elaborate_layout(symbols, strings)
    first_step = triggers.finish()
    if first_step is not None:
        flow = replace(flow, setup=(first_step, *flow.setup))
    functions.values |= triggers.values
    bodies |= triggers.bodies
    locals_ |= triggers.locals
    modifiers.finish(functions.values)
    layout = replace(layout, figures={**layout.figures, **modifiers.figures()})
    functions.values |= modifiers.values
    functions.locals |= modifiers.locals
    bodies |= modifiers.bodies
    starts_of_attributes |= {each: nothing_given(each) for each in symbols.temporary.values()}
    boundaries = {name: event for name, event in symbols.boundaries.items() if name in strings.awaited}
    return Model(
        name=symbols.name,
        at=symbols.at,
        title=symbols.title,
        players=symbols.players,
        settings=MappingProxyType(symbols.settings),
        enums=MappingProxyType(symbols.enums),
        members=MappingProxyType(symbols.members),
        lives=MappingProxyType(symbols.lives),
        limits=MappingProxyType(symbols.limits),
        power_attributes=MappingProxyType(symbols.power_attributes),
        groups=MappingProxyType(symbols.groups),
        kinds=MappingProxyType(_kinds(symbols)),
        zones=MappingProxyType(symbols.zones),
        variables=MappingProxyType(symbols.variables),
        events=MappingProxyType(symbols.events | boundaries),
        tables=MappingProxyType(symbols.tables),
        functions=MappingProxyType(symbols.functions),
        plugin_functions=MappingProxyType(symbols.plugin_functions),
        procedures=MappingProxyType(symbols.procedures),
        menus=MappingProxyType(menus),
        pieces=MappingProxyType(symbols.pieces),
        totals=MappingProxyType(symbols.totals),
        flow=flow,
        rulings=MappingProxyType(symbols.rulings),
        ruling_headings=tuple(symbols.ruling_headings),
        terms=MappingProxyType(symbols.terms),
        sets=MappingProxyType(symbols.sets),
        powers=tuple(symbols.powers),
        remarks=tuple(symbols.remarks),
        values=MappingProxyType(functions.values),
        reasons=MappingProxyType(functions.reasons),
        bodies=MappingProxyType(bodies | effects),
        locals=MappingProxyType(functions.locals | locals_),
        conditions=MappingProxyType(conditions),
        modified=MappingProxyType(symbols.modified),
        gifts=MappingProxyType(modifiers.gifts),
        starts=MappingProxyType(starts_of_variables | starts_of_attributes | starts_of_pieces),
        may_be=MappingProxyType(may_be),
        at_most=MappingProxyType(at_most),
        counts=MappingProxyType(counts),
        card_labels=MappingProxyType(card_labels),
        hints=hints,
        layout=layout,
        overlays=overlays,
        brought=MappingProxyType(dict(brought)),
        libraries=MappingProxyType(dict(symbols.libraries)),
        expected=symbols.expected,
        asked=asked,
        source_text=source_text,
    )


def _variables(symbols: SymbolTable, strings: CodeStrings) -> Starts:
    """The start values of variables."""
    starts: Starts = {}
    for variable in symbols.variables.values():
        context = Context(f"start of {variable.name}", variable.name, variable.owner, me=False)
        what = f"the start of `{variable.name}`"
        start = strings.expression(symbols.code.get(variable), context, variable.type, what)
        if start is not None:
            starts[variable] = start
    return starts


def _may_be(symbols: SymbolTable, strings: CodeStrings) -> dict[Variable | ZoneDeclaration, Expression]:
    """What holds for hidden values, and for the cards in zones."""
    conditions: dict[Variable | ZoneDeclaration, Expression] = {}
    for declaration, code in symbols.may_be.items():
        name, own, held = declaration.name, None, False
        what = f"what `{name}` may be"
        if isinstance(declaration, ZoneDeclaration):
            what = f"what a card in `{name}` may be"
            own, held = Card(declaration.kinds), declaration.per == PLAYER
        context = Context(f"values of {name}", name, declaration.owner, me=False, self_card=own, self_is_held=held)
        condition = strings.expression(code, context, BOOL, what)
        if condition is not None:
            conditions[declaration] = condition
    return conditions


def _cards(symbols: SymbolTable, strings: CodeStrings) -> tuple[dict[str, Label], Starts]:
    """The labels of cards by kind, and the start values of their attributes."""
    labels: dict[str, Label] = {}
    starts: Starts = {}
    for kind in symbols.kinds.values():
        own = Card(frozenset([kind.name]))
        context = Context(f"kind {kind.name}", kind.name, me=False, self_card=own)
        if (label := symbols.card_labels.get(kind.name)) is not None:
            labels[kind.name] = strings.label(label, context)
        for attribute in kind.attributes.values():
            what = f"the start of `{attribute.name}`"
            start = strings.expression(symbols.code.get(attribute), context, attribute.type, what)
            if start is not None:
                starts[attribute] = start
    return labels, starts


def _kinds(symbols: SymbolTable) -> dict[str, Kind]:
    """The kinds of card, with what holds what statements give to their attributes."""
    more: dict[str, dict[str, Attribute]] = {}
    for (kind, _, _), attribute in symbols.temporary.items():
        more.setdefault(kind, {})[attribute.name] = attribute
    return {
        name: replace(kind, attributes={**kind.attributes, **more[name]}) if name in more else kind
        for name, kind in symbols.kinds.items()
    }


def _limits(symbols: SymbolTable, strings: CodeStrings) -> dict[Limit, Expression]:
    limits = {}
    for limit in symbols.limits.values():
        context = Context(f"limit {limit.name}", limit.name)
        most = strings.expression(symbols.code.get(limit), context, ANY_NUMBER, f"the limit `{limit.name}`")
        if most is not None:
            limits[limit] = most
    return limits


def _procedures(
    symbols: SymbolTable, strings: CodeStrings
) -> tuple[dict[Procedure | PowerDefinition, Body], dict[Function | Procedure, Sequence[Local]]]:
    """The bodies of procedures, and the locals of their parameters. Bodies of menus are filled in later."""
    bodies: dict[Procedure | PowerDefinition, Body] = {}
    locals_: dict[Function | Procedure, Sequence[Local]] = {}
    for procedure in symbols.procedures.values():
        context = Context(f"procedure {procedure.key}", procedure.name.replace("_", " "), procedure.owner)
        text = symbols.code.get(procedure)
        locals_[procedure], bodies[procedure] = strings.effect(text, context, procedure.parameters, procedure.result)
    return bodies, locals_


def _powers(
    symbols: SymbolTable, strings: CodeStrings
) -> tuple[dict[PowerDefinition, Expression], dict[Procedure | PowerDefinition, Body]]:
    """The conditions and the effects of powers."""
    conditions: dict[PowerDefinition, Expression] = {}
    effects: dict[Procedure | PowerDefinition, Body] = {}
    for power in symbols.powers:
        own = card_with_powers(symbols.kinds, power.group)
        section = symbols.power_code[power]
        context = Context(f"power {power.key}", word(section.prompt, power.title), power.owner, self_card=own)
        if not power.is_used:
            conditions[power], effects[power] = Constant(power.at, BOOL, False), ()
            continue
        condition = strings.expression(section.if_, context, BOOL, "a power's condition")
        if condition is not None:
            conditions[power] = condition
        _, effects[power] = strings.effect(section.do, context, holds=condition)
    return conditions, effects


def _pieces(symbols: SymbolTable, strings: CodeStrings) -> Starts:
    """The zones in which pieces start."""
    start_zones: Starts = {}
    for pieces in symbols.pieces.values():
        own = Card(frozenset([pieces.kind]))
        context = Context(f"pieces {pieces.name}", pieces.name, me=False, self_card=own)
        zone = strings.of_any_type(symbols.code.get(pieces), context)
        if zone is None:
            continue
        start_zones[pieces] = zone
        if not isinstance(zone.type, Zone) and zone.type != UNKNOWN:
            message, expected = "pieces start in a zone", "a zone"
            strings.report.add(kinds.WRONG_TYPE, message, zone.at, expected=expected, found=in_words(zone.type))
    return start_zones


def _totals(symbols: SymbolTable, strings: CodeStrings) -> dict[Total, Expression]:
    totals = {}
    for total in symbols.totals.values():
        context = Context(f"total {total.name}", total.name, me=False)
        count = strings.expression(symbols.code.get(total), context, ANY_NUMBER, "a total")
        if count is not None:
            totals[total] = count
    return totals

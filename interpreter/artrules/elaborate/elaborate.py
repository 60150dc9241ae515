"""Elaborates a whole ruleset: all code in a symbol table becomes nodes of the ir, in one model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from artrules.declare.symbol_table import AuthorMenu, SymbolTable
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report
from artrules.elaborate.code_strings import CodeStrings
from artrules.elaborate.context import Context
from artrules.elaborate.flow import elaborate_flow
from artrules.elaborate.functions import Functions
from artrules.elaborate.hints import elaborate_hints
from artrules.elaborate.layout import elaborate_layout
from artrules.elaborate.menus import menu_body
from artrules.ir.declarations import Attribute, Function, Limit, Pieces, Procedure, Total, Variable
from artrules.ir.model import MENU, Menu, MenuEntry, Model
from artrules.ir.nodes import Body, Expression, Label, Local
from artrules.ir.powers import PowerDefinition
from artrules.ir.type_words import in_words
from artrules.ir.types import ANY_NUMBER, BOOL, UNKNOWN, Card, Zone

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
    flow = elaborate_flow(symbols.flow, strings)
    hints = elaborate_hints(symbols.hints, strings)
    layout = elaborate_layout(symbols.layout, strings)
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
        kinds=MappingProxyType(symbols.kinds),
        zones=MappingProxyType(symbols.zones),
        variables=MappingProxyType(symbols.variables),
        events=MappingProxyType(symbols.events | boundaries),
        tables=MappingProxyType(symbols.tables),
        functions=MappingProxyType(symbols.functions),
        plugin_functions=MappingProxyType(symbols.plugin_functions),
        procedures=MappingProxyType(symbols.procedures),
        menus=MappingProxyType({name: _as_written(menu) for name, menu in symbols.menus.items()}),
        pieces=MappingProxyType(symbols.pieces),
        totals=MappingProxyType(symbols.totals),
        flow=flow,
        rulings=MappingProxyType(symbols.rulings),
        ruling_headings=tuple(symbols.ruling_headings),
        sets=MappingProxyType(symbols.sets),
        powers=tuple(symbols.powers),
        remarks=tuple(symbols.remarks),
        values=MappingProxyType(functions.values),
        bodies=MappingProxyType(bodies | effects),
        locals=MappingProxyType(functions.locals | locals_),
        conditions=MappingProxyType(conditions),
        starts=MappingProxyType(starts_of_variables | starts_of_attributes | starts_of_pieces),
        may_be=MappingProxyType(may_be),
        at_most=MappingProxyType(at_most),
        counts=MappingProxyType(counts),
        card_labels=MappingProxyType(card_labels),
        hints=hints,
        layout=layout,
        overlays=overlays,
        brought=MappingProxyType(dict(brought)),
        asked=asked,
        source_text=source_text,
    )


def _variables(symbols: SymbolTable, strings: CodeStrings) -> Starts:
    """The start values of variables."""
    found: Starts = {}
    for variable in symbols.variables.values():
        context = Context(f"start of {variable.name}", variable.name, variable.owner, me=False)
        what = f"the start of `{variable.name}`"
        start = strings.expression(symbols.code.get(variable), context, variable.type, what)
        if start is not None:
            found[variable] = start
    return found


def _may_be(symbols: SymbolTable, strings: CodeStrings) -> dict[Variable, Expression]:
    """What holds for hidden values."""
    found = {}
    for variable, code in symbols.may_be.items():
        context = Context(f"values of {variable.name}", variable.name, variable.owner, me=False)
        condition = strings.expression(code, context, BOOL, f"what `{variable.name}` may be")
        if condition is not None:
            found[variable] = condition
    return found


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


def _limits(symbols: SymbolTable, strings: CodeStrings) -> dict[Limit, Expression]:
    found = {}
    for limit in symbols.limits.values():
        context = Context(f"limit {limit.name}", limit.name)
        most = strings.expression(symbols.code.get(limit), context, ANY_NUMBER, f"the limit `{limit.name}`")
        if most is not None:
            found[limit] = most
    return found


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
        kinds_ = frozenset(k.name for k in symbols.kinds.values() if k.powers and k.powers.group == power.group)
        own = Card(kinds_ or frozenset(symbols.kinds))
        context, code = (
            Context(f"power {power.key}", power.title, power.owner, self_card=own),
            symbols.power_code[power],
        )
        condition = strings.expression(code.condition, context, BOOL, "a power's condition")
        if condition is not None:
            conditions[power] = condition
        _, effects[power] = strings.effect(code.effect, context, holds=condition)
    return conditions, effects


def _pieces(symbols: SymbolTable, strings: CodeStrings) -> Starts:
    """The zones in which pieces start."""
    found: Starts = {}
    for pieces in symbols.pieces.values():
        own = Card(frozenset([pieces.kind]))
        context = Context(f"pieces {pieces.name}", pieces.name, me=False, self_card=own)
        zone = strings.of_any_type(symbols.code.get(pieces), context)
        if zone is None:
            continue
        found[pieces] = zone
        if not isinstance(zone.type, Zone) and zone.type != UNKNOWN:
            message, expected = "pieces start in a zone", "a zone"
            strings.report.add(kinds.WRONG_TYPE, message, zone.at, expected=expected, found=in_words(zone.type))
    return found


def _totals(symbols: SymbolTable, strings: CodeStrings) -> dict[Total, Expression]:
    found = {}
    for total in symbols.totals.values():
        context = Context(f"total {total.name}", total.name, me=False)
        count = strings.expression(symbols.code.get(total), context, ANY_NUMBER, "a total")
        if count is not None:
            found[total] = count
    return found


def _as_written(menu: AuthorMenu) -> Menu:
    entries = [
        MenuEntry(
            entry.name,
            entry.at,
            entry.label.text if entry.label is not None and entry.label.value is not None else "",
            entry.condition.text if entry.condition is not None and entry.condition.value is not None else "",
            owner=entry.owner,
        )
        for entry in menu.entries
    ]
    return Menu(menu.name, menu.at, tuple(entries))

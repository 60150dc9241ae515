"""Declares what has code for its body: functions, procedures, menus, limits, totals and the flow."""

from __future__ import annotations

from artrules.declare.constants import constant
from artrules.declare.declarator import Declaring
from artrules.declare.read import code, entries, flag, get, items, number, scalar, word, written
from artrules.declare.symbol_table import AuthorMenu, AuthorMenuEntry, AuthorPhase, AuthorScorePart, AuthorStep
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Function, Limit, PowerAttribute, Procedure, Total
from artrules.ir.model import MENU
from artrules.source.node import Node, Scalar


def declare_limits(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if d.give(key, None):
            bound = code(get(value, "at_most"))
            limit = d.symbols.limits[key.text] = Limit(
                key.text,
                key.span,
                word(get(value, "counts_for")) == "card",
                d.known(get(value, "lasts"), d.symbols.lives, "life") or "game",
                flag(get(value, "default")),
                len(d.symbols.limits),
                written(bound),
            )
            d.keep(limit, bound)


def declare_power_attributes(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if key.text in ("if", "do", "limits", "label", "text", "source", "assumed"):
            d.report.add(kinds.NAME_TWICE, f"every power may have `{key.text}` already", key.span)
            continue
        type_, given = d.types.read(scalar(get(value, "type"))), get(value, "starts")
        starts = None if given is None else constant(given, type_, d.symbols, d.report, f"`{key.text}`")
        d.symbols.power_attributes[key.text] = PowerAttribute(key.text, key.span, type_, starts, given is None)


def declare_functions(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        signature = d.types.signature(key, owner)
        if signature and d.give(key, owner, signature[0]):
            function = Function(signature[0], key.span, signature[1], owner=owner)
            d.symbols.functions[function.key] = function
            d.keep(function, code(value) or code(get(value, "is")))


def declare_procedures(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        signature = d.types.signature(key, owner)
        if signature and d.give(key, owner, signature[0]):
            procedure = Procedure(signature[0], key.span, signature[1], owner=owner)
            d.symbols.procedures[procedure.key] = procedure
            d.keep(procedure, code(value) or code(get(value, "do")))


def declare_menus(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        menu = d.symbols.menus.get(key.text)
        if owner is None and menu is None:
            if not d.give(key, None):
                continue
            menu = d.symbols.menus[key.text] = AuthorMenu(key.text, key.span, word(get(value, "prompt")), [])
        if menu is None:
            d.known(key, d.symbols.menus, "menu")
            continue
        for name, entry in entries(get(value, "entries")):
            if any(e.name == name.text and e.owner in (None, owner) for e in menu.entries):
                d.report.add(kinds.NAME_TWICE, f"the menu has an entry `{name.text}` already", name.span)
                continue
            menu.entries.append(_menu_entry(d, name, entry, owner))


def _menu_entry(d: Declaring, name: Scalar, node: Node, owner: str | None) -> AuthorMenuEntry:
    binders, condition, effect = (code(get(node, key)) for key in ("for", "if", "do"))
    limit = d.symbols.limits.get(word(get(node, "limit")))
    label = scalar(get(node, "label"))
    return AuthorMenuEntry(name.text, name.span, label, binders, condition, effect, limit, owner=owner)


def declare_menu_procedures(d: Declaring) -> None:
    """The procedure that each menu becomes, once all others are known."""
    for menu in d.symbols.menus.values():
        d.symbols.procedures[MENU + menu.name] = Procedure(MENU + menu.name, menu.at, ())


def declare_totals(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        stated = scalar(get(value, "is"))
        expected = number(stated)
        if stated is not None and expected is not None:
            total = d.symbols.totals[key.text] = Total(key.text, stated.span, expected)
            d.keep(total, code(get(value, "count")))


def _steps(node: Node | None) -> list[AuthorStep]:
    return [AuthorStep(key.text, key.span, code(value) or code(get(value, "do"))) for key, value in entries(node)]


def declare_flow(d: Declaring, node: Node | None) -> None:
    flow = d.symbols.flow
    flow.setup = _steps(get(node, "setup"))
    flow.final = _steps(get(node, "final"))
    flow.until = code(get(node, "until"))
    flow.winners = code(get(node, "winners"))
    flow.last_round = number(get(node, "last_round", "number")) or number(get(node, "last_round"))
    for key, value in entries(get(node, "score")):
        label = word(get(value, "label"), key.text)
        body = code(value) or code(get(value, "is"))
        binders, line = code(get(value, "for")), scalar(get(value, "line"))
        flow.score.append(AuthorScorePart(key.text, key.span, label, body, binders, line))
    for item in items(get(node, "rounds")):
        name = scalar(get(item, "name"))
        if name is None:
            continue
        if any(p.name == name.text for p in flow.phases):
            d.report.add(kinds.NAME_TWICE, f"two phases are called `{name.text}`", name.span)
        flow.phases.append(_phase(d, name, item))


def _phase(d: Declaring, name: Scalar, node: Node) -> AuthorPhase:
    who = word(get(node, "who"), "nobody")
    ends = tuple(life for n in items(get(node, "ends")) if (life := d.known(n, d.symbols.lives, "life")))
    effect, first, condition, stop = (code(get(node, key)) for key in ("do", "from", "if", "stop_if"))
    for life in ends:
        if life in ("game", "round"):
            d.report.add(kinds.BAD_OWNER, f"`{life}` ends by itself, not with a phase", name.span)
    if stop is not None and who != "in_turn":
        d.report.add(kinds.BAD_OWNER, "`stop_if` belongs to phases played in turn", stop.span)
    return AuthorPhase(name.text, name.span, who, ends, effect, first, condition, stop)

"""Declares what has code for its body: functions, procedures, menus, limits, totals and the flow."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as kinds
from artrules.kernel.declarations import (
    Flow,
    Function,
    Limit,
    Menu,
    MenuEntry,
    Phase,
    PowerAttribute,
    Procedure,
    ScorePart,
    Step,
    Total,
)
from artrules.resolve.constants import constant
from artrules.resolve.declaring import Declaring
from artrules.resolve.reading import code, entries, flag, get, items, number, scalar, word
from artrules.source.node import Node


def declare_limits(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if d.give(key, None):
            d.model.limits[key.text] = Limit(
                key.text,
                key.span,
                None,
                word(get(value, "counts_for")) == "card",
                d.known(get(value, "lasts"), d.model.lives, "life") or "game",
                code(get(value, "at_most")),
                flag(get(value, "default")),
                index=len(d.model.limits),
            )


def declare_power_attributes(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if key.text in ("if", "do", "limits", "label", "text", "source", "assumed"):
            d.report.add(kinds.NAME_TWICE, f"every power may have `{key.text}` already", key.span)
            continue
        attribute = PowerAttribute(key.text, key.span, None, d.types.read(scalar(get(value, "type"))))
        starts = get(value, "starts")
        if starts is not None and attribute.type is not None:
            attribute.required = False
            attribute.starts = constant(starts, attribute.type, d.model, d.report, f"`{key.text}`")
        d.model.power_attributes[key.text] = attribute


def declare_functions(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        signature = d.types.signature(key, owner)
        if signature and d.give(key, owner, signature[0]):
            body = code(value) or code(get(value, "is"))
            function = Function(signature[0], key.span, owner, signature[1], body)
            d.model.functions[function.key] = function


def declare_procedures(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        signature = d.types.signature(key, owner)
        if signature and d.give(key, owner, signature[0]):
            body = code(value) or code(get(value, "do"))
            procedure = Procedure(signature[0], key.span, owner, signature[1], body)
            d.model.procedures[procedure.key] = procedure


def declare_menus(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        menu = d.model.menus.get(key.text)
        if owner is None and menu is None:
            if not d.give(key, None):
                continue
            menu = d.model.menus[key.text] = Menu(key.text, key.span, None, word(get(value, "prompt")))
        if menu is None:
            d.known(key, d.model.menus, "menu")
            continue
        for name, entry in entries(get(value, "entries")):
            if any(e.name == name.text and e.owner in (None, owner) for e in menu.entries):
                d.report.add(kinds.NAME_TWICE, f"the menu has an entry `{name.text}` already", name.span)
                continue
            menu.entries.append(MenuEntry(name.text, name.span, owner, entry))


def declare_totals(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        expected = number(get(value, "is"))
        if expected is not None:
            total = Total(key.text, get(value, "is").span, None, code(get(value, "count")), None, expected)  # type: ignore[union-attr]
            d.model.totals[key.text] = total


def _steps(node: Node | None) -> list[Step]:
    return [Step(key.text, key.span, None, code(value) or code(get(value, "do"))) for key, value in entries(node)]


def declare_flow(d: Declaring, node: Node | None) -> None:
    flow: Flow = d.model.flow
    flow.setup = _steps(get(node, "setup"))
    flow.final = _steps(get(node, "final"))
    flow.until_code = code(get(node, "until"))
    flow.winners_code = code(get(node, "winners"))
    flow.last_round = number(get(node, "last_round", "number")) or number(get(node, "last_round"))
    for key, value in entries(get(node, "score")):
        label = word(get(value, "label"), key.text)
        body = code(value) or code(get(value, "is"))
        each, line = code(get(value, "for")), scalar(get(value, "line"))
        flow.score.append(ScorePart(key.text, key.span, None, label, body, each, line))
    for item in items(get(node, "rounds")):
        name = scalar(get(item, "name"))
        if name is None:
            continue
        if any(p.name == name.text for p in flow.phases):
            d.report.add(kinds.NAME_TWICE, f"two phases are called `{name.text}`", name.span)
        phase = Phase(name.text, name.span, None, word(get(item, "who"), "nobody"))
        phase.from_code = code(get(item, "from"))
        phase.do_code = code(get(item, "do"))
        phase.if_code = code(get(item, "if"))
        phase.stop_code = code(get(item, "stop_if"))
        phase.ends = [life for n in items(get(item, "ends")) if (life := d.known(n, d.model.lives, "life"))]
        for life in phase.ends:
            if life in ("game", "round"):
                d.report.add(kinds.BAD_OWNER, f"`{life}` ends by itself, not with a phase", name.span)
        if phase.stop_code is not None and phase.who != "in_turn":
            d.report.add(kinds.BAD_OWNER, "`stop_if` belongs to phases played in turn", phase.stop_code.span)
        flow.phases.append(phase)

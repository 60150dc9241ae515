"""Elaborates menus. Each becomes a procedure whose body is a decision."""

from __future__ import annotations

from artrules.declare.symbol_table import AuthorMenu, AuthorMenuEntry
from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.binders import binders
from artrules.elaborate.choices import note_option
from artrules.elaborate.code_strings import CodeStrings, assigned_names
from artrules.elaborate.context import Context
from artrules.elaborate.suites import suite
from artrules.ir.nodes import Binder, Body, Branch, Choose, Local
from artrules.ir.types import PLAYER
from artrules.syntax.parse import parse_bindings, parse_effect, parse_expression


def menu_body(menu: AuthorMenu, strings: CodeStrings) -> Body:
    """The body of a menu's procedure. A menu without entries gets a diagnostic."""
    branches = tuple(branch for entry in menu.entries if (branch := _branch(menu.name, entry, strings)))
    if not branches:
        strings.report.add(kinds.EMPTY_MENU, f"the menu `{menu.name}` has no entries", menu.at)
    title = menu.prompt or menu.name.replace("_", " ")
    return (Choose(menu.at, menu_site(menu.name), title, branches, Local(menu.at, PLAYER, "me")),)


def menu_site(menu: str) -> str:
    """The identity of the decision that a menu becomes."""
    return f"menu {menu}"


def _branch(menu: str, entry: AuthorMenuEntry, strings: CodeStrings) -> Branch | None:
    anchor = entry.binders or entry.condition or entry.effect or entry.label
    if anchor is None or entry.label is None:
        return None
    elaborator = strings.elaborator(anchor, Context(f"menu {menu}/{entry.name}", menu.replace("_", " "), entry.owner))
    bound: tuple[Binder, ...] = ()
    guard = None
    body: Body = ()
    if entry.binders is not None and (bindings := strings.tree(parse_bindings, entry.binders)) is not None:
        bound = binders(elaborator, bindings.binders)
    if entry.condition is not None and (condition := strings.tree(parse_expression, entry.condition)) is not None:
        elaborator.scalar = entry.condition
        guard = elaborator.condition(condition)
        elaborator.learn(guard)
    label = strings.template(elaborator, entry.label)
    note_option(elaborator, menu_site(menu), entry.name, entry.label.text, bound, entry.owner)
    if entry.effect is not None and (effect := strings.tree(parse_effect, entry.effect)) is not None:
        elaborator.scalar, elaborator.assigned = entry.effect, assigned_names(effect)
        body = suite(elaborator, effect)
    return Branch(entry.at, entry.name, label, bound, guard, None, body, owner=entry.owner)

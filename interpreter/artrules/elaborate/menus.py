"""Menus: each becomes a decision in the body of a procedure."""

from __future__ import annotations

from artrules.declare.symbol_table import AuthorMenu, AuthorMenuEntry
from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.code_strings import CodeStrings, assigned_names
from artrules.elaborate.context import Context
from artrules.ir.nodes import Binder, Body, Branch, Choose, Local
from artrules.ir.types import PLAYER


def menu_body(menu: AuthorMenu, strings: CodeStrings) -> Body:
    """The body of a menu's procedure; a menu without entries gets a diagnostic."""
    branches = [branch for entry in menu.entries if (branch := _branch(menu.name, entry, strings))]
    if not branches:
        strings.report.add(kinds.EMPTY_MENU, f"the menu `{menu.name}` has no entries", menu.at)
    title = menu.prompt or menu.name.replace("_", " ")
    return [Choose(menu.at, f"menu {menu.name}", title, branches, Local(menu.at, PLAYER, "me"))]


def _branch(menu: str, entry: AuthorMenuEntry, strings: CodeStrings) -> Branch | None:
    anchor = entry.binders or entry.condition or entry.effect or entry.label
    if anchor is None or entry.label is None:
        return None
    elaborator = strings.elaborator(anchor, Context(f"menu {menu}/{entry.name}", menu.replace("_", " "), entry.owner))
    binders: list[Binder] = []
    guard = None
    body: Body = []
    if entry.binders is not None and (tree := strings.tree("bindings", entry.binders)) is not None:
        binders = elaborator.binders(tree.children[0])
    if entry.condition is not None and (tree := strings.tree("expression", entry.condition)) is not None:
        elaborator.scalar = entry.condition
        guard = elaborator.condition(tree.children[0])
    label = strings.template(elaborator, entry.label)
    if entry.effect is not None and (tree := strings.tree("effect", entry.effect)) is not None:
        elaborator.scalar, elaborator.assigned = entry.effect, assigned_names(tree)
        body = elaborator.suite(tree)
    return Branch(entry.at, entry.name, label, binders, guard, entry.limit, body, owner=entry.owner)

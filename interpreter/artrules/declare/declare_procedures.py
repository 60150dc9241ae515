"""Declares code with a name: functions, procedures and menus."""

from __future__ import annotations

from artrules.content import procedures
from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.declare.symbol_table import AuthorMenu, AuthorMenuEntry
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Function, Procedure
from artrules.ir.model import MENU
from artrules.source.lookup import word


def declare_functions(d: Declarator, functions: Named[procedures.Function], owner: str | None = None) -> None:
    """The functions of the game or of a set."""
    for key, section in functions:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature[0]):
            function = Function(signature[0], key.span, signature[1], owner=owner)
            d.symbols.functions[function.key] = function
            d.store_code(function, section.is_)


def declare_procedures(d: Declarator, declared: Named[procedures.Procedure], owner: str | None = None) -> None:
    """The procedures of the game or of a set."""
    for key, section in declared:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature[0]):
            procedure = Procedure(signature[0], key.span, signature[1], owner=owner)
            d.symbols.procedures[procedure.key] = procedure
            d.store_code(procedure, section.do)


def declare_menus(d: Declarator, menus: Named[procedures.Menu], owner: str | None = None) -> None:
    """The menus of the game, or the entries that a set adds to them."""
    for key, section in menus:
        menu = d.symbols.menus.get(key.text)
        if owner is None and menu is None:
            if not d.reserve_name(key, None):
                continue
            menu = d.symbols.menus[key.text] = AuthorMenu(key.text, key.span, word(section.prompt), [])
        if menu is None:
            d.known(key, d.symbols.menus, "menu")
            continue
        for name, entry in section.entries:
            if any(e.name == name.text and e.owner in (None, owner) for e in menu.entries):
                d.report.add(kinds.NAME_TWICE, f"the menu has an entry `{name.text}` already", name.span)
                continue
            found = AuthorMenuEntry(name.text, name.span, entry.label, entry.for_, entry.if_, entry.do, owner=owner)
            menu.entries.append(found)


def declare_menu_procedures(d: Declarator) -> None:
    """The procedure that each menu becomes, once all others are known."""
    for menu in d.symbols.menus.values():
        d.symbols.procedures[MENU + menu.name] = Procedure(MENU + menu.name, menu.at, ())

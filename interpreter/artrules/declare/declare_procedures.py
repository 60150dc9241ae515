"""Declares code with a name: functions, procedures and menus."""

from __future__ import annotations

from artrules.content import procedures
from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.declare.symbol_table import AuthorMenu, AuthorMenuEntry
from artrules.declare.type_names import Signature
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.kinds.types import NO_RESULT
from artrules.ir.declarations import RESULT, Function, Procedure
from artrules.ir.first_value import has_first_value
from artrules.ir.model import MENU
from artrules.ir.type_words import in_words
from artrules.ir.types import UNKNOWN, Type
from artrules.source.lookup import word


def declare_functions(d: Declarator, functions: Named[procedures.Function], owner: str | None = None) -> None:
    """The functions of the game or of a set."""
    for key, section in functions:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature.name):
            if signature.gives is not None:
                message = f"`{signature.name}` is a function: its value has the type that comes of its expression"
                d.report.add(NO_RESULT, message, signature.at, expected="a signature without `gives`")
            function = Function(signature.name, key.span, signature.parameters, owner=owner)
            d.symbols.functions[function.key] = function
            d.store_code(function, section.is_)


def declare_procedures(d: Declarator, declared: Named[procedures.Procedure], owner: str | None = None) -> None:
    """The procedures of the game or of a set."""
    for key, section in declared:
        signature = d.types.signature(key, owner)
        if signature and d.reserve_name(key, owner, signature.name):
            result = _result(d, signature)
            procedure = Procedure(signature.name, key.span, signature.parameters, result, owner=owner)
            d.symbols.procedures[procedure.key] = procedure
            d.store_code(procedure, section.do)


def _result(d: Declarator, signature: Signature) -> Type | None:
    """The type of a procedure's result; None where it has none. A result begins with the first value of its type."""
    type_ = signature.gives
    if type_ is not None and any(parameter.name == RESULT for parameter in signature.parameters):
        message = f"`{RESULT}` is what this procedure gives: no parameter can be called so"
        d.report.add(kinds.NAME_TWICE, message, signature.at)
    if type_ is None or has_first_value(type_):
        return type_
    message = f"a result begins with the first value of its type, and {in_words(type_)} has none"
    d.report.add(kinds.BAD_TYPE, message, signature.at, expected=f"`{type_} or none`")
    return UNKNOWN


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

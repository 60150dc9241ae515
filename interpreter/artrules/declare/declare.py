"""Declares a ruleset: its documents to a symbol table, in an order in which names are known before they are used."""

from __future__ import annotations

from artrules.declare.declarator import Declaring
from artrules.declare.declare_code import (
    declare_flow,
    declare_functions,
    declare_limits,
    declare_menu_procedures,
    declare_menus,
    declare_power_attributes,
    declare_procedures,
    declare_totals,
)
from artrules.declare.declare_pieces import declare_pieces
from artrules.declare.declare_rulings import declare_rulings
from artrules.declare.declare_sets import declare_set, declare_set_names
from artrules.declare.declare_tables import declare_tables
from artrules.declare.declare_things import (
    declare_enum,
    declare_enum_names,
    declare_enum_properties,
    declare_event_names,
    declare_events,
    declare_groups,
    declare_kind_names,
    declare_kinds,
    declare_lives,
    declare_settings,
    declare_variables,
    declare_zones,
)
from artrules.declare.read import number, scalar, word
from artrules.declare.symbol_table import SymbolTable
from artrules.declare.type_names import TypeNames
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Enum
from artrules.ir.types import FACE
from artrules.source.node import Mapping


def declare(document: Mapping, sets: list[Mapping], report: Report) -> SymbolTable:
    """The symbol table of a ruleset (parts and overlays merged already) with its sets."""
    name = document.get("ruleset")
    at = name.span if name is not None else document.span
    symbols = SymbolTable(word(name), at, word(document.get("title"), word(name)), _players(document, report))
    d = Declaring(symbols, report, TypeNames(symbols, report))
    declare_enum(d, Enum(FACE.enum, document.span, ("up", "down")))
    declare_enum_names(d, document.get("enums"))
    declare_kind_names(d, document.get("cards"))
    declare_lives(d, document)
    declare_event_names(d, document.get("events"))
    declared_sets = [(s, declare_set_names(d, s)) for s in sets]
    declare_enum_properties(d, document.get("enums"))
    declare_groups(d, document.get("groups"))
    declare_settings(d, document.get("settings"))
    declare_zones(d, document.get("zones"))
    declare_kinds(d, document.get("cards"))
    declare_variables(d, document.get("variables"))
    declare_events(d, document.get("events"))
    declare_tables(d, document.get("tables"))
    declare_limits(d, document.get("limits"))
    declare_power_attributes(d, document.get("power_has"))
    declare_functions(d, document.get("functions"))
    declare_procedures(d, document.get("procedures"))
    declare_menus(d, document.get("menus"))
    declare_pieces(d, document.get("pieces"))
    declare_totals(d, document.get("totals"))
    declare_flow(d, document.get("flow"))
    declare_rulings(d, document.get("rulings"))
    for set_document, power_set in declared_sets:
        if power_set is not None:
            declare_set(d, set_document, power_set)
    declare_menu_procedures(d)
    _chosen_sets(d)
    d.all_remarks(document)
    for set_document in sets:
        d.all_remarks(set_document, word(set_document.get("set")), word(set_document.get("set")))
    return symbols


def _players(document: Mapping, report: Report) -> tuple[int, int]:
    """The least and the greatest number of players."""
    node = scalar(document.get("players"))
    if node is None:
        return (1, 1)
    least, most = 1, 1
    count = number(node)
    low, _, high = node.text.partition("..")
    if count is not None:
        least, most = count, count
    elif low.strip().isdigit() and high.strip().isdigit():
        least, most = int(low), int(high)
    if not 1 <= least <= most <= 16:
        report.add(kinds.BAD_TYPE, "a game has 1 to 16 players", node.span, expected="for example 2..4")
        return (1, 1)
    return (least, most)


def _chosen_sets(d: Declaring) -> None:
    """Each group's setting exists, and the default of a setting of sets is a set found that fills the group."""
    for group in d.symbols.groups.values():
        if group.chosen_by is not None and group.chosen_by not in d.symbols.settings:
            d.report.add(kinds.UNKNOWN_NAME, f"there is no setting `{group.chosen_by}`", group.at)
    for group_name, default in d.default_sets:
        found = [s.name for s in d.symbols.sets.values() if group_name in s.fills]
        d.known(default, found, f"set for `{group_name}`")

"""Declares a ruleset: its documents to a symbol table, in an order in which names are known before they are used."""

from collections.abc import Mapping as MappingOf
from collections.abc import Sequence
from types import MappingProxyType

from artrules.model.declare.cards import (
    declare_groups,
    declare_kind_names,
    declare_kinds,
    declare_limits,
    declare_power_attributes,
    declare_set,
    declare_set_names,
    number_powers,
)
from artrules.model.declare.declarator import Declarator, TypeNames
from artrules.model.declare.flow import (
    PluginFunctions,
    declare_flow,
    declare_functions,
    declare_menu_procedures,
    declare_menus,
    declare_plugin_functions,
    declare_procedures,
)
from artrules.model.declare.layout import declare_layout
from artrules.model.declare.libraries import NO_STAND_INS, StandIns, declare_expected_functions
from artrules.model.declare.overlay_documents import is_of_set, name_of, own_declarations, required_by
from artrules.model.declare.pieces import declare_pieces, declare_totals
from artrules.model.declare.prose import declare_rulings, declare_terms
from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.declare.zones import (
    declare_enum,
    declare_enum_names,
    declare_enum_properties,
    declare_event_names,
    declare_events,
    declare_lives,
    declare_settings,
    declare_tables,
    declare_variables,
    declare_zones,
)
from artrules.model.ir.declarations import Enum
from artrules.model.ir.types import FACE
from artrules.text.content.cards import Group
from artrules.text.content.documents import PowerSet, Ruleset, RulesetHead
from artrules.text.content.section import Named, read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping, Scalar, number, word


def declare(
    document: Mapping,
    sets: list[Mapping],
    report: Report,
    players: tuple[int, int] | None = None,
    brought: PluginFunctions = MappingProxyType({}),
    overlay_files: frozenset[str] = frozenset(),
    expansions: Sequence[Mapping] = (),
    libraries: MappingOf[str, str] = MappingProxyType({}),
    stand_ins: StandIns = NO_STAND_INS,
    expected: frozenset[str] = frozenset(),
) -> SymbolTable:
    """The symbol table of a ruleset (parts and overlays merged already) with its sets.

    `players` are the least and the greatest number of players with these overlays, instead of the document's. `brought`
    has the functions of the plugins that the ruleset needs. `overlay_files` are the files of the overlays laid over it,
    `expansions` those of them that are expansions. `libraries` are the libraries joined to it, by their files, and
    `stand_ins` what stands for what these expect, where there is no game; `expected` are the names of what they expect.
    """
    game, its_sets = read(Ruleset, document), [read(PowerSet, each) for each in sets]
    added = [read(PowerSet, own_declarations(each)) for each in expansions if not is_of_set(each)]
    name = game.ruleset
    at = name.span if name is not None else document.span
    symbols = SymbolTable(word(name), at, word(game.title, word(name)), _players(game.players, report))
    symbols.overlay_files = overlay_files
    symbols.expansion_files = {each.span.file: name_of(each) for each in expansions}
    symbols.required = {name_of(each): [name.text for name in required_by(each)] for each in expansions}
    symbols.libraries, symbols.expected = libraries, expected
    d = Declarator(symbols, report, TypeNames(symbols, report))
    declare_plugin_functions(d, read(RulesetHead, document).plugins, brought)
    declare_enum(d, Enum(FACE.enum, document.span, ("up", "down")))
    declare_enum_names(d, game.enums)
    declare_kind_names(d, game.cards)
    declare_lives(d, game)
    declare_event_names(d, game.events)
    declared_sets = [(each, declare_set_names(d, each)) for each in its_sets]
    declared_sets += [(each, declare_set_names(d, each, is_expansion=True)) for each in added]
    declare_enum_properties(d, game.enums)
    declare_groups(d, game.groups)
    declare_settings(d, game.settings)
    declare_zones(d, (*game.zones, *stand_ins.zones))
    declare_kinds(d, game.cards)
    declare_variables(d, game.variables)
    declare_variables(d, stand_ins.variables, needs_start=False)
    declare_events(d, game.events)
    declare_tables(d, game.tables)
    declare_limits(d, game.limits)
    declare_power_attributes(d, game.power_has)
    declare_functions(d, game.functions)
    declare_expected_functions(d, stand_ins.functions)
    declare_procedures(d, (*game.procedures, *stand_ins.procedures))
    declare_menus(d, game.menus)
    declare_pieces(d, game.pieces)
    declare_totals(d, game.totals)
    declare_flow(d, game.flow)
    symbols.hints = game.hints
    declare_rulings(d, game.rulings)
    declare_terms(d, game.terms)
    for each, power_set in declared_sets:
        if power_set is not None:
            declare_set(d, each, power_set)
    number_powers(d)
    declare_menu_procedures(d)
    declare_layout(d, game.layout)
    _chosen_sets(d, game.groups)
    d.all_remarks(document)
    for each in (*its_sets, *added):
        d.all_remarks(each.node, word(each.set), word(each.set))
    if players is not None:
        symbols.players = players
    report.declared.update(name.rpartition("/")[2] for name in d.taken)
    return symbols


def _players(node: Scalar | None, report: Report) -> tuple[int, int]:
    """The least and the greatest number of players."""
    if node is None:
        return (1, 1)
    least, most = 1, 1
    count = number(node)
    low, _, high = node.text.partition("..")
    if count is not None:
        least, most = count, count
    elif low.strip().isdigit() and high.strip().isdigit():
        least, most = int(low), int(high)
    if 1 <= most < least <= 16:
        message, expected = "the smaller number of players stands first", f"`{most}..{least}`"
        report.add(kinds.BAD_TYPE, message, node.span, expected=expected, found=f"`{node.text}`")
        return (most, least)
    if not 1 <= least <= most <= 16:
        report.add(kinds.BAD_TYPE, "a game has 1 to 16 players", node.span, expected="for example 2..4")
        return (1, 1)
    return (least, most)


def _chosen_sets(d: Declarator, groups: Named[Group]) -> None:
    """Each group's setting exists, and the default of a setting of sets is a set found that fills the group."""
    for _, group in groups:
        d.look_up(group.chosen_by, d.symbols.settings, "setting")
    for group_name, default in d.default_sets:
        set_names = [s.name for s in d.symbols.sets.values() if group_name in s.fills]
        d.look_up(default, set_names, f"set for `{group_name}`")

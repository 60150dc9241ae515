"""The resolve stage: documents to a model of declarations, in an order in which names are known before they are
used."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import Enum
from artrules.kernel.type import FACE
from artrules.resolve.declare_code import (
    declare_flow,
    declare_functions,
    declare_limits,
    declare_menus,
    declare_power_attributes,
    declare_procedures,
    declare_totals,
)
from artrules.resolve.declare_pieces import declare_pieces
from artrules.resolve.declare_rulings import declare_rulings
from artrules.resolve.declare_sets import declare_set, declare_set_names
from artrules.resolve.declare_things import (
    declare_enum_names,
    declare_enum_properties,
    declare_event_names,
    declare_events,
    declare_groups,
    declare_kind_names,
    declare_kinds,
    declare_lives,
    declare_settings,
    declare_tables,
    declare_variables,
    declare_zones,
)
from artrules.resolve.declaring import Declaring
from artrules.resolve.model import Model
from artrules.resolve.reading import number, scalar, word
from artrules.resolve.type_names import TypeNames
from artrules.source.node import Mapping


def resolve(document: Mapping, sets: list[Mapping], report: Report) -> Model:
    """The model of a ruleset (parts and overlays merged already) with its sets."""
    name = document.get("ruleset")
    model = Model(word(name), name.span if name is not None else document.span)
    model.title = word(document.get("title"), model.name)
    d = Declaring(model, report, TypeNames(model, report), {})
    _players(d, document)
    face = Enum(FACE.enum, document.span, None, ["up", "down"])
    model.enums[FACE.enum] = face
    for index, member in enumerate(face.members):
        model.members[member] = (face, index)
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
    _chosen_sets(d)
    d.all_remarks(document)
    for set_document in sets:
        d.all_remarks(set_document, word(set_document.get("set")), word(set_document.get("set")))
    return model


def _players(d: Declaring, document: Mapping) -> None:
    node = scalar(document.get("players"))
    if node is None:
        return
    count = number(node)
    low, _, high = node.text.partition("..")
    if count is not None:
        d.model.players = (count, count)
    elif low.strip().isdigit() and high.strip().isdigit():
        d.model.players = (int(low), int(high))
    low_count, high_count = d.model.players
    if not 1 <= low_count <= high_count <= 16:
        d.report.add(kinds.BAD_TYPE, "a game has 1 to 16 players", node.span, expected="for example 2..4")
        d.model.players = (1, 1)


def _chosen_sets(d: Declaring) -> None:
    """Each group's setting exists, and the default of a setting of sets is a set found that fills the group."""
    for group in d.model.groups.values():
        if group.chosen_by is not None and group.chosen_by not in d.model.settings:
            d.report.add(kinds.UNKNOWN_NAME, f"there is no setting `{group.chosen_by}`", group.at)
    for setting in d.model.settings.values():
        if setting.group is None or setting.starts_at is None:
            continue
        found = [s.name for s in d.model.sets.values() if setting.group in s.fills]
        d.known(setting.starts_at, found, f"set for `{setting.group}`")

"""What is declared and never occurs: names, events, members of enums."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from artrules.check.checks.check import ruleset_check
from artrules.model.analyses.calls import every, every_body
from artrules.model.analyses.reads import enums_in_use, innermost, kinds_in_use
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, Enum, Event
from artrules.model.ir.model import MENU, Model
from artrules.model.ir.nodes import AllMembers, Constant
from artrules.model.ir.types import FACE, Member, Type
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest

# Names that nothing uses, and events that nothing announces or waits for.
#
# Mostly these are slips: a name spelled in two ways, or a rule that was forgotten. The check looks at all combinations
# of overlays together, since a name may be used only where an overlay applies.
#
# A game with groups offers its functions, procedures, events, tables, limits and settings to sets from elsewhere. So
# those of the game may go unused; those of sets and of overlays may not, because sets are written for the game alone.
#
# A use is any mention outside the thing's own code, even in code that is itself unused. A setting is also used by an
# overlay that asks for it, and one of sets by the group that it chooses for. `values.py` finds what is mentioned and
# makes no difference.

NEVER_USED = declare(4010, "never-used", "a name that nothing uses", severity="warning")
NEVER_ANNOUNCED = declare(4012, "never-announced", "a watch for what never happens", severity="warning")
NEVER_WATCHED = declare(4013, "never-watched", "an event that nobody waits for", severity="warning")
NEW_UNUSED = declare(4060, "new-unused", "an overlay adds a name that nothing uses", severity="warning")

OFFERED = ("function", "procedure", "event", "table", "limit", "setting")
"""Sorts of names that a game with groups offers to sets."""


@dataclass(slots=True)
class _Uses:
    """What is mentioned, by sort and key, over all models."""

    used: set[tuple[str, str]] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)
    awaited: set[str] = field(default_factory=set)
    awaited_by_powers: set[str] = field(default_factory=set)
    watches: list[k.Watch] = field(default_factory=list)


@ruleset_check(NEVER_USED, NEVER_ANNOUNCED, NEVER_WATCHED, NEW_UNUSED, asks_for_uses=True, in_libraries="never")
def unused_declarations(models: Sequence[Model], report: Report) -> None:
    uses = _Uses()
    for model in models:
        _collect(model, uses)
    of_game: dict[str, list[str]] = {}
    for sort, declaration in _declared(models[0]):
        of_game.setdefault(sort, []).append(declaration.key)
    for model in models:
        for sort, declaration in _declared(model):
            keys_of_game = of_game.get(sort, [])
            new = declaration.key not in keys_of_game or (sort == "setting" and declaration.key in model.brought)
            if declaration.owner is None and model.awaits_sets and sort in OFFERED and not new:
                continue
            if declaration.key in model.expected:
                continue
            if (sort, declaration.key) not in uses.used:
                if new:
                    _new_unused(sort, declaration, keys_of_game, report)
                else:
                    report.add(NEVER_USED, f"nothing uses the {sort} `{declaration.name}`", declaration.at)
            elif isinstance(declaration, Event) and declaration.key not in uses.awaited:
                does = "waits for it" if declaration.kept is None else "waits for it or asks what happened"
                what = f"`{declaration.name}` is announced, but nothing {does}"
                report.add(NEVER_WATCHED, what, declaration.at)
            elif isinstance(declaration, Event) and declaration.key not in uses.awaited_by_powers:
                means = "is put aside" if declaration.stack is not None else "has an order"
                if declaration.stack is not None or declaration.order == "lying":
                    report.add(NEVER_USED, f"no power waits for `{declaration.name}`, so none {means}", declaration.at)
    for watch in uses.watches:
        if watch.event.key not in uses.announced and not watch.event.boundary:
            report.add(
                NEVER_ANNOUNCED,
                f"nothing announces `{watch.event.name}`, so this never acts",
                watch.at,
                related=[(f"`{watch.event.name}` is declared here", watch.event.at)],
            )


def _new_unused(sort: str, declaration: Declaration, keys_of_game: list[str], report: Report) -> None:
    beside = [key.rpartition("/")[2] for key in keys_of_game if key.rpartition("/")[0] == (declaration.owner or "")]
    report.add(
        NEW_UNUSED,
        f"the overlay adds the {sort} `{declaration.name}`, and nothing in the game or in an overlay uses it",
        declaration.at,
        expected="the name of something in the game, to change that; or a use of it",
        found=f"`{declaration.name}`",
        suggestions=closest(declaration.name, beside),
    )


def _declared(model: Model) -> Iterator[tuple[str, Declaration]]:
    for procedure in model.procedures.values():
        if not procedure.name.startswith(MENU):
            yield "procedure", procedure
    sections: dict[str, Iterable[Declaration]] = {
        "function": [function for function in model.functions.values() if function.part_of is None],
        "event": [event for event in model.events.values() if not event.boundary],
        "table": model.tables.values(),
        "variable": model.variables.values(),
        "limit": model.limits.values(),
        "zone": model.zones.values(),
        "menu": model.menus.values(),
        "setting": model.settings.values(),
        "enum": [enum for enum in model.enums.values() if enum.name != FACE.enum],
        "kind of card": model.kinds.values(),
        "group": model.groups.values(),
        "key of powers": model.power_attributes.values(),
    }
    for sort, declarations in sections.items():
        for declaration in declarations:
            yield sort, declaration


def _collect(model: Model, uses: _Uses) -> None:
    for limit in model.limits.values():
        if limit.default:
            uses.used.add(("limit", limit.key))
    uses.used |= {("limit", limit.key) for power in model.powers for limit in power.limits}
    uses.used |= {("setting", name) for name in model.asked}
    for kind in model.kinds.values():
        leaving = [a.back_when_leaving for a in [*kind.attributes.values(), kind.powers] if a is not None]
        uses.used |= {("zone", zone) for zone in leaving if zone is not None}
    uses.used |= {("enum", name) for name in enums_in_use(model)}
    uses.used |= {("kind of card", name) for name in kinds_in_use(model)}
    uses.used |= {("group", kind.powers.group) for kind in model.kinds.values() if kind.powers is not None}
    uses.used |= {("group", name) for power_set in model.sets.values() for name in power_set.fills}
    uses.used |= {("setting", group.chosen_by) for group in model.groups.values() if group.chosen_by is not None}
    uses.used |= {("table", shown.steps) for shown in model.layout.variables.values() if shown.steps is not None}
    uses.used |= {("table", figure.steps) for figure in model.layout.figures.values() if figure.steps is not None}
    for code in every_body(model):
        for node in code.every_node:
            for sort, declaration in _mentioned(node):
                if sort == "variable" or code.name != f"{sort} {declaration.key}":
                    uses.used.add((sort, declaration.key))
            match node:
                case k.Announce(event=event):
                    uses.announced.add(event.key)
                case k.Happenings(event=event):
                    uses.awaited.add(event.key)
                case k.PowerAttributeOf(attribute=attribute):
                    uses.used.add(("key of powers", attribute))
                case k.Watch(event=event):
                    uses.watches.append(node)
                    if node.of_powers:
                        uses.awaited_by_powers.add(event.key)
                    uses.awaited.add(event.key)


def _mentioned(node: k.Node) -> Iterator[tuple[str, Declaration]]:
    match node:
        case k.Perform(procedure=procedure):
            yield "procedure", procedure
            yield from [("menu", Declaration(procedure.name.removeprefix(MENU), procedure.at))]
        case k.Call(function=function):
            yield "function", function
        case k.Lookup(table=table):
            yield "table", table
        case k.SettingValue(declaration=setting):
            yield "setting", setting
        case k.VariableOf(declaration=variable):
            yield "variable", variable
        case k.ZoneOf(declaration=zone):
            yield "zone", zone
        case k.Announce(event=event) | k.Watch(event=event) | k.Happenings(event=event):
            yield "event", event
        case k.Branch(limit=limit) if limit is not None:
            yield "limit", limit


# Members of enums that never occur: no code, card, power, set or setting mentions them.
#
# A member may be the one that is never mentioned because it is the rest: `if wind is north … else`. So a member counts
# as used where it can come about: on a card, as a key of powers, as a choice before the game, as a start, or wherever
# code goes through all members.

UNUSED_MEMBER = declare(4157, "unused-member", "a member of an enum that never occurs", severity="warning")


@ruleset_check(UNUSED_MEMBER, asks_for_uses=True, in_libraries="never")
def unused_members(models: Sequence[Model], report: Report) -> None:
    used = {member for model in models for member in _used(model)}
    for model in models:
        for enum in model.enums.values():
            unused = [name for name in enum.members if (enum.name, name) not in used]
            if enum.name == FACE.enum or len(unused) == len(enum.members):
                continue
            for name in unused:
                report.add(
                    UNUSED_MEMBER, f"nothing can ever be `{name}`: no rule mentions it", _place(model, enum, name)
                )


def _used(model: Model) -> Iterator[tuple[str, str]]:
    """The members that can come about or are mentioned: pairs of an enum and a member."""
    for name in model.asked:
        if name in model.members:
            yield model.members[name][0].name, name
    whole = {node.enum for _, node in every(model, AllMembers)}
    values: list[tuple[Type | None, Any]] = [(node.type, node.value) for _, node in every(model, Constant)]
    for variable in model.variables.values():
        whole.add(_enum(variable.of))
        values.append((variable.type, 0 if variable not in model.starts else None))
    for zone in model.zones.values():
        whole |= {_enum(zone.per), _enum(zone.second)}
    for setting in model.settings.values():
        whole.add(_enum(setting.type))
    for power in model.powers:
        values += [(model.power_attributes[name].type, value) for name, value in power.attributes.items()]
        if isinstance(power.group_key, str) and power.group_key in model.members:
            yield model.members[power.group_key][0].name, power.group_key
    for kind in model.kinds.values():
        if kind.powers is not None:
            whole.add(_enum(kind.attributes[kind.powers.by].type))
        for attribute in kind.attributes.values():
            values.append((attribute.type, 0 if attribute not in model.starts else None))
    for pieces in model.pieces.values():
        attributes = model.kinds[pieces.kind].attributes
        for _, row, _ in pieces.rows:
            values += [(attributes[name].type, value) for name, value in row.items() if name in attributes]
    for enum in model.enums.values():
        for name, of in enum.properties.items():
            values += [(of, value) for value in enum.values.get(name, {}).values()]
    for type_, value in values:
        yield from _members(model, type_, value)
    for name in whole - {""}:
        yield from ((name, member) for member in model.enums[name].members)


def _members(model: Model, type_: Type | None, value: Any) -> Iterator[tuple[str, str]]:
    """The members that are in a value."""
    name = _enum(type_)
    members = model.enums[name].members if name else ()
    for index in value if isinstance(value, (tuple, list, frozenset, set)) else [value]:
        if isinstance(index, int) and 0 <= index < len(members):
            yield name, members[index]


def _enum(type_: Type | None) -> str:
    """The enum whose members a type has; empty if there is none."""
    of = innermost(type_)
    return of.enum if isinstance(of, Member) else ""


def _place(model: Model, enum: Enum, member: str) -> Span:
    """Where a member stands in its enum."""
    lines = (model.source_text(enum.at.file) or "").splitlines()
    for number in range(enum.at.line, len(lines) + 1):
        begin = enum.at.end_column - 1 if number == enum.at.line else 0
        match = re.compile(rf"\b{member}\b").search(lines[number - 1], begin)
        if match is not None:
            return Span(enum.at.file, number, match.start() + 1, number, match.end() + 1)
    return enum.at

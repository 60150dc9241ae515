"""Declares what a table consists of: settings, enums, lives, kinds of card, zones, variables, events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from artrules.declare.constants import constant
from artrules.declare.declarator import Declaring
from artrules.declare.read import code, entries, get, items, scalar, word, written
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import (
    Attribute,
    Enum,
    Event,
    Field,
    Group,
    Kind,
    Life,
    PowerSource,
    Setting,
    Variable,
    ZoneDeclaration,
)
from artrules.ir.types import (
    PLAYER,
    UNKNOWN,
    Bool,
    Card,
    Happening,
    Member,
    Number,
    Optional,
    Player,
    Power,
    Type,
    Unknown,
)
from artrules.source.node import Mapping, Node, Scalar

MOST_MEMBERS = 256
MOST_KEYS = 1000
"""Of a group that is keyed by numbers."""


def declare_enum_names(d: Declaring, node: Node | None) -> None:
    """Enums and their members first: types and values refer to them."""
    for key, value in entries(node):
        if not d.give(key, None):
            continue
        listed = get(value, "members") if isinstance(value, Mapping) else value
        pairs = [k for k, _ in entries(listed)] or [s for s in items(listed) if isinstance(s, Scalar)]
        if len(pairs) > MOST_MEMBERS:
            expected = f"at most {MOST_MEMBERS}"
            message = f"`{key.text}` has too many members"
            d.report.add(kinds.TOO_MANY, message, pairs[MOST_MEMBERS].span, expected=expected)
        members = tuple(member.text for member in pairs[:MOST_MEMBERS] if d.give(member, None))
        declare_enum(d, Enum(key.text, key.span, members))


def declare_enum(d: Declaring, enum: Enum) -> None:
    """Enter an enum and its members, in place of what was known of it before."""
    d.symbols.enums[enum.name] = enum
    for index, member in enumerate(enum.members):
        d.symbols.members[member] = (enum, index)


def declare_enum_properties(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        enum = d.symbols.enums.get(key.text)
        if enum is None:
            continue
        properties = {property_.text: d.types.read(scalar(type_)) for property_, type_ in entries(get(value, "has"))}
        values: dict[str, dict[str, Any]] = {}
        for member, has in entries(get(value, "members")):
            given = dict((k.text, (k, v)) for k, v in entries(has))
            for name, (at, item) in given.items():
                if name in ("source", "assumed"):
                    continue
                if name not in properties:
                    d.known(at, list(properties), "property")
                    continue
                what = f"`{name}` of {member.text}"
                value_ = constant(item, properties[name], d.symbols, d.report, what)
                values.setdefault(name, {})[member.text] = value_
            for name in properties:
                if name not in given:
                    d.report.add(
                        kinds.MISSING, f"`{member.text}` has no `{name}`", member.span, expected=f"`{name}: …`"
                    )
        declare_enum(d, replace(enum, properties=properties, values=values))


def declare_settings(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if not d.give(key, None):
            continue
        title, default = word(get(value, "title")) or None, scalar(get(value, "starts"))
        filled = get(value, "set_of")
        if filled is not None:
            group = d.known(filled, d.symbols.groups, "group")
            setting = Setting(key.text, key.span, None, group, default.text if default is not None else None, title)
            if group is not None and default is not None:
                d.default_sets.append((group, default))
        else:
            type_ = _setting_type(d, scalar(get(value, "type")))
            starts = None if default is None else constant(default, type_, d.symbols, d.report, f"`{key.text}`")
            setting = Setting(key.text, key.span, type_, None, starts, title)
        d.symbols.settings[key.text] = setting


def _setting_type(d: Declaring, node: Scalar | None) -> Type:
    type_ = d.types.read(node)
    if isinstance(type_, (Bool, Number, Member, Unknown)) or node is None:
        return type_
    message, expected = f"a setting can't be {type_}", "bool, a range such as 1..9, or an enum"
    d.report.add(kinds.BAD_TYPE, message, node.span, expected=expected)
    return UNKNOWN


def declare_lives(d: Declaring, document: Mapping) -> None:
    node = document.get("lives")
    for name in ("game", "round"):
        d.symbols.lives[name] = Life(name, (node if node is not None else document).span)
    for key, value in entries(node):
        if key.text in d.symbols.lives:
            d.report.add(kinds.NAME_TWICE, f"the life `{key.text}` exists in every game", key.span)
            continue
        d.symbols.lives[key.text] = Life(key.text, key.span, word(value) == "each_player")


def declare_groups(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if not d.give(key, None):
            continue
        keyed = scalar(get(value, "keyed_by"))
        by_number = None
        if keyed is not None and keyed.text != "name":
            type_ = d.types.read(keyed)
            if isinstance(type_, Number) and type_.high - type_.low >= MOST_KEYS:
                found, expected = f"{type_.high - type_.low + 1:,}", f"at most {MOST_KEYS:,}"
                message = f"the group `{key.text}` has too many keys"
                d.report.add(kinds.TOO_MANY, message, keyed.span, expected=expected, found=found)
            elif isinstance(type_, Number):
                by_number = (type_.low, type_.high)
            elif not isinstance(type_, Unknown):
                message, expected = (
                    f"the group `{key.text}` can't be keyed by {type_}",
                    "a range such as 1..9, or `name`",
                )
                d.report.add(kinds.BAD_TYPE, message, keyed.span, expected=expected, found=f"`{keyed.text}`")
        d.symbols.groups[key.text] = Group(key.text, key.span, by_number, word(get(value, "chosen_by")) or None)


def declare_kind_names(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if d.give(key, None):
            d.symbols.kinds[key.text] = Kind(key.text, key.span)
            if (label := scalar(get(value, "label"))) is not None:
                d.symbols.card_labels[key.text] = label


def declare_kinds(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        kind = d.symbols.kinds.get(key.text)
        if kind is None:
            continue
        attributes: dict[str, Attribute] = {}
        for name, item in entries(get(value, "attributes")):
            if name.text in ("face", "kind", "powers"):
                d.report.add(kinds.NAME_TWICE, f"every card has `{name.text}` already", name.span)
                continue
            attributes[name.text] = _attribute(d, kind.name, name, item)
        powers, source = get(value, "powers"), None
        if powers is not None:
            group = d.known(get(powers, "from"), d.symbols.groups, "group")
            by = d.known(get(powers, "by"), attributes, "attribute of this kind")
            if (
                group is not None
                and by is not None
                and _fits_key(d, d.symbols.groups[group], attributes[by], get(powers, "by"))
            ):
                source = PowerSource(
                    group,
                    by,
                    d.known(get(powers, "back_when_leaving"), d.symbols.zones, "zone"),
                    d.known(get(powers, "lasts"), d.symbols.lives, "life") or "game",
                    powers.span,
                )
        d.symbols.kinds[kind.name] = replace(kind, attributes=attributes, powers=source)


def _attribute(d: Declaring, kind: str, name: Scalar, item: Node) -> Attribute:
    type_, starts = d.types.read(scalar(get(item, "type"))), code(get(item, "starts"))
    attribute = Attribute(
        name.text,
        name.span,
        kind,
        type_,
        d.known(get(item, "back_when_leaving"), d.symbols.zones, "zone"),
        d.known(get(item, "lasts"), d.symbols.lives, "life") or "game",
        not any(get(item, key) for key in ("starts", "back_when_leaving", "lasts")),
        written(starts),
    )
    d.keep(attribute, starts)
    if starts is None and not attribute.printed:
        _needs_start(d, name, type_)
    return attribute


def _fits_key(d: Declaring, group: Group, by: Attribute, node: Node | None) -> bool:
    """Whether an attribute can be the key of a group: no, with a diagnostic, when no key could ever be its value."""
    type_, at = by.type, scalar(node)
    value = type_.of if isinstance(type_, Optional) else type_
    wanted = Member if group.by_number is None else Number
    if isinstance(value, (wanted, Unknown)) or at is None:
        return True
    keys = "names" if group.by_number is None else "numbers"
    d.report.add(
        kinds.BAD_TYPE,
        f"the group `{group.name}` is keyed by {keys}, and `{by.name}` is {value}",
        at.span,
        expected="an attribute that is a member of an enum" if keys == "names" else "an attribute that is a number",
        found=f"`{by.name}`",
        related=[(f"`{group.name}` is declared here", group.at)],
    )
    return False


def declare_zones(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        if not d.give(key, owner):
            continue
        per = scalar(get(value, "per"))
        per_type = d.types.read(per) if per is not None else None
        told = isinstance(per_type, Unknown)  # what is wrong with the type has had its diagnostic
        if per_type is not None and not isinstance(per_type, (Player, Member, Number)):
            if not told:
                message = f"a zone can't be there for each {per_type}"
                d.report.add(kinds.BAD_OWNER, message, per.span if per else key.span)
            per_type = None
        held = [d.known(k, d.symbols.kinds, "kind of card") for k in items(get(value, "holds"))]
        down = word(get(value, "face_down_seen_by"), "owner" if per_type == PLAYER else "nobody")
        zone = ZoneDeclaration(
            key.text,
            key.span,
            per_type,
            frozenset(k for k in held if k is not None),
            word(get(value, "order"), "loose"),
            word(get(value, "seen_by"), "everyone"),
            word(get(value, "shows"), "all") == "top",
            word(get(value, "face"), "up") == "up",
            down,
            owner=owner,
        )
        if "owner" in (zone.seen_by, down) and per_type != PLAYER and not told:
            d.report.add(kinds.BAD_OWNER, f"the zone `{key.text}` has no owner who could see it", key.span)
        d.symbols.zones[zone.key] = zone


def declare_variables(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        if not d.give(key, owner):
            continue
        of = scalar(get(value, "of"))
        of_type = d.types.read(of) if of is not None else None
        if of_type is not None and not isinstance(of_type, (Player, Member)):
            if not isinstance(of_type, Unknown):
                d.report.add(kinds.BAD_OWNER, f"a variable can't belong to {of_type}", of.span if of else key.span)
            of_type = None
        starts = code(get(value, "starts"))
        variable = Variable(
            key.text,
            key.span,
            of_type,
            d.types.read(scalar(get(value, "type")), owner),
            d.known(get(value, "lasts"), d.symbols.lives, "life") or "game",
            word(get(value, "seen_by"), "everyone"),
            written(starts),
            owner=owner,
        )
        d.keep(variable, starts)
        if starts is None:
            _needs_start(d, key, variable.type)
        d.symbols.variables[variable.key] = variable


def _needs_start(d: Declaring, key: Scalar, type_: Type) -> None:
    """Cards, powers and events have no first value."""
    if isinstance(type_, (Card, Power, Happening)):
        message = f"nothing says with what `{key.text}` starts"
        d.report.add(kinds.MISSING, message, key.span, expected=f"`starts: …`, or the type `{type_} or none`")


def declare_event_names(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        if d.give(key, owner):
            event = Event(key.text, key.span, d.known(get(value, "kept"), d.symbols.lives, "life"), owner=owner)
            d.symbols.events[event.key] = event


def declare_events(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        event = d.symbols.find(d.symbols.events, key.text, owner)
        if event is None or event.owner != owner:
            continue
        fields = {
            name.text: Field(name.text, name.span, d.types.read(scalar(type_), owner), index)
            for index, (name, type_) in enumerate(entries(get(value, "has")))
        }
        d.symbols.events[event.key] = replace(event, fields=fields)

"""Declares what a table consists of: settings, enums, lives, kinds of card, zones, variables, events, tables."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as kinds
from artrules.kernel.declarations import (
    Attribute,
    Enum,
    Event,
    Field,
    Group,
    Kind,
    Life,
    PowerSource,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
)
from artrules.kernel.type import (
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
from artrules.resolve.constants import constant
from artrules.resolve.declaring import Declaring
from artrules.resolve.reading import code, entries, get, items, scalar, word
from artrules.source.node import Mapping, Node, Scalar

MOST_MEMBERS = 256
MOST_KEYS = 1000
"""Of a group that is keyed by numbers."""


def declare_enum_names(d: Declaring, node: Node | None) -> None:
    """Enums and their members first: types and values refer to them."""
    for key, value in entries(node):
        if not d.give(key, None):
            continue
        enum = Enum(key.text, key.span)
        listed = get(value, "members") if isinstance(value, Mapping) else value
        pairs = [k for k, _ in entries(listed)] or [s for s in items(listed) if isinstance(s, Scalar)]
        if len(pairs) > MOST_MEMBERS:
            expected = f"at most {MOST_MEMBERS}"
            message = f"`{key.text}` has too many members"
            d.report.add(kinds.TOO_MANY, message, pairs[MOST_MEMBERS].span, expected=expected)
        for member in pairs[:MOST_MEMBERS]:
            if d.give(member, None):
                enum.members.append(member.text)
                d.model.members[member.text] = (enum, len(enum.members) - 1)
        d.model.enums[key.text] = enum


def declare_enum_properties(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        enum = d.model.enums.get(key.text)
        if enum is None:
            continue
        for property_, type_ in entries(get(value, "has")):
            enum.properties[property_.text] = d.types.read(scalar(type_))
        for member, has in entries(get(value, "members")):
            given = dict((k.text, (k, v)) for k, v in entries(has))
            for name, (at, item) in given.items():
                if name in ("source", "assumed"):
                    continue
                if name not in enum.properties:
                    d.known(at, list(enum.properties), "property")
                    continue
                what = f"`{name}` of {member.text}"
                value_ = constant(item, enum.properties[name], d.model, d.report, what)
                enum.values.setdefault(name, {})[member.text] = value_
            for name in enum.properties:
                if name not in given:
                    d.report.add(
                        kinds.MISSING, f"`{member.text}` has no `{name}`", member.span, expected=f"`{name}: …`"
                    )


def declare_settings(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if not d.give(key, None):
            continue
        setting = Setting(key.text, key.span, title=word(get(value, "title")) or None)
        group = get(value, "set_of")
        setting.starts_at = scalar(get(value, "starts"))
        if group is not None:
            setting.group = d.known(group, d.model.groups, "group")
            setting.starts = setting.starts_at.text if setting.starts_at else None
        else:
            type_ = scalar(get(value, "type"))
            setting.type = d.types.read(type_)
            if not isinstance(setting.type, (Bool, Number, Member, Unknown)) and type_ is not None:
                expected = "bool, a range such as 1..9, or an enum"
                message = f"a setting can't be {setting.type}"
                d.report.add(kinds.BAD_TYPE, message, type_.span, expected=expected)
                setting.type = UNKNOWN
            if setting.starts_at is not None:
                setting.starts = constant(setting.starts_at, setting.type, d.model, d.report, f"`{key.text}`")
        d.model.settings[key.text] = setting


def declare_lives(d: Declaring, document: Mapping) -> None:
    node = document.get("lives")
    for name in ("game", "round"):
        d.model.lives[name] = Life(name, (node if node is not None else document).span)
    for key, value in entries(node):
        if key.text in d.model.lives:
            d.report.add(kinds.NAME_TWICE, f"the life `{key.text}` exists in every game", key.span)
            continue
        d.model.lives[key.text] = Life(key.text, key.span, each_player=word(value) == "each_player")


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
        d.model.groups[key.text] = Group(key.text, key.span, None, by_number, word(get(value, "chosen_by")) or None)


def declare_kind_names(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        if d.give(key, None):
            d.model.kinds[key.text] = Kind(key.text, key.span, label_code=scalar(get(value, "label")))


def declare_kinds(d: Declaring, node: Node | None) -> None:
    for key, value in entries(node):
        kind = d.model.kinds.get(key.text)
        if kind is None:
            continue
        for name, item in entries(get(value, "attributes")):
            if name.text in ("face", "kind", "powers"):
                d.report.add(kinds.NAME_TWICE, f"every card has `{name.text}` already", name.span)
                continue
            attribute = Attribute(name.text, name.span, None, kind.name, d.types.read(scalar(get(item, "type"))))
            attribute.starts_code = code(get(item, "starts"))
            attribute.back_when_leaving = d.known(get(item, "back_when_leaving"), d.model.zones, "zone")
            attribute.lasts = d.known(get(item, "lasts"), d.model.lives, "life") or "game"
            attribute.printed = not any(get(item, key) for key in ("starts", "back_when_leaving", "lasts"))
            if not attribute.printed and attribute.starts_code is None:
                _needs_start(d, name, attribute.type)
            kind.attributes[name.text] = attribute
        powers = get(value, "powers")
        if powers is not None:
            group = d.known(get(powers, "from"), d.model.groups, "group")
            by = d.known(get(powers, "by"), kind.attributes, "attribute of this kind")
            if (
                group is not None
                and by is not None
                and _fits_key(d, d.model.groups[group], kind, by, get(powers, "by"))
            ):
                kind.powers = PowerSource(
                    group,
                    by,
                    d.known(get(powers, "back_when_leaving"), d.model.zones, "zone"),
                    d.known(get(powers, "lasts"), d.model.lives, "life") or "game",
                    powers.span,
                )


def _fits_key(d: Declaring, group: Group, kind: Kind, by: str, node: Node | None) -> bool:
    """Whether an attribute can be the key of a group: no, with a diagnostic, when no key could ever be its value."""
    type_, at = kind.attributes[by].type, scalar(node)
    value = type_.of if isinstance(type_, Optional) else type_
    wanted = Member if group.by_number is None else Number
    if value is None or isinstance(value, (wanted, Unknown)) or at is None:
        return True
    keys = "names" if group.by_number is None else "numbers"
    d.report.add(
        kinds.BAD_TYPE,
        f"the group `{group.name}` is keyed by {keys}, and `{by}` is {value}",
        at.span,
        expected="an attribute that is a member of an enum" if keys == "names" else "an attribute that is a number",
        found=f"`{by}`",
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
        held = [d.known(k, d.model.kinds, "kind of card") for k in items(get(value, "holds"))]
        down = word(get(value, "face_down_seen_by"), "owner" if per_type == PLAYER else "nobody")
        zone = ZoneDeclaration(
            key.text,
            key.span,
            owner,
            per_type,
            frozenset(k for k in held if k is not None),
            word(get(value, "order"), "loose"),
            word(get(value, "seen_by"), "everyone"),
            word(get(value, "shows"), "all") == "top",
            word(get(value, "face"), "up") == "up",
            down,
        )
        if "owner" in (zone.seen_by, down) and per_type != PLAYER and not told:
            d.report.add(kinds.BAD_OWNER, f"the zone `{key.text}` has no owner who could see it", key.span)
        d.model.zones[zone.key] = zone


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
        variable = Variable(
            key.text,
            key.span,
            owner,
            of_type,
            d.types.read(scalar(get(value, "type")), owner),
            code(get(value, "starts")),
            None,
            d.known(get(value, "lasts"), d.model.lives, "life") or "game",
            word(get(value, "seen_by"), "everyone"),
        )
        if variable.starts_code is None:
            _needs_start(d, key, variable.type)
        d.model.variables[variable.key] = variable


def _needs_start(d: Declaring, key: Scalar, type_: Type | None) -> None:
    """Cards, powers and events have no first value."""
    if isinstance(type_, (Card, Power, Happening)):
        message = f"nothing says with what `{key.text}` starts"
        d.report.add(kinds.MISSING, message, key.span, expected=f"`starts: …`, or the type `{type_} or none`")


def declare_event_names(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        if d.give(key, owner):
            event = Event(key.text, key.span, owner)
            event.kept = d.known(get(value, "kept"), d.model.lives, "life")
            d.model.events[event.key] = event


def declare_events(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        event = d.model.find(d.model.events, key.text, owner)
        if event is None or event.owner != owner:
            continue
        for name, type_ in entries(get(value, "has")):
            event.fields[name.text] = Field(
                name.text, name.span, None, d.types.read(scalar(type_), owner), len(event.fields)
            )


def declare_tables(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    for key, value in entries(node):
        if d.give(key, owner):
            table = Table(key.text, key.span, owner, code(value) or code(get(value, "steps")))
            d.model.tables[table.key] = table

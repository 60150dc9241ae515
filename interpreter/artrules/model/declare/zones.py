"""Declares enums, settings and lives, and what lies on the table: zones, variables, events and tables."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from artrules.model.declare.constants import constant
from artrules.model.declare.declarator import Declarator, as_written, author_text
from artrules.model.declare.symbol_table import parse_scalar
from artrules.model.ir.declarations import (
    OWN_LIVES,
    Enum,
    Event,
    Field,
    Life,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
    ZoneSight,
)
from artrules.model.ir.references import property_key, refer, setting_key
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import PLAYER, UNKNOWN, WIDE, Bool, Member, Number, Player, Type, Unknown, whole
from artrules.text.content import zones
from artrules.text.content import zones as settings
from artrules.text.content.documents import Ruleset
from artrules.text.content.section import Named
from artrules.text.content.zones import Table as TableSection
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics import kinds as type_kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar, word
from artrules.text.syntax.ast.types import Slope
from artrules.text.syntax.parse import parse_table

# Declares what types and the setup of a game are made of: enums, settings and lives.

MOST_MEMBERS = 256
"""Of one enum."""


def declare_enum_names(d: Declarator, enums: Named[settings.Enum]) -> None:
    """Enums and their members first: types and values refer to them."""
    for key, enum in enums:
        if not d.reserve_name(key, None):
            continue
        listed = [member for member, _ in enum.members]
        if len(listed) > MOST_MEMBERS:
            expected = f"at most {MOST_MEMBERS}"
            message = f"`{key.text}` has too many members"
            d.report.add(kinds.TOO_MANY, message, listed[MOST_MEMBERS].span, expected=expected)
        members = tuple(member.text for member in listed[:MOST_MEMBERS] if d.reserve_name(member, None))
        declare_enum(d, Enum(key.text, key.span, members, title=word(enum.title)))


def declare_enum(d: Declarator, enum: Enum) -> None:
    """Enter an enum and its members, in place of what was known of it before."""
    d.symbols.enums[enum.name] = enum
    for index, member in enumerate(enum.members):
        d.symbols.members[member] = (enum, index)


def declare_enum_properties(d: Declarator, enums: Named[settings.Enum]) -> None:
    """The properties of enums, and the value that each member has of them."""
    for key, section in enums:
        enum = d.symbols.enums.get(key.text)
        if enum is None:
            continue
        properties = {name.text: d.types.read(type_) for name, type_ in section.has}
        for own, _ in section.has:
            refer(d.report, own.span, property_key(key.text, own.text), "declared")
        listed = [member.text for member, has in takewhile(lambda one: not (one[1] and one[1].values), section.members)]
        values = _numbered(listed, properties)
        for member, has in section.members:
            given = values.keys() if member.text in listed else ()
            if has is None:  # the members are only listed, so that none has values of its own
                if len(given) < len(properties):
                    _report_unnumbered(d, key, member, properties, values.keys(), len(listed))
                break
            member_values = {name.text: (name, value) for name, value in has.values}
            misspelt = [name for name in member_values if name not in properties]
            for name, (at, item) in member_values.items():
                if name not in properties:
                    d.look_up(at, list(properties), "property")
                    continue
                refer(d.report, at.span, property_key(key.text, name))
                what = f"`{name}` of {member.text}"
                value_ = constant(item, properties[name], d.symbols, d.report, what)
                values.setdefault(name, {})[member.text] = value_
            for name in properties:
                if name not in member_values and name not in given and not closest(name, misspelt):
                    d.report.add(
                        kinds.MISSING, f"`{member.text}` has no `{name}`", member.span, expected=f"`{name}: …`"
                    )
        declare_enum(d, replace(enum, properties=properties, values=values))


def _numbered(listed: Sequence[str], properties: Mapping[str, Type]) -> dict[str, dict[str, Any]]:
    """Of the properties that have as many numbers as there are members without values, the numbers in order."""
    return {
        name: {member: type_.low + place for place, member in enumerate(listed)}
        for name, type_ in properties.items()
        if isinstance(type_, Number) and type_.high - type_.low + 1 == len(listed)
    }


def _report_unnumbered(
    d: Declarator, key: Scalar, member: Scalar, properties: Mapping[str, Type], numbered: Container[str], count: int
) -> None:
    """Say that members which are only listed have no values of some properties. `member` is the first of them."""
    lacking = {name: type_ for name, type_ in properties.items() if name not in numbered}
    names = " and ".join(f"`{name}`" for name in lacking)
    form = ", ".join(f"{name}: …" for name in lacking)
    expected = f"`{member.text}: {{{form}}}`"
    if all(isinstance(type_, Number) for type_ in lacking.values()):
        expected += f", or a range of {count} numbers, which the {count} members have in order"
    message = f"the members of `{key.text}` are only listed, so they have no {names}"
    d.report.add(kinds.MISSING, message, member.span, expected=expected)


def declare_settings(d: Declarator, declared: Named[settings.Setting]) -> None:
    """The settings, with their types and defaults."""
    for key, section in declared:
        # A setting may be called like the enum of its values. The enum has taken the name already.
        own_enum = section.type is not None and section.type.text == key.text and key.text in d.symbols.enums
        if not own_enum and not d.reserve_name(key, None):
            continue
        refer(d.report, key.span, setting_key(key.text), "declared")
        title, default = word(section.title) or None, section.starts if isinstance(section.starts, Scalar) else None
        if section.set_of is not None:
            group = d.look_up(section.set_of, d.symbols.groups, "group")
            setting = Setting(key.text, key.span, None, group, default.text if default is not None else None, title)
            if group is not None and default is not None:
                d.default_sets.append((group, default))
        else:
            type_ = _setting_type(d, section.type)
            starts = (
                None
                if section.starts is None
                else constant(section.starts, type_, d.symbols, d.report, f"`{key.text}`")
            )
            setting = Setting(key.text, key.span, type_, None, starts, title)
        d.symbols.settings[key.text] = setting


def _setting_type(d: Declarator, node: Scalar | None) -> Type:
    type_ = d.types.read(node)
    if isinstance(type_, (Bool, Number, Member, Unknown)) or node is None:
        return type_
    message, expected = f"a setting can't be {in_words(type_)}", "`bool`, a range such as `1..9`, or an enum"
    d.report.add(kinds.BAD_TYPE, message, node.span, expected=expected)
    return UNKNOWN


def declare_lives(d: Declarator, game: Ruleset) -> None:
    """The lives: those of every game, and the game's own."""
    for name, who in OWN_LIVES.items():
        d.symbols.lives[name] = Life(name, game.node.span, who)
    for key, ends_for in game.lives:
        if key.text in d.symbols.lives:
            d.report.add(kinds.NAME_TWICE, f"the life `{key.text}` exists in every game", key.span)
            continue
        d.symbols.lives[key.text] = Life(key.text, key.span, ends_for or "everyone")


# Declares what lies on the table and happens there: zones, variables and events.


def declare_zones(d: Declarator, declared: Named[zones.Zone], owner: str | None = None) -> None:
    """The zones of the game or of a set."""
    for key, section in declared:
        if not d.reserve_name(key, owner):
            continue
        owners = [_owner(d, per) for per in section.per]
        if None in owners:
            # It isn't known whose this zone is, so its uses aren't judged.
            d.report.leave_unread([key.text])
            continue
        per_type, second = (*owners, None, None)[:2]
        kind_names = [d.look_up(k, d.symbols.kinds, "kind of card") for k in section.holds]
        down = section.face_down_seen_by or ("owner" if per_type == PLAYER else "nobody")
        zone = ZoneDeclaration(
            key.text,
            key.span,
            per_type,
            second,
            frozenset(k for k in kind_names if k is not None),
            sight=ZoneSight(section.seen_by or "everyone", section.shows, down),
            face_up=section.face == "up",
            may_be_text=author_text(section.may_be),
            owner=owner,
            **as_written(section, ZoneDeclaration),
        )
        if per_type != PLAYER and not {"owner", "others"}.isdisjoint((zone.sight.seen_by, down)):
            d.report.add(kinds.BAD_OWNER, f"the zone `{key.text}` has no owner who could see it, or not", key.span)
        if section.in_play and per_type != PLAYER:
            message = f"cards in `{key.text}` are nobody's, so they can't be in play"
            d.report.add(kinds.BAD_OWNER, message, key.span, expected="`per: player`")
        if section.may_be is not None:
            d.symbols.may_be[zone] = section.may_be
        d.symbols.zones[zone.key] = zone


def _owner(d: Declarator, per: Scalar) -> Type | None:
    """What there is a zone for each of; None after a diagnostic."""
    owner = d.types.read(per)
    if isinstance(owner, (Player, Member, Number)):
        return owner
    if not isinstance(owner, Unknown):
        d.report.add(kinds.BAD_OWNER, f"a zone can't be there for each value of `{per.text}`", per.span)
    return None


def declare_variables(
    d: Declarator, declared: Named[zones.Variable], owner: str | None = None, *, needs_start: bool = True
) -> None:
    """The variables of the game or of a set. Unless `needs_start`, nothing must say with what they start."""
    for key, section in declared:
        if not d.reserve_name(key, owner):
            continue
        of = section.of
        of_type = d.types.read(of) if of is not None else None
        if of_type is not None and not isinstance(of_type, (Player, Member)):
            if not isinstance(of_type, Unknown):
                message = f"a variable can't belong to {in_words(of_type)}"
                d.report.add(kinds.BAD_OWNER, message, of.span if of else key.span)
            of_type = None
        variable = Variable(
            key.text,
            key.span,
            of_type,
            d.types.read(section.type, owner),
            d.look_up(section.lasts, d.symbols.lives, "life") or "game",
            section.seen_by or "everyone",
            author_text(section.starts),
            author_text(section.may_be),
            owner=owner,
        )
        d.store_code(variable, section.starts)
        if section.may_be is not None:
            d.symbols.may_be[variable] = section.may_be
        if section.starts is None and needs_start:
            d.needs_start(key, variable.type)
            _starts_below_zero(d, key, variable.type)
        d.symbols.variables[variable.key] = variable


def _starts_below_zero(d: Declarator, key: Scalar, type_: Type) -> None:
    """A diagnostic for a number that would start below 0 though it may be 0: its author may well have meant 0."""
    if isinstance(type_, Number) and type_.low < 0 <= type_.high:
        values = in_words(type_)
        message = f"nothing says with what `{key.text}` starts: it may be {values}, and 0 isn't the lowest of that"

        d.report.add(kinds.MISSING, message, key.span, expected=f"`starts: 0`, or `starts: {type_.low}`")


def declare_event_names(d: Declarator, events: Named[zones.Event], owner: str | None = None) -> None:
    """Events, which types may name."""
    for key, section in events:
        if d.reserve_name(key, owner):
            life = d.look_up(section.kept, d.symbols.lives, "life")
            stack = section.stack.text if section.stack is not None else None
            event = Event(key.text, key.span, life, order=section.order, stack=stack, owner=owner)
            d.symbols.events[event.key] = event
            if section.stack is not None:
                d.symbols.stack_names[event.key] = section.stack


def declare_events(d: Declarator, events: Named[zones.Event], owner: str | None = None) -> None:
    """The fields of events."""
    for key, section in events:
        event = d.symbols.find(d.symbols.events, key.text, owner)
        if event is None or event.owner != owner:
            continue
        fields = {
            name.text: Field(name.text, name.span, d.types.read(type_, owner), index)
            for index, (name, type_) in enumerate(section.has)
        }
        for each in fields.values():
            refer(d.report, each.at, each, "declared")
        d.symbols.events[event.key] = replace(event, fields=fields)


# Declares tables: functions of a number that are given in steps.


def declare_tables(d: Declarator, tables: Named[TableSection], owner: str | None = None) -> None:
    """The tables of the game or of a set; rows that can't be right get a diagnostic."""
    for key, section in tables:
        if d.reserve_name(key, owner, is_called=True):
            text = section.steps
            steps, slope = _steps(d, text) if text is not None else ([], None)
            table = Table(key.text, key.span, tuple(steps), slope, author_text(text), word(section.title), owner=owner)
            d.symbols.tables[table.key] = table


def _steps(d: Declarator, text: Scalar) -> tuple[list[tuple[int, int]], tuple[int, int] | None]:
    """The steps and the slope that a text of rows gives."""
    steps: list[tuple[int, int]] = []
    slope: tuple[int, int] | None = None
    written_table = parse_scalar(parse_table, text, d.report)
    for row in written_table.rows if written_table is not None else ():
        at = text.span_of(row.start, row.end)
        number, value = whole(row.number), whole(row.value)
        if number is None or value is None:
            d.report.add(type_kinds.WRONG_VALUE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
            continue
        if isinstance(row, Slope):
            if slope is not None or not steps or number < 1:
                d.report.add(type_kinds.BAD_TABLE, "a table ends with one slope, after its steps", at)
            slope = (number, value)
            continue
        if slope is not None or (steps and steps[-1][0] >= number):
            d.report.add(type_kinds.BAD_TABLE, "a table's steps stand in rising order", at, expected="a larger number")
        steps.append((number, value))
    return steps, slope

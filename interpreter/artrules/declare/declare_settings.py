"""Declares what types and the setup of a game are made of: enums, settings and lives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from artrules.content import settings
from artrules.content.documents import Ruleset
from artrules.content.section import Named
from artrules.declare.constants import constant
from artrules.declare.declarator import Declarator
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import OWN_LIVES, Enum, Life, Setting
from artrules.ir.type_words import in_words
from artrules.ir.types import (
    UNKNOWN,
    Bool,
    Member,
    Number,
    Type,
    Unknown,
)
from artrules.source.lookup import word
from artrules.source.node import Scalar

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
        declare_enum(d, Enum(key.text, key.span, members))


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
        values: dict[str, dict[str, Any]] = {}
        for member, has in section.members:
            if has is None:  # the members are only listed, so that none has values
                if properties:
                    lacking = " and ".join(f"`{name}`" for name in properties)
                    form = ", ".join(f"{name}: …" for name in properties)
                    message = f"the members of `{key.text}` are only listed, so they have no {lacking}"
                    d.report.add(kinds.MISSING, message, member.span, expected=f"`{member.text}: {{{form}}}`")
                break
            given = {name.text: (name, value) for name, value in has.values}
            misspelt = [name for name in given if name not in properties]
            for name, (at, item) in given.items():
                if name not in properties:
                    d.known(at, list(properties), "property")
                    continue
                what = f"`{name}` of {member.text}"
                value_ = constant(item, properties[name], d.symbols, d.report, what)
                values.setdefault(name, {})[member.text] = value_
            for name in properties:
                if name not in given and not closest(name, misspelt):
                    d.report.add(
                        kinds.MISSING, f"`{member.text}` has no `{name}`", member.span, expected=f"`{name}: …`"
                    )
        declare_enum(d, replace(enum, properties=properties, values=values))


def declare_settings(d: Declarator, declared: Named[settings.Setting]) -> None:
    """The settings, with their types and defaults."""
    for key, section in declared:
        # A setting may be called like the enum of its values. The enum has taken the name already.
        own_enum = section.type is not None and section.type.text == key.text and key.text in d.symbols.enums
        if not own_enum and not d.reserve_name(key, None):
            continue
        title, default = word(section.title) or None, section.starts if isinstance(section.starts, Scalar) else None
        if section.set_of is not None:
            group = d.known(section.set_of, d.symbols.groups, "group")
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

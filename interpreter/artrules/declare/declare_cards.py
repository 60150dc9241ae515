"""Declares cards: the groups from which they have powers, and kinds of card with their attributes."""

from __future__ import annotations

from dataclasses import replace

from artrules.content import cards
from artrules.content.section import Named, is_given
from artrules.declare.declarator import Declarator
from artrules.declare.texts import author_text
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Attribute, Group, Kind, PowerSource
from artrules.ir.type_words import in_words
from artrules.ir.types import (
    Member,
    Number,
    Optional,
    Unknown,
)
from artrules.source.lookup import word
from artrules.source.node import Scalar

MOST_KEYS = 1000
"""Of a group that is keyed by numbers."""


def declare_groups(d: Declarator, groups: Named[cards.Group]) -> None:
    """The groups, and the keys that each has."""
    for key, group in groups:
        if not d.reserve_name(key, None):
            continue
        keyed, by_number, by_enum = group.keyed_by, None, None
        if keyed is not None and keyed.text != "name":
            type_ = d.types.read(keyed)
            if isinstance(type_, Number) and type_.high - type_.low >= MOST_KEYS:
                found, expected = f"{type_.high - type_.low + 1:,}", f"at most {MOST_KEYS:,}"
                message = f"the group `{key.text}` has too many keys"
                d.report.add(kinds.TOO_MANY, message, keyed.span, expected=expected, found=found)
            elif isinstance(type_, Number):
                by_number = (type_.low, type_.high)
            elif isinstance(type_, Member):
                by_enum = type_.enum
            elif not isinstance(type_, Unknown):
                message, expected = (
                    f"the group `{key.text}` can't be keyed by {in_words(type_)}",
                    "a range such as 1..9, an enum, or `name`",
                )
                d.report.add(kinds.BAD_TYPE, message, keyed.span, expected=expected, found=f"`{keyed.text}`")
        d.symbols.groups[key.text] = Group(
            key.text, key.span, by_number, by_enum, word(group.chosen_by) or None, group.closed
        )


def declare_kind_names(d: Declarator, kinds_of_card: Named[cards.Kind]) -> None:
    """Kinds of card, which types may name."""
    for key, kind in kinds_of_card:
        if d.reserve_name(key, None):
            d.symbols.kinds[key.text] = Kind(key.text, key.span)
            if kind.label is not None:
                d.symbols.card_labels[key.text] = kind.label


def declare_kinds(d: Declarator, kinds_of_card: Named[cards.Kind]) -> None:
    """What cards of each kind have."""
    for key, section in kinds_of_card:
        kind = d.symbols.kinds.get(key.text)
        if kind is None:
            continue
        attributes: dict[str, Attribute] = {}
        for name, item in section.attributes:
            if name.text in ("face", "kind", "powers"):
                d.report.add(kinds.NAME_TWICE, f"every card has `{name.text}` already", name.span)
                continue
            attributes[name.text] = _attribute(d, kind.name, name, item)
        powers, source = section.powers, None
        if powers is not None:
            group = d.known(powers.from_, d.symbols.groups, "group")
            by = d.known(powers.by, attributes, "attribute of this kind")
            if (
                group is not None
                and by is not None
                and _fits_key(d, d.symbols.groups[group], attributes[by], powers.by)
            ):
                source = PowerSource(
                    group,
                    by,
                    d.known(powers.back_when_leaving, d.symbols.zones, "zone"),
                    d.known(powers.lasts, d.symbols.lives, "life") or "game",
                    powers.node.span,
                )
        d.symbols.kinds[kind.name] = replace(kind, attributes=attributes, powers=source)


def _attribute(d: Declarator, kind: str, name: Scalar, section: cards.Attribute) -> Attribute:
    type_ = d.types.read(section.type)
    attribute = Attribute(
        name.text,
        name.span,
        kind,
        type_,
        d.known(section.back_when_leaving, d.symbols.zones, "zone"),
        d.known(section.lasts, d.symbols.lives, "life") or "game",
        not is_given(section, "starts", "back_when_leaving", "lasts"),
        author_text(section.starts),
    )
    d.store_code(attribute, section.starts)
    if section.starts is None and not attribute.printed:
        d.needs_start(name, type_)
    return attribute


def _fits_key(d: Declarator, group: Group, by: Attribute, at: Scalar | None) -> bool:
    """Whether an attribute can be the key of a group: no, with a diagnostic, when no key could ever be its value."""
    type_ = by.type
    value = type_.of if isinstance(type_, Optional) else type_
    wanted = Member if group.by_number is None else Number
    other_enum = isinstance(value, Member) and group.by_enum not in (None, value.enum)
    if at is None or (isinstance(value, (wanted, Unknown)) and not other_enum):
        return True
    keys = f"`{group.by_enum}`" if group.by_enum else "names" if group.by_number is None else "numbers"
    member = f"a member of {keys if group.by_enum else 'an enum'}"
    d.report.add(
        kinds.BAD_TYPE,
        f"the group `{group.name}` is keyed by {keys}, and `{by.name}` is {value}",
        at.span,
        expected=f"an attribute that is {'a number' if keys == 'numbers' else member}",
        found=f"`{by.name}`",
        related=[(f"`{group.name}` is declared here", group.at)],
    )
    return False

"""Declares sets: what each holds for the keys of its groups, and the names that are its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from artrules.content.documents import PowerSet as SetDocument
from artrules.content.documents import Ruleset
from artrules.content.powers import Power, PowersOfKey
from artrules.content.section import Named
from artrules.declare.constants import constant
from artrules.declare.declarator import Declarator
from artrules.declare.declare_procedures import declare_functions, declare_menus, declare_procedures
from artrules.declare.declare_rulings import declare_rulings
from artrules.declare.declare_tables import declare_tables
from artrules.declare.declare_zones import (
    declare_event_names,
    declare_events,
    declare_variables,
    declare_zones,
)
from artrules.declare.symbol_table import PowerCode
from artrules.declare.texts import author_text, optional_text
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import closest
from artrules.ir.declarations import Group, ZoneOrder
from artrules.ir.powers import KeyedPowers, PowerDefinition, PowerSet, keys_by_name
from artrules.source.lookup import word
from artrules.source.node import Scalar


def declare_set_names(d: Declarator, document: SetDocument) -> PowerSet | None:
    """The set itself and its events, which types may name."""
    name = document.set
    if name is None:
        return None
    if name.text in d.symbols.sets:
        d.report.add(
            kinds.NAME_TWICE,
            f"two sets are called `{name.text}`",
            name.span,
            related=(("the other one", d.symbols.sets[name.text].at),),
        )
        return None
    power_set = PowerSet(name.text, name.span, word(document.title, name.text))
    d.symbols.sets[name.text] = power_set
    declare_event_names(d, document.events, name.text)
    return power_set


def declare_set(d: Declarator, document: SetDocument, power_set: PowerSet) -> None:
    """All the rest of a set."""
    owner = power_set.name
    declare_events(d, document.events, owner)
    declare_zones(d, document.zones, owner)
    declare_variables(d, document.variables, owner)
    declare_tables(d, document.tables, owner)
    declare_functions(d, document.functions, owner)
    declare_procedures(d, document.procedures, owner)
    declare_menus(d, document.menus, owner)
    declare_rulings(d, document.rulings, owner)
    fills: dict[str, dict[Any, KeyedPowers]] = {}
    for key, keys in document.powers:
        if key.text in Ruleset.declared.keys and key.text not in d.symbols.groups:
            message = f"a set can't have the section `{key.text}`: that is for the game to say"
            expected = "functions, procedures, tables, events, variables, zones, menus"
            d.report.add(kinds.BAD_OWNER, message, key.span, expected=expected, found=f"`{key.text}`")
            continue
        if d.known(key, d.symbols.groups, "group") is None:
            continue
        group = d.symbols.groups[key.text]
        held = fills.setdefault(group.name, {})
        for name, section in keys:
            group_key = _group_key(d, group, name)
            if group_key is not None:
                held[group_key] = _keyed_powers(d, group, group_key, name, section, owner)
    d.symbols.sets[owner] = replace(
        power_set,
        fills=fills,
        requires=_required_orders(d, document, owner),
        leaves_out=_left_out(d, [d.symbols.groups[name] for name in fills], document.leaves_out),
    )


def _left_out(d: Declarator, groups: Sequence[Group], keys: Sequence[Scalar]) -> dict[str, dict[Any, Span]]:
    """The keys that a set leaves out on purpose, by group; a diagnostic for each that none of its groups has."""
    found: dict[str, dict[Any, Span]] = {}
    for name in keys:
        fitting = [(group, key) for group in groups if (key := _key_of(d, group, name)) is not None]
        for group, key in fitting:
            found.setdefault(group.name, {})[key] = name.span
        if not fitting and groups:
            _refuse_key(d, groups[0], name)
        elif not fitting:
            d.report.add(
                kinds.BAD_GROUP_KEY,
                f"the set leaves out `{name.text}`, but it fills no group",
                name.span,
                expected="a key of a group that the set fills",
                found=f"`{name.text}`",
            )
    return found


def _required_orders(d: Declarator, document: SetDocument, owner: str) -> dict[str, ZoneOrder]:
    """The orders that a set requires, by zone; a diagnostic for each that it can't have."""
    found: dict[str, ZoneOrder] = {}
    zones = {name: zone for name, zone in d.symbols.zones.items() if zone.owner is None}
    for key, order in document.requires:
        if order is None or d.known(key, zones, "zone") is None:
            continue
        zone = zones[key.text]
        if zone.order not in ("open", order):
            d.report.add(
                kinds.FIXED_ORDER,
                f"the game doesn't leave open how cards lie in `{key.text}`",
                key.span,
                expected="a zone with `order: open`",
                found=f"`order: {zone.order}`",
                related=[(f"`{key.text}` is declared here", zone.at)],
            )
            continue
        found[key.text] = order
        for other in d.symbols.sets.values():
            if other.name != owner and other.requires.get(key.text, order) != order:
                d.report.add(
                    kinds.ORDERS_DIFFER,
                    f"the set `{other.name}` requires another order of `{key.text}`",
                    key.span,
                    expected=f"`{key.text}: {other.requires[key.text]}`, as there",
                    found=f"`{key.text}: {order}`",
                    related=[(f"`{other.name}` is declared here", other.at)],
                )
    return found


def _group_key(d: Declarator, group: Group, name: Scalar) -> Any:
    """The key that is written here; None after a diagnostic."""
    found = _key_of(d, group, name)
    if found is None:
        _refuse_key(d, group, name)
    return found


def _key_of(d: Declarator, group: Group, name: Scalar) -> Any:
    """The key of a group that is written here, or None if the group has no such key."""
    if group.by_number is None:
        known = keys_by_name(group, d.symbols.kinds, d.symbols.enums)
        # Without names, no kind of card has powers from the group: nothing tells which keys there are.
        return name.text if not known or name.text in known else None
    low, high = group.by_number
    value = name.value
    return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None


def _refuse_key(d: Declarator, group: Group, name: Scalar) -> None:
    known: list[str] = []
    if group.by_number is None:
        known = keys_by_name(group, d.symbols.kinds, d.symbols.enums)
        expected = f"one of {', '.join(known)}"
    else:
        low, high = group.by_number
        expected = f"a number from {low} to {high}"
    d.report.add(
        kinds.BAD_GROUP_KEY,
        f"`{name.text}` is no key of the group `{group.name}`",
        name.span,
        expected=expected,
        found=f"`{name.text}`",
        suggestions=closest(name.text, known),
        related=[(f"`{group.name}` is declared here", group.at)],
    )


def _keyed_powers(
    d: Declarator, group: Group, group_key: Any, name: Scalar, section: PowersOfKey, owner: str
) -> KeyedPowers:
    title = word(section.name, name.text)
    powers = []
    for number, item in enumerate(section.powers, 1):
        named = [limit for n in item.limits if (limit := d.known(n, d.symbols.limits, "limit"))]
        power = PowerDefinition(
            f"{group.name}.{group_key}.{number}",
            item.node.span,
            group.name,
            group_key,
            number,
            title,
            word(item.label),
            _attributes(d, item),
            tuple(limit for limit in d.symbols.limits.values() if limit.default or limit.name in named),
            len(d.symbols.powers),
            optional_text(item.text),
            _not_in_code(item.not_in_code),
            author_text(item.if_),
            author_text(item.do),
            owner=owner,
        )
        d.symbols.powers.append(power)
        d.symbols.power_code[power] = PowerCode(item.if_, item.do)
        powers.append(power)
    return KeyedPowers(
        group_key, title, optional_text(section.text), tuple(powers), name.span, _not_in_code(section.not_in_code)
    )


def _not_in_code(numbers: Named[Scalar | None]) -> dict[int, Span]:
    """The numbers of a text that are rightly not in the code, and where each is named."""
    return {int(key.text): key.span for key, _ in numbers if key.text.isascii() and key.text.isdigit()}


def _attributes(d: Declarator, power: Power) -> dict[str, Any]:
    """The values of a power's attributes; a diagnostic for each that is required and missing."""
    known = d.symbols.power_attributes
    found: dict[str, Any] = {}
    meant: set[str] = set()
    """Attributes that misspelt keys probably mean, which has been reported."""
    for key, value in power.attributes:
        if d.known(key, [*known, *Power.declared.keys], "key of a power") is not None:
            found[key.text] = constant(value, known[key.text].type, d.symbols, d.report, f"`{key.text}`")
        else:
            meant.update(closest(key.text, known))
    for name, attribute in known.items():
        if name not in found:
            found[name] = attribute.starts
            if attribute.required and name not in meant:
                d.report.add(kinds.MISSING, f"this power has no `{name}`", power.node.span, expected=f"`{name}: …`")
    return found

"""Declares sets: what each holds for the keys of its groups, and the names that are its own."""

from __future__ import annotations

from typing import Any

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.suggest import closest
from artrules.kernel.declarations import Group, KeyedPowers, PowerDefinition, PowerSet
from artrules.resolve.constants import constant
from artrules.resolve.declare_code import declare_functions, declare_menus, declare_procedures
from artrules.resolve.declare_rulings import declare_rulings
from artrules.resolve.declare_things import (
    declare_event_names,
    declare_events,
    declare_tables,
    declare_variables,
    declare_zones,
)
from artrules.resolve.declaring import Declaring
from artrules.resolve.reading import code, entries, get, items, scalar, word
from artrules.source.node import Mapping, Node, Scalar

OWN_KEYS = frozenset(["if", "do", "limits", "label", "text", "not_in_code", "source", "assumed"])
STRUCTURE = frozenset(
    [
        "set",
        "of",
        "title",
        "source",
        "assumed",
        "functions",
        "procedures",
        "events",
        "menus",
        "variables",
        "tables",
        "zones",
        "rulings",
        "text",
        "format",
    ]
)
GAME_SECTIONS = frozenset(
    ["settings", "enums", "lives", "limits", "power_has", "groups", "cards", "pieces", "totals", "flow", "players"]
)


def declare_set_names(d: Declaring, document: Mapping) -> PowerSet | None:
    """The set itself and its events, which types may name."""
    name = document.get("set")
    if not isinstance(name, Scalar):
        return None
    if name.text in d.model.sets:
        d.report.add(
            kinds.NAME_TWICE,
            f"two sets are called `{name.text}`",
            name.span,
            related=(("the other one", d.model.sets[name.text].at),),
        )
        return None
    power_set = PowerSet(name.text, name.span, None, word(get(document, "title"), name.text))
    d.model.sets[name.text] = power_set
    declare_event_names(d, document.get("events"), name.text)
    return power_set


def declare_set(d: Declaring, document: Mapping, power_set: PowerSet) -> None:
    """All the rest of a set."""
    owner = power_set.name
    declare_events(d, document.get("events"), owner)
    declare_zones(d, document.get("zones"), owner)
    declare_variables(d, document.get("variables"), owner)
    declare_tables(d, document.get("tables"), owner)
    declare_functions(d, document.get("functions"), owner)
    declare_procedures(d, document.get("procedures"), owner)
    declare_menus(d, document.get("menus"), owner)
    declare_rulings(d, document.get("rulings"), owner)
    for key, value in entries(document):
        if key.text in STRUCTURE:
            continue
        if key.text in GAME_SECTIONS and key.text not in d.model.groups:
            message = f"a set can't have the section `{key.text}`: that is for the game to say"
            expected = "functions, procedures, tables, events, variables, zones, menus"
            d.report.add(kinds.BAD_OWNER, message, key.span, expected=expected, found=f"`{key.text}`")
            continue
        if d.known(key, d.model.groups, "group") is None:
            continue
        group = d.model.groups[key.text]
        held = power_set.fills.setdefault(group.name, {})
        for name, item in entries(value):
            group_key = _group_key(d, group, name)
            if group_key is not None:
                held[group_key] = _keyed_powers(d, group, group_key, name, item, power_set)


def _group_key(d: Declaring, group: Group, name: Scalar) -> Any:
    known: list[str] = []
    if group.by_number is None:
        known = d.model.keys_by_name(group)
        if not known or name.text in known:  # no kind of card has powers from it: nothing tells which keys there are
            return name.text
        expected = f"one of {', '.join(known)}"
    else:
        low, high = group.by_number
        value = name.value
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
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
    return None


def _keyed_powers(
    d: Declaring, group: Group, group_key: Any, name: Scalar, node: Node, power_set: PowerSet
) -> KeyedPowers:
    keyed = KeyedPowers(group_key, word(get(node, "name"), name.text), word(get(node, "text")), [], name.span)
    keyed.text_at, keyed.not_in_code = scalar(get(node, "text")), _not_in_code(node)
    for number, item in enumerate(items(get(node, "powers")), 1):
        power = PowerDefinition(
            f"{group.name}.{group_key}.{number}", item.span, power_set.name, group.name, group_key, number, keyed.title
        )
        power.label_text = word(get(item, "label"))
        power.text_at, power.not_in_code = scalar(get(item, "text")), _not_in_code(item)
        power.condition_code = code(get(item, "if"))
        power.effect_code = code(get(item, "do"))
        named = [limit for n in items(get(item, "limits")) if (limit := d.known(n, d.model.limits, "limit"))]
        power.limits = [limit for limit in d.model.limits.values() if limit.default or limit.name in named]
        _attributes(d, power, item)
        power.index = len(d.model.powers)
        d.model.powers.append(power)
        keyed.powers.append(power)
    return keyed


def _not_in_code(node: Node) -> dict[int, Scalar]:
    """The numbers of a text that are rightly not in the code."""
    return {
        int(key.text): key for key, _ in entries(get(node, "not_in_code")) if key.text.isascii() and key.text.isdigit()
    }


def _attributes(d: Declaring, power: PowerDefinition, item: Node) -> None:
    known = d.model.power_attributes
    given = set()
    for key, value in entries(item):
        if key.text in OWN_KEYS:
            continue
        if d.known(key, [*known, *OWN_KEYS], "key of a power") is None:
            continue
        given.add(key.text)
        type_ = known[key.text].type
        if type_ is not None:
            power.attributes[key.text] = constant(value, type_, d.model, d.report, f"`{key.text}`")
    for name, attribute in known.items():
        if name not in given:
            power.attributes[name] = attribute.starts
            if attribute.required:
                d.report.add(kinds.MISSING, f"this power has no `{name}`", power.at, expected=f"`{name}: …`")

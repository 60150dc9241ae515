"""What a set and a power of it may hold: keys, limits, and the times and other words that their values are."""

from __future__ import annotations

from typing import Any

from artrules.ir.declarations import Limit
from artrules.ir.model import Model
from artrules.ir.types import Member, Type
from artrules.schema.load import SCHEMA_OF, SHARED, read_schema, referred
from artrules.vocabulary.entry import Entry, entry_of
from artrules.vocabulary.value import in_words

_HEAD = ("set", "of")


def sections_of_a_set(model: Model) -> list[Entry]:
    """The groups that it fills, and the sections that the schema allows."""
    entries = []
    for group in model.groups.values():
        keys = "name" if group.by_number is None else f"{group.by_number[0]}..{group.by_number[1]}"
        facts = [f"chosen by the setting {group.chosen_by}" if group.chosen_by else ""]
        entries.append(entry_of(model, group, f"{group.name}: {{{keys}: {{name, text, powers}}}}", facts=facts))
    schema = read_schema(SCHEMA_OF["set"])
    for name, said in schema["properties"].items():
        if name not in _HEAD:
            entries.append(Entry(name, name, description=_description(said, SCHEMA_OF["set"])))
    return entries


def keys_of_a_power(model: Model) -> list[Entry]:
    """Those that the game declares, then those that every power has."""
    entries = []
    for attribute in model.power_attributes.values():
        type_ = attribute.type
        default = None if attribute.required or type_ is None else in_words(model, type_, attribute.starts)
        facts = [_members(model, type_), "required" if attribute.required else ""]
        written = f"{attribute.name}: {type_}" + ("" if default is None else f" = {default}")
        place = f"power_has.{attribute.name}"
        entries.append(entry_of(model, attribute, written, type=str(type_), default=default, facts=facts, place=place))
    power = read_schema(SHARED[0])["$defs"]["power"]
    for name, said in power["properties"].items():
        kind = str(said.get("$ref", "")).rpartition("/")[2]
        written = name if kind in ("", name) else f"{name}: {kind}"
        facts = ["required"] if name in power["required"] else []
        entries.append(Entry(name, written, kind or None, facts=facts, description=_description(said, SHARED[0])))
    return entries


def _description(said: dict[str, Any], file: str) -> str:
    if "description" not in said and "$ref" in said:
        said, _ = referred(said["$ref"], file)
    return str(said.get("description", ""))


def _members(model: Model, type_: Type | None) -> str:
    return " or ".join(model.enums[type_.enum].members) if isinstance(type_, Member) else ""


def limits(model: Model) -> list[Entry]:
    return [_limit(model, limit) for limit in model.limits.values()]


def _limit(model: Model, limit: Limit) -> Entry:
    most = limit.at_most_text or "?"
    facts = [
        f"at most {most}",
        f"counts for each {'card' if limit.per_card else 'player'}",
        f"until {limit.life} ends",
        "holds for every power" if limit.default else "",
    ]
    return entry_of(model, limit, limit.name, facts=facts, place=f"limits.{limit.name}")


def enums(model: Model) -> list[Entry]:
    entries = []
    for enum in model.enums.values():
        facts = [f"k.{name}: {type_}" for name, type_ in enum.properties.items()]
        written = f"{enum.name}: {', '.join(enum.members)}"
        entries.append(entry_of(model, enum, written, facts=facts, place=f"enums.{enum.name}"))
    return entries

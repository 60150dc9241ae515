"""Entries of what a set and its powers can hold: sections, keys, limits and enums."""

from __future__ import annotations

from artrules.content.documents import SetHead, SetSections
from artrules.content.powers import Power
from artrules.ir.declarations import Limit
from artrules.ir.model import Model
from artrules.ir.types import Member, Type
from artrules.vocabulary.entry import Entry, entry_of
from artrules.vocabulary.value import in_words

_HEAD = ("set", "of")


def sections_of_a_set(model: Model) -> list[Entry]:
    """The groups whose keys a set can fill, and the other sections that it can have."""
    entries = []
    for group in model.groups.values():
        facts = [f"chosen by the setting {group.chosen_by}" if group.chosen_by else ""]
        entries.append(
            entry_of(model, group, f"{group.name}: {{{group.keyed_by}: {{name, text, powers}}}}", facts=facts)
        )
    for key in (*SetHead.declared.keys.values(), *SetSections.declared.keys.values()):
        if key.name not in _HEAD:
            entries.append(Entry(key.name, key.name, description=key.meaning))
    return entries


def keys_of_a_power(model: Model) -> list[Entry]:
    """The keys of a power that the game declares under `power_has`, then those that every power has."""
    entries = []
    for attribute in model.power_attributes.values():
        type_ = attribute.type
        default = None if attribute.required or type_ is None else in_words(model, type_, attribute.starts)
        facts = [_members(model, type_), "required" if attribute.required else ""]
        written = f"{attribute.name}: {type_}" + ("" if default is None else f" = {default}")
        place = f"power_has.{attribute.name}"
        entries.append(entry_of(model, attribute, written, type=str(type_), default=default, facts=facts, place=place))
    for key in Power.declared.keys.values():
        kind = key.value.definition
        written = key.name if kind == key.name else f"{key.name}: {kind}"
        facts = ["required"] if key.required else []
        entries.append(Entry(key.name, written, kind, facts=facts, description=key.meaning))
    return entries


def _members(model: Model, type_: Type | None) -> str:
    return " or ".join(model.enums[type_.enum].members) if isinstance(type_, Member) else ""


def limits(model: Model) -> list[Entry]:
    """The limits on how often a power can be used."""
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
    """The enums of the game, with their members and properties."""
    entries = []
    for enum in model.enums.values():
        facts = [f"k.{name}: {type_}" for name, type_ in enum.properties.items()]
        written = f"{enum.name}: {', '.join(enum.members)}"
        entries.append(entry_of(model, enum, written, facts=facts, place=f"enums.{enum.name}"))
    return entries

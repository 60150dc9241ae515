"""Entries of what makes up a position: attributes of cards, zones, variables, events, settings and lives."""

from __future__ import annotations

from artrules.ir.boundaries import ROUND, SIDES, TURN
from artrules.ir.declarations import Attribute, EndsFor
from artrules.ir.first_value import first_value
from artrules.ir.model import Model
from artrules.ir.types import Member, Number, Player, Type
from artrules.vocabulary.entry import Entry, entry_of
from artrules.vocabulary.value import in_words


def attributes(model: Model) -> list[Entry]:
    """The attributes of a card `c`, for each kind of card."""
    entries = []
    for kind in model.kinds.values():
        for attribute in kind.attributes.values():
            default = None if attribute.printed else _starts(model, attribute.starts_text, attribute.type)
            written = f"c.{attribute.name}: {attribute.type}" + ("" if default is None else f" = {default}")
            facts = [f"of {kind.name}", *_how_long(attribute)]
            place = f"cards.{kind.name}.attributes.{attribute.name}"
            found = entry_of(
                model, attribute, written, type=str(attribute.type), default=default, facts=facts, place=place
            )
            entries.append(found)
    return entries


def _how_long(attribute: Attribute) -> list[str]:
    if attribute.printed:
        return ["printed: no code changes it"]
    if attribute.back_when_leaving is not None:
        return [f"back when it leaves {attribute.back_when_leaving}"]
    return [f"until {attribute.lasts} ends"] if attribute.lasts != "game" else []


def zones(model: Model) -> list[Entry]:
    """The zones of the game, without those that belong to a set."""
    entries = []
    for zone in model.zones.values():
        if zone.owner is None:
            written, whose = _access(zone.name, zone.per, zone.second)
            seen = f"seen by {zone.seen_by}" + (", its top card only" if zone.shows_top_only else "")
            order = "loose, unless a set requires an order," if zone.order == "open" else zone.order
            facts = [f"{order} of {' and '.join(sorted(zone.kinds))}", whose, seen]
            if not zone.face_up:
                facts.append("face down")
            entries.append(entry_of(model, zone, written, facts=facts, place=f"zones.{zone.name}"))
    return entries


def variables(model: Model) -> list[Entry]:
    """The variables of the game, without those that belong to a set."""
    entries = []
    for variable in model.variables.values():
        if variable.owner is None:
            written, whose = _access(variable.name, variable.of)
            default = _starts(model, variable.starts_text, variable.type)
            facts = [whose, f"until {variable.lasts} ends" if variable.lasts != "game" else ""]
            facts.append(f"seen by {variable.seen_by}" if variable.seen_by != "everyone" else "")
            facts.append(f"where {variable.may_be_text}" if variable.may_be_text not in ("", "yes") else "")
            written += f": {variable.type} = {default}"
            type_, place = str(variable.type), f"variables.{variable.name}"
            found = entry_of(model, variable, written, type=type_, default=default, facts=facts, place=place)
            entries.append(found)
    return entries


def _access(name: str, of: Type | None, second: Type | None = None) -> tuple[str, str]:
    """How code writes a zone or variable that exists once for each value of type `of`, and a fact about the index; with
    `second` once for each pair.

    A deck for each player is `my deck`. A pile for each number from 1 to 3 is `pile[n]`, with the fact `n in 1..3`.
    """
    written, whose = name, ""
    match of:
        case Player():
            written = f"my {name}"
        case Number():
            written, whose = f"{name}[n]", f"n in {of}"
        case Member(enum):
            written, whose = f"k.{name}", f"k a {enum}"
    match second:
        case Player():
            return f"{written}[p]", ", ".join(filter(None, (whose, "p a player")))
        case Number():
            return f"{written}[i]", ", ".join(filter(None, (whose, f"i in {second}")))
        case Member(enum):
            return f"{written}[m]", ", ".join(filter(None, (whose, f"m a {enum}")))
    return written, whose


def _starts(model: Model, code: str, type_: Type) -> str:
    """The first value of a variable or attribute: the author's code for it, or else the first value of its type."""
    return code.strip() or in_words(model, type_, first_value(type_))


def events(model: Model) -> list[Entry]:
    """The events of the game, without those that belong to a set."""
    entries = []
    for event in model.events.values():
        if event.owner is None and not event.boundary:
            fields = ", ".join(f"{name}: {item.type}" for name, item in event.fields.items())
            facts = [f"kept until {event.kept} ends: then also a list" if event.kept else ""]
            found = entry_of(model, event, f"{event.name}({fields})", facts=facts, place=f"events.{event.name}")
            entries.append(found)
    return entries


def boundaries(model: Model) -> list[Entry]:
    """The starts and ends that code may wait for."""
    phases = model.flow.phases
    turns = any(phase.who == "in_turn" for phase in phases)
    own = [ROUND, *([TURN, f"my {TURN}"] if turns else [])]
    return [
        *(Entry(name, _sides(name)) for name in own),
        *(entry_of(model, phase, _sides(phase.name), facts=["a phase"]) for phase in phases if phase.name not in own),
    ]


def _sides(of: str) -> str:
    return ", ".join(f"{side} of {of}" for side in SIDES)


def settings(model: Model) -> list[Entry]:
    """The settings whose values code can read: all except those that choose sets."""
    entries = []
    for setting in model.settings.values():
        if setting.type is not None:
            value = setting.starts if setting.starts is not None else first_value(setting.type)
            default = in_words(model, setting.type, value)
            found = entry_of(
                model,
                setting,
                f"{setting.name}: {setting.type} = {default}",
                type=str(setting.type),
                default=default,
                facts=[setting.title or ""],
                place=f"settings.{setting.name}",
            )
            entries.append(found)
    return entries


def lives(model: Model) -> list[Entry]:
    """The lives of the game: the spans of time for which variables and limits can last."""
    ends: dict[EndsFor, str] = {
        "each_player": "ends for one player at a time",
        "everyone": "ends for everyone",
        "every_turn": "ends for everyone after each turn",
    }
    return [
        entry_of(model, life, life.name, facts=[ends[life.ends_for]], place=f"lives.{life.name}")
        for life in model.lives.values()
    ]

"""Declares what lies on the table and happens there: zones, variables and events."""

from __future__ import annotations

from dataclasses import replace

from artrules.content import zones
from artrules.content.section import Named
from artrules.declare.as_written import as_written
from artrules.declare.declarator import Declarator
from artrules.declare.texts import author_text
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Event, Field, Variable, ZoneDeclaration
from artrules.ir.type_words import in_words
from artrules.ir.types import PLAYER, Member, Number, Player, Type, Unknown
from artrules.source.node import Scalar


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
        held = [d.known(k, d.symbols.kinds, "kind of card") for k in section.holds]
        down = section.face_down_seen_by or ("owner" if per_type == PLAYER else "nobody")
        zone = ZoneDeclaration(
            key.text,
            key.span,
            per_type,
            second,
            frozenset(k for k in held if k is not None),
            seen_by=section.seen_by or "everyone",
            shows_top_only=section.shows == "top",
            face_up=section.face == "up",
            face_down_seen_by=down,
            owner=owner,
            **as_written(section, ZoneDeclaration),
        )
        if "owner" in (zone.seen_by, down) and per_type != PLAYER:
            d.report.add(kinds.BAD_OWNER, f"the zone `{key.text}` has no owner who could see it", key.span)
        d.symbols.zones[zone.key] = zone


def _owner(d: Declarator, per: Scalar) -> Type | None:
    """What there is a zone for each of; None after a diagnostic."""
    owner = d.types.read(per)
    if isinstance(owner, (Player, Member, Number)):
        return owner
    if not isinstance(owner, Unknown):
        d.report.add(kinds.BAD_OWNER, f"a zone can't be there for each value of `{per.text}`", per.span)
    return None


def declare_variables(d: Declarator, declared: Named[zones.Variable], owner: str | None = None) -> None:
    """The variables of the game or of a set."""
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
            d.known(section.lasts, d.symbols.lives, "life") or "game",
            section.seen_by or "everyone",
            author_text(section.starts),
            author_text(section.may_be),
            owner=owner,
        )
        d.store_code(variable, section.starts)
        if section.may_be is not None:
            d.symbols.may_be[variable] = section.may_be
        if section.starts is None:
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
            event = Event(key.text, key.span, d.known(section.kept, d.symbols.lives, "life"), owner=owner)
            d.symbols.events[event.key] = event


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
        d.symbols.events[event.key] = replace(event, fields=fields)

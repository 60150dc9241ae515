"""Lowers labels: code that writes the tokens of a text (`machine/texts.py`)."""

from __future__ import annotations

from typing import assert_never, cast

from artrules.ir import nodes as k
from artrules.ir.types import (
    AnyType,
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    Wording,
    Zone,
    element,
)
from artrules.lower.builder import ZERO, Builder
from artrules.lower.disclosures import Disclosures
from artrules.lower.loops import Loop, going_through_members
from artrules.lower.lowering import NOBODY, Lowering, Names
from artrules.machine.numbers import LARGEST_MEMBER
from artrules.machine_code.nodes import Binary, Call, Compare, Const, If, Load, Name, SetRegister, Value

WORK_TO_TELL = 10
"""Units of work for each thing of a list that is told."""


def write_label(
    lower: Lowering, disclosures: Disclosures, b: Builder, label: k.Label, names: Names, own: str | None
) -> None:
    """Add code that writes a label. `own` is the local that holds the card, if the label is a card's own name."""
    for part in label.parts:
        if isinstance(part, str):
            _tell_text(lower, b, part)
        else:
            _tell_value(lower, disclosures, b, part, names, own)


def _tell_text(lower: Lowering, b: Builder, text: str) -> None:
    b.call("tell", Name("TEXT"), Const(lower.context.text(text)))


def _tell_value(
    lower: Lowering, disclosures: Disclosures, b: Builder, e: k.Expression, names: Names, own: str | None
) -> None:
    """Add code that writes a value, and off which cards it is read."""
    cards = disclosures.cards_read(b, e, names, own)
    if cards is None:
        _tell(lower, b, e, names)
        return
    failed = Compare("==", cards, NOBODY)
    kind = b.assign(b.fresh("kind"), Name("READ_OFF"))
    with b.when(failed):
        b.assign(kind.name, Name("FAILED_CARDS"))
        b.assign(cards.name, ZERO)
    b.call("tell", kind, Load("heap", cards))
    part = b.assign(b.fresh("part"), Call("open_part", ()))
    with lower.each_item(b, cards, b.fresh("card")) as card:
        b.call("tell_seen", card)
    _tell(lower, b, e, names)
    b.call("close_part", part)


def _tell(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> None:
    """Add code that writes the tokens of a value."""
    if not isinstance(e.type, Zone | SetOf | ListOf):
        value = lower.value(b, e, names)
        _tell_one(lower, b, value, e.type)
        return

    of = element(e.type)
    assert of is not None
    lower.forgetting(b, lambda: _tell_one(lower, b, lower.items(b, e, names), ListOf(of)))


def _tell_one(lower: Lowering, b: Builder, value: Value, type_: Type) -> None:
    known = cast(AnyType, type_)
    match known:
        case Optional(of):
            value = b.keep(value)
            with b.capture() as some:
                _tell_one(lower, b, value, of)
            with b.capture() as nothing:
                b.call("word", Name("NOTHING"))
            b.emit(If(Compare("!=", value, NOBODY), tuple(some), tuple(nothing)))
        case ListOf(of):
            _tell_items(lower, b, b.keep(value), of)
        case SetOf(of):
            _tell_one(lower, b, _members(lower, b, value, known), ListOf(of))
        case Zone():
            raise AssertionError("a zone is told as the list of its cards")
        case Card():
            b.call("tell_card", value)
            b.check_status()
        case Player():
            b.call("tell", Name("PLAYER"), value)
        case Member(enum):
            b.call("tell_member", Const(lower.context.enum(enum)), value)
        case Bool():
            b.call("tell", Name("TRUTH"), value)
        case Power():
            b.call("tell_power", value)
            b.check_status()
        case Number():
            b.call("tell", Name("NUMBER"), value)
        case Happening(event) if lower.model.events[event].kept is not None:
            b.call("tell", Name("NUMBER"), value)
        case Wording():
            b.call("tell", Name("TEXT"), value)
        case Nothing():
            _tell_text(lower, b, "None")
        case Happening() | Unknown():
            _tell_text(lower, b, str(known))
        case _:
            assert_never(known)


def _members(lower: Lowering, b: Builder, value: Value, type_: SetOf) -> Value:
    """The list of the members of a set."""

    def push() -> None:
        loop = Loop(b.fresh("member"), skips=False)
        with going_through_members(lower, b, value, type_, loop):
            b.push(Name(loop.name))

    return lower.list_of(b, type_.of, push, LARGEST_MEMBER + 1)


def _tell_items(lower: Lowering, b: Builder, items: Value, of: Type) -> None:
    count = Load("heap", items)
    b.emit(SetRegister("steps", Binary("+", Name("steps"), Binary("*", count, Const(WORK_TO_TELL)))))
    b.call("tell", Name("ITEMS"), count)
    part = b.assign(b.fresh("part"), Call("open_part", ()))
    with lower.each_item(b, items, b.fresh("item")) as item:
        _tell_one(lower, b, item, of)
    b.call("close_part", part)

"""How members of enums are shown: as the layout says, or by their names."""

from __future__ import annotations

from artrules.game.description.signs import colours_of, symbols_of
from artrules.game.description.table import MemberDescription
from artrules.game.description.titles import title_of
from artrules.game.description.words import Members
from artrules.ir.declarations import Enum
from artrules.ir.model import Model


def describe_members(model: Model) -> Members:
    """By enum and member: title, colour and symbol."""
    return {enum.name: _members(model, enum) for enum in model.enums.values()}


def _members(model: Model, enum: Enum) -> dict[str, MemberDescription]:
    laid = model.layout.members.get(enum.name, {})
    found = {}
    for name, colour, symbol in zip(enum.members, colours_of(enum.members), symbols_of(enum.members), strict=True):
        said = laid.get(name)
        if said is None:
            found[name] = MemberDescription(title_of(name), colour, symbol)
        else:
            title = title_of(name) if said.title is None else said.title.text
            found[name] = MemberDescription(title, said.colour or colour, said.symbol or symbol)
    return found

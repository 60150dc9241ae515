"""Elaborates names: finds what a word means at its place."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest, one_slip
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.builtins import BUILTINS
from artrules.ir.nodes import (
    AllCards,
    AllMembers,
    AllPlayers,
    Constant,
    Expression,
    Happenings,
    Local,
    RoundNumber,
    SettingValue,
    VariableOf,
    ZoneOf,
)
from artrules.ir.types import PLAYER, WIDE, Card, Happening, ListOf, Member, Number, Zone
from artrules.syntax.ast import expressions as ast
from artrules.syntax.ast.node import Node
from artrules.syntax.other_words import OTHER_WORDS, TESTS


def name(elaborator: Elaborator, node: ast.Name) -> Expression:
    """The meaning of a name: a name bound in the code, or else a declaration."""
    name, at, symbols = node.text, elaborator.at(node), elaborator.symbols
    binding = elaborator.scope.find(name)
    if binding is not None:
        return Local(at, binding.type, binding.unique)
    if name == "me":
        return acting_player(elaborator, node)
    if name == "self":
        if elaborator.context.self_card is None:
            elaborator.complain(kinds.NO_SELF, "there is no `self` here: this code belongs to no card", node)
            return elaborator.unknown(node)
        return Local(at, elaborator.context.self_card, "self")
    if name == "players":
        return AllPlayers(at, ListOf(PLAYER))
    if name == "round_number":
        return RoundNumber(at, Number(1, WIDE))
    if name in symbols.members:
        enum, index = symbols.members[name]
        return Constant(at, Member(enum.name), index)
    if name in symbols.settings and (setting := symbols.settings[name]).type is not None:
        return SettingValue(at, setting.type, setting)
    variable = symbols.find(symbols.variables, name, elaborator.context.owner)
    if variable is not None and variable.of is None and variable.type is not None:
        return VariableOf(at, variable.type, variable, None)
    zone = symbols.find(symbols.zones, name, elaborator.context.owner)
    if zone is not None and zone.per is None:
        return ZoneOf(at, Zone(zone.key, zone.kinds), zone, None)
    if name in symbols.kinds:
        return AllCards(at, ListOf(Card(frozenset([name]))), name)
    if name in symbols.enums:
        return AllMembers(at, ListOf(Member(name)), name)
    event = symbols.find(symbols.events, name, elaborator.context.owner)
    if event is not None and event.kept is not None:
        return Happenings(at, ListOf(Happening(event.key)), event)
    return _unknown_name(elaborator, node)


def domain(elaborator: Elaborator, node: ast.Expression) -> Expression:
    """What one goes through, or searches. A name that a setting shares with the enum of its values means the enum."""
    symbols = elaborator.symbols
    if not isinstance(node, ast.Name) or elaborator.scope.find(node.text) is not None:
        return elaborator.expression(node)
    if node.text not in symbols.settings or node.text not in symbols.enums:
        return elaborator.expression(node)
    return AllMembers(elaborator.at(node), ListOf(Member(node.text)), node.text)


def acting_player(elaborator: Elaborator, node: Node) -> Expression:
    """The acting player, for `me` and `my`. A diagnostic if no player acts."""
    if elaborator.me is None:
        elaborator.complain(kinds.NO_PLAYER, "there is no `me` here: no player acts", node)
        return elaborator.unknown(node)
    return Local(elaborator.at(node), PLAYER, elaborator.me.name)


def _unknown_name(elaborator: Elaborator, node: ast.Name) -> Expression:
    """Add a diagnostic for an unknown name, with suggestions."""
    name, symbols, owner = node.text, elaborator.symbols, elaborator.context.owner
    owned = symbols.find(symbols.variables, name, owner) or symbols.find(symbols.zones, name, owner)
    if owned is not None:
        elaborator.complain(
            name_kinds.UNKNOWN_NAME,
            f"`{name}` belongs to somebody or something: say whose",
            node,
            expected=f"`my {name}`, `p.{name}` or `{name}[n]`",
            related=((f"`{name}` is declared here", owned.at),),
        )
        return elaborator.unknown(node)
    known = [
        *elaborator.scope.names(),
        *symbols.members,
        *symbols.settings,
        *symbols.kinds,
        *symbols.enums,
        "me",
        "players",
        "round_number",
    ]
    known += [v.name for v in symbols.visible(symbols.variables, owner)]
    known += [z.name for z in symbols.visible(symbols.zones, owner)]
    known += [e.name for e in symbols.visible(symbols.events, owner) if e.kept]
    known += ["self"] if elaborator.context.self_card else []
    meant = OTHER_WORDS.get(name)
    hint = f"`{meant}`" if meant is not None else TESTS.get(name)
    if symbols.find(symbols.functions, name, owner) or symbols.find(symbols.tables, name, owner) or name in BUILTINS:
        hint = f"`{name}(…)`: a function is called with brackets"
    elaborator.complain(
        name_kinds.UNKNOWN_NAME,
        f"nothing is called `{name}` here",
        node,
        expected=hint,
        found=f"`{name}`",
        suggestions=closest(name, known) if meant is None else (),
        missing=name if meant is None else None,
        instead=meant,
    )
    local = one_slip(name, elaborator.scope.names())
    if local is not None and (binding := elaborator.scope.find(local)) is not None:
        # Go on as if the name were spelled right, so that what it is tested for is known further on.
        return Local(elaborator.at(node), binding.type, binding.unique)
    return elaborator.unknown(node)

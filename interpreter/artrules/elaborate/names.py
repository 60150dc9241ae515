"""Names, possession and calls: what a word means where it stands."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import ElaboratorBase, Syntax
from artrules.ir.builtins import BUILTINS
from artrules.ir.nodes import (
    AllCards,
    AllMembers,
    AllPlayers,
    AttributeOf,
    Constant,
    Expression,
    FaceOf,
    FieldOf,
    Happenings,
    Local,
    Operation,
    PowerAttributeOf,
    PowersOf,
    PropertyOf,
    RoundNumber,
    SettingValue,
    VariableOf,
    ZoneOf,
)
from artrules.ir.types import (
    FACE,
    PLAYER,
    POWER,
    UNKNOWN,
    WIDE,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    Power,
    Type,
    Unknown,
    Zone,
)

OLD_TRUTH_WORDS = {"true": "`yes`", "on": "`yes`", "false": "`no`", "off": "`no`"}


class Names(ElaboratorBase):
    """What names and `x.y` stand for."""

    def expression_name(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        token = tree.children[0]
        assert isinstance(token, Token)
        name, at, model = str(token), self.at(tree), self.model
        binding = self.scope.find(name)
        if binding is not None:
            return Local(at, self.scope.type_of(binding), binding.unique)
        if name == "me":
            return self._me(tree)
        if name == "self":
            if self.context.self_card is None:
                self.complain(kinds.NO_SELF, "there is no `self` here: this code belongs to no card", tree)
                return self.unknown(tree)
            return Local(at, self.context.self_card, "self")
        if name == "players":
            return AllPlayers(at, ListOf(PLAYER))
        if name == "round_number":
            return RoundNumber(at, Number(1, WIDE))
        if name in model.members:
            enum, index = model.members[name]
            return Constant(at, Member(enum.name), index)
        if name in model.settings and (setting := model.settings[name]).type is not None:
            return SettingValue(at, setting.type, setting)
        variable = model.find(model.variables, name, self.context.owner)
        if variable is not None and variable.of is None and variable.type is not None:
            return VariableOf(at, variable.type, variable, None)
        zone = model.find(model.zones, name, self.context.owner)
        if zone is not None and zone.per is None:
            return ZoneOf(at, Zone(zone.key, zone.kinds), zone, None)
        if name in model.kinds:
            return AllCards(at, ListOf(Card(frozenset([name]))), name)
        if name in model.enums:
            return AllMembers(at, ListOf(Member(name)), name)
        event = model.find(model.events, name, self.context.owner)
        if event is not None and event.kept is not None:
            return Happenings(at, ListOf(Happening(event.key)), event)
        return self._unknown_name(name, tree)

    def _me(self, tree: Syntax) -> Expression:
        if self.me is None:
            self.complain(kinds.NO_PLAYER, "there is no `me` here: no player acts", tree)
            return self.unknown(tree)
        return Local(self.at(tree), PLAYER, self.me.name)

    def _unknown_name(self, name: str, tree: Syntax) -> Expression:
        model, owner = self.model, self.context.owner
        owned = model.find(model.variables, name, owner) or model.find(model.zones, name, owner)
        if owned is not None:
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"`{name}` belongs to somebody or something: say whose",
                tree,
                expected=f"`my {name}`, `p.{name}` or `{name}[n]`",
                related=((f"`{name}` is declared here", owned.at),),
            )
            return self.unknown(tree)
        known = [*self.scope.names(), *model.members, *model.settings, *model.kinds, *model.enums, "me", "players"]
        known += [v.name for v in model.visible(model.variables, owner) if v.of is None]
        known += [z.name for z in model.visible(model.zones, owner) if z.per is None]
        known += [e.name for e in model.visible(model.events, owner) if e.kept]
        known += ["self"] if self.context.self_card else []
        hint = OLD_TRUTH_WORDS.get(name)
        if model.find(model.functions, name, owner) or model.find(model.tables, name, owner) or name in BUILTINS:
            hint = f"`{name}(…)`: a function is called with brackets"
        self.complain(
            name_kinds.UNKNOWN_NAME,
            f"nothing is called `{name}` here",
            tree,
            expected=hint,
            found=f"`{name}`",
            suggestions=closest(name, known),
        )
        return self.unknown(tree)

    def expression_mine(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        token = tree.children[0]
        assert isinstance(token, Token)
        owner = self._me(tree)
        return owner if isinstance(owner.type, Unknown) else self._owned(owner, str(token), tree, token)

    def expression_member(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        base, token = tree.children
        assert isinstance(token, Token)
        return self._owned(self.expression(base), str(token)[1:].strip(), tree, token)

    def _owned(self, owner: Expression, name: str, tree: Syntax, token: Token) -> Expression:
        at, model = self.at(tree), self.model
        match owner.type:
            case Unknown():
                return self.unknown(tree)
            case Player() | Member():
                found = self._of_owner(owner, name, at)
                if found is not None:
                    return found
                known = self._names_of_owner(owner.type)
            case Card(kinds_):
                if name == "face":
                    return FaceOf(at, FACE, owner)
                if name == "powers":
                    return PowersOf(at, ListOf(POWER), owner)
                attribute = self._attribute(owner, kinds_, name, tree)
                if attribute is not None:
                    return attribute
                known = [a for k in kinds_ for a in model.kinds[k].attributes] + ["face", "kind", "powers"]
            case Happening(event_key):
                event = model.events[event_key]
                if (field := event.fields.get(name)) is not None and field.type is not None:
                    return FieldOf(at, field.type, event, field, owner)
                known = list(event.fields)
            case Power():
                if (
                    power_attribute := model.power_attributes.get(name)
                ) is not None and power_attribute.type is not None:
                    return PowerAttributeOf(at, power_attribute.type, name, owner)
                known = list(model.power_attributes)
            case Optional(of):
                self.complain(
                    kinds.MAYBE_NONE,
                    f"this may be none, so it may have no `{name}`",
                    tree,
                    expected=str(of),
                    found=str(owner.type),
                )
                return self.unknown(tree)
            case _:
                known = []
        self.complain(
            name_kinds.UNKNOWN_NAME,
            f"{_a(owner.type)} has no `{name}`",
            token,
            expected=f"one of {', '.join(sorted(set(known)))}" if known else "something that has parts",
            found=f"`{name}`",
            suggestions=closest(name, known),
        )
        return self.unknown(tree)

    def _of_owner(self, owner: Expression, name: str, span: Span) -> Expression | None:
        model = self.model
        variable = model.find(model.variables, name, self.context.owner)
        if variable is not None and variable.of == owner.type and variable.type is not None:
            return VariableOf(span, variable.type, variable, owner)
        zone = model.find(model.zones, name, self.context.owner)
        if zone is not None and zone.per == owner.type:
            return ZoneOf(span, Zone(zone.key, zone.kinds), zone, owner)
        if isinstance(owner.type, Member):
            enum = model.enums[owner.type.enum]
            if name in enum.properties:
                return PropertyOf(span, enum.properties[name], enum.name, name, owner)
        return None

    def _names_of_owner(self, type_: Type) -> list[str]:
        model, owner = self.model, self.context.owner
        known = [v.name for v in model.visible(model.variables, owner) if v.of == type_]
        known += [z.name for z in model.visible(model.zones, owner) if z.per == type_]
        return known + (list(model.enums[type_.enum].properties) if isinstance(type_, Member) else [])

    def _attribute(self, owner: Expression, kinds_: frozenset[str], name: str, tree: Syntax) -> Expression | None:
        found = {k: self.model.kinds[k].attributes.get(name) for k in sorted(kinds_)}
        if not any(found.values()):
            return None
        missing = [k for k, a in found.items() if a is None]
        if missing or len(found) > 1:
            self.complain(
                kinds.WRONG_TYPE,
                f"not every card here has `{name}`",
                tree,
                expected=f"a card of one kind: test `.kind is {next(k for k, a in found.items() if a)}` first",
                found=str(owner.type),
            )
            return self.unknown(tree)
        attribute = next(iter(found.values()))
        assert attribute is not None
        return AttributeOf(self.at(tree), attribute.type or UNKNOWN, attribute, owner)

    def expression_index(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        base, index = tree.children
        assert not isinstance(base, Token) and not isinstance(index, Token)
        if base.data == "name":
            name = str(base.children[0])
            zone = self.model.find(self.model.zones, name, self.context.owner)
            if zone is not None and zone.per is not None and self.scope.find(name) is None:
                owner = self.demand(index, zone.per, f"which `{name}`")
                return ZoneOf(self.at(tree), Zone(zone.key, zone.kinds), zone, owner)
            variable = self.model.find(self.model.variables, name, self.context.owner)
            if variable is not None and variable.of is not None and self.scope.find(name) is None:
                owner = self.demand(index, variable.of, f"whose `{name}`")
                return VariableOf(self.at(tree), variable.type or UNKNOWN, variable, owner)
        listed = self.expression(base)
        position = self.number(index, "a position")
        match listed.type:
            case ListOf(of):
                return Operation(self.at(tree), of, "item", [listed, position])
            case Zone(_, kinds_):
                return Operation(self.at(tree), Card(kinds_), "item", [listed, position])
            case Unknown():
                return self.unknown(tree)
        self.complain(
            kinds.WRONG_TYPE, "only lists and zones have positions", tree, expected="a list", found=str(listed.type)
        )
        return self.unknown(tree)


def _a(type_: Type) -> str:
    text = str(type_) or "thing"
    return text if text.startswith("a ") else f"{'an' if text[0] in 'aeiou' else 'a'} {text}"

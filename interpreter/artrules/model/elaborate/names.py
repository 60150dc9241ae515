"""Elaborates names, and access to what belongs to an owner or an item: `my x`, `owner.x`, `x[owner]`, `top of x`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from artrules.model.declare.symbol_table import SymbolTable
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.ir.builtins import BUILTINS, OF_THE_FLOW, SIZE
from artrules.model.ir.declarations import Kind, ModifiedAttribute, ZoneDeclaration
from artrules.model.ir.nodes import (
    AllCards,
    AllMembers,
    AllPlayers,
    AttributeOf,
    Binder,
    BuiltinCall,
    Call,
    Constant,
    Either,
    Expression,
    FaceOf,
    FieldOf,
    Fold,
    Happenings,
    IsKind,
    Largest,
    Listing,
    Local,
    Operation,
    PowerAttributeOf,
    PowersOf,
    PropertyOf,
    RoundNumber,
    SettingValue,
    SharedAttribute,
    Span_,
    TopOf,
    VariableOf,
    ZoneOf,
)
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    FACE,
    PLAYER,
    POWER,
    WIDE,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    Zone,
    join,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node
from artrules.text.syntax.words import OTHER_WORDS, SIZES, TESTS

# Elaborates names: finds what a word means at its place.


def name(elaborator: Elaborator, node: ast.Name) -> Expression:
    """The meaning of a name: a name bound in the code, or else a declaration."""
    name, at, symbols = node.text, elaborator.at(node), elaborator.symbols
    binding = elaborator.scope.find(name)
    if binding is not None:
        binding.is_read = True
        return elaborator.stands_for(binding.value) if binding.value else Local(at, binding.type, binding.unique)
    if name == "me":
        return acting_player(elaborator, node)
    if name == "self":
        if elaborator.context.self_card is None:
            elaborator.complain(kinds.NO_SELF, "there is no `self` here: this code belongs to no card", node)
            return elaborator.unknown(node)
        return Local(at, elaborator.context.self_card, "self")
    if name == "players":
        return AllPlayers(at, ListOf(PLAYER), symbols.players[0])
    if name == "round_number":
        return RoundNumber(at, Number(1, WIDE))
    if name in symbols.names_of_several:
        return elaborator.unknown(node)
    if name in symbols.members:
        enum, index = symbols.members[name]
        return Constant(at, Member(enum.name), index)
    if name in symbols.settings and (setting := symbols.settings[name]).type is not None:
        return SettingValue(at, setting.type, setting)
    variable = symbols.find(symbols.variables, name, elaborator.owner)
    if variable is not None and variable.of is None:
        return VariableOf(at, variable.type, variable, None)
    zone = symbols.find(symbols.zones, name, elaborator.owner)
    if zone is not None and zone.per is None:
        return ZoneOf(at, Zone(zone.key, zone.kinds), zone, None)
    if name in symbols.kinds:
        return AllCards(at, ListOf(Card(frozenset([name]))), name)
    if name in symbols.enums:
        return AllMembers(at, ListOf(Member(name)), name)
    event = symbols.find(symbols.events, name, elaborator.owner)
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


def visible_names(elaborator: Elaborator) -> list[str]:
    """All names that an expression may have here, or that something is called by here."""
    symbols, owner = elaborator.symbols, elaborator.owner
    names = [
        *elaborator.scope.names(),
        *symbols.members,
        *symbols.settings,
        *symbols.kinds,
        *symbols.enums,
        "me",
        "players",
        "round_number",
    ]
    names += [v.name for v in symbols.visible(symbols.variables, owner)]
    names += [z.name for z in symbols.visible(symbols.zones, owner)]
    names += [e.name for e in symbols.visible(symbols.events, owner) if e.kept]
    return names + (["self"] if elaborator.context.self_card else [])


def _unknown_name(elaborator: Elaborator, node: ast.Name) -> Expression:
    """Add a diagnostic for an unknown name, with suggestions."""
    name, symbols, owner = node.text, elaborator.symbols, elaborator.owner
    owned = symbols.find(symbols.variables, name, owner) or symbols.find(symbols.zones, name, owner)
    if owned is not None:
        elaborator.complain(
            kinds.UNKNOWN_NAME,
            f"`{name}` belongs to somebody or something: say whose",
            node,
            expected=f"`my {name}`, `p.{name}` or `{name}[n]`",
            related=((f"`{name}` is declared here", owned.at),),
        )
        return elaborator.unknown(node)
    names = visible_names(elaborator)
    meant = OTHER_WORDS.get(name)
    hint = f"`{meant}`" if meant is not None else TESTS.get(name)
    of_the_language = name in BUILTINS or name in OF_THE_FLOW
    if symbols.find(symbols.functions, name, owner) or symbols.find(symbols.tables, name, owner) or of_the_language:
        hint = f"`{name}(…)`: a function is called with brackets"
    if hint is None and elaborator.context.of_option:
        bound_names = ", ".join(f"`{bound}`" for bound in elaborator.scope.names())
        binds = f"it binds {bound_names}" if bound_names else "it binds none"
        hint = f"`me`, something declared, or a name that the option binds: {binds}; no parameter, and no name of `let`"
    elaborator.complain(
        kinds.UNKNOWN_NAME,
        f"nothing is called `{name}` here",
        node,
        expected=hint,
        found=f"`{name}`",
        suggestions=closest(name, names) if meant is None else (),
        missing=name if meant is None else None,
        instead=meant,
    )
    local = one_slip(name, elaborator.scope.names())
    if local is not None and (binding := elaborator.scope.find(local)) is not None:
        # Go on as if the name were spelled right, so that what it is tested for is known further on.
        return Local(elaborator.at(node), binding.type, binding.unique)
    return elaborator.unknown(node)


# Elaborates access to what belongs to an owner, and to items: `my x`, `owner.x`, `x[owner]`, `list[n]`.


def mine(elaborator: Elaborator, node: ast.Mine) -> Expression:
    """`my x`: the acting player's `x`."""
    owner = acting_player(elaborator, node)
    return owner if isinstance(owner.type, Unknown) else _owned(elaborator, owner, node)


def member(elaborator: Elaborator, node: ast.Member) -> Expression:
    """`owner.x`."""
    return _owned(elaborator, elaborator.expression(node.owner), node)


def _owned(elaborator: Elaborator, owner: Expression, node: ast.Mine | ast.Member) -> Expression:
    """The owner's thing with the node's name, or a diagnostic."""
    name, at, symbols = node.name.text, elaborator.at(node), elaborator.symbols
    match owner.type:
        case Unknown():
            return elaborator.unknown(node)
        case Player() | Member():
            thing = _of_owner(elaborator, owner, name, at)
            if thing is not None:
                return thing
            zone = _named_zone_of_two(elaborator, name)
            if zone is not None and zone.per == owner.type:
                return _second_owner_missing(elaborator, zone, node)
        case Card(kinds_):
            if not kinds_:  # none of the kinds that a zone names exists, which has been reported
                return elaborator.unknown(node)
            if name == "face":
                return FaceOf(at, FACE, owner)
            if name == "powers":
                return powers_of(symbols, owner, at)
            attribute = _attribute(elaborator, owner, kinds_, node)
            if attribute is not None:
                return attribute
        case Happening(event_key):
            event = symbols.events[event_key]
            if (field := event.fields.get(name)) is not None:
                return FieldOf(at, field.type, event, field, owner)
        case Power():
            if (power_attribute := symbols.power_attributes.get(name)) is not None:
                return PowerAttributeOf(at, power_attribute.type, name, owner)
        case Optional(of):
            elaborator.complain(
                kinds.MAYBE_NONE,
                f"this may be none, so it may have no `{name}`",
                node,
                expected=of,
                found=owner.type,
                related=elaborator.why_none(owner),
            )
            return elaborator.unknown(node)
    part_names = names_of_parts(elaborator, owner.type)
    expected = f"one of {', '.join(sorted(set(part_names)))}" if part_names else "something that has parts"
    if name in SIZES and isinstance(owner.type, Zone | ListOf | SetOf):
        expected = "`size(…)`"
    elaborator.complain(
        kinds.UNKNOWN_NAME,
        f"{in_words(owner.type)} has no `{name}`",
        node.name,
        expected=expected,
        found=f"`{name}`",
        suggestions=closest(name, part_names),
        missing=name,
    )
    return elaborator.unknown(node)


def powers_of(symbols: SymbolTable, card: Expression, at: Span) -> Expression:
    """The powers of a card: none while it has lost them."""
    powers = PowersOf(at, ListOf(POWER), card)
    lost = has_lost_powers(symbols.kinds, symbols.modified, card, at)
    if lost is None:
        return powers
    return Either(at, ListOf(POWER), lost, Listing(at, ListOf(POWER), ()), powers)


def gone_through(domain: Expression) -> tuple[Expression, Expression | None]:
    """What a binder goes through, and what must hold of it besides: of powers that a card may have lost, the powers and
    that it has them. So whatever looks for code that goes through a card's powers finds it."""
    match domain:
        case Either(condition=lost, then=Listing(items=()), otherwise=PowersOf() as powers) if powers.at == domain.at:
            return powers, Operation(domain.at, BOOL, "not", (lost,))
    return domain, None


def has_lost_powers(
    kinds_: Mapping[str, Kind], modified: Mapping[str, ModifiedAttribute], card: Expression, at: Span
) -> Expression | None:
    """Whether a card has lost its powers for now; None where it can't."""
    assert isinstance(card.type, Card)
    lost: Expression | None = None
    for kind in sorted(card.type.kinds):
        source = kinds_[kind].powers
        if source is None or source.unless is None:
            continue
        one = replace(card, type=Card(frozenset([kind])))
        says: Expression = AttributeOf(at, BOOL, kinds_[kind].attributes[source.unless], one)
        if source.unless in modified:
            says = Call(at, BOOL, modified[source.unless].value, (one,))
        if len(card.type.kinds) > 1:
            says = Operation(at, BOOL, "and", (IsKind(at, BOOL, card, kind), says))
        lost = says if lost is None else Operation(at, BOOL, "or", (lost, says))
    return lost


def _of_owner(elaborator: Elaborator, owner: Expression, name: str, span: Span) -> Expression | None:
    """An owner's variable, zone or property; None if there is none with the name. The owner is a player, or a member of
    an enum."""
    symbols = elaborator.symbols
    variable = symbols.find(symbols.variables, name, elaborator.owner)
    if variable is not None and variable.of == owner.type:
        return VariableOf(span, variable.type, variable, owner)
    zone = symbols.find(symbols.zones, name, elaborator.owner)
    if zone is not None and zone.per == owner.type and zone.second is None:
        return ZoneOf(span, Zone(zone.key, zone.kinds), zone, owner)
    if isinstance(owner.type, Member):
        enum = symbols.enums[owner.type.enum]
        if name in enum.properties:
            return PropertyOf(span, enum.properties[name], enum.name, name, owner)
    return None


def names_of_parts(elaborator: Elaborator, type_: Type) -> list[str]:
    """The names that can follow the dot after something of this type."""
    symbols, owner = elaborator.symbols, elaborator.owner
    match type_:
        case Player() | Member():
            part_names = [v.name for v in symbols.visible(symbols.variables, owner) if v.of == type_]
            part_names += [z.name for z in symbols.visible(symbols.zones, owner) if z.per == type_ and z.second is None]
            return part_names + (list(symbols.enums[type_.enum].properties) if isinstance(type_, Member) else [])
        case Card(kinds_):
            return [a for k in kinds_ for a in symbols.kinds[k].attributes] + ["face", "kind", "powers"]
        case Happening(event_key):
            return list(symbols.events[event_key].fields)
        case Power():
            return list(symbols.power_attributes)
    return []


def _attribute(
    elaborator: Elaborator, owner: Expression, kinds_: frozenset[str], node: ast.Mine | ast.Member
) -> Expression | None:
    """An attribute of a card whose kind is one of some; None if none of them has the attribute."""
    name = node.name.text
    attributes_by_kind = {k: elaborator.symbols.kinds[k].attributes.get(name) for k in sorted(kinds_)}
    if not any(attributes_by_kind.values()):
        return None
    attributes = [a for a in attributes_by_kind.values() if a is not None]
    modified = elaborator.symbols.modified.get(name)
    if modified is not None and len(attributes) == len(attributes_by_kind):
        return Call(elaborator.at(node), modified.type, modified.value, (owner,))
    if len(attributes_by_kind) == 1:
        return AttributeOf(elaborator.at(node), attributes[0].type, attributes[0], owner)
    type_ = _shared_type([attribute.type for attribute in attributes])
    if len(attributes) < len(attributes_by_kind) or type_ is None:
        message = f"not every card here has `{name}`"
        if len(attributes) == len(attributes_by_kind):
            types = ", ".join(f"of `{a.kind}` it is {in_words(a.type)}" for a in attributes)
            message = f"`{name}` has different types: {types}"
        elaborator.complain(
            kinds.WRONG_TYPE,
            message,
            node,
            expected=f"a card of one kind: test `.kind is {attributes[0].kind}` first",
            found=owner.type,
        )
        return elaborator.unknown(node)
    return SharedAttribute(elaborator.at(node), type_, tuple(attributes), owner)


def _shared_type(types: Sequence[Type]) -> Type | None:
    """The type of an attribute that several kinds share; None if its values can't be told of one type. Sets must be of
    the same things: how a set is kept depends on what may be in it."""
    shared_type: Type | None = types[0]
    for other in types[1:]:
        if shared_type is None or (_holds_sets(shared_type) and shared_type != other):
            return None
        shared_type = join(shared_type, other)
    return shared_type


def _holds_sets(type_: Type) -> bool:
    match type_:
        case SetOf():
            return True
        case Optional(of) | ListOf(of):
            return _holds_sets(of)
    return False


def index(elaborator: Elaborator, node: ast.Index) -> Expression:
    """`x[owner]` for a zone or variable with owners; otherwise the item at a position of a list or zone."""
    if isinstance(node.base, ast.Name):
        name = node.base.text
        zone = elaborator.symbols.find(elaborator.symbols.zones, name, elaborator.owner)
        if zone is not None and zone.per is not None and elaborator.scope.find(name) is None:
            if zone.second is not None:
                return _second_owner_missing(elaborator, zone, node)
            owner = elaborator.demand(node.index, zone.per, f"which `{name}`")
            return ZoneOf(elaborator.at(node), Zone(zone.key, zone.kinds), zone, owner)
        variable = elaborator.symbols.find(elaborator.symbols.variables, name, elaborator.owner)
        if variable is not None and variable.of is not None and elaborator.scope.find(name) is None:
            owner = elaborator.demand(node.index, variable.of, f"whose `{name}`")
            return VariableOf(elaborator.at(node), variable.type, variable, owner)
    of_two = _zone_of_two(elaborator, node)
    if of_two is not None:
        return of_two
    return _item(elaborator, elaborator.expression(node.base), node)


def _item(elaborator: Elaborator, listed: Expression, node: ast.Index) -> Expression:
    """The item of a list or zone at a position, or the list of those at several."""
    if isinstance(listed.type, Unknown):
        elaborator.expression(node.index)
        return elaborator.unknown(node)
    position = (
        elaborator.expression(node.index) if isinstance(node.index, ast.Range) else _position(elaborator, node.index)
    )
    if isinstance(position, Span_) and isinstance(listed.type, ListOf | Zone):
        return _part(elaborator, listed, position, node)
    match listed.type:
        case ListOf(of):
            return Operation(elaborator.at(node), of, "item", (listed, position))
        case Zone(_, kinds_):
            return Operation(elaborator.at(node), Card(kinds_), "item", (listed, position))
    elaborator.complain(
        kinds.WRONG_TYPE, "only lists and zones have positions", node, expected="a list", found=listed.type
    )
    return elaborator.unknown(node)


def _part(elaborator: Elaborator, listed: Expression, positions: Span_, node: ast.Index) -> Expression:
    """What lies at the positions of a range, as far as something lies there: of a zone the cards whose position is one
    of them, of a list the items from the first of them up to the last that there is."""
    at, scope = elaborator.at(node), elaborator.scope
    low, high = positions.low, positions.high
    from_first = isinstance(low.type, Number) and low.type.high <= 1
    if isinstance(listed.type, Zone):
        card = scope.unnamed("card", Card(listed.type.kinds), at)
        position = BuiltinCall(at, ANY_NUMBER, BUILTINS["position"], (card,))
        within: Expression = Operation(at, BOOL, "<=", (position, high))
        if not from_first:
            within = Operation(at, BOOL, "and", (Operation(at, BOOL, ">=", (position, low)), within))
        return Fold(at, ListOf(card.type), "those", (Binder(at, card, listed, within),), None, None)
    assert isinstance(listed.type, ListOf)
    whole_list = scope.unnamed("list", listed.type, at)
    size = BuiltinCall(at, Number(0, WIDE), SIZE, (whole_list,))
    first = (
        low if isinstance(low.type, Number) and low.type.low >= 1 else Largest(at, ANY_NUMBER, "max", (low, _one(at)))
    )
    last = Largest(at, ANY_NUMBER, "min", (high, size))
    place = scope.unnamed("place", ANY_NUMBER, at)
    binders = (
        Binder(at, whole_list, Listing(at, ListOf(listed.type), (listed,)), None),
        Binder(at, place, Span_(at, ListOf(ANY_NUMBER), first, last), None),
    )
    item = Operation(at, listed.type.of, "item", (whole_list, place))
    return Fold(at, ListOf(listed.type.of), "list", binders, item, None)


def _one(at: Span) -> Expression:
    return Constant(at, Number(1, 1), 1)


def _position(elaborator: Elaborator, node: ast.Expression) -> Expression:
    """What stands in the brackets after a list: a number, or a player or member, whose place among all is meant."""
    position = elaborator.expression(node)
    match position.type:
        case Player():
            most = elaborator.symbols.players[1]
        case Member(enum):
            most = len(elaborator.symbols.enums[enum].members)
        case _:
            return elaborator.convert(position, ANY_NUMBER, "a position", elaborator.at(node))
    return Operation(elaborator.at(node), Number(1, most), "place", (position,))


def _zone_of_two(elaborator: Elaborator, node: ast.Index) -> Expression | None:
    """`my x[k]`, `owner.x[k]`, `x[owner][k]` for a zone that has two owners; None for anything else."""
    match node.base:
        case ast.Mine(name=name) | ast.Member(name=name):
            zone = _named_zone_of_two(elaborator, name.text)
            if zone is None:
                return None
            if isinstance(node.base, ast.Member):
                owner = elaborator.expression(node.base.owner)
            else:
                owner = acting_player(elaborator, node.base)
            if isinstance(owner.type, Unknown) or owner.type != zone.per:
                return _item(elaborator, _owned(elaborator, owner, node.base), node)
        case ast.Index(base=ast.Name(text=text), index=first):
            zone = _named_zone_of_two(elaborator, text)
            if zone is None or zone.per is None or elaborator.scope.find(text) is not None:
                return None
            owner = elaborator.demand(first, zone.per, f"which `{text}`")
        case _:
            return None
    assert zone.second is not None
    second = elaborator.demand(node.index, zone.second, f"which `{zone.name}`")
    return ZoneOf(elaborator.at(node), Zone(zone.key, zone.kinds), zone, owner, second)


def _second_owner_missing(elaborator: Elaborator, zone: ZoneDeclaration, node: ast.Expression) -> Expression:
    of = zone.second
    message = f"there is one `{zone.name}` for each {of}"
    elaborator.complain(kinds.WRONG_TYPE, message, node, expected=f"`{zone.name}[…]` with a {of} in the brackets")
    return elaborator.unknown(node)


def _named_zone_of_two(elaborator: Elaborator, name: str) -> ZoneDeclaration | None:
    zone = elaborator.symbols.find(elaborator.symbols.zones, name, elaborator.owner)
    return zone if zone is not None and zone.second is not None else None


# Elaborates `top of` and `bottom of`: the cards at the ends of a zone.


def pile_end(elaborator: Elaborator, node: ast.PileEnd) -> Expression:
    """One card, or a list of cards if there is a count."""
    pile = elaborator.expression(node.zone)
    if isinstance(pile.type, Unknown):
        return pile
    if not isinstance(pile.type, Zone):
        message = "only zones have a top and a bottom"
        elaborator.complain(kinds.WRONG_TYPE, message, node.zone, expected="a zone", found=pile.type)
        return elaborator.unknown(node)
    card, from_bottom = Card(pile.type.kinds), node.which == "bottom"
    if node.count is None:
        return TopOf(elaborator.at(node), card, pile, None, from_bottom)
    count = elaborator.number(node.count, "how many")
    return TopOf(elaborator.at(node), ListOf(card), pile, count, from_bottom)

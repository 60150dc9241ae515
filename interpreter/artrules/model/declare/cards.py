"""Declares kinds of card and their groups, what powers share, and the sets that give powers to the keys of groups."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from artrules.model.declare.constants import constant
from artrules.model.declare.declarator import Declarator, author_text, optional_text
from artrules.model.declare.files import MOST_KEYS
from artrules.model.declare.flow import declare_functions, declare_menus, declare_procedures
from artrules.model.declare.prose import declare_rulings, declare_terms
from artrules.model.declare.zones import (
    declare_event_names,
    declare_events,
    declare_tables,
    declare_variables,
    declare_zones,
)
from artrules.model.ir.declarations import (
    GIVES,
    IN_PLAY,
    MODIFIED,
    TRIGGER,
    Attribute,
    Combination,
    Function,
    Group,
    KeyedPowers,
    Kind,
    Limit,
    ModifiedAttribute,
    Parameter,
    PowerAttribute,
    PowerDefinition,
    PowerSet,
    PowerSource,
    ZoneOrder,
    keys_by_name,
)
from artrules.model.ir.references import refer
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import Bool, Card, Member, Number, SetOf, Type, Unknown, bare
from artrules.text.content import cards
from artrules.text.content import cards as powers
from artrules.text.content.cards import Power, PowersOfKey
from artrules.text.content.documents import PowerSet as SetDocument
from artrules.text.content.documents import Ruleset
from artrules.text.content.section import Named, is_given
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.complaint import report_section_of_games
from artrules.text.source.node import Scalar, entries, word

# Declares cards: the groups from which they have powers, and kinds of card with their attributes.


def declare_groups(d: Declarator, groups: Named[cards.Group]) -> None:
    """The groups, and the keys that each has."""
    for key, group in groups:
        if not d.reserve_name(key, None):
            continue
        keyed, by_number, by_enum = group.keyed_by, None, None
        if keyed is not None and keyed.text != "name":
            errors = len(d.report.errors)
            type_ = d.types.read(keyed)
            if isinstance(type_, Number) and type_.high - type_.low >= MOST_KEYS:
                actual, expected = f"{type_.high - type_.low + 1:,}", f"at most {MOST_KEYS:,}"
                message = f"the group `{key.text}` has too many keys"
                d.report.add(kinds.TOO_MANY, message, keyed.span, expected=expected, found=actual)
            elif isinstance(type_, Number):
                by_number = (type_.low, type_.high)
            elif isinstance(type_, Member):
                by_enum = type_.enum
            elif not isinstance(type_, Unknown):
                message, expected = (
                    f"the group `{key.text}` can't be keyed by {in_words(type_)}",
                    "a range such as 1..9, an enum, or `name`",
                )
                d.report.add(kinds.BAD_TYPE, message, keyed.span, expected=expected, found=f"`{keyed.text}`")
            if len(d.report.errors) > errors:
                d.symbols.groups_of_unknown_keys.add(key.text)
        d.symbols.groups[key.text] = Group(
            key.text, key.span, by_number, by_enum, word(group.chosen_by) or None, group.closed
        )


def declare_kind_names(d: Declarator, kinds_of_card: Named[cards.Kind]) -> None:
    """Kinds of card, which types may name."""
    for key, kind in kinds_of_card:
        if d.reserve_name(key, None):
            d.symbols.kinds[key.text] = Kind(key.text, key.span)
            if kind.label is not None:
                d.symbols.card_labels[key.text] = kind.label


def declare_kinds(d: Declarator, kinds_of_card: Named[cards.Kind]) -> None:
    """What cards of each kind have."""
    for key, section in kinds_of_card:
        kind = d.symbols.kinds.get(key.text)
        if kind is None:
            continue
        attributes: dict[str, Attribute] = {}
        for name, item in section.attributes:
            if name.text in ("face", "kind", "powers"):
                d.report.add(kinds.NAME_TWICE, f"every card has `{name.text}` already", name.span)
                continue
            attributes[name.text] = _attribute(d, kind.name, name, item)
        powers, source = section.powers, None
        if powers is not None:
            group = d.look_up(powers.from_, d.symbols.groups, "group")
            by = d.look_up(powers.by, attributes, "attribute of this kind")
            if (
                group is not None
                and by is not None
                and _fits_key(d, d.symbols.groups[group], attributes[by], powers.by)
            ):
                source = PowerSource(
                    group,
                    by,
                    _left_zone(d, powers.back_when_leaving),
                    d.look_up(powers.lasts, d.symbols.lives, "life") or "game",
                    powers.node.span,
                    _lost_while(d, powers.unless, attributes),
                )
        d.symbols.kinds[kind.name] = replace(kind, attributes=attributes, powers=source)
    _declare_modified(d)


def _lost_while(d: Declarator, name: Scalar | None, attributes: Mapping[str, Attribute]) -> str | None:
    """The attribute that says that a card has no powers; None after a diagnostic."""
    unless = d.look_up(name, attributes, "attribute of this kind")
    if unless is None or name is None or isinstance(attributes[unless].type, Bool | Unknown):
        return unless
    what = in_words(attributes[unless].type)
    d.report.add(kinds.WRONG_TYPE, f"`{unless}` isn't `yes` or `no`", name.span, expected="bool", found=what)
    return None


def _attribute(d: Declarator, kind: str, name: Scalar, section: cards.Attribute) -> Attribute:
    type_ = d.types.read(section.type)
    attribute = Attribute(
        name.text,
        name.span,
        kind,
        type_,
        _left_zone(d, section.back_when_leaving),
        d.look_up(section.lasts, d.symbols.lives, "life") or "game",
        not is_given(section, "starts", "back_when_leaving", "lasts"),
        author_text(section.starts),
        section.seen_by,
        section.copied,
        _combination(d, type_, section),
    )
    if attribute.copied and attribute.printed:
        message = f"`{name.text}` is printed on the cards, so nothing can copy it to another one"
        d.report.add(
            kinds.WRONG_VALUE, message, name.span, expected="`starts`, `lasts` or `back_when_leaving` beside it"
        )
    refer(d.report, name.span, attribute, "declared")
    d.store_code(attribute, section.starts)
    if section.starts is None and not attribute.printed:
        d.needs_start(name, type_)
    return attribute


def _left_zone(d: Declarator, name: Scalar | None) -> str | None:
    """The zone that a card leaves, or IN_PLAY; None after a diagnostic."""
    if name is not None and name.text == IN_PLAY and IN_PLAY not in d.symbols.zones:
        d.symbols.needs_zone_in_play("no card leaves play", name.span, d.report)
        return IN_PLAY
    return d.look_up(name, d.symbols.zones, "zone")


COMBINED: Mapping[Combination, tuple[type[Type], ...]] = {
    "add": (Number,),
    "union": (SetOf,),
    "any": (Bool,),
    "most": (Number,),
    "least": (Number,),
    "last": (),
}
"""The types whose values can be combined in each way; none stands for all."""


def _combination(d: Declarator, type_: Type, section: cards.Attribute) -> Combination | None:
    """How an attribute combines what it gets; after a diagnostic a way that is possible for its type."""
    if not is_given(section, "combines") or isinstance(type_, Unknown):
        return None
    combines = section.combines
    at = next((value.span for name, value in entries(section.node) if name.text == "combines"), section.node.span)
    ways = [way for way, types in COMBINED.items() if not types or isinstance(type_, types)]
    if section.seen_by is not None:
        message = "a mark shows wherever its card lies, so it can't be combined with what cards get in play"
        d.report.add(kinds.WRONG_VALUE, message, at, expected="no `seen_by`, or no `combines`")
    elif combines is not None and combines not in ways:
        d.report.add(
            kinds.WRONG_VALUE,
            f"values that are {in_words(type_)} can't be combined so",
            at,
            expected=" or ".join(f"`{way}`" for way in ways),
            found=f"`combines: {combines}`",
        )
    return combines if combines in ways else ways[0]


def _declare_modified(d: Declarator) -> None:
    """The attributes with modifiers, each of all kinds that have it: in all of them it must be the same."""
    for name in dict.fromkeys(a for kind in d.symbols.kinds.values() for a in kind.attributes):
        of_kinds = {k.name: k.attributes[name] for k in d.symbols.kinds.values() if name in k.attributes}
        first = next((each for each in of_kinds.values() if each.combines is not None), None)
        if first is None or first.combines is None:
            continue
        for other in of_kinds.values():
            if (other.type, other.combines) != (first.type, first.combines):
                d.report.add(
                    kinds.WRONG_VALUE,
                    f"`{name}` of a {other.kind} isn't combined as that of a {first.kind} is",
                    other.at,
                    expected=f"the type {first.type} and `combines: {first.combines}`, or another name",
                    related=[(f"that of a {first.kind} is declared here", first.at)],
                )
        parameter = Parameter("card", Card(frozenset(of_kinds)), first.at)
        value = Function(f"{MODIFIED}{name}", first.at, (parameter,), f"card {first.kind}")
        d.symbols.functions[value.name] = value
        d.symbols.modified[name] = ModifiedAttribute(name, first.at, first.type, first.combines, of_kinds, value)


def _fits_key(d: Declarator, group: Group, by: Attribute, at: Scalar | None) -> bool:
    """Whether an attribute can be the key of a group: no, with a diagnostic, when no key could ever be its value."""
    type_ = by.type
    value = bare(type_)
    wanted = Member if group.by_number is None else Number
    other_enum = isinstance(value, Member) and group.by_enum not in (None, value.enum)
    if at is None or group.name in d.symbols.groups_of_unknown_keys:
        return True
    if isinstance(value, (wanted, Unknown)) and not other_enum:
        return True
    keys = f"`{group.by_enum}`" if group.by_enum else "names" if group.by_number is None else "numbers"
    member = f"a member of {keys if group.by_enum else 'an enum'}"
    d.report.add(
        kinds.BAD_TYPE,
        f"the group `{group.name}` is keyed by {keys}, and `{by.name}` is {value}",
        at.span,
        expected=f"an attribute that is {'a number' if keys == 'numbers' else member}",
        found=f"`{by.name}`",
        related=[(f"`{group.name}` is declared here", group.at)],
    )
    return False


# Declares what powers of the game share: limits on their use, and the attributes that each of them has.


def declare_limits(d: Declarator, limits: Named[powers.Limit]) -> None:
    """The limits on the use of powers."""
    for key, section in limits:
        if d.reserve_name(key, None):
            limit = d.symbols.limits[key.text] = Limit(
                key.text,
                key.span,
                section.counts_for == "card",
                d.look_up(section.lasts, d.symbols.lives, "life") or "game",
                section.default,
                len(d.symbols.limits),
                author_text(section.at_most),
            )
            d.store_code(limit, section.at_most)


def declare_power_attributes(d: Declarator, attributes: Named[powers.PowerAttribute]) -> None:
    """The keys that powers of this game have beside those of every power."""
    for key, section in attributes:
        if key.text in powers.Power.declared.keys:
            d.report.add(kinds.NAME_TWICE, f"every power may have `{key.text}` already", key.span)
            continue
        type_, start = d.types.read(section.type), section.starts
        starts = None if start is None else constant(start, type_, d.symbols, d.report, f"`{key.text}`")
        attribute = PowerAttribute(key.text, key.span, type_, starts, start is None)
        d.symbols.power_attributes[key.text] = attribute
        refer(d.report, key.span, attribute, "declared")


def number_powers(d: Declarator) -> None:
    """Number the powers that give something, and those that wait for something, so that code can tell them apart."""
    powers = d.symbols.powers
    for name, some in ((GIVES, [p for p in powers if p.gives]), (TRIGGER, [p for p in powers if p.waits])):
        if some:
            d.symbols.needs_zone_in_play("no power gives anything or waits for anything", some[0].at, d.report)
            numbers = Number(0, len(some))
            d.symbols.power_attributes[name] = PowerAttribute(name, some[0].at, numbers, 0, required=False)
            for power in powers:
                cast(dict[str, Any], power.attributes)[name] = some.index(power) + 1 if power in some else 0


# Declares sets: what each holds for the keys of its groups, and the names that are its own.


def declare_set_names(d: Declarator, document: SetDocument, *, is_expansion: bool = False) -> PowerSet | None:
    """The set itself, or what an expansion adds, and its events, which types may name."""
    name = document.set
    if name is None:
        return None
    if name.text in d.symbols.sets:
        d.report.add(
            kinds.NAME_TWICE,
            f"two sets are called `{name.text}`",
            name.span,
            related=(("the other one", d.symbols.sets[name.text].at),),
        )
        return None
    power_set = PowerSet(name.text, name.span, word(document.title, name.text), is_expansion=is_expansion)
    d.symbols.sets[name.text] = power_set
    refer(d.report, name.span, power_set, "declared")
    declare_event_names(d, document.events, name.text)
    return power_set


def declare_set(d: Declarator, document: SetDocument, power_set: PowerSet) -> None:
    """All the rest of a set."""
    owner = power_set.name
    declare_events(d, document.events, owner)
    declare_zones(d, document.zones, owner)
    declare_variables(d, document.variables, owner)
    declare_tables(d, document.tables, owner)
    declare_functions(d, document.functions, owner)
    declare_procedures(d, document.procedures, owner)
    declare_menus(d, document.menus, owner)
    declare_rulings(d, document.rulings, owner)
    declare_terms(d, document.terms, owner)
    fills: dict[str, dict[Any, KeyedPowers]] = {}
    for key, keys in document.powers:
        if key.text in Ruleset.declared.keys and key.text not in d.symbols.groups:
            what = "an expansion" if power_set.is_expansion else "a set"
            report_section_of_games(what, power_set.name, key, d.report)
            continue
        if d.look_up(key, d.symbols.groups, "group") is None:
            continue
        group = d.symbols.groups[key.text]
        keyed_powers = fills.setdefault(group.name, {})
        for name, section in keys:
            group_key = _group_key(d, group, name)
            if group_key is not None:
                keyed_powers[group_key] = _keyed_powers(d, group, group_key, name, section, owner)
    d.symbols.sets[owner] = replace(
        power_set,
        fills=fills,
        requires=_required_orders(d, document, owner),
        leaves_out=_left_out(d, [d.symbols.groups[name] for name in fills], document.leaves_out),
    )


def _left_out(d: Declarator, groups: Sequence[Group], keys: Sequence[Scalar]) -> dict[str, dict[Any, Span]]:
    """The keys that a set leaves out on purpose, by group; a diagnostic for each that none of its groups has."""
    keys_by_group: dict[str, dict[Any, Span]] = {}
    for name in keys:
        fitting = [(group, key) for group in groups if (key := _key_of(d, group, name)) is not None]
        for group, key in fitting:
            keys_by_group.setdefault(group.name, {})[key] = name.span
        if d.report.has_error_at(name.span):
            continue
        if not fitting and groups:
            _refuse_key(d, groups[0], name)
        elif not fitting:
            d.report.add(
                kinds.BAD_GROUP_KEY,
                f"the set leaves out `{name.text}`, but it fills no group",
                name.span,
                expected="a key of a group that the set fills",
                found=f"`{name.text}`",
            )
    return keys_by_group


def _required_orders(d: Declarator, document: SetDocument, owner: str) -> dict[str, ZoneOrder]:
    """The orders that a set requires, by zone; a diagnostic for each that it can't have."""
    orders: dict[str, ZoneOrder] = {}
    zones = {name: zone for name, zone in d.symbols.zones.items() if zone.owner is None}
    for key, order in document.requires:
        if order is None or d.look_up(key, zones, "zone") is None:
            continue
        zone = zones[key.text]
        if zone.order not in ("open", order):
            d.report.add(
                kinds.FIXED_ORDER,
                f"the game doesn't leave open how cards lie in `{key.text}`",
                key.span,
                expected="a zone with `order: open`",
                found=f"`order: {zone.order}`",
                related=[(f"`{key.text}` is declared here", zone.at)],
            )
            continue
        orders[key.text] = order
        for other in d.symbols.sets.values():
            if other.name != owner and other.requires.get(key.text, order) != order:
                d.report.add(
                    kinds.ORDERS_DIFFER,
                    f"the set `{other.name}` requires another order of `{key.text}`",
                    key.span,
                    expected=f"`{key.text}: {other.requires[key.text]}`, as there",
                    found=f"`{key.text}: {order}`",
                    related=[(f"`{other.name}` is declared here", other.at)],
                )
    return orders


def _group_key(d: Declarator, group: Group, name: Scalar) -> Any:
    """The key that is written here; None after a diagnostic."""
    group_key = _key_of(d, group, name)
    if name.text in d.symbols.members:
        refer(d.report, name.span, name.text)
    if group_key is None and not d.report.has_error_at(name.span):  # one for a whole range
        _refuse_key(d, group, name)
    return group_key


def _key_of(d: Declarator, group: Group, name: Scalar) -> Any:
    """The key of a group that is written here, or None if the group has no such key."""
    if group.by_number is None:
        key_names = keys_by_name(group, d.symbols.kinds, d.symbols.enums)
        # Without names, no kind of card has powers from the group: nothing tells which keys there are.
        return name.text if not key_names or name.text in key_names else None
    low, high = group.by_number
    value = name.value
    return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None


def _refuse_key(d: Declarator, group: Group, name: Scalar) -> None:
    key_names: list[str] = []
    if group.by_number is None:
        key_names = keys_by_name(group, d.symbols.kinds, d.symbols.enums)
        expected = f"one of {', '.join(key_names)}"
    else:
        low, high = group.by_number
        expected = f"a number from {low} to {high}" + (f", or a range such as `{low}..{high}`" if low < high else "")
    d.report.add(
        kinds.BAD_GROUP_KEY,
        f"`{name.text}` is no key of the group `{group.name}`",
        name.span,
        expected=expected,
        found=f"`{name.text}`",
        suggestions=closest(name.text, key_names),
        related=[(f"`{group.name}` is declared here", group.at)],
    )


def _keyed_powers(
    d: Declarator, group: Group, group_key: Any, name: Scalar, section: PowersOfKey, owner: str
) -> KeyedPowers:
    title = word(section.name, name.text.replace("_", " "))
    powers = []
    for number, item in enumerate(section.powers, 1):
        named = [limit for n in item.limits if (limit := d.look_up(n, d.symbols.limits, "limit"))]
        is_used = item.gives is None and item.on is None
        if item.limits and not is_used:
            what = "runs by itself" if item.on is not None else "gives something all the time"
            message = f"nobody uses a power that {what}, so no limit counts it"
            d.report.add(kinds.WRONG_VALUE, message, item.limits[0].span, expected="no `limits`")
        power = PowerDefinition(
            f"{group.name}.{group_key}.{number}",
            item.node.span,
            group.name,
            group_key,
            number,
            title,
            word(item.label),
            _attributes(d, item),
            tuple(limit for limit in d.symbols.limits.values() if is_used and (limit.default or limit.name in named)),
            len(d.symbols.powers),
            item.gives is not None,
            item.on is not None,
            optional_text(item.text),
            _not_in_code(item.not_in_code),
            author_text(item.if_),
            author_text(item.do),
            owner=owner,
        )
        d.symbols.powers.append(power)
        d.symbols.power_code[power] = item
        powers.append(power)
    return KeyedPowers(
        group_key, title, optional_text(section.text), tuple(powers), name.span, _not_in_code(section.not_in_code)
    )


def _not_in_code(numbers: Named[Scalar | None]) -> dict[int, Span]:
    """The numbers of a text that are rightly not in the code, and where each is named."""
    return {int(key.text): key.span for key, _ in numbers if key.text.isascii() and key.text.isdigit()}


def _attributes(d: Declarator, power: Power) -> dict[str, Any]:
    """The values of a power's attributes; a diagnostic for each that is required and missing."""
    attributes = d.symbols.power_attributes
    values: dict[str, Any] = {}
    meant: set[str] = set()
    """Attributes that misspelt keys probably mean, which has been reported."""
    for key, value in power.attributes:
        if d.look_up(key, [*attributes, *Power.declared.keys], "key of a power") is not None:
            refer(d.report, key.span, attributes[key.text])
            values[key.text] = constant(value, attributes[key.text].type, d.symbols, d.report, f"`{key.text}`")
        else:
            meant.update(closest(key.text, attributes))
    for name, attribute in attributes.items():
        if name not in values:
            values[name] = attribute.starts
            if attribute.required and name not in meant:
                d.report.add(kinds.MISSING, f"this power has no `{name}`", power.node.span, expected=f"`{name}: …`")
    return values

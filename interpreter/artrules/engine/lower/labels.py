"""Lowers labels: code that writes the tokens of a text (`machine/rules/texts.py`), and the cards about which a text
reveals something without naming them.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never, cast

from artrules.engine.lower.builder import STATUS, ZERO, Builder, generated, negated
from artrules.engine.lower.loops import Loop, going_through, going_through_members, loop_of
from artrules.engine.lower.lowering import NO_NAMES, NOBODY, Lowering, Names
from artrules.engine.machine.numbers import LARGEST_MEMBER, SLOTS
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.dependence import shows_on_card
from artrules.model.ir import nodes as k
from artrules.model.ir.types import (
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

# Finds the cards that a text reveals something about without naming them: `{c.shade}`, `{sum(c.n for c in my hand)}`.
#
# If a seat can't see one of these cards, that part of the text is hidden from it. Two things don't count: a card that
# the text names (`{c}`), because its name is redacted anyway, and whether a card lies face down, because everybody sees
# that. For each expression that reads cards, a function gives the list of them; for each function of content that does,
# a second function with the same parameters adds them to the list in the making.
#
# The code evaluates operands in the same order and under the same conditions as the expression itself. So where an
# expression first tests whether there is a card, the code here doesn't fail for lack of one.


class Disclosures:
    """Lowers what finds the cards that expressions read."""

    def __init__(self, lower: Lowering) -> None:
        self.lower = lower
        self._functions: dict[str, bool] = {}
        """The functions that were asked for → whether they read cards."""
        self._own: str | None = None

    def cards_read(self, b: Builder, e: k.Expression, names: Names, own: str | None) -> m.Name | None:
        """A local with the list of the cards that an expression reads, or NONE where finding them fails; None if it
        reads none. `own` is the local that holds the card whose own name is written: that it is read doesn't count."""
        self._own = own
        inside = Builder(b.of, gives=True)
        start = inside.assign(inside.fresh("start"), m.Name("work_top"))
        if not self._push(inside, e):
            return None
        cards = self.lower.made(inside, m.Call("finish_list", (start,)))
        inside.emit(m.Return(cards))
        bound = {node.local.name for node in k.walk(e) if isinstance(node, k.Binder)}
        free = {node.name: None for node in k.walk(e) if isinstance(node, k.Local) and node.name not in bound}
        functions = self.lower.context.functions
        name = f"read_off_{sum(each.startswith('read_off_') for each in functions)}"
        functions[name] = inside.function(name, tuple(free), "the cards that a part of a text is read off")
        return self._try(b, m.Call(name, tuple(names.get(local) or m.Name(local) for local in free)))

    def _try(self, b: Builder, call: m.Call) -> m.Name:
        """The result of a call, or NONE if it fails."""
        top = b.assign(b.fresh("top"), m.Name("work_top"))
        cards = b.assign(b.fresh("cards"), call)
        failed = (m.SetRegister("status", m.Name("FINE")), m.SetRegister("work_top", top), m.Assign(cards.name, NOBODY))
        b.emit(m.If(m.Compare("==", STATUS, m.Name("FAILED")), failed))
        b.check_status()
        b.makes_lists = True
        return cards

    def _push(self, b: Builder, e: k.Node) -> bool:
        """Add code that pushes the cards off which an expression reads something that only who sees the card knows.
        Gives whether there is any such code."""
        with b.capture() as code:
            pushes = self._pushes(b, e)
        if pushes:
            b.emit(*code)
        return pushes

    def _pushes(self, b: Builder, e: k.Node) -> bool:
        lower = self.lower
        match e:
            case k.Call(function=function, arguments=arguments, me=me):
                pushes = self._push_all(b, arguments)
                parameters = [local.name for local in lower.model.locals[function]]
                name, of = generated("read", function.key), f"function {function.key}"
                read = self._function(name, of, parameters, [lower.model.values.get(function)])
                if read:
                    types = [parameter.type for parameter in lower.model.locals[function]]
                    argument_values = [lower.value(b, a, NO_NAMES, t) for a, t in zip(arguments, types, strict=True)]
                    b.call(read, lower.acting(b, me, NO_NAMES), *argument_values)
                    b.check_status()
                return pushes or bool(read)
            case k.ScoreOf(player=player):
                pushes = self._push(b, player)
                read = self._function("read_score", "", [], [part.value for part in lower.model.flow.score])
                if read:
                    b.call(read, lower.value(b, player, NO_NAMES))
                    b.check_status()
                return pushes or bool(read)
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                pushes = self._push(b, condition)
                test = lower.condition(b, condition, NO_NAMES)
                return self._push_if(b, test, then, otherwise) or pushes
            case k.Operation(operator="and" | "or" as operator, operands=[first, second]):
                pushes = self._push(b, first)
                test = lower.condition(b, first, NO_NAMES)
                return self._push_if(b, test if operator == "and" else negated(test), second, None) or pushes
            case k.Fold(binders=binders, value=inside, otherwise=otherwise):
                pushes = self._under(b, binders, [inside] if inside is not None else [])
                return (otherwise is not None and self._push(b, otherwise)) or pushes
            case k.Best(binder=binder, keys=keys):
                return self._under(b, [binder], [key for _, key in keys])
            case k.BuiltinCall(builtin=builtin, arguments=[things]) if builtin.traits.reads_only_size:
                return self._push_all(b, k.children(things)) if isinstance(things, k.ZoneOf) else self._push(b, things)
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card) if shows_on_card(e):
                return self._push(b, card)
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card) | k.IsKind(card=card) | k.PowersOf(card=card):
                pushes = self._push(b, card)
                return self._push_card(b, card) or pushes
            case k.PowerAttributeOf(power=power):
                pushes = self._push(b, power)
                b.call("push", m.Binary("//", self.lower.value(b, power, NO_NAMES), m.Const(SLOTS)))
                return True
        return self._push_all(b, k.children(e))

    def _push_all(self, b: Builder, nodes: Iterable[k.Node]) -> bool:
        return any([self._push(b, node) for node in nodes])

    def _push_if(self, b: Builder, test: m.Value, then: k.Node, otherwise: k.Node | None) -> bool:
        with b.capture() as one:
            pushes = self._push(b, then)
        with b.capture() as other:
            pushes_other = otherwise is not None and self._push(b, otherwise)
        if pushes or pushes_other:
            b.emit(m.If(test, tuple(one), tuple(other)) if one else m.If(negated(test), tuple(other)))
        return pushes or pushes_other

    def _push_card(self, b: Builder, card: k.Expression) -> bool:
        """Add code for a card that something is read off, but for the one whose own name is written."""
        if isinstance(card, k.Local) and card.name == self._own:
            return False
        value = b.keep(self.lower.value(b, card, NO_NAMES))
        if not isinstance(card.type, Optional):
            b.call("push", value)
        else:
            with b.when(m.Compare("!=", value, NOBODY)):
                b.call("push", value)
        return True

    def _under(self, b: Builder, binders: Sequence[k.Binder], inside: Sequence[k.Node]) -> bool:
        """Add code for the cards that binders read, and for those that `inside` reads for each value that passes."""
        if not binders:
            return self._push_all(b, inside)
        binder, lower = binders[0], self.lower
        pushes = self._push(b, binder.domain)
        with b.capture() as code, going_through(lower, b, binder.domain, loop_of(lower, binder)):
            pushes_inside = False
            if binder.condition is not None:
                pushes_inside = self._push(b, binder.condition)
                test = lower.condition(b, binder.condition, NO_NAMES)
                b.emit(m.If(negated(test), (m.Continue(),)))
            pushes_inside = self._under(b, binders[1:], inside) or pushes_inside
        if pushes_inside:
            b.emit(*code)
        return pushes or pushes_inside

    def _function(self, name: str, of: str, parameters: Sequence[str], values: Iterable[k.Expression | None]) -> str:
        """The name of a function that pushes the cards that some values read; empty if they read none."""
        if name not in self._functions:
            own, self._own = self._own, None
            b = Builder(of)
            pushes = self._push_all(b, [value for value in values if value is not None])
            self._own = own
            self._functions[name] = pushes
            if pushes:
                about = "the cards that its value is read off"
                self.lower.context.functions[name] = b.function(name, ("me", *parameters), about)
        return name if self._functions[name] else ""


# Lowers labels: code that writes the tokens of a text (`machine/rules/texts.py`).

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
    b.call("tell", m.Name("TEXT"), m.Const(lower.context.text(text)))


def _tell_value(
    lower: Lowering, disclosures: Disclosures, b: Builder, e: k.Expression, names: Names, own: str | None
) -> None:
    """Add code that writes a value, and off which cards it is read."""
    cards = disclosures.cards_read(b, e, names, own)
    if cards is None:
        _tell(lower, b, e, names)
        return
    failed = m.Compare("==", cards, NOBODY)
    kind = b.assign(b.fresh("kind"), m.Name("READ_OFF"))
    with b.when(failed):
        b.assign(kind.name, m.Name("FAILED_CARDS"))
        b.assign(cards.name, ZERO)
    b.call("tell", kind, m.Load("heap", cards))
    part = b.assign(b.fresh("part"), m.Call("open_part", ()))
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


def _tell_one(lower: Lowering, b: Builder, value: m.Value, type_: Type) -> None:
    any_type = cast(AnyType, type_)
    match any_type:
        case Optional(of):
            value = b.keep(value)
            with b.capture() as some:
                _tell_one(lower, b, value, of)
            with b.capture() as nothing:
                b.call("word", m.Name("NOTHING"))
            b.emit(m.If(m.Compare("!=", value, NOBODY), tuple(some), tuple(nothing)))
        case ListOf(of):
            _tell_items(lower, b, b.keep(value), of)
        case SetOf(of):
            _tell_one(lower, b, _members(lower, b, value, any_type), ListOf(of))
        case Zone():
            raise AssertionError("a zone is told as the list of its cards")
        case Card():
            b.call("tell_card", value)
            b.check_status()
        case Player():
            b.call("tell", m.Name("PLAYER"), value)
        case Member(enum):
            b.call("tell_member", m.Const(lower.context.enum(enum)), value)
        case Bool():
            b.call("tell", m.Name("TRUTH"), value)
        case Power():
            b.call("tell_power", value)
            b.check_status()
        case Number():
            b.call("tell", m.Name("NUMBER"), value)
        case Happening(event) if lower.model.events[event].kept is not None:
            b.call("tell", m.Name("NUMBER"), value)
        case Wording():
            b.call("tell", m.Name("TEXT"), value)
        case Nothing():
            _tell_text(lower, b, "None")
        case Happening() | Unknown():
            _tell_text(lower, b, str(any_type))
        case _:
            assert_never(any_type)


def _members(lower: Lowering, b: Builder, value: m.Value, type_: SetOf) -> m.Value:
    """The list of the members of a set."""

    def push() -> None:
        loop = Loop(b.fresh("member"), skips=False)
        with going_through_members(lower, b, value, type_, loop):
            b.push(m.Name(loop.name))

    return lower.list_of(b, type_.of, push, LARGEST_MEMBER + 1)


def _tell_items(lower: Lowering, b: Builder, items: m.Value, of: Type) -> None:
    count = m.Load("heap", items)
    b.emit(m.SetRegister("steps", m.Binary("+", m.Name("steps"), m.Binary("*", count, m.Const(WORK_TO_TELL)))))
    b.call("tell", m.Name("ITEMS"), count)
    part = b.assign(b.fresh("part"), m.Call("open_part", ()))
    with lower.each_item(b, items, b.fresh("item")) as item:
        _tell_one(lower, b, item, of)
    b.call("close_part", part)

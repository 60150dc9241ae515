"""Values that depend on what is printed on cards alone, found without a machine. With them it counts pieces where they
start: enough to see that the totals of most rulesets are right.

Only the plainest code is understood here: cards of a kind or in a zone, what is printed on them, and sums, numbers and
conditions of these. Of anything else, and of whatever might fail, nothing is said, and the machine lays the pieces out
(`game/pieces.py`). So what this finds is only ever that all is right; a test holds it to what the machine finds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Kind, Pieces, Total, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Card, ListOf, Member, Nothing, Number, Optional, Type, bare
from artrules.text.diagnostics.diagnostic import Span

MOST_CARDS = 5_000
MOST_STEPS = 50_000
"""Expressions that are evaluated for all totals of a model. What takes more is for the machine."""
LARGEST = 1_000_000
Names = Mapping[str, Any]


def lacking(pieces: Pieces, kind: Kind) -> Iterator[tuple[str, Span]]:
    """What is printed on cards of a kind and some of these pieces don't say: the name of each attribute, and the first
    of them."""
    for attribute in kind.attributes.values():
        if attribute.printed and not isinstance(attribute.type, Optional):
            at = next((at for _, values, at in pieces.rows if attribute.name not in values), None)
            if at is not None:
                yield attribute.name, at


class NotPlain(Exception):
    """This is for the machine."""


def totals_are_right(model: Model) -> bool:
    """Whether the pieces can be laid out, and every total is what its author says. False also means: not known."""
    try:
        return all(model.totals[total.name].expected == count for total, count in counted_totals(model, model.counts))
    except NotPlain:
        return False


def counted_totals(model: Model, totals: Iterable[Total]) -> Iterator[tuple[Total, int]]:
    """What some totals of a model count. Raises NotPlain where that isn't seen without a machine."""
    pieces = _Pieces(model)
    for total in totals:
        yield total, pieces.value(model.counts[total], {})


class PrintedValues:
    """Evaluates expressions about one card, or about cards of which it is known where they lie."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._steps = 0
        self._printed: list[Mapping[str, Any]] = []
        self._of_kind: dict[str, list[int]] | None = None
        self._in_zone: dict[tuple[ZoneDeclaration, int], list[int]] | None = None

    def of_card(self, e: k.Expression, printed: Mapping[str, Any]) -> Any:
        """The value of an expression about a card, `self`, with these printed values. Raises NotPlain."""
        self._steps = 0
        self._printed = [printed]
        return self.value(e, {"self": 0})

    def value(self, e: k.Expression, names: Names) -> Any:
        """The value of an expression: a number, a truth value, None, the index of a member, the number of a card."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotPlain
        match e:
            case k.Constant(value=value):
                return value
            case k.Local(name=name) if name in names:
                return names[name]
            case k.Checked(value=inner, low=low, high=high):
                value = self._known(inner, names)
                if not low <= value <= high:
                    raise NotPlain
                return value
            case k.AttributeOf(declaration=attribute, card=card) if attribute.printed:
                printed = self._printed[self._known(card, names)]
                if attribute.name not in printed and not isinstance(attribute.type, Optional):
                    raise NotPlain
                return printed.get(attribute.name)
            case k.PropertyOf(enum=enum, property=name, member=member):
                declared = self._model.enums[enum]
                return declared.values.get(name, {}).get(declared.members[self._known(member, names)])
            case k.BuiltinCall(builtin=builtin, arguments=(of,)) if builtin.name == "size":
                return len(self._things(of, names))
            case k.Call(function=function, arguments=arguments) if function in self._model.values:
                locals_ = self._model.locals[function]
                values = [self.value(argument, names) for argument in arguments]
                inner_names = {local.name: value for local, value in zip(locals_, values, strict=True)}
                return self.value(self._model.values[function], inner_names)
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                return self.value(then if self.value(condition, names) else otherwise, names)
            case k.Fold(kind="count" | "any" | "no" | "sum" as kind, binders=binders, value=added):
                ways = self._ways(binders, names)
                if kind == "sum" and added is not None:
                    return _bounded(sum(self._known(added, way) for way in ways))
                count = sum(1 for _ in ways)
                return {"count": count, "any": count > 0, "no": count == 0}[kind]
            case k.Operation(operator=operator, operands=operands):
                return self._operation(operator, operands, names)
        raise NotPlain

    def _known(self, e: k.Expression, names: Names) -> int:
        """The value of an expression, which isn't none."""
        value: int | None = self.value(e, names)
        if value is None:
            raise NotPlain
        return value

    def _operation(self, operator: str, operands: Sequence[k.Expression], names: Names) -> Any:
        match operator, operands:
            case "and" | "or", _:
                # Whether all, or whether any of them holds: the others aren't evaluated.
                wanted = operator == "or"
                return wanted if any(self.value(each, names) is wanted for each in operands) else not wanted
            case "not", (only,):
                return not self.value(only, names)
            case "item", (of, place):
                things, index = self._things(of, names), self._known(place, names)
                if not 1 <= index <= len(things):
                    raise NotPlain
                return things[index - 1]
            case "=" | "!=", (left, right) if _is_one_word(left.type) and _is_one_word(right.type):
                return (self.value(left, names) == self.value(right, names)) is (operator == "=")
            case _, (left, right) if isinstance(left.type, Number) and isinstance(right.type, Number):
                return _of_numbers(operator, self._known(left, names), self._known(right, names))
        raise NotPlain

    def _ways(self, binders: Sequence[k.Binder], names: Names) -> Iterator[Names]:
        """All values of some binders whose conditions hold."""
        if not binders:
            yield names
            return
        first, *rest = binders
        for thing in self._things(first.domain, names):
            way = {**names, first.local.name: thing}
            if first.condition is None or self.value(first.condition, way):
                yield from self._ways(rest, way)

    def _things(self, e: k.Expression, names: Names) -> Sequence[Any]:
        """The things that an expression goes through."""
        match e:
            case k.AllCards(kind=kind) if self._of_kind is not None:
                return self._of_kind[kind]
            case k.AllMembers(enum=enum):
                return range(len(self._model.enums[enum].members))
            case k.Span_(low=low, high=high):
                first, last = self._known(low, names), self._known(high, names)
                if last - first > MOST_STEPS:
                    raise NotPlain
                return range(first, last + 1)
            case k.ZoneOf() if self._in_zone is not None:
                return self._in_zone.get(self._zone(e, names), [])
            case k.AttributeOf() | k.PropertyOf() if isinstance(e.type, ListOf):
                things: Sequence[Any] | None = self.value(e, names)
                if things is not None:
                    return things
        raise NotPlain

    def _zone(self, e: k.ZoneOf, names: Names) -> tuple[ZoneDeclaration, int]:
        """A zone that is there with every number of players."""
        declaration, owner = e.declaration, e.owner
        if declaration.owner is not None or e.second is not None:
            raise NotPlain
        if owner is None:
            return declaration, 0
        index = self._known(owner, names)
        match declaration.per:
            case Member():
                return declaration, index
            case Number(low, high) if low <= index <= high:
                return declaration, index
        raise NotPlain


class _Pieces(PrintedValues):
    """The cards of a model, each in the zone where it starts."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._of_kind = {kind: [] for kind in model.kinds}
        self._in_zone = {}
        for pieces in model.pieces.values():
            zone = model.starts.get(pieces)
            for count, values, _ in pieces.rows:
                if len(self._printed) + count > MOST_CARDS:
                    raise NotPlain
                for card in range(len(self._printed), len(self._printed) + count):
                    self._printed.append(values)
                    self._of_kind[pieces.kind].append(card)
                    if not isinstance(zone, k.ZoneOf):
                        raise NotPlain
                    self._in_zone.setdefault(self._zone(zone, {"self": card}), []).append(card)
        for declaration, start in model.starts.items():
            if not isinstance(declaration, Pieces):
                _require_plain_start(start)


def _require_plain_start(start: k.Expression) -> None:
    """Raise NotPlain for a start value that might fail."""
    match start:
        case k.Constant():
            return
        case k.AttributeOf(declaration=attribute, card=k.Local(name="self")) if attribute.printed:
            return
        case k.Listing(items=items):
            for item in items:
                _require_plain_start(item)
            return
    raise NotPlain


def _is_one_word(type_: Type) -> bool:
    """Whether values of a type are equal where their numbers are."""
    return isinstance(bare(type_), Number | Bool | Member | Card | Nothing)


def _of_numbers(operator: str, left: Any, right: Any) -> Any:
    match operator:
        case "+":
            return _bounded(left + right)
        case "-":
            return left - right
        case "*":
            return _bounded(left * right)
        case "/" if left >= 0 and right > 0:
            return left // right
        case "%" if left >= 0 and right > 0:
            return left % right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    raise NotPlain


def _bounded(number: int) -> int:
    if abs(number) > LARGEST:
        raise NotPlain
    return number

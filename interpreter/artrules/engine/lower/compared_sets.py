"""Finds attributes that are sets of which code only asks what they have in common.

Take cards that have numbers, where one fits if it shares a number with another. While looking ahead it doesn't matter
then which numbers a card has: only how many of them the other card has, too, and how many are among those that code
names. Numbers that are in the same of these sets can be exchanged. `machine/position_key.py` makes one key of all
positions that differ only so.

This holds where code does nothing with the sets of a card but: ask what they share with another's or with constants;
ask whether a constant is in them, or an element that was chosen among constants; add such elements, or take them away.
The frames must tell which cards these are. Any other code reads the attribute as a whole.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from artrules.engine.lower.graphs import Decide, Graph
from artrules.engine.lower.representation import on_heap
from artrules.engine.machine.numbers import LARGEST_NARROW_MEMBER
from artrules.model.facts.knowledge import NOTHING, Token, Tokens
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Attribute, Function
from artrules.model.ir.model import Model
from artrules.model.ir.node import StatePart, traits_of
from artrules.model.ir.types import SetOf
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """The set of one card is compared: the token of the attribute, the name of the local that holds the card."""

    attribute: Token
    local: str


@dataclass(frozen=True, slots=True)
class Constants:
    """Sets are compared with elements that code names, as bits."""

    attribute: Token
    bits: int


Read = Token | Compared | Constants
Reads = frozenset[Read]
Part = k.AttributeOf | k.Local | int
"""What a set is made of: the set of a card in a local, an element that a local holds, constants as bits."""


class ComparedSets:
    """Answers for the code of one model."""

    def __init__(self, model: Model, graphs: Iterable[Graph]) -> None:
        self.model = model
        self.attributes: Tokens = frozenset(
            whole(a)
            for kind in model.kinds.values()
            for a in kind.attributes.values()
            if not a.printed and isinstance(a.type, SetOf) and not on_heap(model, a.type)
        )
        """The attributes that hold sets."""
        self._elements: dict[k.Local, Token] = {}
        """The uses of locals that hold an element chosen among constants, and for which attribute."""
        self._chosen: dict[k.Binder, Constants] = {}
        """What choosing such an element reads."""
        self._functions: dict[Function, Reads] = {}
        if self.attributes:
            for graph in graphs:
                self._find_elements(graph)

    def comparison(self, node: k.Node) -> Reads | None:
        """What a node reads that does nothing but compare or change sets; None for any other."""
        if not self.attributes:
            return None
        match node:
            case k.Operation(operator="shares", operands=(one, other)):
                return self._together([*_parts(one), *_parts(other)])
            case k.Operation(operator="in" | "not in", operands=(item, k.AttributeOf() as group)):
                return self._together([*_elements(item), *_parts(group)])
            case k.Set(place=k.AttributeOf(card=k.Local()) as place, value=value):
                return self._together([place, *_parts(value)])
        return None

    def of_itself(self, node: k.Node) -> Reads:
        """What any other node reads of such attributes, without the nodes in it. What changes them in its own way, as
        moving cards may do, reads them as a whole."""
        match node:
            case k.AttributeOf(declaration=attribute):
                return frozenset({whole(attribute)}) & self.attributes
            case k.SharedAttribute(declarations=attributes):
                return frozenset(map(whole, attributes)) & self.attributes
            case k.Call(function=function, arguments=arguments):
                pairs = zip((p.name for p in self.model.locals[function]), arguments, strict=True)
                names = {name: a.name for name, a in pairs if isinstance(a, k.Local)}
                return named(self._of_function(function), names)
            case k.Binder() if node in self._chosen:
                return frozenset({self._chosen[node]})
            case k.Set():
                return NOTHING
        return self.attributes if StatePart.ATTRIBUTES in traits_of(node).writes else NOTHING

    def _of_function(self, function: Function) -> Reads:
        if function not in self._functions:
            value = self.model.values.get(function)
            self._functions[function] = self._of(value) if value is not None else NOTHING
        return self._functions[function]

    def _of(self, node: k.Node) -> Reads:
        reads = self.comparison(node)
        return reads if reads is not None else self.of_itself(node).union(*map(self._of, k.children(node)))

    def _together(self, parts: Iterable[Part | None]) -> Reads | None:
        """What is read where sets made of these parts are compared: all must be of one attribute."""
        reads: set[Read] = set()
        constants = 0
        attributes: set[Token] = set()
        for part in parts:
            match part:
                case k.AttributeOf(declaration=attribute, card=k.Local(name=name)):
                    attributes.add(whole(attribute))
                    reads.add(Compared(whole(attribute), name))
                case k.Local() if part in self._elements:
                    attributes.add(self._elements[part])
                case int():
                    constants |= part
                case _:
                    return None
        if len(attributes) != 1 or not attributes <= self.attributes:
            return None
        if constants:
            reads.add(Constants(next(iter(attributes)), constants))
        return frozenset(reads)

    def _find_elements(self, graph: Graph) -> None:
        """Find the locals of a graph that hold elements."""
        chosen: dict[str, tuple[Decide, k.Binder, int]] = {}
        for end in [block.end for block in graph.blocks]:
            if isinstance(end, Decide):
                for binder in [binder for branch in end.choose.branches for binder in branch.binders]:
                    constants = _constants(binder.domain)
                    if constants is not None:
                        chosen[binder.local.name] = end, binder, constants
        uses = Counter[str]()
        compared = Counter[str]()
        attributes: dict[str, set[Token]] = {name: set() for name in chosen}
        locals_: dict[str, list[k.Local]] = {name: [] for name in chosen}
        for node in (n for block in graph.blocks for part in block.evaluated() for n in _without_texts(part)):
            if isinstance(node, k.Local):
                uses[node.name] += 1
            for local, attribute in _elements_in(node):
                if local.name in chosen and attribute in self.attributes:
                    compared[local.name] += 1
                    attributes[local.name].add(attribute)
                    locals_[local.name].append(local)
        for name, (end, binder, constants) in chosen.items():
            in_frames = [b for b in graph.blocks if name in b.needs]
            outlives_decision = any(b not in end.targets or isinstance(b.end, Decide) for b in in_frames)
            # The binder names it once more.
            if not outlives_decision and uses[name] == compared[name] + 1 and len(attributes[name]) == 1:
                (attribute,) = attributes[name]
                self._chosen[binder] = Constants(attribute, constants)
                self._elements.update(dict.fromkeys(locals_[name], attribute))


def whole(attribute: Attribute) -> Token:
    """The token for an attribute of all cards."""
    return "attribute", attribute.kind, attribute.name


def named(reads: Reads, names: Mapping[str, str]) -> Reads:
    """What is read, for cards in other locals. Where a local is unknown, the attribute is read as a whole."""
    named_reads: set[Read] = set()
    for read in reads:
        if isinstance(read, Compared):
            named_reads.add(Compared(read.attribute, names[read.local]) if read.local in names else read.attribute)
        else:
            named_reads.add(read)
    return frozenset(named_reads)


def _parts(group: k.Expression) -> Iterator[Part | None]:
    """What a set is made of; None for what isn't known."""
    match group:
        case k.AttributeOf():
            yield group
        case k.Operation(operator="join" | "without", operands=operands):
            for operand in operands:
                yield from _parts(operand)
        case k.Listing(items=items):
            for item in items:
                yield from _elements(item)
        case _:
            yield _constants(group)


def _elements(item: k.Expression) -> Iterator[Part | None]:
    match item:
        case k.Constant(value=int(value)):
            yield _bits(range(value, value + 1))
        case k.Local():
            yield item
        case _:
            yield None


def _constants(group: k.Expression) -> int | None:
    """The elements of a constant group, as bits."""
    match group:
        case k.Span_(low=k.Constant(value=int(low)), high=k.Constant(value=int(high))):
            return _bits(range(low, high + 1))
        case k.Listing(items=items):
            values = [i.value for i in items if isinstance(i, k.Constant) and isinstance(i.value, int)]
            return _bits(values) if len(values) == len(items) else None
    return None


def _bits(values: Iterable[int]) -> int:
    """Elements as bits. Others than these are in no set."""
    return sum(1 << value for value in {*values} if 0 <= value <= LARGEST_NARROW_MEMBER)


def _elements_in(node: k.Node) -> Iterator[tuple[k.Local, Token]]:
    """The locals that a node compares with the elements of sets, or puts into sets, and the attributes of these."""
    match node:
        case k.Operation(operator="in" | "not in", operands=(k.Local() as item, k.AttributeOf(declaration=attribute))):
            yield item, whole(attribute)
        case k.Set(place=k.AttributeOf(declaration=attribute), value=value):
            for part in _parts(value):
                if isinstance(part, k.Local):
                    yield part, whole(attribute)


def _without_texts(node: k.Node) -> Iterator[k.Node]:
    """A node and all below it, but for texts."""
    if not isinstance(node, (k.Say, k.Label)):
        yield node
        for child in k.children(node):
            yield from _without_texts(child)

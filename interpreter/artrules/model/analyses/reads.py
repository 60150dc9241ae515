"""What the code of a model reads: its locals, variables, attributes and fields; and which types are named in it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from artrules.model.analyses.calls import every
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, ListOf, Member, Optional, SetOf, Type

# Counts how often code reads each of its locals.
#
# Where a local is bound or assigned it isn't read, nor where a watch or a question keeps its value: what their suites
# do with it counts instead. `n += 1` reads `n` only to change it, which doesn't count either.


def local_reads(model: Model) -> dict[Code, Counter[str]]:
    """How often each local is read, by its name, for each piece of code that has locals."""
    reads: defaultdict[Code, Counter[str]] = defaultdict(Counter)
    for code, local in every(model, k.Local):
        reads[code][local.name] += 1
    for code, binder in every(model, k.Binder):
        reads[code][binder.local.name] -= 1
    for code, draw in every(model, k.Draw):
        reads[code][draw.local.name] -= 1
    for code, set_ in every(model, k.Set):
        if isinstance(set_.place, k.Local):
            reads[code][set_.place.name] -= 1 + mentions([set_.value], set_.place.name)
    for code, watch in every(model, k.Watch):
        reads[code].subtract(local.name for local in (watch.happening, *watch.captured))
    for code, ask in every(model, k.Ask):
        reads[code].subtract(local.name for local in (ask.said, *ask.captured) if local is not None)
    return reads


def mentions(nodes: Iterable[k.Node], name: str) -> int:
    """How often a local stands in some nodes."""
    return sum(isinstance(node, k.Local) and node.name == name for node in k.walk(nodes))


def as_written(local: k.Local) -> str:
    """The name of a local in the author's code."""
    return local.name.rpartition("_")[0]


# Which variables, attributes of cards and fields of events code reads, and which it changes.
#
# A place that gets a value isn't read, nor is the old value of what is counted up: `x += 1` reads `x` only to change
# it. Neither does a variable's own start or `may_be` count.

Key = tuple[str, ...]
"""`variable NAME`, `attribute KIND NAME` or `field EVENT NAME`, in pieces: the same in all models of a ruleset."""


@dataclass(slots=True)
class Values:
    """What the code of some models does with values that a game keeps."""

    read: set[Key] = field(default_factory=set)
    changed: set[Key] = field(default_factory=set)

    def add(self, model: Model) -> None:
        """Add what the code of one model does."""
        read = Counter[Key]()
        for sort in (k.VariableOf, k.AttributeOf, k.SharedAttribute, k.FieldOf):
            for code, node in every(model, sort):
                read.update(key for key in keys(node) if code.name != " ".join(key))
        for _, change in every(model, k.Set):
            place = list(keys(change.place))
            self.changed.update(place)
            read.subtract(place)
            read.subtract(key for inner in k.walk(change.value) for key in keys(inner) if key in place)
        self.read.update(key for key, times in read.items() if times > 0)


def keys(node: k.Node) -> Iterator[Key]:
    """What a node that stands for a kept value refers to; nothing for other nodes."""
    match node:
        case k.VariableOf(declaration=variable):
            yield ("variable", variable.key)
        case k.AttributeOf(declaration=attribute):
            yield ("attribute", attribute.kind, attribute.name)
        case k.SharedAttribute(declarations=attributes):
            for attribute in attributes:
                yield ("attribute", attribute.kind, attribute.name)
        case k.FieldOf(event=event, declaration=field_):
            yield ("field", event.key, field_.name)


# Which enums and kinds of card the types of a model's declarations and constants name.


def innermost(type_: Type | None) -> Type | None:
    """A type without what is around it: `colour` of `list of colour or none`."""
    while isinstance(type_, (Optional, ListOf, SetOf)):
        type_ = type_.of
    return type_


def enums_in_use(model: Model) -> set[str]:
    """The enums that code or the type of some declaration names."""
    used = {type_.enum for type_ in map(innermost, _types(model)) if isinstance(type_, Member)}
    used |= {node.enum for _, node in every(model, k.AllMembers)}
    used |= {node.enum for _, node in every(model, k.PropertyOf)}
    used |= {model.members[name][0].name for name in model.asked if name in model.members}
    return used


def kinds_in_use(model: Model) -> set[str]:
    """The kinds that have cards, that zones hold, or that code or the type of some declaration names."""
    used = {name for type_ in map(innermost, _types(model)) if isinstance(type_, Card) for name in type_.kinds}
    used |= {name for zone in model.zones.values() for name in zone.kinds}
    used |= {pieces.kind for pieces in model.pieces.values()}
    used |= {node.kind for _, node in every(model, k.IsKind)}
    used |= {node.kind for _, node in every(model, k.AllCards)}
    return used


def _types(model: Model) -> Iterator[Type | None]:
    """The types of all declarations, and of constants in code."""
    for variable in model.variables.values():
        yield from (variable.of, variable.type)
    for zone in model.zones.values():
        yield from (zone.per, zone.second)
    for kind in model.kinds.values():
        yield from (attribute.type for attribute in kind.attributes.values())
    for event in model.events.values():
        yield from (field.type for field in event.fields.values())
    for function in model.functions.values():
        yield from (parameter.type for parameter in function.parameters)
    for procedure in model.procedures.values():
        yield procedure.result
        yield from (parameter.type for parameter in procedure.parameters)
    for enum in model.enums.values():
        yield from enum.properties.values()
    yield from (setting.type for setting in model.settings.values())
    yield from (attribute.type for attribute in model.power_attributes.values())
    yield from (node.type for _, node in every(model, k.Constant))

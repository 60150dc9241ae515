"""Tells which code says the same: expressions that have the same value wherever nothing changes between them, and
suites that do the same, whatever names they bind.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields

from artrules.model.ir import nodes as k
from artrules.model.ir.types import Member, Number

# Tells which expressions have the same value wherever nothing changes between them: those that say the same.
#
# Names that folds bind don't matter, nor does the order of the operands of `and`, `or`, `=`, `!=`, `+` and `*`. Adding
# 0 and multiplying by 1 don't count.

_EITHER_WAY_ROUND = frozenset({"and", "or", "=", "!=", "+", "*"})
_NOT_COMPARED = frozenset({"at", "type", "site", "identity", "key", "purpose"})
_FIELDS: dict[type[k.Node], tuple[str, ...]] = {}


def key_of(node: k.Node, bound: Mapping[str, Hashable] | None = None) -> Hashable:
    """A key that is equal for nodes that say the same. `bound` says for the names that are bound around the node what
    the key has in their place: mostly numbers, from 0 on."""
    meanings = bound if bound is not None else {}
    match node:
        case k.Checked(value=value):
            return key_of(value, meanings)
        case k.Operation(operator="+" | "-", operands=(value, k.Constant(value=0))):
            return key_of(value, meanings)
        case k.Operation(operator="*" | "/", operands=(value, k.Constant(value=1))):
            return key_of(value, meanings)
        case k.Local(name=name):
            return ("name", meanings.get(name, name))
        case k.Constant(type=type_, value=value):
            sort = type_.enum if isinstance(type_, Member) else "number" if isinstance(type_, Number) else str(type_)
            return ("constant", sort, value)
        case k.Operation(operator=operator, operands=(one, other)) if operator in _EITHER_WAY_ROUND:
            return (operator, frozenset((key_of(one, meanings), key_of(other, meanings))))
        case k.BuiltinCall(builtin=builtin, arguments=(counted,)) if builtin.traits.reads_only_size:
            return ("size", key_of(counted, meanings))  # whoever asks
        case k.Fold(kind=kind, binders=binders, value=value, otherwise=otherwise):
            inner, bound_keys = _binders(binders, meanings)
            value_key = key_of(value, inner) if value is not None else None
            return (kind, bound_keys, value_key, key_of(otherwise, meanings) if otherwise is not None else None)
        case k.Best(binder=binder, keys=keys):
            inner, bound_keys = _binders((binder,), meanings)
            return ("best", bound_keys, tuple((word, key_of(key, inner)) for word, key in keys))
        case k.Branch(binders=binders):
            inner, bound_keys = _binders(binders, meanings)
            return (bound_keys, _fields(node, inner))
    return (type(node), _fields(node, meanings))


def _binders(binders: tuple[k.Binder, ...], bound: Mapping[str, Hashable]) -> tuple[dict[str, Hashable], Hashable]:
    """The numbers of names inside some binders, and a key for them."""
    inner, keys = dict(bound), []
    for binder in binders:
        domain = key_of(binder.domain, inner)
        inner[binder.local.name] = len(inner)
        keys.append((domain, key_of(binder.condition, inner) if binder.condition is not None else None))
    return inner, tuple(keys)


def _fields(node: k.Node, bound: Mapping[str, Hashable]) -> Hashable:
    sort = type(node)
    if sort not in _FIELDS:
        _FIELDS[sort] = tuple(field.name for field in fields(node) if field.name not in _NOT_COMPARED)
    return tuple([_part(getattr(node, name), bound) for name in _FIELDS[sort]])


def _part(value: object, bound: Mapping[str, Hashable]) -> Hashable:
    if isinstance(value, k.Node):
        return key_of(value, bound)
    if isinstance(value, (tuple, list)):
        return tuple([_part(each, bound) for each in value])
    if isinstance(value, Hashable):
        return value
    raise TypeError(f"no key for a field that holds a {type(value).__name__}")


# Tells whether two suites say the same, whatever names they bind.


def same_suites(one: k.Body, other: k.Body) -> bool:
    """Whether two suites do the same, statement by statement."""
    return len(one) == len(other) and _key(one) == _key(other)


def _key(body: k.Body) -> Hashable:
    bound = {name: number for number, name in enumerate(dict.fromkeys(_names_bound(body)))}
    return tuple([key_of(statement, bound) for statement in body])


def _names_bound(body: k.Body) -> Iterator[str]:
    """The names that statements bind, in their order. Those of folds and options are bound where they stand."""
    for node in k.walk(body):
        match node:
            case k.Set(place=k.Local(name=name), binds=True):
                yield name
            case k.ForEach(binder=binder) | k.Roll(binder=binder):
                yield binder.local.name
            case k.As(local=local) | k.Draw(local=local):
                yield local.name
            case k.Watch(happening=happening):
                yield happening.name
            case k.Ask(said=k.Local(name=name)):
                yield name

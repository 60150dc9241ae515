"""The verifier: finds where a model breaks a rule of the IR. A finding is a mistake of the engine, never of content.

Here are the rules of declarations and those that follow from the node classes; `verify_expressions.py` and
`verify_statements.py` hold the rules of code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from artrules.model.ir import types as t
from artrules.model.ir.code import Code, Part, every_code
from artrules.model.ir.declarations import Declaration, Function, PluginFunction, Procedure
from artrules.model.ir.expressions import Expression
from artrules.model.ir.model import Model
from artrules.model.ir.node import Node, field_types, walk
from artrules.model.ir.print_code import Members
from artrules.model.ir.statements import Ask, Body, Choose, Label, Watch
from artrules.model.ir.types import Zone
from artrules.model.ir.verify_context import Context, Names, Violation, at_entry
from artrules.model.ir.verify_expressions import is_value, verify_binders, verify_expression
from artrules.model.ir.verify_statements import verify_body, verify_branch, verify_label, verify_result

# The verifier: finds where a model breaks a rule of the IR. A finding is a mistake of the engine, never of content.
#
# In comes a model of a ruleset without errors; out come violations (`violation.py`), none if all is well. Begin with
# `verify.py`, which goes through the model; `statements.py` and `expressions.py` have the rules of code, `shape.py`
# those that follow from the fields of the node classes. The tests run it after each pass; a program that plays a game
# doesn't.


# The rules of declarations: each has its own name, what it names is declared, and its values are of its types.


def verify_declarations(model: Model, found: list[Violation]) -> None:
    """Add the violations among a model's declarations to those found."""
    for table, named in tables(model).items():
        for key, declaration in named.items():
            if key not in (declaration.key, declaration.name):
                found.append(Violation(f"{table} {key}", f"it is called `{declaration.key}`", declaration.at))
    for declaration, message in _wrong(model):
        found.append(Violation(f"{type(declaration).__name__} {declaration.key}", message, declaration.at))


def tables(model: Model) -> dict[str, Mapping[str, Declaration]]:
    """The tables of a model that hold declarations by name or key."""
    names = "settings enums lives limits power_attributes groups kinds zones variables events tables functions"
    names += " plugin_functions"
    return {name: getattr(model, name) for name in f"{names} procedures menus pieces totals rulings sets".split()}


def _wrong(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Each declaration that breaks a rule, with the rule's message."""
    yield from _types(model)
    yield from _names(model)
    members = {name: enum.members for name, enum in model.enums.items()}
    for enum in model.enums.values():
        if len(set(enum.members)) < len(enum.members):
            yield enum, "a member is there twice"
    for name, (enum, index) in model.members.items():
        if model.enums.get(enum.name) is not enum or list(enum.members)[index : index + 1] != [name]:
            yield enum, f"`{name}` is not its member {index}"
    for event in model.events.values():
        if [field.index for field in event.fields.values()] != list(range(len(event.fields))):
            yield event, "its fields are not counted from 0"
    for number, power in enumerate(model.powers):
        if power.index != number:
            yield power, f"its index is {power.index}, but it is power {number}"
        if any(model.limits.get(limit.key) is not limit for limit in power.limits):
            yield power, "the model doesn't declare one of its limits"
        for name, attribute in model.power_attributes.items():
            if not is_value(power.attributes.get(name), attribute.type, members):
                yield power, f"its `{name}` is no value of type {attribute.type}"
    indexes = [limit.index for limit in model.limits.values()]
    for limit in model.limits.values():
        if indexes.count(limit.index) > 1:
            yield limit, "another limit has the same index"


def _types(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Types must be known, and name what there is."""
    for declaration, type_ in _declared_types(model):
        for part in _parts(type_):
            match part:
                case t.Unknown():
                    yield declaration, "its type is unknown"
                case t.Number(low, high) if not -t.WIDE <= low <= high <= t.WIDE:
                    yield declaration, f"no number lies in {low}..{high}"
                case t.Member(enum) if enum not in model.enums:
                    yield declaration, f"there is no enum `{enum}`"
                case t.Card(kinds) if not kinds or not kinds <= model.kinds.keys():
                    yield declaration, f"there are no cards of type {part}"
                case t.Happening(event) if event not in model.events:
                    yield declaration, f"there is no event `{event}`"


def _declared_types(model: Model) -> Iterator[tuple[Declaration, t.Type]]:
    for table in tables(model).values():
        for each in table.values():
            for field in ("type", "of", "per", "second"):
                if isinstance(type_ := getattr(each, field, None), t.Type):
                    yield each, type_
    for kind in model.kinds.values():
        for attribute in kind.attributes.values():
            yield attribute, attribute.type
    for event in model.events.values():
        for part in event.fields.values():
            yield part, part.type
    called: list[Function | Procedure | PluginFunction]
    called = [*model.functions.values(), *model.procedures.values(), *model.plugin_functions.values()]
    for declaration in called:
        for parameter in declaration.parameters:
            yield declaration, parameter.type
    for function in model.plugin_functions.values():
        yield function, function.result


def _parts(type_: t.Type) -> Iterator[t.Type]:
    """A type and those it is made of."""
    yield type_
    if isinstance(type_, t.Optional | t.SetOf | t.ListOf):
        yield from _parts(type_.of)


def _names(model: Model) -> Iterator[tuple[Declaration, str]]:
    """Lives, zones, groups and sets that a declaration names must be there."""

    def missing(declaration: Declaration, name: str | None, table: Mapping[str, Any], *known: str) -> str | None:
        return f"there is no `{name}`" if name is not None and name not in table and name not in known else None

    found: list[tuple[Declaration, str | None]] = []
    for variable in model.variables.values():
        found.append((variable, missing(variable, variable.lasts, model.lives, "game")))
    for limit in model.limits.values():
        found.append((limit, missing(limit, limit.life, model.lives, "game")))
    for event in model.events.values():
        found.append((event, missing(event, event.kept, model.lives, "game")))
    for kind in model.kinds.values():
        if kind.powers is not None:
            found.append((kind, missing(kind, kind.powers.group, model.groups)))
            found.append((kind, missing(kind, kind.powers.by, kind.attributes)))
        for attribute in kind.attributes.values():
            found.append((attribute, missing(attribute, attribute.kind, {kind.name: kind})))
            found.append((attribute, missing(attribute, attribute.lasts, model.lives, "game")))
            found.append((attribute, missing(attribute, attribute.back_when_leaving, model.zones)))
    for pieces in model.pieces.values():
        found.append((pieces, missing(pieces, pieces.kind, model.kinds)))
    phases = {phase.name: phase for phase in model.flow.phases}
    for phase in model.flow.phases:
        found.append((phase, missing(phase, phase.back_to or None, phases)))
        found += [(phase, missing(phase, life, model.lives)) for life in phase.ends]
    for declaration in (*model.functions.values(), *model.procedures.values(), *model.powers):
        found.append((declaration, missing(declaration, declaration.owner, model.sets)))
    yield from ((declaration, message) for declaration, message in found if message is not None)


# The rules that follow from the node classes themselves: what each field holds is of the field's annotated type.
#
# They are read from the annotations of the dataclasses, so that a new class or field needs no code here. mypy proves
# the same where code is typed; this finds what came through an `Any` or a cast, such as a list where a tuple belongs.


def misfits(code: Node | Iterable[Node]) -> Iterator[tuple[Node, str]]:
    """Each node of a tree, or of several, one of whose fields holds something of another type, with a message."""
    for node in walk(code):
        for name, hint in field_types(type(node)):
            value = getattr(node, name)
            if not is_of(value, hint):
                found = repr(value) if isinstance(value, str) else type(value).__name__
                yield node, f"`{name}` of {type(node).__name__} holds {found}"


def is_of(value: object, hint: Any) -> bool:
    """Whether a value is of an annotated type. Of generic types, tuples and frozensets are looked into."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is None:
        return value is None
    if origin in (Union, UnionType):
        return any(is_of(value, each) for each in arguments)
    if origin in (tuple, Sequence):
        if not isinstance(value, tuple):
            return False
        if origin is Sequence or (len(arguments) == 2 and arguments[1] is ...):
            return all(is_of(item, arguments[0]) for item in value)
        return len(value) == len(arguments) and all(map(is_of, value, arguments))
    if origin is frozenset:
        return isinstance(value, frozenset) and all(is_of(item, arguments[0]) for item in value)
    if origin is Literal:
        return value in arguments
    if origin is not None:
        return isinstance(value, origin)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


# Verifies a whole model: the rules of its declarations, then those of all its code.
#
# `docs/inside/machine.md` lists the rules. They are what elaboration promises and every later stage takes for granted,
# so a model that breaks one was made by a faulty pass.


def verify(model: Model) -> list[Violation]:
    """All violations of the IR's rules in a model of a ruleset without errors, in the order of its tables."""
    members = {name: enum.members for name, enum in model.enums.items()}
    found: list[Violation] = []
    verify_declarations(model, found)
    for code in every_code(model):
        # The other rules take for granted that each field holds what its class says.
        if not _misshapen(code, members, found):
            for part in code.parts:
                _verify_part(model, code, part, members, found)
    _sites(model, found)
    return found


def _misshapen(code: Code, members: Members, found: list[Violation]) -> bool:
    wrong = [Violation(code.name, message, node.at) for part in code.parts for node, message in misfits(part.nodes)]
    found += wrong
    return bool(wrong)


def _verify_part(model: Model, code: Code, part: Part, members: Members, found: list[Violation]) -> None:
    context = Context(model, f"{code.name}, {part.role}", members, found)
    names = verify_binders(context, part.binders, at_entry(code.parameters, code.self_type, part.has_me))
    root = part.root
    if isinstance(root, Label):
        verify_label(context, root, names)
    elif isinstance(root, Expression):
        verify_expression(context, root, names)
        if part.wanted is not None:
            context.converted(root, part.wanted, root, "the value")
        starts_pieces = code.name.startswith("pieces ")
        context.require(not starts_pieces or isinstance(root.type, Zone), root, "pieces start in a zone")
    elif code.is_menu:
        _verify_menu(context, root, names)
    else:
        verify_body(context, root, names)
        verify_result(context, root, code.result)


def _verify_menu(context: Context, body: Body, names: Names) -> None:
    """A menu is one decision. Its entries are elaborated apart, so one name may be bound in several of them."""
    match body:
        case [Choose() as choose]:
            verify_expression(context, choose.me, names)
            context.acting(choose, choose.me, names, needed=True)
            keys = [(branch.owner, branch.key) for branch in choose.branches]
            context.require(len(set(keys)) == len(keys), choose, "two entries have one key")
            for branch in choose.branches:
                apart = Context(context.model, context.where, context.members, context.found)
                verify_branch(apart, branch, names)
        case _:
            context.found.append(Violation(context.where, "a menu is one decision"))


def _sites(model: Model, found: list[Violation]) -> None:
    """Options are known by the site of their decision, watches by their identity: each is there once in a model."""
    seen: set[str] = set()
    for code in every_code(model):
        for part in code.parts:
            for node in walk(part.nodes):
                site = node.site if isinstance(node, Choose) else None
                site = node.identity if isinstance(node, Watch | Ask) else site
                if site is not None and site in seen:
                    found.append(Violation(code.name, f"the site `{site}` is there twice", node.at))
                seen |= {site} if site is not None else set()

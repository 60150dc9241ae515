"""Prints code of the IR as text, for people: types, expressions and bodies of statements.

The text stays close to what authors write, but spells out what the IR knows: the types of names that are bound, the
player who acts (`as me`), the site of each decision, and where a number is tested (`check`). It is for people to read
and for tests to compare, and always the same for the same code. Most classes of nodes state the form in which they are
printed; the others have a case here. Programs read JSON (`json_form.py`).
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, assert_never, cast

from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.node import Node, form_of
from artrules.model.ir.operators import OPERATORS, OperatorName

INDENT = "    "
Members = Mapping[str, Sequence[str]]
"""The names of the members of each enum, by the enum's name."""


def print_type(type_: t.Type) -> str:
    """A type as text, such as `list of 1..9 or none`. Unlike `str`, it names all kinds of a card type."""
    kind = cast(t.AnyType, type_)
    match kind:
        case t.Bool() | t.Number() | t.Member() | t.Player() | t.Power() | t.Nothing() | t.Wording():
            return str(kind)
        case t.Card(kinds):
            return " or ".join(sorted(kinds))
        case t.Happening(event):
            return f"happening of {event}"
        case t.Zone(name, kinds):
            return f"zone {name} of {' or '.join(sorted(kinds))}"
        case t.Optional(of):
            return f"{print_type(of)} or none"
        case t.SetOf(of):
            return f"some of {_inner(of)}"
        case t.ListOf(of):
            return f"list of {_inner(of)}"
        case t.Unknown():
            return "unknown"
        case _:
            assert_never(kind)


def _inner(of: t.Type) -> str:
    return f"({print_type(of)})" if isinstance(of, t.Optional) else print_type(of)


def print_value(value: Any, type_: t.Type, members: Members) -> str:
    """A value of a type as an author would write it. A set is given as a bit mask, a member as its index from 0."""
    match type_:
        case _ if value is None:
            return "none"
        case t.Bool():
            return "yes" if value else "no"
        case t.Wording():
            return f"'{value}'"
        case t.Member(enum):
            names = members.get(enum, ())
            return names[value] if value in range(len(names)) else f"{enum}[{value}]"
        case t.Player():
            return f"player {value}"
        case t.Optional(of):
            return print_value(value, of, members)
        case t.SetOf(of) if isinstance(value, int):
            bits = [bit for bit in range(value.bit_length()) if value >> bit & 1]
            return f"{{{', '.join(print_value(bit, of, members) for bit in bits)}}}"
        case t.ListOf(of) if isinstance(value, tuple):
            return f"[{', '.join(print_value(item, of, members) for item in value)}]"
    return str(value)


def print_expression(node: e.Expression, members: Members) -> str:
    """An expression on one line. Every operation with two operands stands in brackets."""

    def one(operand: e.Expression) -> str:
        return print_expression(operand, members)

    def many(nodes: Iterable[e.Expression]) -> str:
        return ", ".join(map(one, nodes))

    match node:
        case e.Constant(value=value):
            return print_value(value, node.type, members)
        case e.VariableOf(declaration=declaration, owner=owner):
            return _owned(declaration, owner, one)
        case e.ZoneOf(declaration=declaration, owner=owner, second=second):
            return _owned(declaration, owner, one) + (f"[{one(second)}]" if second is not None else "")
        case e.SharedAttribute(declarations=attributes, card=card):
            return f"{one(card)}.{attributes[0].name}"
        case e.TopOf(zone=zone, count=count, from_bottom=from_bottom):
            return f"({'bottom' if from_bottom else 'top'}{f' {one(count)}' if count else ''} of {one(zone)})"
        case e.Listing(items=items):
            return f"{{{many(items)}}}" if isinstance(node.type, t.SetOf) else f"[{many(items)}]"
        case e.Operation(operator=operator, operands=operands):
            return _operation(operator, [one(operand) for operand in operands])
        case e.Call(function=function, arguments=arguments, me=me):
            return f"{function.key}({_arguments(many(arguments), me, members)})"
        case e.BuiltinCall(builtin=builtin, arguments=arguments, me=me):
            return f"{builtin.name}({_arguments(many(arguments), me, members)})"
        case e.Fold(kind=kind, binders=binders, value=value, otherwise=otherwise):
            over = print_binders(binders, members)
            over = f"{one(value)} for {over}" if value is not None else over
            return f"{kind}({over}{f' else {one(otherwise)}' if otherwise is not None else ''})"
        case e.Best(binder=binder, keys=keys):
            ways = "".join(f", {way} {one(key)}" for way, key in keys)
            return f"best({print_binders([binder], members)}{ways})"
    return _in_form(node, members)


def _owned(declaration: Declaration, owner: e.Expression | None, one: Callable[[e.Expression], str]) -> str:
    """A zone or variable of an owner. `one` prints an expression."""
    if owner is None:
        return declaration.key
    if isinstance(owner.type, t.Player | t.Member):
        return f"{one(owner)}.{declaration.key}"
    return f"{declaration.key}[{one(owner)}]"


def _operation(operator: OperatorName, operands: Sequence[str]) -> str:
    described = OPERATORS.get(operator)
    if described is None or len(operands) != len(described.operands):
        # Only a faulty pass makes such an operation; the verifier prints it in its complaint.
        return f"{operator}({', '.join(operands)})"
    return described.printed.format(*operands)


def _arguments(values: str, me: e.Expression | None, members: Members) -> str:
    acting = f"as {print_expression(me, members)}" if me is not None else ""
    return "; ".join(filter(None, [values, acting]))


def print_binders(binders: Iterable[e.Binder], members: Members) -> str:
    """Binders with commas between them, such as `c_1: lantern in me.hand where (c_1.printed > 2)`."""
    texts = []
    for binder in binders:
        local = f"{binder.local.name}: {print_type(binder.local.type)}"
        text = f"{local} in {print_expression(binder.domain, members)}"
        if binder.condition is not None:
            text += f" where {print_expression(binder.condition, members)}"
        texts.append(text)
    return ", ".join(texts)


def print_label(label: s.Label, members: Members) -> str:
    """A text in quotes, with its expressions in braces."""
    parts = []
    for part in label.parts:
        if isinstance(part, str):
            parts.append(quoted(part)[1:-1].replace("{", "{{").replace("}", "}}"))
        else:
            parts.append(f"{{{print_expression(part, members)}}}")
    return f'"{"".join(parts)}"'


def quoted(text: str) -> str:
    """A text in quotes; quotes and line breaks in it are escaped."""
    return json.dumps(text, ensure_ascii=False)


def print_node(node: Node, members: Members) -> str:
    """Any node of code. A statement has a line for each of its own, without a line's end after the last."""
    if isinstance(node, e.Expression):
        return print_expression(node, members)
    if isinstance(node, s.Statement):
        return "\n".join(print_statement(node, members))
    match node:
        case e.Binder():
            return print_binders([node], members)
        case s.Label():
            return print_label(node, members)
        case s.Branch():
            return "\n".join(_branch(node, members))
    raise TypeError(f"{type(node).__name__} is no node of code")


def print_body(body: s.Body, members: Members) -> list[str]:
    """The lines of a body. One that does nothing is `skip`."""
    lines = [line for statement in body for line in print_statement(statement, members)]
    return lines or ["skip"]


def print_statement(node: s.Statement, members: Members) -> list[str]:
    """The lines of a statement; suites in it are indented by four more blanks."""

    def one(operand: e.Expression) -> str:
        return print_expression(operand, members)

    def suite(body: s.Body) -> list[str]:
        return [INDENT + line for line in print_body(body, members)]

    match node:
        case s.Set(place=e.Local(name=name, type=type_), value=value, binds=True):
            return [f"let {name}: {print_type(type_)} = {one(value)}"]
        case s.Choose():
            return _choose(node, members)
        case s.If(condition=condition, then=then, otherwise=otherwise):
            lines = [f"if {one(condition)}:", *suite(then)]
            return [*lines, "else:", *suite(otherwise)] if otherwise else lines
        case s.Repeat(kind=kind, limit=limit, body=body):
            often = "" if limit is None else f" {one(limit)} times" if kind == "times" else f" {kind} {one(limit)}"
            return [f"repeat{often}:", *suite(body)]
        case s.Announce(event=event, fields=fields, me=me):
            field_texts = ", ".join(f"{name}: {one(value)}" for name, value in zip(event.fields, fields, strict=False))
            return [f"announce {event.key}({field_texts}) as {one(me)}"]
        case s.Watch():
            return _watch(node, members)
        case s.ForEach(body=body) | s.As(body=body) | s.Ask(body=body):
            return [_in_form(node, members), *suite(body)]
    return [_in_form(node, members)]


def _choose(node: s.Choose, members: Members) -> list[str]:
    """A decision's first line has its site and prompt; each branch follows with its key, and then its body."""
    facts = [f"as {print_expression(node.me, members)}", f"at {quoted(node.site)}", f"asking {quoted(node.prompt)}"]
    facts += ["never empty"] if node.never_empty else []
    if node.cost is not None and node.left is not None:
        facts.append(f"paying {print_expression(node.cost, members)}, left {print_expression(node.left, members)}")
    facts += [] if node.has_suites else ["without suites"]
    lines = [f"choose {', '.join(facts)}:"]
    for branch in node.branches:
        lines += [INDENT + line for line in _branch(branch, members)]
    return lines


def _branch(branch: s.Branch, members: Members) -> list[str]:
    text = f"{branch.key}: {print_label(branch.label, members)}"
    text += f" for {print_binders(branch.binders, members)}" if branch.binders else ""
    text += f" if {print_expression(branch.guard, members)}" if branch.guard is not None else ""
    text += f" else {print_label(branch.reason, members)}" if branch.reason is not None else ""
    text += f" limit {branch.limit.key}" if branch.limit is not None else ""
    text += f" of set {branch.owner}" if branch.owner is not None else ""
    text += " declines" if branch.declines else ""
    return [f"{text}:", *(INDENT + line for line in print_body(branch.body, members))]


def _watch(node: s.Watch, members: Members) -> list[str]:
    """A watch's first line; `keeping` are the names whose values it takes along."""
    often = f"every {node.every} " if node.every != 1 else ""
    where = f" where {print_expression(node.condition, members)}" if node.condition is not None else ""
    captured_locals = ", ".join(f"{local.name}: {print_type(local.type)}" for local in node.captured)
    head = f"watch {often}{node.event.key} as {node.happening.name}{where}"
    head += f" during {node.life} at {quoted(node.identity)}{f' keeping {captured_locals}' if captured_locals else ''}"
    me = f" as {print_expression(node.me, members)}"
    return [f"{head}{me}:", *(INDENT + line for line in print_body(node.body, members))]


_PART = re.compile(r"\[(?P<part>[^][|]*)(?:\|(?P<instead>[^][]*))?\]")
_FIELD = re.compile(r"\{(?P<name>\w+)(?:!(?P<way>\w))?\}")


def _in_form(node: Node, members: Members) -> str:
    """A node in the form that its class states: `{field}` stands for what the field holds, `[part]` for a part that is
    left out where a field in it is empty, `[part|instead]` for one that is replaced then. `{field!t}` adds the types of
    locals, `{field!q}` puts a text in quotes, and `{field!n}` is the bare name of a declaration."""

    def part(match: re.Match[str]) -> str:
        values = [getattr(node, field["name"]) for field in _FIELD.finditer(match["part"])]
        return match["instead"] or "" if None in values or () in values else match["part"]

    def field(match: re.Match[str]) -> str:
        return _in_way(getattr(node, match["name"]), match["way"], members)

    return _FIELD.sub(field, _PART.sub(part, form_of(type(node))))


def _in_way(value: Any, way: str | None, members: Members) -> str:
    """What a field holds, in one of the ways that a form may ask for."""
    match value:
        case e.Local(name=name, type=type_) if way == "t":
            return f"{name}: {print_type(type_)}"
        case _ if isinstance(value, e.Expression):
            return print_expression(value, members)
        case e.Binder():
            return print_binders([value], members)
        case s.Label():
            return print_label(value, members)
        case Declaration():
            return value.name if way == "n" else value.key
        case tuple():
            return ", ".join(_in_way(each, way, members) for each in value)
    return quoted(value) if way == "q" else str(value)

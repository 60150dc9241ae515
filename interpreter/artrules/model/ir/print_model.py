"""Prints declarations of the IR, with their code, and whole models as text, for people.

A declaration is one line: its name, and each of its fields that says something. The lines below it are its code
(`print_code.py`). The fields are read from the declaration's class, so that a new class or field needs no code here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from artrules.model.ir.code import Code, Part, every_code, every_declaration, names_of_parts
from artrules.model.ir.declarations import (
    Attribute,
    Declaration,
    Enum,
    Field,
    KeyedPowers,
    Parameter,
    Pieces,
    PowerAttribute,
    PowerDefinition,
    PowerSource,
    Setting,
    Text,
    ZoneSight,
)
from artrules.model.ir.expressions import Expression
from artrules.model.ir.layout import CardBack
from artrules.model.ir.model import MenuEntry, Model
from artrules.model.ir.node import Node
from artrules.model.ir.print_code import (
    INDENT,
    Members,
    print_binders,
    print_body,
    print_expression,
    print_label,
    print_type,
    print_value,
    quoted,
)
from artrules.model.ir.statements import Label
from artrules.model.ir.types import Type
from artrules.text.diagnostics.diagnostic import Span


def print_model(model: Model) -> str:
    """A whole model: its title, then its declarations, each followed by the code that belongs to it."""
    low, high = model.players
    overlays = f", with {', '.join(model.overlays)}" if model.overlays else ""
    lines = [f"ruleset {model.name} {quoted(model.title)} for {low}..{high} players{overlays}"]
    code = {each.name: each for each in every_code(model)}
    for name, declaration in every_declaration(model).items():
        lines.append("")
        lines += print_declaration(model, name, declaration, code.pop(name, None))
    for rest in code.values():
        lines += ["", rest.name, *print_code(model, rest)]
    return "\n".join(lines) + "\n"


def print_named(model: Model, name: str) -> list[str]:
    """The lines of what has a full name, such as `procedure draw`: a declaration with its code. Raises KeyError."""
    code = {each.name: each for each in every_code(model)}
    declaration = every_declaration(model).get(name)
    if declaration is not None:
        lines = print_declaration(model, name, declaration, code.get(name))
        for part in names_of_parts(model, name):
            lines += print_named(model, part)
        return lines
    return [name, *print_code(model, code[name])]


def print_declaration(model: Model, name: str, declaration: Declaration, code: Code | None) -> list[str]:
    """The lines of a declaration, of which `every_declaration` gives the name, and of its code, if it has any."""
    facts = ", ".join(_facts(model, declaration))
    return [f"{name}: {facts}" if facts else name, *(print_code(model, code) if code is not None else [])]


def print_code(model: Model, code: Code) -> list[str]:
    """The lines of a piece of code: each of its parts, after a line with its parameters."""
    members = {name: enum.members for name, enum in model.enums.items()}
    bound = [f"{local.name}: {print_type(local.type)}" for local in code.parameters]
    bound += [f"self: {print_type(code.self_type)}"] if code.self_type is not None else []
    lines = [f"{INDENT}given {', '.join(bound)}"] if bound else []
    return lines + [INDENT + line for part in code.parts for line in _part(part, members)]


def _part(part: Part, members: Members) -> list[str]:
    head = f"{part.role} for {print_binders(part.binders, members)}" if part.binders else part.role
    if isinstance(part.root, Expression):
        return [f"{head}: {print_type(part.root.type)} = {print_expression(part.root, members)}"]
    if isinstance(part.root, Label):
        return [f"{head}: {print_label(part.root, members)}"]
    return [f"{head}:", *(INDENT + line for line in print_body(part.root, members))]


def _facts(model: Model, thing: Any) -> Iterator[str]:
    """What each field of a declaration, or of a part of one, says.

    Its name stands before it already; code is printed below it, and not again in the author's words.
    """
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.name in ("name", "at", "owner") or field.name.endswith("_text") or _is_code(value):
            continue
        if (text := _typed(model, thing, field.name)) is not None:
            yield f"{field.name} {text}"
        elif isinstance(value, bool):
            yield field.name if value else f"not {field.name}"
        elif value is not None and value != "" and not (isinstance(value, Mapping | Sequence) and len(value) == 0):
            yield f"{field.name} {_text(model, value)}"


def _is_code(value: object) -> bool:
    """Whether the value of a field is a node, or nodes."""
    if isinstance(value, Mapping):
        return any(map(_is_code, value.values()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return any(map(_is_code, value))
    return isinstance(value, Node)


def _text(model: Model, value: Any) -> str:
    """The value of a field. What is declared elsewhere is named by its key."""
    match value:
        case Type():
            return print_type(value)
        case Text(text=text):
            return quoted(text)
        case Span(line=line):
            return f"line {line}"
        case Parameter(name=name, type=type_):
            return f"{name}: {print_type(type_)}"
        case Attribute() | Field() | MenuEntry() | PowerSource() | KeyedPowers() | ZoneSight() | CardBack():
            return f"({', '.join(_facts(model, value))})"
        case Declaration():
            return value.key
        case Mapping():
            return f"{{{', '.join(f'{_text(model, k)}: {_text(model, v)}' for k, v in value.items())}}}"
        case frozenset():
            return " or ".join(sorted(value))
        case str():
            return value if value.replace("_", "").replace(" ", "").isalnum() else quoted(value)
        case Sequence():
            return f"[{', '.join(_text(model, item) for item in value)}]"
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case int():
            return str(value)
    raise TypeError(f"{type(value).__name__} can't be printed")


def _typed(model: Model, thing: object, field: str) -> str | None:
    """A field with plain values whose types stand elsewhere in the declarations; None for all other fields."""
    members = {name: enum.members for name, enum in model.enums.items()}

    def each(values: Mapping[str, Any], types: Mapping[str, Type]) -> str:
        texts = {name: print_value(value, types[name], members) for name, value in values.items() if name in types}
        return ", ".join(f"{name}: {text}" for name, text in texts.items())

    match thing, field:
        case ((Setting(type=Type() as type_, starts=value) | PowerAttribute(type=type_, starts=value)), "starts"):
            return print_value(value, type_, members)
        case PowerDefinition(attributes=attributes), "attributes":
            return f"{{{each(attributes, {name: a.type for name, a in model.power_attributes.items()})}}}"
        case Enum(values=values, properties=types), "values":
            rows = {
                member: {property_: of[member] for property_, of in values.items() if member in of}
                for member in thing.members
            }
            return f"{{{', '.join(f'{member}: ({each(row, types)})' for member, row in rows.items())}}}"
        case Pieces(kind=kind, rows=rows), "rows":
            types = {name: a.type for name, a in model.kinds[kind].attributes.items()}
            return f"[{', '.join(f'{count} of ({each(values, types)})' for count, values, _ in rows)}]"
    return None

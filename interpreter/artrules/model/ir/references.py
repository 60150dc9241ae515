"""The keys by which the names of a ruleset are told apart, for whoever asks where each stands.

The names that a game gives share one room, whatever they stand for, and so do those of a set. What belongs to something
(attributes, fields, properties) and what has names of its own (settings, phases, sets) is told apart by a word before
the name. Attributes of one name count as one: code may speak of all of them at once.
"""

from artrules.model.ir.declarations import (
    Attribute,
    Declaration,
    Field,
    Function,
    PluginFunction,
    PowerAttribute,
    PowerDefinition,
    PowerSet,
    Procedure,
    Setting,
)
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.references import Role
from artrules.text.diagnostics.report import Report


def key_of(declaration: Declaration) -> str | None:
    """The key of a declaration's name; None for what has no name that an author could write."""
    match declaration:
        case Attribute():
            return attribute_key(declaration.part_of or declaration.name)
        case PowerAttribute():
            return f"power {declaration.name}"
        case Field(at=at):
            return f"field {declaration.name} {at.file}:{at.line}:{at.column}"
        case Setting():
            return setting_key(declaration.name)
        case PowerSet():
            return f"set {declaration.name}"
        case Function(attribute=str() as attribute):
            return attribute_key(attribute)
        case Function(part_of=str()) | PowerDefinition() | PluginFunction():
            return None
        case Procedure():
            return declaration.key if declaration.name.isidentifier() else None
    return declaration.key


def attribute_key(name: str) -> str:
    """The key of all attributes of a name."""
    return f"attribute {name}"


def setting_key(name: str) -> str:
    """The key of a setting."""
    return f"setting {name}"


def property_key(enum: str, name: str) -> str:
    """The key of a property that the members of an enum have."""
    return f"property {enum}.{name}"


def phase_key(name: str) -> str:
    """The key of a phase."""
    return f"phase {name}"


def label_key(label: str) -> str:
    """The key of the options with a label, as the rules write it."""
    return f"label {label}"


def builtin_key(name: str) -> str:
    """The key of a function of the language."""
    return f"builtin {name}"


def choice_key(words: str) -> str:
    """The key of an option as a scenario names it: by its label as players read it."""
    return f"choice {words}"


def local_key(name: str, at: Span) -> str:
    """The key of a name that code binds at a place."""
    return f"local {name} {at.file}:{at.line}:{at.column}"


def refer(report: Report, at: Span, to: Declaration | str | None, role: Role = "used") -> None:
    """Note, if somebody asks, that what stands at a place is the name of a declaration, or one with a key. Whoever must
    compute the place asks first whether anybody wants it."""
    if report.references is not None and to is not None:
        key = to if isinstance(to, str) else key_of(to)
        if key is not None:
            report.references.note(key, at, role)

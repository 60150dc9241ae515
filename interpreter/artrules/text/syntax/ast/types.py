"""Types, signatures and stepwise tables as written. `Type` is the closed union of types, `Row` of a table's rows.

Numbers are texts of digits, perhaps with a `-` before them: they may be too large to be used.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from artrules.text.record import dataclass
from artrules.text.syntax.ast.node import Identifier, Node, Rules


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """The name of a type: built in, an enum, a kind of card or an event."""

    RULES: ClassVar[Rules] = {"named": None}

    name: Identifier


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`low..high`: whole numbers."""

    RULES: ClassVar[Rules] = {"range": None}

    low: str
    high: str


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    """`of or none`."""

    RULES: ClassVar[Rules] = {"optional": None}

    of: NamedType | RangeType


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """`some of type`."""

    RULES: ClassVar[Rules] = {"set_of": None}

    of: NamedType | RangeType


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`list of type`, where the type may be a list, too."""

    RULES: ClassVar[Rules] = {"list_of": None}

    of: NamedType | RangeType | ListType


Type: TypeAlias = NamedType | RangeType | OptionalType | SetType | ListType


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`type name` in a signature."""

    type: Type
    name: Identifier


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`name(parameters) gives type`; the type is that of the result, where there is one."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    gives: Type | None


@dataclass(frozen=True, slots=True)
class Step(Node):
    """`number -> value`: from this number on, the table has this value."""

    number: str
    value: str


@dataclass(frozen=True, slots=True)
class Slope(Node):
    """`every number more -> value more`: how the table goes on after its last step."""

    number: str
    value: str


Row: TypeAlias = Step | Slope


@dataclass(frozen=True, slots=True)
class Table(Node):
    """The rows of a stepwise table."""

    rows: tuple[Row, ...]

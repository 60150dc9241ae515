"""What all declaring functions share: the symbol table being filled, the report, and which names are given."""

from collections.abc import Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field, fields
from typing import Any, assert_never

from artrules.model.declare.symbol_table import SymbolTable, WithCode, parse_scalar
from artrules.model.ir.declarations import AS_WRITTEN, REMARKS, Declaration, Parameter, Remark, Text
from artrules.model.ir.references import refer
from artrules.model.ir.types import (
    BOOL,
    PLAYER,
    POWER,
    UNKNOWN,
    WIDE,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    whole,
)
from artrules.text.content.section import Section
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.record import dataclass as record
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, Sequence, entries, get, items, scalar
from artrules.text.syntax.ast import types as ast
from artrules.text.syntax.parse import parse_signature, parse_type
from artrules.text.syntax.words import CALLING_WORDS, TOKEN_WORDS, TYPES, since

# Types and signatures as the author wrote them, resolved to types of the IR.

SET_LIMIT = 255
BUILT_IN = {"bool": BOOL, "player": PLAYER, "power": POWER}


@record(frozen=True, slots=True)
class Signature:
    """The name of a function or procedure, its parameters, and the type of its result, where it says so."""

    name: str
    parameters: list[Parameter]
    gives: Type | None
    at: Span
    """The place of the result's type."""


class TypeNames:
    """Resolves the names of types against what is declared so far: enums, kinds and events."""

    def __init__(self, symbols: SymbolTable, report: Report) -> None:
        self.symbols = symbols
        self.report = report

    def read(self, scalar: Scalar | None, owner: str | None = None) -> Type:
        """The type a scalar names; Unknown, with a diagnostic, when it names none."""
        if scalar is None:
            return UNKNOWN
        node = parse_scalar(parse_type, scalar, self.report)
        return self._type(node, scalar, owner) if node is not None else UNKNOWN

    def signature(self, scalar: Scalar, owner: str | None = None) -> Signature | None:
        """What a key such as `draw(0..9 n)` says; None, after a diagnostic, when it is no signature."""
        node = parse_scalar(parse_signature, scalar, self.report)
        if node is None:
            return None
        parameters: list[Parameter] = []
        for parameter in node.parameters:
            name = parameter.name.text
            at = scalar.span_of(parameter.name.start, parameter.name.end)
            if any(p.name == name for p in parameters):
                self.report.add(kinds.NAME_TWICE, f"`{name}` is the name of two parameters", at)
            parameters.append(Parameter(name, self._type(parameter.type, scalar, owner), at))
        gives = self._type(node.gives, scalar, owner) if node.gives is not None else None
        at = scalar.span_of(node.gives.start, node.gives.end) if node.gives is not None else scalar.span
        return Signature(node.name.text, parameters, gives, at)

    def _type(self, node: ast.Type, scalar: Scalar, owner: str | None) -> Type:
        at = scalar.span_of(node.start, node.end)
        match node:
            case ast.RangeType(low=low, high=high):
                return self._range(low, high, at)
            case ast.NamedType(name=name):
                return self._named(name.text, at, owner)
            case ast.OptionalType(of=of):
                inner = self._type(of, scalar, owner)
                return inner if isinstance(inner, Unknown) else Optional(inner)
            case ast.ListType(of=of):
                inner = self._type(of, scalar, owner)
                return inner if isinstance(inner, Unknown) else ListOf(inner)
            case ast.SetType(of=of):
                return self._set(self._type(of, scalar, owner), at)
        assert_never(node)

    def _range(self, least: str, most: str, at: Span) -> Type:
        low, high = whole(least), whole(most)
        if low is None or high is None:
            self.report.add(kinds.BAD_TYPE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
            return UNKNOWN
        if low > high:
            self.report.add(kinds.BAD_TYPE, f"{low}..{high} holds no number", at, expected=f"{high}..{low}")
            return UNKNOWN
        return Number(low, high)

    def _set(self, inner: Type, at: Span) -> Type:
        """Sets of a type. They are kept as bits, so there are only sets of what has few values."""
        if isinstance(inner, Unknown):
            return UNKNOWN
        match inner:
            case Number(low, high) if low >= 0 and high <= SET_LIMIT:
                return SetOf(inner)
            case Member() | Player():
                return SetOf(inner)
        self.report.add(
            kinds.BAD_TYPE,
            f"there are no sets of {inner}",
            at,
            expected=f"a range between 0 and {SET_LIMIT}, an enum or player (or `list of {inner}`)",
        )
        return UNKNOWN

    def _named(self, name: str, at: Span, owner: str | None) -> Type:
        symbols = self.symbols
        if name in BUILT_IN:
            return BUILT_IN[name]
        if name == "card":
            return Card(frozenset(symbols.kinds))
        if name in symbols.enums:
            refer(self.report, at, name)
            return Member(name)
        if name in symbols.kinds:
            refer(self.report, at, name)
            return Card(frozenset([name]))
        event = symbols.find(symbols.events, name, owner)
        if event is not None:
            refer(self.report, at, event)
            return Happening(event.key)
        type_names = [
            *BUILT_IN,
            "card",
            *symbols.enums,
            *symbols.kinds,
            *(e.name for e in symbols.visible(symbols.events, owner)),
        ]
        self.report.add(
            kinds.UNKNOWN_NAME,
            f"`{name}` is no type",
            at,
            expected=TYPES.get(
                name, "a range such as 0..9, bool, player, power, card, an enum, a kind of card or an event"
            ),
            found=f"`{name}`",
            suggestions=closest(name, type_names),
            missing=name,
        )
        meant = one_slip(name, type_names)
        return self._named(meant, at, owner) if meant is not None else UNKNOWN


# What an author wrote, as declarations keep it: texts with their places, and code to be shown.


def author_text(code: Scalar | None) -> str:
    """Code as its author wrote it, to be shown; empty for none."""
    return code.text if code is not None else ""


def text_of(text: Scalar) -> Text:
    """A scalar that holds words for people."""
    return Text(text.text, text.span, text.span_of)


def optional_text(text: Scalar | None) -> Text | None:
    """The words of a scalar; None where there is no scalar, or YAML's own none."""
    return text_of(text) if text is not None and text.value is not None else None


MOST_NAMES = 5000
PREDEFINED = frozenset(
    [
        "me",
        "self",
        "players",
        "round_number",
        "kind",
        "face",
        "powers",
        "game",
        "score",
        "card",
        "bool",
        "player",
        "power",
    ]
)


@dataclass(slots=True)
class Declarator:
    """The state while one ruleset is declared."""

    symbols: SymbolTable
    report: Report
    types: TypeNames
    taken: dict[str, Scalar] = field(default_factory=dict)
    """Names already given, by owner and name."""
    default_sets: list[tuple[str, Scalar]] = field(default_factory=list)
    """Groups, and the set that fills each unless another one is chosen: looked up once all sets are known."""

    def reserve_name(self, key: Scalar, owner: str | None, name: str | None = None, *, is_called: bool = False) -> bool:
        """Take a name; False, with a diagnostic, when it is reserved or given already. `is_called` says whether code
        writes a bracket after it."""
        name = key.text if name is None else name
        if name in TOKEN_WORDS or name in PREDEFINED or (is_called and name in CALLING_WORDS):
            self.report.add(
                kinds.RESERVED_NAME,
                f"`{name}` is a word of the language{since(name)}",
                key.span,
                expected="another name",
            )
            return False
        if len(self.taken) >= MOST_NAMES:
            if len(self.taken) == MOST_NAMES:
                self.taken[""] = key
                expected = f"at most {MOST_NAMES:,}"
                self.report.add(kinds.TOO_MANY, "there are too many names", key.span, expected=expected)
            return False
        spelled = f"{owner}/{name}" if owner else name
        earlier = self.taken.get(spelled) or self.taken.get(name)
        if earlier is not None:
            is_added = self.symbols.owner_at(key.span) is not None and spelled not in self.taken
            first, second = earlier.span, key.span
            is_before = first.file == second.file and (second.line, second.column) < (first.line, first.column)
            if is_before or (second.file in self.symbols.libraries and first.file not in self.symbols.libraries):
                first, second = second, first  # what stands later, or is the game's, can take another name
            self.symbols.names_of_several.add(name)
            self.report.excused.add(name)
            self.report.add(
                kinds.NAME_TWICE,
                f"the name `{name}` is given twice",
                second,
                expected="another name, or the change under `changes`" if is_added else None,
                related=((f"`{name}` is given here first", first),),
            )
            return False
        self.taken[spelled] = key
        if self.report.references is not None:
            refer(self.report, key.span_of(0, len(name)), spelled, "declared")
        return True

    def store_code(self, declaration: WithCode, code: Scalar | None) -> None:
        """Keep the code of a declaration, where its author has written any."""
        if code is not None:
            self.symbols.code[declaration] = code

    def look_up(self, name: Node | None, table: Mapping[Any, Any] | SequenceOf[str], what: str) -> str | None:
        """A name that must be one of a table's; None, with a diagnostic, when it isn't."""
        node = scalar(name)
        if node is None:
            return None
        if node.text in table:
            declaration = table[node.text] if isinstance(table, Mapping) else None
            if isinstance(declaration, Declaration) and self.report.references is not None:
                refer(self.report, node.span_of(0, len(node.text)), declaration)
            return node.text
        self.report.add(
            kinds.UNKNOWN_NAME,
            f"there is no {what} `{node.text}`",
            node.span,
            expected=f"one of {', '.join(sorted(table))}" if table else f"a declared {what}",
            found=f"`{node.text}`",
            suggestions=closest(node.text, list(table)),
            missing=node.text,
        )
        return None

    def needs_start(self, key: Scalar, type_: Type) -> None:
        """A diagnostic for a value without a start whose type has no first value: cards, powers and events."""
        if isinstance(type_, (Card, Power, Happening)):
            message = f"nothing says with what `{key.text}` starts"
            self.report.add(kinds.MISSING, message, key.span, expected=f"`starts: …`, or the type `{type_} or none`")

    def remarks(self, place: str, node: Node | None, owner: str | None = None) -> None:
        """Keep what a declaration says of itself to people."""
        if not isinstance(node, MappingNode):
            return
        for kind in REMARKS:
            for text in map(scalar, items(node.get(kind))):
                if text is not None:
                    self.symbols.remarks.append(Remark(place, kind, text_of(text), owner))

    def all_remarks(self, node: Node | None, place: str = "", owner: str | None = None) -> None:
        """Keep all that the declarations of a document say of themselves to people."""
        self.remarks(place, node, owner)
        for key, value in entries(node):
            if key.text not in REMARKS:
                self.all_remarks(value, f"{place}.{key.text}" if place else key.text, owner)
        for index, item in enumerate(node if isinstance(node, Sequence) else ()):
            name = scalar(get(item, "name"))
            self.all_remarks(item, f"{place}[{name.text if name is not None else index}]", owner)


# What a section of content says without any change, as fields of the declaration that is made of it.


def as_written(section: Section, kind: type[Declaration]) -> dict[str, Any]:
    """The values under the keys of a section, by the fields of a declaration's class that are marked `AS_WRITTEN`.

    Raises:
        AttributeError: the section declares no key with the name of such a field.
    """
    return {field.name: getattr(section, field.name) for field in fields(kind) if field.metadata == AS_WRITTEN}

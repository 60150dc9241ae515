"""Declares pieces: which cards there are, from rows in YAML, of a table or by rule, and what each has printed on it.

Rules are code over constants, which is evaluated here, before any game.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Sequence as SequenceOf
from typing import Any, NamedTuple, TypeAlias

from artrules.model.declare.constants import BadValue, constant, plain_value
from artrules.model.declare.declarator import Declarator
from artrules.model.declare.symbol_table import SymbolTable, parse_scalar
from artrules.model.ir.declarations import Kind, Pieces, Total
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import ListOf, Optional, SetOf, Type, bare, whole
from artrules.model.ir.types import Member as MemberOf
from artrules.text.content.cards import PieceList
from artrules.text.content.cards import Total as TotalSection
from artrules.text.content.section import Named
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import KEYS
from artrules.text.schema.complaint import found_shape, number_meant
from artrules.text.source.csv_table import TABLE_SUFFIX
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, items, number, word
from artrules.text.source.node import Sequence as SequenceNode
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node as SyntaxNode
from artrules.text.syntax.parse import parse_bindings, size

# Evaluates code that says which pieces there are: binders over constants, whose values are known before any game.

MOST_VALUES = 10_000
"""How many values a domain may have: a game has at most as many cards."""
EXPECTED = "numbers, members, enums, ranges, lists of these, comparisons, `and`, `or`, `not`, `+ - * / %`"
_ORDERINGS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}


class MemberValue(NamedTuple):
    """A member of an enum, by its place among all."""

    enum: str
    place: int


Value: TypeAlias = bool | int | MemberValue | range | tuple[Any, ...] | None
"""A truth value, a number, a member, `none`, a range, or a list of values."""


class NotConstant(Exception):
    """Code whose value isn't known before a game, or that has none: where it stands, what is wrong, what may stand."""

    def __init__(self, node: SyntaxNode, message: str, expected: str = EXPECTED) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.expected = expected


class WithoutValue(NotConstant):
    """Code that asks for a value which was refused, or isn't there; that has been reported."""


def passing(
    binders: tuple[ast.Binder, ...], symbols: SymbolTable, bindings: Mapping[str, Value]
) -> Iterator[dict[str, Value] | None]:
    """What binders let through: the value of each name, in the order of a loop. None stands for a value on the way
    there, or one that a condition keeps back, so that whoever counts sees the work. Raises NotConstant."""
    first, rest = binders[0], binders[1:]
    for value in _domain(first.domain, symbols, bindings):
        bound = {**bindings, first.name.text: value}
        passes = first.condition is None or _truth(first.condition, symbols, bound)
        yield bound if passes and not rest else None
        if passes and rest:
            yield from passing(rest, symbols, bound)


def _domain(node: ast.Expression, symbols: SymbolTable, bindings: Mapping[str, Value]) -> range | tuple[Value, ...]:
    values = evaluate(node, symbols, bindings)
    if isinstance(values, MemberValue) or not isinstance(values, range | tuple):
        raise NotConstant(node, "one can't go through this", "an enum, a range such as `1..9`, or a list")
    return values


def evaluate(node: ast.Expression, symbols: SymbolTable, bindings: Mapping[str, Value]) -> Value:
    """The value of an expression over constants and known names. Raises NotConstant."""
    match node:
        case ast.Number(digits=digits) if (value := whole(digits)) is not None:
            return value
        case ast.Truth(value=truth):
            return truth
        case ast.NoneLiteral():
            return None
        case ast.Name(text=name):
            return _named(node, name, symbols, bindings)
        case ast.ListLiteral(items=items):
            return tuple(evaluate(item, symbols, bindings) for item in items)
        case ast.Range(low=low, high=high):
            first, last = _number(low, symbols, bindings), _number(high, symbols, bindings)
            if last - first >= MOST_VALUES:
                raise NotConstant(node, "this range is too long", f"at most {MOST_VALUES:,} numbers")
            return range(first, last + 1)
        case ast.Conditional(then=then, condition=condition, otherwise=otherwise):
            return evaluate(then if _truth(condition, symbols, bindings) else otherwise, symbols, bindings)
        case ast.Logic(operator=word, left=one, right=other):
            if _truth(one, symbols, bindings) is (word == "or"):
                return word == "or"
            return _truth(other, symbols, bindings)
        case ast.Not(operand=operand):
            return not _truth(operand, symbols, bindings)
        case ast.Negative(operand=operand):
            return -_number(operand, symbols, bindings)
        case ast.Equality(operator=sign, left=one, right=other):
            left, right = evaluate(one, symbols, bindings), evaluate(other, symbols, bindings)
            _demand_same_type(node, left, right)
            return (left == right) is (sign == "=")
        case ast.Ordering(operator=sign, left=one, right=other):
            return _ORDERINGS[sign](_number(one, symbols, bindings), _number(other, symbols, bindings))
        case ast.Membership(operator=word, left=one, right=other):
            item, group = (other, one) if word == "has" else (one, other)
            sought, among = evaluate(item, symbols, bindings), _domain(group, symbols, bindings)
            _demand_same_type(node, sought, *among[:1])
            return (sought in among) is (word != "not in")
        case ast.Arithmetic(operator=sign, left=one, right=other):
            left_number, right_number = _number(one, symbols, bindings), _number(other, symbols, bindings)
            if right_number == 0 and sign in "/%":
                raise NotConstant(other, "dividing by 0 fails", "another number")
            return _ARITHMETIC[sign](left_number, right_number)
        case ast.Member(owner=owner, name=name):
            return _property(node, evaluate(owner, symbols, bindings), name.text, symbols)
    raise NotConstant(node, "this isn't known before a game")


def _named(node: SyntaxNode, name: str, symbols: SymbolTable, bindings: Mapping[str, Value]) -> Value:
    if name in bindings:
        return bindings[name]
    if (member := symbols.members.get(name)) is not None:
        return MemberValue(member[0].name, member[1])
    if (enum := symbols.enums.get(name)) is not None:
        return tuple(MemberValue(name, place) for place in range(len(enum.members)))
    raise NotConstant(node, f"`{name}` isn't known before a game")


def _property(node: SyntaxNode, owner: Value, name: str, symbols: SymbolTable) -> Value:
    """A property of a member, as the enum declares it."""
    if not isinstance(owner, MemberValue):
        raise NotConstant(node, f"nothing here has `{name}`", "a property of a member")
    enum = symbols.enums[owner.enum]
    if name not in enum.properties:
        expected = f"one of {', '.join(enum.properties)}" if enum.properties else "a member with properties"
        raise NotConstant(node, f"members of {enum.name} have no `{name}`", expected)
    value: Value = enum.values.get(name, {}).get(enum.members[owner.place])
    type_ = enum.properties[name]
    if value is None and not isinstance(type_, Optional):
        raise WithoutValue(node, f"`{enum.members[owner.place]}` has no `{name}`")
    if isinstance(type_, MemberOf) and isinstance(value, int):
        return MemberValue(type_.enum, value)
    return value


def _truth(node: ast.Expression, symbols: SymbolTable, bindings: Mapping[str, Value]) -> bool:
    value = evaluate(node, symbols, bindings)
    if not isinstance(value, bool):
        raise NotConstant(node, "a condition is `yes` or `no`")
    return value


def _number(node: ast.Expression, symbols: SymbolTable, bindings: Mapping[str, Value]) -> int:
    value = evaluate(node, symbols, bindings)
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotConstant(node, "this isn't a number", "a number")
    return value


def _demand_same_type(node: SyntaxNode, *values: Value) -> None:
    types = {value.enum if isinstance(value, MemberValue) else type(value) for value in values if value is not None}
    if len(types) > 1:
        raise NotConstant(node, "these are of different types", "values of the same type")


# Pieces by rule: `for: s in suit, r in rank` makes one row of pieces for each value of the binders.

_INSTEAD = ("columns", "rows")
_MOST_TRIED = 20_000
"""How many values the binders of a rule may go through: a game has at most 10,000 cards."""


def rows_by_rule(d: Declarator, rule: Scalar, batch: PieceList, kind: Kind) -> list[tuple[int, Mapping[str, Value]]]:
    """How many copies of each piece there are, and what is printed on it. Mistakes go to the report."""
    written = batch.node.entries if isinstance(batch.node, MappingNode) else {}
    for name in _INSTEAD:
        if name in written:
            message = f"`{name}` can't stand beside `for`"
            d.report.add(kinds.BAD_PIECE_RULE, message, written[name].key.span, related=[("it stands here", rule.span)])
            return []
    tree = parse_scalar(parse_bindings, rule, d.report)
    if tree is None or not _names_are_free(d, rule, tree.binders):
        return []
    copies = number(batch.count)
    rows: list[tuple[int, Mapping[str, Value]]] = []
    refused: set[str] = set()
    work = 1 + size(rule.text) // 20
    try:
        for tried, bound in enumerate(passing(tree.binders, d.symbols, {})):
            if tried == _MOST_TRIED:
                message, expected = "the rule goes through too many values", f"at most {_MOST_TRIED:,}"
                d.report.add(kinds.BAD_PIECE_RULE, message, rule.span, expected=expected)
                return []
            d.report.spend(KEYS, work, rule.span)
            if bound is not None:
                rows.append((1 if copies is None else copies, _printed(d, batch, kind, bound, refused)))
    except WithoutValue:
        return rows
    except NotConstant as problem:
        at = rule.span_of(problem.node.start, problem.node.end)
        d.report.add(kinds.BAD_PIECE_RULE, problem.message, at, expected=problem.expected)
    return rows


def _names_are_free(d: Declarator, rule: Scalar, binders: tuple[ast.Binder, ...]) -> bool:
    """Whether no name of a binder means something else in plain values, or stands twice."""
    seen: set[str] = set()
    for binder in binders:
        name = binder.name.text
        if name in seen or name in d.symbols.members or name in d.symbols.enums or name in ("none", "yes", "no"):
            message = f"`{name}` is the name of something else here already"
            at = rule.span_of(binder.name.start, binder.name.end)
            d.report.add(kinds.HIDES_NAME, message, at, expected="another name")
            return False
        seen.add(name)
    return True


def _printed(
    d: Declarator, batch: PieceList, kind: Kind, bound: Mapping[str, Value], refused: set[str]
) -> dict[str, Value]:
    """What `has` says where its names stand for the values of binders. `refused` are the attributes whose value was
    wrong already: one diagnostic is enough."""
    printed: dict[str, Value] = {}
    for name, item in batch.has:
        attribute = kind.attributes.get(name.text)
        if attribute is None or name.text in refused:
            continue
        value = _with_values(item, bound, d)
        try:
            printed[name.text] = plain_value(value, attribute.type, d.symbols)
        except BadValue:
            refused.add(name.text)
            constant(value, attribute.type, d.symbols, d.report, f"`{name.text}`")
    return printed


def _with_values(item: Node, bound: Mapping[str, Value], d: Declarator) -> Node:
    """A plain value as the author would write it for these values of the binders."""
    if isinstance(item, SequenceNode):
        return SequenceNode([_with_values(each, bound, d) for each in item.items], item.span, item.path)
    if isinstance(item, Scalar) and item.style == "plain" and item.text in bound:
        return _written(bound[item.text], item, d)
    return item


def _written(value: Value, at: Scalar, d: Declarator) -> Node:
    match value:
        case MemberValue(enum=enum, place=place):
            text = d.symbols.enums[enum].members[place]
        case tuple() | range():
            return SequenceNode([_written(each, at, d) for each in value], at.span, at.path)
        case None:
            text = "none"
        case bool():
            text = "yes" if value else "no"
        case int():
            text = str(value)
    return Scalar(text, at.span, at.path)


# The declarations: rows and rules to pieces.

COUNT = "count"
_MOST_COPIES = 1000


def declare_pieces(d: Declarator, batches: Named[PieceList]) -> None:
    """The pieces of the game, with what is printed on each."""
    for key, batch in batches:
        kind_name = d.look_up(batch.kind, d.symbols.kinds, "kind of card")
        if kind_name is None:
            continue
        kind = d.symbols.kinds[kind_name]
        rows: list[tuple[int, Mapping[str, Any], Span]] = []
        rule = batch.for_
        shared = {}
        for name, item in batch.has:
            if (attribute := kind.attributes.get(name.text)) is None:
                d.look_up(name, kind.attributes, f"attribute of {kind_name}")
            elif rule is None:
                shared[name.text] = constant(item, attribute.type, d.symbols, d.report, f"`{name.text}`")
        in_table, columns = batch.table is not None, batch.columns
        good = _columns_of_table(d, columns, kind) if in_table else [_column(d, c, kind) for c in columns]
        _leave_open(d, kind, batch, columns, good)
        for row in [] if _are_of_another_width(d, batch) else batch.rows:
            cells = items(row)
            if len(cells) != len(columns):
                d.report.add(
                    kinds.BAD_ROW,
                    f"this row has {len(cells)} values for {len(columns)} columns",
                    row.span,
                    expected=f"{len(columns)} values",
                    found=str(len(cells)),
                )
                continue
            printed, count = dict(shared), 1
            for column, is_valid, cell in zip(columns, good, cells, strict=True):
                if column.text == COUNT:
                    count = _copies(d, cell)
                elif is_valid:
                    printed[column.text] = _cell(d, column.text, cell, kind.attributes[column.text].type)
            rows.append((count, printed, row.span))
        if rule is not None:
            rows = [(count, printed, rule.span) for count, printed in rows_by_rule(d, rule, batch, kind)]
        elif not columns:
            copies = number(batch.count)
            rows.append((1 if copies is None else copies, shared, batch.node.span))
        home, exists_in = _where_they_exist(d, batch)
        pieces = d.symbols.pieces[key.text] = Pieces(
            key.text, key.span, kind_name, tuple(rows), word(batch.title), home, exists_in
        )
        d.store_code(pieces, batch.start)
        if rule is not None:
            d.symbols.piece_rules[pieces] = rule


def _are_of_another_width(d: Declarator, batch: PieceList) -> bool:
    """Report rows that all have the same number of values, but not that of the columns: one of these is missing, or
    there is one too many."""
    widths = {len(items(row)) for row in batch.rows}
    if len(batch.rows) < 2 or len(widths) > 1 or widths == {len(batch.columns)} or not batch.columns:
        return False
    d.report.add(
        kinds.BAD_ROW,
        f"all rows have {widths.pop()} values for {len(batch.columns)} columns",
        batch.columns[0].span,
        expected="a name for each column",
        found=", ".join(column.text for column in batch.columns),
    )
    return True


def _leave_open(
    d: Declarator, kind: Kind, batch: PieceList, columns: SequenceOf[Scalar], good: SequenceOf[bool]
) -> None:
    """Where it isn't known what is printed on cards, nobody complains that some member of an enum is never used."""
    if batch.table is None and not columns:
        return
    said = {column.text for column, is_valid in zip(columns, good, strict=True) if is_valid}
    said |= {name.text for name, _ in batch.has}
    is_open = any(len(items(row)) != len(columns) for row in batch.rows)
    for attribute in kind.attributes.values():
        type_ = bare(attribute.type)
        if attribute.printed and isinstance(type_, MemberOf) and (is_open or attribute.name not in said):
            d.report.leave_unread(d.symbols.enums[type_.enum].members)


def _where_they_exist(d: Declarator, batch: PieceList) -> tuple[str | None, SequenceOf[str]]:
    """The zone to which pieces go back, None for others and after a diagnostic; and the zones in which alone they are
    there."""
    names = [name for item in batch.exists_in if (name := d.look_up(item, d.symbols.zones, "zone")) is not None]
    if not names or batch.start is None:
        return None, names
    home = d.symbols.zones.get(batch.start.text)
    if home is None or home.per is not None:
        message = "what isn't there lies in one zone of the table"
        d.report.add(kinds.WRONG_VALUE, message, batch.start.span, expected="the name of a zone without `per`")
        return None, names
    if home.key in names:
        message, expected = f"what isn't there lies in `{home.key}`", "zones other than that in which they start"
        d.report.add(kinds.WRONG_VALUE, message, batch.exists_in[names.index(home.key)].span, expected=expected)
        return None, names
    return home.key, (*names, home.key)


def _column(d: Declarator, column: Scalar, kind: Kind) -> bool:
    return column.text == COUNT or d.look_up(column, kind.attributes, f"attribute of {kind.name}") is not None


def _columns_of_table(d: Declarator, columns: SequenceOf[Scalar], kind: Kind) -> list[bool]:
    """Which columns name something that pieces give; the others have had their diagnostic."""
    of_pieces = (a for a in kind.attributes.values() if a.printed or not (a.starts_text or a.lasts != "game"))
    names = [*(attribute.name for attribute in of_pieces), COUNT]
    seen: dict[str, Scalar] = {}
    good = []
    for column in columns:
        earlier = seen.setdefault(column.text, column)
        if not column.text:
            message = "a column has no name"
            d.report.add(kinds.BAD_PIECE_TABLE, message, column.span, expected=f"one of {', '.join(names)}")
        elif earlier is not column:
            message, related = f"the column `{column.text}` stands twice", [("it stands here first", earlier.span)]
            d.report.add(kinds.BAD_PIECE_TABLE, message, column.span, related=related)
        elif d.look_up(column, names, f"printed attribute of {kind.name}") is not None:
            good.append(True)
            continue
        good.append(False)
    return good


def _copies(d: Declarator, cell: Node) -> int:
    count = number(cell)
    if count is None or not 0 <= count <= _MOST_COPIES:
        meant = [text] if isinstance(cell, Scalar) and (text := number_meant(cell)) else []
        message = f"a count is a number from 0 to {_MOST_COPIES}"
        d.report.add(kinds.BAD_ROW, message, cell.span, found=found_shape(cell), suggestions=meant)
        return 0
    return count


def _cell(d: Declarator, column: str, cell: Node, type_: Type) -> Any:
    """The value of a cell. In a table the values of a set or a list stand with blanks between them."""
    if isinstance(cell, Scalar) and cell.span.file.endswith(TABLE_SUFFIX):
        if isinstance(type_, (SetOf, ListOf)):
            cell = SequenceNode([Scalar(text, cell.span) for text in cell.text.split()], cell.span)
        elif not cell.text and not isinstance(type_, Optional):
            message = f"the cell under `{column}` is empty"
            d.report.add(kinds.BAD_ROW, message, cell.span, expected=in_words(type_))
            return None
    return constant(cell, type_, d.symbols, d.report, f"`{column}`")


def _is_still_whole(d: Declarator, at: Span) -> bool:
    """Whether nothing is in the box but what was there for whoever counted it at a place: the game's author, or that of
    an expansion with those that it requires."""
    present = d.symbols.expansion_files
    counted = {present[at.file]} if at.file in present else set()
    while more := {name for each in counted for name in d.symbols.required.get(each, ())} - counted:
        counted |= more
    return set(present.values()) <= counted


def declare_totals(d: Declarator, totals: Named[TotalSection]) -> None:
    """The sums that pieces must add up to, but for those that expansions may have added to: each counts what was there
    when it was written."""
    for key, section in totals:
        expected = number(section.is_)
        if section.is_ is not None and expected is not None and _is_still_whole(d, section.is_.span):
            total = d.symbols.totals[key.text] = Total(key.text, section.is_.span, expected)
            d.store_code(total, section.count)

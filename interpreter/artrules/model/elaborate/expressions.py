"""Elaborates expressions: maps each form to the function that elaborates it. mypy proves that none is missing.

Here are literals and operators: arithmetic, comparisons, `and`, `or`, `not` and `if … else`. Names, calls and folds
have chapters of their own.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, assert_never

from artrules.model.elaborate import calls, folds, names
from artrules.model.elaborate import names as members
from artrules.model.elaborate import names as piles
from artrules.model.elaborate.elaborator import Elaborator, as_set
from artrules.model.elaborate.names import domain
from artrules.model.ir.nodes import Checked, Constant, Either, Expression, IsKind, Listing, Operation, Span_
from artrules.model.ir.operators import OPERATORS, NumberWithin, OperatorName, PartOfFirst
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    UNKNOWN,
    WIDE,
    Card,
    ListOf,
    Number,
    Optional,
    SetOf,
    Type,
    Unknown,
    Zone,
    alike,
    element,
    first_value,
    is_unknown,
    join,
    whole,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import Node, children, walk
from artrules.text.syntax.parse import MAX_DEPTH

# Elaborates arithmetic, ranges, and `+` and `-` of lists and sets.

ON_LISTS: dict[Literal["+", "-"], OperatorName] = {"+": "join", "-": "without"}
"""`+` and `-` → the IR's operator for operands that are lists or sets."""


def range_(elaborator: Elaborator, node: ast.Range) -> Expression:
    """`low .. high`."""
    low = elaborator.number(node.low, "a range's end")
    high = elaborator.number(node.high, "a range's end")
    least = low.type.low if isinstance(low.type, Number) else -WIDE
    most = high.type.high if isinstance(high.type, Number) else WIDE
    return Span_(elaborator.at(node), ListOf(Number(min(least, most), max(least, most))), low, high)


def arithmetic(elaborator: Elaborator, node: ast.Arithmetic, wanted: Type | None) -> Expression:
    """An operation on two numbers, or `+` or `-` of two lists or sets."""
    if node.operator not in ON_LISTS:
        left = elaborator.number(node.left, "a number here")
        right = elaborator.number(node.right, "a number here")
        return combined(elaborator, elaborator.at(node), node.operator, left, right)
    if _is_empty_list(node.left) and wanted is None:
        left, right = _operands(elaborator, node.left, node.right)
    else:
        left = elaborator.expression(node.left, wanted)
        if element(left.type) is None:
            right = elaborator.number(node.right, "what is added")
            return combined(elaborator, elaborator.at(node), node.operator, left, right)
        right = elaborator.expression(node.right, left.type)
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return elaborator.unknown(node)
    return together(elaborator, elaborator.at(node), node.operator, left, right)


def _operands(
    elaborator: Elaborator, left_node: ast.Expression, right_node: ast.Expression
) -> tuple[Expression, Expression]:
    """Two operands, of which one may tell the type that the other wants: that of an empty list."""
    if _is_empty_list(left_node):
        right = elaborator.expression(right_node)
        return elaborator.expression(left_node, right.type), right
    left = elaborator.expression(left_node)
    return left, elaborator.expression(right_node, left.type)


def _is_empty_list(node: ast.Expression) -> bool:
    """Whether a list doesn't tell its own type: `[]`, and lists of nothing else, such as `[[]]`."""
    return isinstance(node, ast.ListLiteral) and all(_is_empty_list(item) for item in node.items)


def together(
    elaborator: Elaborator, at: Span, sign: Literal["+", "-"], left: Expression, right: Expression
) -> Expression:
    """Two lists or sets joined (`+`), or the first without the items of the second (`-`)."""
    operator = ON_LISTS[sign]
    left, right = as_set(left, right.type), as_set(right, left.type)
    type_ = join(left.type, right.type)
    if isinstance(type_, Zone) or type_ is None:
        a, b = element(left.type), element(right.type)
        inner = join(a, b) if a is not None and b is not None else None
        type_ = ListOf(inner) if inner is not None else None
    if isinstance(OPERATORS[operator].result, PartOfFirst) and type_ is not None:
        type_ = left.type if isinstance(left.type, SetOf) else ListOf(element(left.type) or UNKNOWN)
    if type_ is None:
        elaborator.complain(
            kinds.WRONG_TYPE, "these can't be put together", left.at, expected=left.type, found=right.type
        )
        return Constant(left.at, UNKNOWN, None)
    return Operation(at, type_, operator, (left, right))


def combined(
    elaborator: Elaborator, at: Span, operator: OperatorName, left: Expression, right: Expression
) -> Expression:
    """An operation on two numbers. Its type is the range of the possible results."""
    left = elaborator.convert(left, ANY_NUMBER, "a number here", left.at)
    low, high = bounds(operator, left.type, right.type)
    type_ = Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Operation(at, UNKNOWN, operator, (left, right))
    result = Operation(at, type_, operator, (left, right))
    if low >= -WIDE and high <= WIDE:
        return result
    # Without the check, a loop could multiply a number until it fills the memory.
    return Checked(at, type_, result, -WIDE, WIDE, "this number")


def negative(elaborator: Elaborator, node: ast.Negative) -> Expression:
    """`-n`. The negative of a literal is a literal."""
    value = elaborator.number(node.operand, "a number here")
    if isinstance(value, Constant) and isinstance(value.value, int):
        return Constant(elaborator.at(node), Number(-value.value, -value.value), -value.value)
    type_ = Number(-value.type.high, -value.type.low) if isinstance(value.type, Number) else value.type
    return Operation(elaborator.at(node), type_, "negative", (value,))


def bounds(operator: OperatorName, left: Type, right: Type) -> tuple[int, int]:
    """The least and the greatest possible result, given the types of both operands."""
    result = OPERATORS[operator].result
    if isinstance(result, NumberWithin) and isinstance(left, Number) and isinstance(right, Number):
        return result.bounds(left, right)
    return -WIDE, WIDE


# Elaborates `and`, `or`, `not` and `if … else`. Their conditions narrow types.


def logic(elaborator: Elaborator, node: ast.Logic) -> Expression:
    """`and` and `or`. The right side only runs if the left side is true (`and`) or false (`or`), which narrows types
    in it."""
    left = elaborator.condition(node.left)
    with elaborator.scope.suite(elaborator.where(left, node.operator == "and")):
        right = elaborator.condition(node.right)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def negation(elaborator: Elaborator, node: ast.Not) -> Expression:
    """`not`."""
    return Operation(elaborator.at(node), BOOL, "not", (elaborator.condition(node.operand),))


def conditional(elaborator: Elaborator, node: ast.Conditional, wanted: Type | None) -> Expression:
    """`a if condition else b`. The condition is elaborated first, and narrows types in both values."""
    condition = elaborator.condition(node.condition)

    def value(value_node: ast.Expression, holds: bool, type_: Type | None) -> Expression:
        with elaborator.scope.suite(elaborator.where(condition, holds)):
            return elaborator.expression(value_node, type_)

    if _is_empty_list(node.then) and wanted is None:
        otherwise = value(node.otherwise, False, None)
        then = value(node.then, True, otherwise.type)
    else:
        then = value(node.then, True, wanted)
        otherwise = value(node.otherwise, False, then.type if _is_empty_list(node.otherwise) else wanted)
    if isinstance(then.type, SetOf) != isinstance(otherwise.type, SetOf):
        then, otherwise = as_set(then, otherwise.type), as_set(otherwise, then.type)
    type_ = join(then.type, otherwise.type)
    if type_ is None:
        elaborator.complain(
            kinds.WRONG_TYPE,
            "both values must be of one type",
            node,
            expected=then.type,
            found=otherwise.type,
        )
        type_ = UNKNOWN
    return Either(elaborator.at(node), type_, condition, then, otherwise)


# Elaborates names for values: each name stands for its expression wherever it is written.


def with_names(elaborator: Elaborator, node: ast.WithNames, wanted: Type | None) -> Expression:
    """An expression below its names. Each is looked at where it gets its value, and again wherever it stands, as what
    is known there may tell more of it."""
    scope, depths = elaborator.scope, dict[str, int]()
    with scope.suite():
        for place, named in enumerate(node.names):
            _name_value(elaborator, named, [each.name.text for each in node.names[place:]])
            depths[named.name.text] = _depth(named.value, depths)
        if max(*depths.values(), _depth(node.value, depths)) > MAX_DEPTH:
            message = f"with what its names stand for, this is nested more than {MAX_DEPTH} deep"
            elaborator.complain(kinds.CODE_TOO_DEEP, message, node)
            return elaborator.unknown(node)
        result = elaborator.expression(node.value, wanted)
        for named in node.names:
            if not scope.suites[-1][named.name.text].is_read:
                message = f"`{named.name.text}` gets a value here, and nothing reads it"
                elaborator.complain(kinds.UNREAD_NAME, message, named.name)
    return result


def _name_value(elaborator: Elaborator, named: ast.NamedValue, later: Sequence[str]) -> None:
    """Bind a name to the expression that it stands for. `later` are this name and those after it, which the expression
    can't mean."""
    scope, name = elaborator.scope, named.name.text
    value = elaborator.expression(named.value)
    is_mixed_up = any(isinstance(each, ast.Name) and each.text in later for each in walk(named.value))
    if scope.hides(name) or (is_mixed_up and not isinstance(value.type, Unknown)):
        message = f"`{name}` is the name of something else here already"
        elaborator.complain(kinds.HIDES_NAME, message, named.name, expected="another name")
    scope.bind(name, value.type, elaborator.at(named.name))
    if not is_mixed_up:
        scope.suites[-1][name].value = named.value


def _depth(node: Node, depths: Mapping[str, int]) -> int:
    """How deep code is nested where names are as deep as what they stand for."""
    if isinstance(node, ast.Name):
        return depths.get(node.text, 1)
    return 1 + max((_depth(child, depths) for child in children(node)), default=0)


# Elaborates comparisons: equality, order, membership, `shares`.


def equality(elaborator: Elaborator, node: ast.Equality) -> Expression:
    """`=` and `!=`, and the test of a card's kind, which has the same syntax."""
    if isinstance(node.left, ast.Member) and node.left.name.text == "kind":
        return _kind_test(elaborator, node, node.left)
    left, right = _operands(elaborator, node.left, node.right)
    left, right = as_set(left, right.type), as_set(right, left.type)
    if not alike(left.type, right.type):
        elaborator.complain(kinds.WRONG_TYPE, "these can never be the same", node, expected=left.type, found=right.type)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def _kind_test(elaborator: Elaborator, node: ast.Equality, member: ast.Member) -> Expression:
    """`card.kind is name`: `name` is a kind of card here, not a value."""
    card = elaborator.expression(member.owner)
    kind = node.right.text if isinstance(node.right, ast.Name) else ""
    if isinstance(card.type, Unknown):
        return elaborator.unknown(node)
    if not isinstance(card.type, Card):
        message = "only cards have a kind"
        elaborator.complain(kinds.WRONG_TYPE, message, member, expected="a card", found=card.type)
        return elaborator.unknown(node)
    kind_names = elaborator.symbols.kinds
    if kind not in kind_names:
        message = "this is no kind of card"
        elaborator.complain(kinds.WRONG_TYPE, message, node.right, expected=", ".join(sorted(kind_names)))
        return elaborator.unknown(node)
    if kind not in card.type.kinds:
        message = f"this can never be a {kind}"
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected=card.type, found=kind)
    test = IsKind(elaborator.at(node), BOOL, card, kind)
    return test if node.operator == "=" else Operation(elaborator.at(node), BOOL, "not", (test,))


def ordering(elaborator: Elaborator, node: ast.Ordering) -> Expression:
    """`<`, `<=`, `>`, `>=` between numbers."""
    left = elaborator.number(node.left, "what is compared")
    right = elaborator.number(node.right, "what is compared")
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def membership(elaborator: Elaborator, node: ast.Membership) -> Expression:
    """`item in group`, `item not in group`, `group has item`. The group is elaborated first, for the item's type."""
    item_node, group_node = (node.right, node.left) if node.operator == "has" else (node.left, node.right)
    group = domain(elaborator, group_node)
    inner = element(group.type)
    if inner is None:
        message = "this holds nothing"
        expected = "a list, set or zone"
        elaborator.complain(kinds.WRONG_TYPE, message, group_node, expected=expected, found=group.type)
        return elaborator.unknown(node)
    item = elaborator.expression(item_node, inner)
    if not alike(item.type, inner):
        message = "this can never be in there"
        elaborator.complain(kinds.WRONG_TYPE, message, item_node, expected=inner, found=item.type)
    operator: OperatorName = "not in" if node.operator == "not in" else "in"
    return Operation(elaborator.at(node), BOOL, operator, (item, group))


def groups(elaborator: Elaborator, node: ast.GroupComparison) -> Expression:
    """Two lists, sets or zones compared by what is in them. Their things must be of types that share values."""
    left, right = _operands(elaborator, node.left, node.right)
    left, right = as_set(left, right.type), as_set(right, left.type)
    a, b = element(left.type), element(right.type)
    if a is None or b is None or not alike(a, b):
        elaborator.complain(kinds.WRONG_TYPE, "these can share nothing", node, expected=left.type, found=right.type)
        return elaborator.unknown(node)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


# Elaborates literals: numbers, `yes`, `no`, `none`, lists; and the first values of types.


def number(elaborator: Elaborator, node: ast.Number) -> Expression:
    """A number. Its type is the range with only this number."""
    value = whole(node.digits)
    if value is None:
        message, actual = "this number is too large", f"`{node.digits}`"
        elaborator.complain(kinds.WRONG_VALUE, message, node, expected="at most a billion", found=actual)
        return elaborator.unknown(node)
    return Constant(elaborator.at(node), Number(value, value), value)


def truth(elaborator: Elaborator, node: ast.Truth) -> Expression:
    """`yes` or `no`."""
    return Constant(elaborator.at(node), BOOL, node.value)


def none(elaborator: Elaborator, node: ast.NoneLiteral) -> Expression:
    """`none`."""
    return Constant(elaborator.at(node), NOTHING, None)


def first_of(at: Span, type_: Type) -> Expression:
    """The first value of a type that has one."""
    match type_:
        case ListOf() | SetOf():
            return Listing(at, type_, ())
        case Optional():
            return Constant(at, NOTHING, None)
    return Constant(at, type_, first_value(type_))


def listing(elaborator: Elaborator, node: ast.ListLiteral, wanted: Type | None) -> Expression:
    """A list, whose items must have a common type. If a set is wanted, conversion turns the list into one. An empty
    list is of the type that is wanted."""
    if isinstance(wanted, Optional):
        wanted = wanted.of
    inner = element(wanted) if wanted is not None else None
    if not node.items:
        if inner is None:
            message = "nothing says of what this is an empty list"
            expected = "a place that has a type, such as a variable or a parameter, or a list of that type beside it"
            elaborator.complain(kinds.WRONG_TYPE, message, node, expected=expected)
        if inner is None or is_unknown(inner):
            return elaborator.unknown(node)
        return Listing(elaborator.at(node), wanted if isinstance(wanted, SetOf) else ListOf(inner), ())
    items = tuple(elaborator.expression(item, inner) for item in node.items)
    type_: Type | None = items[0].type
    for item in items[1:]:
        type_ = join(type_, item.type) if type_ is not None else None
    if type_ is None:
        message = "the things in a list are of one type"
        type_names = ", ".join(dict.fromkeys(in_words(item.type) for item in items))
        elaborator.complain(kinds.WRONG_TYPE, message, node, found=type_names)
        type_ = UNKNOWN
    return Listing(elaborator.at(node), ListOf(type_), items)


# Maps each form of expression to the function that elaborates it.


def elaborate_expression(elaborator: Elaborator, node: ast.Expression, wanted: Type | None) -> Expression:
    """The ir of an expression. `wanted` is as in `Elaborator.expression`."""
    match node:
        case ast.Name():
            return names.name(elaborator, node)
        case ast.Member():
            return members.member(elaborator, node)
        case ast.Mine():
            return members.mine(elaborator, node)
        case ast.Index():
            return members.index(elaborator, node)
        case ast.Number():
            return number(elaborator, node)
        case ast.Truth():
            return truth(elaborator, node)
        case ast.NoneLiteral():
            return none(elaborator, node)
        case ast.ListLiteral():
            return listing(elaborator, node, wanted)
        case ast.Call():
            return calls.call(elaborator, node)
        case ast.Equality():
            return equality(elaborator, node)
        case ast.Ordering():
            return ordering(elaborator, node)
        case ast.Membership():
            return membership(elaborator, node)
        case ast.GroupComparison():
            return groups(elaborator, node)
        case ast.Logic():
            return logic(elaborator, node)
        case ast.Not():
            return negation(elaborator, node)
        case ast.Conditional():
            return conditional(elaborator, node, wanted)
        case ast.Arithmetic():
            return arithmetic(elaborator, node, wanted)
        case ast.Negative():
            return negative(elaborator, node)
        case ast.Range():
            return range_(elaborator, node)
        case ast.PileEnd():
            return piles.pile_end(elaborator, node)
        case ast.Quantified():
            return folds.quantified(elaborator, node)
        case ast.Folded():
            return folds.folded(elaborator, node)
        case ast.Largest():
            return folds.largest(elaborator, node)
        case ast.Best():
            return folds.best(elaborator, node)
        case ast.TheBest():
            return folds.the_best(elaborator, node)
        case ast.Holds():
            return folds.holds(elaborator, node)
        case ast.WithNames():
            return with_names(elaborator, node, wanted)
    assert_never(node)

"""Expressions: what has a value. `Expression` is the closed union of them."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from artrules.text.record import dataclass
from artrules.text.syntax.ast.node import Identifier, Node, Rules, Text


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name that stands for a value."""

    text: str


@dataclass(frozen=True, slots=True)
class Mine(Node):
    """`my coins`: what belongs to the player who acts."""

    name: Identifier


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as written: it may be too large to be used."""

    digits: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`yes` or `no`."""

    RULES: ClassVar[Rules] = {"yes": True, "no": False}

    value: bool


@dataclass(frozen=True, slots=True)
class NoneLiteral(Node):
    """`none`."""

    RULES: ClassVar[Rules] = {"none": None}


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """`[1, 2, 3]`; `[]` is a list or set of whatever its place wants."""

    RULES: ClassVar[Rules] = {"list_of": None}

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`then if condition else otherwise`."""

    RULES: ClassVar[Rules] = {"either": None}

    then: Expression
    condition: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`left and right`, `left or right`."""

    RULES: ClassVar[Rules] = {"and_": "and", "or_": "or"}

    operator: Literal["and", "or"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not operand`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Equality(Node):
    """`left = right` (also written `is`), `left != right` (also written `is not`)."""

    RULES: ClassVar[Rules] = {"equal": "=", "unequal": "!="}

    operator: Literal["=", "!="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Ordering(Node):
    """A comparison of two numbers."""

    RULES: ClassVar[Rules] = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">="}

    operator: Literal["<", "<=", ">", ">="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Membership(Node):
    """`item in group`, `item not in group`, `group has item`."""

    RULES: ClassVar[Rules] = {"within": "in", "not_within": "not in", "has": "has"}

    operator: Literal["in", "not in", "has"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class GroupComparison(Node):
    """Two lists, sets or zones compared by what is in them: `left shares right`."""

    RULES: ClassVar[Rules] = {"shares": "shares"}

    operator: Literal["shares"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low .. high`: all numbers from low to high."""

    RULES: ClassVar[Rules] = {"span": None}

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """Two numbers combined; `+` and `-` also combine lists and sets."""

    RULES: ClassVar[Rules] = {
        "plus": "+",
        "minus": "-",
        "times_": "*",
        "over": "/",
        "modulo": "%",
    }

    operator: Literal["+", "-", "*", "/", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-operand`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class PileEnd(Node):
    """`top of zone` is a card, `top count of zone` a list of cards; the same for `bottom`."""

    RULES: ClassVar[Rules] = {"top": "top", "bottom": "bottom"}

    which: Literal["top", "bottom"]
    count: Expression | None
    zone: Expression


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`owner.name`. The name's place includes the dot."""

    owner: Expression
    name: Identifier


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[index]`."""

    base: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(arguments)`: a function, table or builtin; in the statement `Perform` a procedure."""

    name: Identifier
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in domain where condition`."""

    name: Identifier
    domain: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Bindings(Node):
    """Binders alone: a code string of its own, such as `for:` of a menu's entry."""

    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`count(binders)`, `any(binders)`, `first(binders)` and so on: what binders let through."""

    quantifier: Literal["count", "those", "first", "last", "any", "no"]
    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class Folded(Node):
    """`sum(value for binders else otherwise)`: a value for all that binders let through, combined."""

    fold: Literal["sum", "max", "min", "list", "sorted"]
    value: Expression
    binders: tuple[Binder, ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class Largest(Node):
    """`max(a, b)`, `min(a, b, c)`. The grammar allows the other folds here too; elaboration refuses them."""

    fold: Literal["sum", "max", "min", "list", "sorted"]
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Key(Node):
    """One criterion of `best`."""

    way: Literal["most", "least"]
    value: Expression


@dataclass(frozen=True, slots=True)
class Best(Node):
    """`best(binder, most value, least value)`: what is best by the first key, among equals by the next."""

    binder: Binder
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class TheBest(Node):
    """`the best binder, most value, least value else otherwise`: the first of what is best."""

    binder: Binder
    keys: tuple[Key, ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class Holds(Node):
    """`group holds name where condition`: whether something in the group meets the condition."""

    group: Expression
    name: Identifier
    condition: Expression


@dataclass(frozen=True, slots=True)
class Words(Node):
    """`'words'` in the braces of a label."""

    text: Text


@dataclass(frozen=True, slots=True)
class Worded(Node):
    """`'words' if condition else 'other words'` in the braces of a label: what it says depends on a condition."""

    then: Words
    condition: Expression
    otherwise: Words | Worded | None


@dataclass(frozen=True, slots=True)
class NamedValue(Node):
    """`let name = value` before an expression."""

    name: Identifier
    value: Expression


@dataclass(frozen=True, slots=True)
class WithNames(Node):
    """An expression below names for some values, a line for each: a code string of its own."""

    names: tuple[NamedValue, ...]
    value: Expression


Expression: TypeAlias = (
    Name
    | Mine
    | Number
    | Truth
    | NoneLiteral
    | ListLiteral
    | Conditional
    | Logic
    | Not
    | Equality
    | Ordering
    | Membership
    | GroupComparison
    | Range
    | Arithmetic
    | Negative
    | PileEnd
    | Member
    | Index
    | Call
    | Quantified
    | Folded
    | Largest
    | Best
    | TheBest
    | Holds
    | WithNames
)

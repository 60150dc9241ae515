"""What everything in the IR shares: its base, the types of its fields, the nodes below it, and traits.

Traits say what an operation does apart from its result. Most analyses are derived from them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass

# The common base of everything in the IR.


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of the IR. It never changes; two nodes are equal only if they are the same object.

    `at` is the place in the author's file that the node was made from.
    """

    at: Span


# The annotated types of the fields of IR classes, from which printing, verifying and JSON are derived.


def field_types(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass in order, each with its annotated type, in which names are resolved."""
    return _field_types(cast(Hashable, kind))


@cache
def _field_types(kind: Hashable) -> tuple[tuple[str, Any], ...]:
    assert isinstance(kind, type) and is_dataclass(kind)
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in fields(kind))


# Visits trees of IR nodes: the children of a node, and all nodes below it.
#
# Both are derived from the fields of the node classes, so that a new class needs no code here.


def children(node: Node) -> list[Node]:
    """The nodes directly below a node, in the order of its fields. Declarations are not followed."""
    node_fields = _KNOWN.get(type(node))
    if node_fields is None:
        node_fields = _fields_with_nodes(type(node))
    nodes: list[Node] = []
    for name, holds in node_fields:
        value = getattr(node, name)
        if value is None:
            continue
        if holds is _ONE:
            nodes.append(value)
        elif holds is _MANY:
            nodes += value
        else:
            for item in value:
                if isinstance(item, Node):
                    nodes.append(item)
                elif isinstance(item, tuple):
                    nodes += [part for part in item if isinstance(part, Node)]
    return nodes


def walk(root: Node | Iterable[Node]) -> Iterator[Node]:
    """All nodes of a tree, or of several such as a body: each node before those below it, in source order."""
    waiting = [root] if isinstance(root, Node) else [*root][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if below := children(node):
            waiting += reversed(below)


_ONE, _MANY, _SOME = "a node, or none", "nodes alone", "nodes, and perhaps other things or tuples of nodes"
_KNOWN: dict[type[Node], tuple[tuple[str, str], ...]] = {}
"""What `_fields_with_nodes` found for each class. Not `functools.cache`: it is asked for every node."""


def _fields_with_nodes(kind: type[Node]) -> tuple[tuple[str, str], ...]:
    """The fields of a node class that hold nodes: the name of each, and what it holds."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if _holds_nodes(hints[field.name])]
    node_fields = tuple((name, _what_it_holds(hints[name])) for name in names)
    _KNOWN[kind] = node_fields
    return node_fields


def _what_it_holds(hint: Any) -> str:
    if get_origin(hint) is not tuple:
        return _ONE
    items = [item for item in get_args(hint) if item is not ...]
    return _MANY if all(map(_is_node, items)) else _SOME


def _is_node(hint: Any) -> bool:
    """Whether all values of an annotated type are nodes."""
    arguments = get_args(hint)
    if arguments:
        return get_origin(hint) in (Union, UnionType) and all(map(_is_node, arguments))
    return isinstance(hint, type) and issubclass(hint, Node)


def _holds_nodes(hint: Any) -> bool:
    """Whether values of an annotated type are nodes, or have nodes in them."""
    return any(map(_holds_nodes, get_args(hint))) or (isinstance(hint, type) and issubclass(hint, Node))


# Traits: what an operation does, apart from its result.
#
# Each node class in `expressions.py` and `statements.py`, and each builtin in `builtins.py`, states its traits once,
# beside its definition. The analyses (`artrules/model/analyses/`) are derived from them, so that a new operation needs
# no line there.


class StatePart(StrEnum):
    """A kind of state: what an operation may read or write."""

    VARIABLES = "variables"
    ATTRIBUTES = "attributes"
    FACES = "faces"
    ZONES = "zones"
    """Which cards lie where, and in which order."""
    POWERS = "powers"
    """The powers that cards have, those that they gained included."""
    LIMITS = "limits"
    """How often each power or option has been used."""
    RECORDS = "records"
    """The happenings of kept events."""
    WATCHES = "watches"
    CHANCE = "chance"
    """The counters of random streams."""
    FLOW = "flow"
    """The round, the phase, and what is under way."""
    LOG = "log"
    """What players are told. No rule reads it."""


class Runs(StrEnum):
    """Code elsewhere that an operation runs."""

    FUNCTION = "a function"
    PROCEDURE = "a procedure"
    POWER = "a power"
    WATCHES = "the watches of an event"
    SCORE = "the parts of the score"
    POWER_CONDITIONS = "the limits and conditions of powers"


NOTHING: frozenset[StatePart] = frozenset()


def state(*parts: StatePart) -> frozenset[StatePart]:
    """A set of kinds of state."""
    return frozenset(parts)


@dataclass(frozen=True, slots=True)
class Traits:
    """What one operation may do at most, without its operands and suites and without the code that it `runs`."""

    reads: frozenset[StatePart] = NOTHING
    writes: frozenset[StatePart] = NOTHING
    runs: Runs | None = None
    fails: str | None = None
    """Why it may fail, as a sentence for the author; None if it never fails."""
    faults: bool = False
    """It may stop the game as a mistake of the content: a value out of bounds, a record that is gone."""
    commits: bool = False
    """It ends looking ahead: what it brings about can't be taken back."""
    reveals: bool = False
    """It commits where it shows cards that nobody could see."""
    asks: bool = False
    """It waits for a player."""
    binds: str = ""
    """The field with the local that begins here, or with its binder; empty where none does."""
    changes: tuple[tuple[str, str], ...] = ()
    """The operands whose things it changes, by the names of their fields, each with the words for them in a message
    that goes on with whose they are."""
    moves: tuple[tuple[str, str], ...] = ()
    """The operands whose cards it moves, each with the one that says where to: a zone, or a card whose place they
    take."""
    units: int = 1
    """Work in units: about the number of nodes that take as long; of what moves cards, for each of these."""
    per_card: tuple[str, int] | None = None
    """An operand and the units that each card adds where that is a list or a zone."""
    scans_cards: bool = False
    """It also looks through the cards of a zone, one after another."""
    needs_player: bool = False
    """What comes of it depends on the player in whose name it is asked or done: `me` isn't only who sees it."""
    reads_order: bool = False
    """It depends on the order in which cards lie in their zone."""
    reads_only_place: bool = False
    """Of a card it tells where and how it lies, and to whom it shows, not which card it is."""
    tells_sight: bool = False
    """Where it holds, a player (the first operand) sees which card another operand is."""
    tells_place: bool = False
    """It tells whose zone its operand lies in, a card."""
    reads_only_size: bool = False
    """Of its operand it tells how many things there are, not which."""
    tests_usability: bool = False
    """It tells whether its operand, a power, can be used now."""


Kind = TypeVar("Kind", bound=type[Node])
_declared: dict[type[Node], Traits | Callable[[Any], Traits]] = {}
_forms: dict[type[Node], str] = {}


def operation(traits: Traits | Callable[[Any], Traits], form: str = "") -> Callable[[Kind], Kind]:
    """Class decorator: states the traits of a node class, or a function that finds them for one of its nodes; and the
    form in which a node is printed (`print_code.py`), unless it has a function of its own there."""

    def declare(kind: Kind) -> Kind:
        _declared[kind] = traits
        _forms[kind] = form
        return kind

    return declare


def form_of(kind: type[Node]) -> str:
    """The form in which nodes of a class are printed; empty where the class states none."""
    return _forms[kind]


def traits_of(node: Node) -> Traits:
    """The traits of one node.

    Raises:
        KeyError: the node's class doesn't state any.
    """
    declared = _declared[type(node)]
    return declared if isinstance(declared, Traits) else declared(node)


def table_of_nodes(kinds: Iterable[type[Node]]) -> str:
    """Classes of nodes as a table in Markdown: the name of each, and what its docstring says first."""
    rows = ["| node | meaning |", "|---|---|"]
    for kind in kinds:
        rows.append(f"| `{kind.__name__}` | {summary(kind)} |")
    return "\n".join(rows) + "\n"


def summary(kind: type) -> str:
    """What the docstring of a class says first, on one line."""
    return " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())


def has_traits(kind: type[Node]) -> bool:
    """Whether a node class states its traits."""
    return kind in _declared

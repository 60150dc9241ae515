"""What the names and values in a scenario stand for in its game: zones, variables, cards, attributes and constants."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from artrules.model.declare.constants import constant
from artrules.model.ir.declarations import Attribute, Kind, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.references import refer
from artrules.model.ir.types import ListOf, Member, Number, Player, SetOf, Type, bare
from artrules.text.content.scenarios import Card
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Mapping, Node, Scalar

# Resolves the names of zones and variables in a scenario: `box`, `stall[2]`, `hand` of player 1.

Section = Literal["zones", "variables", "players"]
_NAME = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<key>[^\[\]]*)\])?(?:\[(?P<second>[^\[\]]*)\])?")


class Table(Protocol):
    """What places are found on: a position of a game, or only the way in which it is set up."""

    @property
    def model(self) -> Model: ...

    @property
    def players(self) -> int: ...

    @property
    def zone_declarations(self) -> Sequence[ZoneDeclaration]: ...

    @property
    def variables(self) -> Sequence[Variable]: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a variable of one owner, or a zone of two."""

    declaration: ZoneDeclaration | Variable
    owner: int
    """The index of the owner; 0 without owners."""
    second: int
    """The index of the second owner; 0 without one."""
    player: int | None
    """The player under whom a view shows it, counted from 1; None when it belongs to the table."""
    shown: str
    """Its key in a view."""

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"`{self.shown}`" if self.player is None else f"`{self.shown}` of player {self.player}"


class Places:
    """All zones and variables of a game, by name."""

    def __init__(self, table: Table) -> None:
        self._model = table.model
        self._players = table.players
        self._zones = table.zone_declarations
        self._variables = table.variables
        self._known: dict[Section, list[ZoneDeclaration | Variable]] = {}

    def player(self, key: Scalar, report: Report) -> int | None:
        """The player whom a scenario names, counted from 1; None after a diagnostic."""
        players = self._players
        if key.text.isdigit() and 1 <= int(key.text) <= players:
            return int(key.text)
        report.add(
            kinds.BAD_POSITION,
            f"there is no player `{key.text}`",
            key.span,
            expected=f"a number from 1 to {players}",
            found=f"`{key.text}`",
        )
        return None

    def find(self, key: Scalar, section: Section, player: int | None, report: Report) -> Place | None:
        """The place with a name in a section of a position; under `players`, that of a player (counted from 1). None
        after a diagnostic."""
        match = _NAME.fullmatch(key.text)
        name, *keys = match.groups() if match else (key.text, None, None)
        here = self._declared(section)
        declaration = next((d for d in here if name in (d.name, d.key)), None)
        if declaration is None:
            self._unknown(key, name, section, here, report)
            return None
        if report.references is not None:
            refer(report, key.span_of(0, len(name)), declaration)
        of = [owner for owner in _owners(declaration) if owner is not None]
        indices: list[int] = []
        if section == "players" and player is not None:
            of, indices = of[1:], [player - 1]
        written_keys = [each for each in keys if each is not None]
        named = [self._index(owner, each) for owner, each in zip(of, written_keys, strict=False)]
        if len(written_keys) != len(of) or None in named:
            self._wrong_keys(key, name, of, report)
            return None
        first, second = (*indices, *(index for index in named if index is not None), 0, 0)[:2]
        return Place(
            declaration, first, second, player, declaration.key + "".join(f"[{each}]" for each in written_keys)
        )

    def _declared(self, section: Section) -> list[ZoneDeclaration | Variable]:
        """What stands in a section of a position, found once."""
        if section not in self._known:
            self._known[section] = self._declared_in(section)
        return self._known[section]

    def _declared_in(self, section: Section) -> list[ZoneDeclaration | Variable]:
        everything: list[ZoneDeclaration | Variable] = [*self._zones, *self._variables]
        if section == "players":
            return [d for d in everything if isinstance(_owners(d)[0], Player)]
        wanted = ZoneDeclaration if section == "zones" else Variable
        return [d for d in everything if isinstance(d, wanted) and not isinstance(_owners(d)[0], Player)]

    def _index(self, of: Type, key: str) -> int | None:
        """The index of the owner that is called so; None if there is none."""
        keys = self._keys(of)
        return keys.index(key) if key in keys else None

    def _keys(self, of: Type) -> Sequence[str]:
        """What the owners of a type are called in brackets."""
        match of:
            case Number(low, high):
                return [str(n) for n in range(low, high + 1)]
            case Member(enum):
                return self._model.enums[enum].members
            case Player():
                return [str(n) for n in range(1, self._players + 1)]
        return ()

    def _wrong_keys(self, key: Scalar, name: str, of: Sequence[Type], report: Report) -> None:
        """A diagnostic for a name with too many keys, too few, or wrong ones."""
        keys = [owner_keys for owner in of if (owner_keys := self._keys(owner))]
        message = f"there is one `{name}` only"
        if keys:
            message = f"there is one `{name}` for each of {', and each of '.join(map(', '.join, keys))}"
        written = "".join(f"[{each[0]}]" for each in keys)
        written_keys = key.text.removeprefix(name)[1:-1].split("][")
        like = closest(written_keys[0], keys[0]) if len(keys) == len(written_keys) == 1 else ()
        report.add(
            kinds.UNKNOWN_PLACE,
            message,
            key.span,
            expected=f"`{name}{written}`" + (" or the like" if keys else ""),
            found=f"`{key.text}`",
            suggestions=[f"{name}[{k}]" for k in like],
        )

    def _unknown(
        self, key: Scalar, name: str, section: Section, here: list[ZoneDeclaration | Variable], report: Report
    ) -> None:
        what = {"zones": "zone of the table", "variables": "variable of the table"}.get(section, "zone or variable")
        whose = " of a player" if section == "players" else ""
        elsewhere = [s for s in ("zones", "variables", "players") if any(name == d.name for d in self._declared(s))]
        report.add(
            kinds.UNKNOWN_PLACE,
            f"there is no {what}{whose} called `{name}`",
            key.span,
            expected=f"`{name}` under `{elsewhere[0]}`" if elsewhere else None,
            found=f"`{name}`",
            suggestions=closest(name, [d.name for d in here]),
        )


def _owners(declaration: ZoneDeclaration | Variable) -> tuple[Type | None, Type | None]:
    return (declaration.per, declaration.second) if isinstance(declaration, ZoneDeclaration) else (declaration.of, None)


# What a scenario says of the cards of a zone and of their attributes, and what can't be said.

_OTHERS = re.compile(r"(?P<count>all|[1-9][0-9]{0,3}) other cards?")
MORE: Final = "..."
"""In a list of cards: the zone holds others beneath or besides."""
HIDDEN: Final = "hidden"
"""In what a seat sees: a value or a card that it can't see."""


def label_of(item: Node) -> Scalar | None:
    """The label of a card in a list: the item itself, or what stands under its `card`."""
    if isinstance(item, Mapping):
        return read(Card, item).card
    return item if isinstance(item, Scalar) else None


@dataclass(frozen=True, slots=True)
class Others:
    """Cards in a list that the position names nowhere: `all other cards`, or so many of them, such as
    `2 other cards`."""

    count: int | None
    """None for all."""


def other_cards(item: Node) -> Others | None:
    """The cards for which an item of a list stands without a name; None if it names a card."""
    match = _OTHERS.fullmatch(item.text) if isinstance(item, Scalar) else None
    if match is None:
        return None
    return Others(None if match["count"] == "all" else int(match["count"]))


def stands_for_hidden(item: Node) -> bool:
    """Whether an item of a list stands for cards that a seat can't see: so many, or one with its marks."""
    label = label_of(item)
    return label is not None and (label.text == HIDDEN or (label is item and type(label.value) is int))


def mark_named(name: str, zone: ZoneDeclaration, model: Model) -> Attribute | None:
    """The mark of this name that cards in a zone may bear."""
    attributes = (model.kinds[kind].attributes.get(name) for kind in sorted(zone.kinds))
    return next((each for each in attributes if each is not None and each.is_mark), None)


def report_no_mark(zone: ZoneDeclaration, key: Scalar, report: Report) -> None:
    """Report that hidden cards in a zone bear no such mark."""
    message = f"no mark `{key.text}` shows on hidden cards in `{zone.name}`"
    report.add(kinds.UNKNOWN_ATTRIBUTE, message, key.span, expected="an attribute with `seen_by: everyone`")


def report_no_list(place: Place, node: Node, report: Report) -> None:
    """Report that a zone is to hold something that isn't a list."""
    message = f"{place.title} holds cards"
    report.add(kinds.BAD_POSITION, message, node.span, expected="a list of cards in brackets")


def report_no_contents(place: Place, node: Node, report: Report) -> None:
    """Report that a zone is compared with what is neither a list nor a number."""
    report.add(kinds.BAD_POSITION, f"{place.title} holds cards", node.span, expected="a list or a number")


def report_no_attribute(kind: Kind, key: Scalar, report: Report) -> None:
    """Report that cards of a kind have no such attribute."""
    names = [*(each.name for each in kind.attributes.values() if each.part_of is None), "face", "shown_to"]
    report.add(
        kinds.UNKNOWN_ATTRIBUTE,
        f"a {kind.name} has no `{key.text}`",
        key.span,
        expected=f"one of {', '.join(names)}",
        found=f"`{key.text}`",
        suggestions=closest(key.text, names),
    )


def changing_attribute(kind: Kind, key: Scalar, report: Report) -> Attribute | None:
    """The attribute that a position changes; None after a diagnostic: there is none, or it is printed. What statements
    have given until something ends is called such as `attack_until_turn_ends`."""
    attribute = kind.attributes.get(key.text)
    if attribute is not None and not attribute.printed:
        refer(report, key.span, attribute)
        return attribute
    changing_attributes = {a.name.replace(" ", "_"): a for a in kind.attributes.values() if not a.printed}
    if attribute is None and key.text in changing_attributes:
        return changing_attributes[key.text]
    changing = [*changing_attributes, "face"]
    report.add(
        kinds.UNKNOWN_ATTRIBUTE,
        f"`{key.text}` is printed on the pieces" if attribute else f"a {kind.name} has no `{key.text}`",
        key.span,
        expected=f"one of {', '.join(changing)}",
        found=f"`{key.text}`",
        suggestions=closest(key.text, changing),
    )
    return None


# Reads the values in a scenario: constants as everywhere, players of this game. What is wrong with cards is said here
# too.

ORDER_OF_WORDS = "the order of words"
"""Stands for the missing name where texts have their words in another order than labels: what makes these has changed,
which is one mistake."""


class UnreadableValue(Exception):
    """A node holds no value of the type; the report holds the diagnostic."""


def read_plain_value(table: Table, node: Node, type_: Type, what: str, report: Report) -> Any:
    """The value of a node, of a type without cards. Raises UnreadableValue after a diagnostic that begins with
    `what`."""
    inner = bare(type_)
    seat = node.value if isinstance(inner, Player) and isinstance(node, Scalar) else None
    if isinstance(seat, int) and seat > table.players:
        _nobody_there(table, node, report)
        raise UnreadableValue
    # In a report of its own: only a diagnostic shows a mistake, because None can be a value.
    own_report = Report()
    own_report.references = report.references
    value = constant(node, type_, table.model, own_report, what)
    report.extend(own_report.diagnostics)
    if own_report.has_errors or not _players_are_here(table, node, value, inner, report):
        raise UnreadableValue
    return value


def is_hidden(node: Node, type_: Type | None, model: Model) -> bool:
    """Whether what a seat is to see is what it can't see. Where the type has a member `hidden`, that is meant."""
    if not isinstance(node, Scalar) or node.text != HIDDEN:
        return False
    members = model.enums[type_.enum].members if isinstance(type_, Member) else ()
    return HIDDEN not in members


def in_other_order(text: str, labels: Iterable[str]) -> str | None:
    """The first label that has the same words as a text in another order; None if there is none."""
    words = sorted(text.split())
    return next((label for label in labels if sorted(label.split()) == words), None)


def unknown_card(node: Node, text: str, labels: Collection[str], report: Report) -> None:
    """Report that no card has a label; `labels` are those that there are."""
    sorted_labels = sorted(labels)
    some = ", ".join(sorted_labels[:12]) + (", …" if len(sorted_labels) > 12 else "")
    words = {word for label in sorted_labels for word in label.split()}
    strange = [word for word in text.split() if word not in words]
    turned = in_other_order(text, sorted_labels)
    report.add(
        kinds.UNKNOWN_CARD,
        f"no card that could lie here is called `{text}`",
        node.span,
        expected=f"one of {some}" if sorted_labels else "no card at all",
        found=f"`{text}`",
        suggestions=closest(text, sorted_labels) if turned is None else [turned],
        missing=ORDER_OF_WORDS if turned is not None else strange[0] if len(strange) == 1 else None,
    )


def no_copy_left(node: Node, label: str, copies: int, report: Report) -> None:
    """Report that a position wants another card with a label than those that it may take."""
    report.add(
        kinds.NO_COPY_LEFT,
        f"there is no further `{label}` for this place",
        node.span,
        expected="at most as many as there are, less those in players' zones that stay as they are",
        found=f"{copies} in the game",
    )


def too_few_left(node: Node, count: int, report: Report) -> None:
    """Report that a position wants more other cards than there are."""
    cards = "one other card is" if count == 1 else f"{count or 'no'} other cards are"
    report.add(kinds.NO_COPY_LEFT, f"{cards} left for this place", node.span)


def _players_are_here(table: Table, node: Node, value: Any, type_: Type, report: Report) -> bool:
    players = table.players
    match type_:
        case Player():
            seats = [] if value is None else [value]
        case SetOf(of) if isinstance(of, Player):
            seats = [value.bit_length() - 1]
        case ListOf(of) if isinstance(of, Player):
            seats = list(value)
        case _:
            return True
    if all(seat < players for seat in seats):
        return True
    _nobody_there(table, node, report)
    return False


def _nobody_there(table: Table, node: Node, report: Report) -> None:
    players = table.players
    report.add(kinds.BAD_POSITION, f"only {players} players play here", node.span, expected=f"1 to {players}")

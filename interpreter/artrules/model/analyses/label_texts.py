"""The texts that a game can put before its players: labels of options, names of cards, what it says.

A label is text with expressions in it. Of an expression the type is known, and so the texts that it can become: the
names of an enum's members, the numbers of a range, the labels of all cards of some kinds. What the engine can show
may be less than that; it is never more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, assert_never, cast

from artrules.model.analyses.calls import every
from artrules.model.analyses.counted_pieces import NotPlain, PrintedValues
from artrules.model.analyses.possible_texts import Anything, Listed, OneOf, Pattern, Piece, Texts, Whole, Words
from artrules.model.ir.model import Model, kept_with_model
from artrules.model.ir.nodes import Branch, Constant, Either, Expression, Label, Pause, Say
from artrules.model.ir.types import (
    PLAYER,
    WIDE,
    WORDS,
    AnyType,
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    Wording,
    Zone,
    bare,
)

UNSEEN = "a card"
"""What stands for a card that the reader doesn't see."""
SEVERAL_UNSEEN = (Whole(2, WIDE), Words([" cards"]))
"""What stands in a list for several cards in a row that the reader doesn't see."""
UNREAD = "something"
"""What stands for a value read from such a card."""


class LabelTexts:
    """The texts of one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._cards: dict[frozenset[str], Piece] = {}
        self._labels: dict[str, tuple[Mapping[str, int], tuple[Pattern, ...]]] = {}
        self._card_texts: dict[frozenset[str], Texts] = {}
        self._values = PrintedValues(model)

    @cached_property
    def options(self) -> Texts:
        """The labels of the options of all decisions."""
        return Texts(self.of_label(branch.label) for _, branch in every(self._model, Branch))

    @cached_property
    def said(self) -> Texts:
        """What `say` says, and the words of pauses, which are lines of the log too."""
        spoken = (self.of_label(say.label) for _, say in every(self._model, Say))
        return Texts([*spoken, *self.pauses.patterns])

    @cached_property
    def pauses(self) -> Texts:
        """The words of pauses."""
        return Texts(self.of_label(pause.label) for _, pause in every(self._model, Pause))

    @cached_property
    def log(self) -> Texts:
        """The lines of the log: what was chosen and said, and what the engine adds."""
        model = self._model
        rounds: Pattern = (Words(["round "]), Whole(1, WIDE))
        turns: Pattern = (self._of_type(PLAYER), Words(["'s turn"]))
        titles = [model.title_of_phase(phase.name) for phase in model.flow.phases]
        fixed: Pattern = (Words(["the game is over", "Setup", *titles]),)
        story = [self.of_label(each.sentence) for each in model.layout.story]
        return Texts([*self.options.patterns, *self.said.patterns, *story, rounds, turns, fixed])

    def cards(self, kinds: frozenset[str]) -> Texts:
        """What the cards of some kinds are called."""
        if kinds not in self._card_texts:
            self._card_texts[kinds] = Texts([(self._of_cards(kinds, seen=True),)])
        return self._card_texts[kinds]

    def card_labels(self, kinds: Iterable[str]) -> Mapping[str, int]:
        """What the cards of some kinds are called, and how many are called so, where nothing that changes stands in
        their labels."""
        labels: Counter[str] = Counter()
        for kind in kinds:
            labels.update(self._of_kind(kind)[0])
        return labels

    def has_fixed_labels(self, kinds: Iterable[str]) -> bool:
        """Whether nothing that changes stands in the labels of the cards of some kinds."""
        return not any(self._of_kind(kind)[1] for kind in kinds)

    def of_label(self, label: Label) -> Pattern:
        """The texts that a label can become."""
        return tuple(Words([part]) if isinstance(part, str) else self._of_value(part) for part in label.parts)

    # -- expressions

    def _of_value(self, value: Expression) -> Piece:
        if value.type == WORDS:
            return self._of_words(value)
        piece = self._of_type(value.type)
        return OneOf([(piece,), (Words([UNREAD]),)])

    def _of_words(self, value: Expression) -> Piece:
        """Words that depend on conditions."""
        match value:
            case Constant(value=str(text)):
                return Words([text])
            case Either(then=then, otherwise=otherwise):
                return OneOf([(self._of_words(then),), (self._of_words(otherwise),), (Words([UNREAD]),)])
        return Anything()

    def _of_type(self, type_: Type) -> Piece:
        any_type = cast(AnyType, type_)
        match any_type:
            case Optional(of=inner):
                return OneOf([(self._of_type(inner),), (Words(["none"]),)])
            case ListOf(of=item) | SetOf(of=item):
                piece = self._of_type(item)
                return Listed((OneOf([(piece,), SEVERAL_UNSEEN]) if isinstance(bare(item), Card) else piece,))
            case Zone(_, kinds):
                return self._of_type(ListOf(Card(kinds)))
            case Card(kinds):
                return self._of_cards(kinds)
            case Player():
                return Words(f"player {number}" for number in range(1, self._model.players[1] + 1))
            case Member(enum):
                return Words(member.replace("_", " ") for member in self._model.enums[enum].members)
            case Bool():
                return Words(["yes", "no"])
            case Power():
                return self._powers
            case Number(low, high):
                return Whole(low, high)
            case Nothing():
                return Words(["None"])
            case Happening() | Wording() | Unknown():
                return Anything()
            case _:
                assert_never(any_type)

    @cached_property
    def _powers(self) -> Piece:
        """A power is told with its card, and with its own label if it has one."""
        holders = self._of_cards(frozenset(self._model.kinds))
        return OneOf(
            (
                Words([f"{power.title} ("]),
                holders,
                Words([f"): {power.label_text}" if power.label_text else ")"]),
            )
            for power in self._model.powers
        )

    # -- cards

    def _of_cards(self, kinds: frozenset[str], *, seen: bool = False) -> Piece:
        if kinds not in self._cards:
            exact: set[str] = set()
            open_: list[Pattern] = []
            for kind in sorted(kinds):
                labels, patterns = self._of_kind(kind)
                exact.update(labels)
                open_ += patterns
            words = Words(exact)
            self._cards[kinds] = OneOf([(words,), *open_]) if open_ else words
        cards = self._cards[kinds]
        return cards if seen else OneOf([(cards,), (Words([UNSEEN]),)])

    def _of_kind(self, kind: str) -> tuple[Mapping[str, int], tuple[Pattern, ...]]:
        """What cards of a kind are called, and how many are; and patterns for names that hold what changes."""
        if kind not in self._labels:
            self._labels[kind] = {}, ((Anything(),),)  # for a label that names cards of its own kind
            self._labels[kind] = self._labels_of(kind)
        return self._labels[kind]

    def _labels_of(self, kind: str) -> tuple[Mapping[str, int], tuple[Pattern, ...]]:
        label = self._model.card_labels.get(kind)
        if label is None:
            return {}, ((Anything(),),)
        exact: Counter[str] = Counter()
        patterns: list[Pattern] = []
        rows = (row for pieces in self._model.pieces.values() if pieces.kind == kind for row in pieces.rows)
        for count, values, _ in rows:
            parts = [part if isinstance(part, str) else self._printed(part, values) for part in label.parts]
            if all(part is not None for part in parts):
                exact["".join(part for part in parts if part is not None)] += count
            else:
                whole = zip(label.parts, parts, strict=True)
                patterns.append(tuple(self._part(part, text) for part, text in whole))
        return exact, tuple(patterns)

    def _part(self, part: str | Expression, text: str | None) -> Piece:
        if text is not None:
            return Words([text])
        return Words([part]) if isinstance(part, str) else self._of_value(part)

    def _printed(self, e: Expression, values: Mapping[str, Any]) -> str | None:
        """The text of an expression about a card with these printed values; None if it depends on anything else."""
        try:
            return self._told(self._values.of_card(e, values), e.type)
        except NotPlain:
            return None

    def _told(self, value: Any, type_: Type) -> str | None:
        bare_type = bare(type_)
        if value is None:
            return "none" if isinstance(type_, Optional) else None
        match bare_type:
            case Wording():
                return str(value)
            case ListOf(of=inner):
                item_texts = [self._told(item, inner) for item in value]
                return None if None in item_texts else ", ".join(text for text in item_texts if text is not None)
            case Number():
                return str(value)
            case Member(enum):
                member: str = self._model.enums[enum].members[value]
                return member.replace("_", " ")
            case Bool():
                return "yes" if value else "no"
            case Player():
                return f"player {value + 1}"
        return None


@kept_with_model
def label_texts(model: Model) -> LabelTexts:
    """The texts of a model."""
    return LabelTexts(model)

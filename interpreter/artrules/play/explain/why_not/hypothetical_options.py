"""Lists everything that the content could offer at a decision.

That is each branch, with every value that its binders could have by their types, regardless of conditions. Only names
that the label mentions get values, because people can't distinguish options by others. A label's text is made on the
position as the seat knows it. It reads `…` for a part that can't be known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from artrules.engine.execute.guarded import HiddenCard, NotKnown
from artrules.engine.machine.numbers import NONE, SLOTS
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Bool, Card, Happening, Member, Number, Optional, Player, Power, Type
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import UNTOLD, Evaluator, Names, is_me
from artrules.play.explain.why_not.similarity import begins_with, contradicts, likeness, words_of
from artrules.text.record import dataclass

FEW_NUMBERS = 100
MOST_IMAGINED = 2_000
"""The most combinations of values that are tried for one branch of the decision on hand."""
MOST_ELSEWHERE = 300
"""The same for a branch of another decision."""
MOST_ABOUT_A_CARD = 60
"""The same where the question is about a card."""


@dataclass(frozen=True, slots=True)
class HypotheticalOption:
    """Something that the content could offer: a branch, the values of the names in its label, and its text."""

    branch: int
    values: dict[str, Any]
    label: str
    like: float
    """Its similarity to the question, from 0 to 1."""
    computed: tuple[str, ...] = ()
    """The words of its text that nobody chooses, but that follow from the values."""

    def is_contradicted_by(self, asked: Sequence[str]) -> bool:
        """Whether a question has other words in place of those that follow from the values."""
        return contradicts(asked, words_of(self.label), self.computed)


class HypotheticalOptions:
    """Lists what decisions could offer, and keeps what is most similar to a question.

    `asked` are the words of the question, `numbers` the numbers in it.
    """

    def __init__(self, evaluator: Evaluator, asked: Sequence[str], numbers: Sequence[int]) -> None:
        self.evaluator = evaluator
        self.asked = asked
        self.numbers = numbers
        self._texts: dict[tuple[Type, Any], str] = {}
        self._likeness: dict[tuple[str, str, int], float] = {}

    def best(self, choose: k.Choose, frame: Names | None, beginning: Sequence[str] = ()) -> list[HypotheticalOption]:
        """What a decision could offer that begins with some words and is most similar to the question; several if they
        are equally similar.

        `frame` are the names with values in the decision's frame. Without it (for a decision that isn't asked now)
        names may have any value of their type, and parts of labels that need evaluation are left out.
        """
        best_options: list[HypotheticalOption] = []
        for imagined in self.beginning_with(beginning, choose, frame):
            if not best_options or imagined.like > best_options[0].like:
                best_options = [imagined]
            elif imagined.like == best_options[0].like:
                best_options.append(imagined)
        return best_options if best_options and best_options[0].like > 0 else []

    def beginning_with(
        self, beginning: Sequence[str], choose: k.Choose, frame: Names | None
    ) -> Iterator[HypotheticalOption]:
        """What a decision could offer that begins with some words, very common ones left out."""
        most = MOST_ELSEWHERE if frame is None else MOST_IMAGINED
        for number, branch in enumerate(choose.branches):
            for imagined in self._of(number, branch, frame, most):
                if not beginning or begins_with(imagined.label, beginning):
                    yield imagined

    def about_card(self, choose: k.Choose, frame: Names, card: int) -> list[HypotheticalOption]:
        """What a decision could offer with a card: in each branch, for each name of its label that may stand for it,
        for a power on it, or for the owner of the zone where it lies."""
        return [
            imagined
            for number, branch in enumerate(choose.branches)
            for imagined in self._of(number, branch, frame, MOST_ABOUT_A_CARD, card)
        ]

    def _of(
        self, number: int, branch: k.Branch, frame: Names | None, most: int, card: int | None = None
    ) -> Iterator[HypotheticalOption]:
        """A branch, once for each combination of values, of which there are at most so many. Where there are more,
        values are left out that have little in common with the question. With a card, a name stands for it."""
        bound = {b.local.name: b.local for b in branch.binders}
        mentioned = {n.name: n for part in branch.label.parts if not isinstance(part, str) for n in _locals(part)}
        cards = _cards_of_powers(branch)
        free = [bound.get(n, local) for n, local in mentioned.items() if n in bound or frame is None]
        choices: dict[str, list[Any]] = {
            local.name: values
            for local in free
            if cards.get(local.name) not in mentioned and (values := self._values(local.type))
        }
        if frame is not None:
            self._add_unseen_cards(branch, choices, frame)
        types = {local.name: local.type for local in free}
        for values_by_name in self._with_card(branch, choices, types, card):
            lists = self._few_enough(values_by_name, types, most)
            for combination in product(*lists.values()):
                names = dict(zip(lists, combination, strict=True))
                implied = {c: names[power] // SLOTS for c, power in cards.items() if names.get(power, NONE) != NONE}
                yield self._read(number, branch, names | implied, frame)

    def _add_unseen_cards(self, branch: k.Branch, choices: dict[str, list[Any]], frame: Names) -> None:
        """Among the values of names whose labels say where a card lies, put stand-ins for those in their domains that
        the asker can't see, in place of all other cards that they can't see."""
        placed = {n.name for part in branch.label.parts if not isinstance(part, str | k.Local) for n in _locals(part)}
        for binder in branch.binders:
            name = binder.local.name
            if name not in choices or name not in placed or not isinstance(binder.local.type, Card):
                continue
            earlier = [n.name for n in _locals(binder.domain) if n.name in choices]
            unseen: list[HiddenCard] = []
            for combination in islice(product(*(choices[n] for n in earlier)), MOST_ELSEWHERE):
                unseen += self._unseen_in(binder.domain, {**frame, **dict(zip(earlier, combination, strict=True))})
            if unseen:
                choices[name] = [*(card for card in choices[name] if card in unseen[0].seen), *unseen]

    def _unseen_in(self, domain: k.Expression, names: Names) -> list[HiddenCard]:
        try:
            return [item for item in self.evaluator.items(domain, names) if isinstance(item, HiddenCard)]
        except (Undetermined, NotKnown):
            return []

    def _with_card(
        self, branch: k.Branch, choices: dict[str, list[Any]], types: dict[str, Type], card: int | None
    ) -> Iterator[dict[str, list[Any]]]:
        """The values of names, for each of them that may stand for a card, for a power on it, or for the owner of its
        zone, with nothing else there. Without a card the values as they are."""
        if card is None:
            yield choices
            return
        for name, values in choices.items():
            inner = getattr(types[name], "of", types[name])
            if isinstance(inner, Card) and card in values:
                yield {**choices, name: [card]}
            elif isinstance(inner, Power) and (own := [v for v in values if v != NONE and v // SLOTS == card]):
                yield {**choices, name: own}
            elif (owner := self._owner_of_zone(branch, name, card)) in values:
                yield {**choices, name: [owner]}

    def _owner_of_zone(self, branch: k.Branch, name: str, card: int) -> int | None:
        """The owner of the zone where a card lies, if a name of a branch stands for such owners."""
        machine = self.evaluator.machine
        number: int = machine.region("zone_of")[card]
        if number >= len(machine.program.layout.zone_places):
            return None
        zone, owner, _ = machine.program.layout.zone_places[number]
        for node in k.walk(branch):
            match node:
                case k.ZoneOf(declaration=declaration, owner=k.Local(name=of)) if declaration is zone and of == name:
                    return owner + (zone.per.low if isinstance(zone.per, Number) else 0)
        return None

    def _few_enough(self, choices: dict[str, list[Any]], types: dict[str, Type], most: int) -> dict[str, list[Any]]:
        """The values of names, cut so that there are few enough combinations to try while a person waits: those stay
        that are most similar to the question."""
        count = 1
        for values in choices.values():
            count *= len(values)
        if count <= most:
            return choices
        lists = {name: self._by_likeness(values, types[name]) for name, values in choices.items()}
        while count > most:
            longest = max(lists, key=lambda name: len(lists[name]))
            count = count // len(lists[longest])
            lists[longest] = lists[longest][: len(lists[longest]) // 2]
            count *= len(lists[longest])
        return lists

    def _by_likeness(self, values: list[Any], type_: Type) -> list[Any]:
        """Values of a type, those first whose words are most similar to the question."""
        return sorted(values, key=lambda value: -self._likeness_of(value, type_))

    def _likeness_of(self, value: Any, type_: Type) -> float:
        try:
            words = words_of(self._called(value, type_))
        except Undetermined:
            return 0.0
        return max((likeness((word,), words) for word in self.asked), default=0.0)

    def _called(self, value: Any, type_: Type) -> str:
        """What a value is called. Raises Undetermined."""
        key = (type_, value)
        if key not in self._texts:
            self._texts[key] = self.evaluator.describer.called(value, type_)
        return self._texts[key]

    def _read(self, number: int, branch: k.Branch, names: dict[str, Any], frame: Names | None) -> HypotheticalOption:
        """A branch with some values: its text, and the similarity to the question."""
        text, needed, more, unknown_parts = "", "", "", 0
        for part in branch.label.parts:
            if isinstance(part, str):
                text, needed = text + part, needed + part
                continue
            said = self._part(part, names, frame)
            text += UNTOLD if said is None else said
            unknown_parts += said is None
            if isinstance(part, k.Local):
                needed += f" {said or ''} "
            else:
                more += f" {said or ''} "
        key = (needed, more, unknown_parts)
        if key not in self._likeness:
            self._likeness[key] = likeness(self.asked, words_of(needed), words_of(more), unknown_parts)
        like = self._likeness[key]
        return HypotheticalOption(number, names, text, like, words_of(more))

    def _part(self, part: k.Expression, names: Names, frame: Names | None) -> str | None:
        try:
            if isinstance(part, k.Local) and part.name in names:
                return self._called(names[part.name], part.type)
            if frame is None or not self._all_of_type(part, names):
                return None
            return self.evaluator.said(part, {**frame, **names})
        except Undetermined:
            return None

    def _all_of_type(self, part: k.Expression, names: Names) -> bool:
        """Whether the values of a part's names lie within the bounds of their types. People may type any number, but
        code can only be evaluated with numbers within bounds."""
        return all(
            local.type.low <= names[local.name] <= local.type.high
            for local in _locals(part)
            if local.name in names and isinstance(local.type, Number)
        )

    def _values(self, type_: Type) -> list[Any]:
        """All values of a type. If a number's range is large, only the numbers in the question."""
        machine = self.evaluator.machine
        layout = machine.program.layout
        match type_:
            case Optional(of):
                return [NONE, *self._values(of)]
            case Bool():
                return [0, 1]
            case Number(low, high):
                few = range(low, high + 1) if high - low < FEW_NUMBERS else ()
                return sorted({*few, *self.numbers})
            case Member(enum):
                return list(range(len(layout.model.enums[enum].members)))
            case Player():
                return list(range(layout.players))
            case Card(kinds):
                return [c for c, kind in enumerate(layout.card_kind) if kind in kinds]
            case Power():
                counts = machine.region("own_count")
                own = [card * SLOTS + i for card, count in enumerate(counts) for i in range(count)]
                gained = Counter(machine.region("gained_card")[: machine["gained_count"]])
                return own + [card * SLOTS + counts[card] + i for card, count in gained.items() for i in range(count)]
            case Happening(event):
                number = list(layout.model.events).index(event)
                events = machine.region("record_event")[: machine["record_count"]]
                return [n for n, e in zip(machine.region("record_serial"), events, strict=False) if e == number]
        return []


def _locals(e: k.Expression) -> list[k.Local]:
    inner = {node.local.name for node in k.walk(e) if isinstance(node, k.Binder)}
    return [n for n in k.walk(e) if isinstance(n, k.Local) and n.name not in inner and not is_me(n.name)]


def _cards_of_powers(branch: k.Branch) -> dict[str, str]:
    """Name of a card → name of a power on it. The power determines the card."""
    powers_by_card: dict[str, str] = {}
    for binder in branch.binders:
        match binder.domain:
            case k.PowersOf(card=k.Local(name=card)):
                powers_by_card.setdefault(card, binder.local.name)
    return powers_by_card

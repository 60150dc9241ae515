"""Lists everything that the content could offer at a decision.

That is each branch, with every value that its binders could have by their types, regardless of conditions. Only names
that the label mentions get values, because people can't distinguish options by others. A label's text is made on the
position as the seat knows it. It reads `…` for a part that can't be known.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from artrules.engine.execute.guarded import HiddenCard, NotKnown
from artrules.engine.machine.numbers import NONE, SLOTS
from artrules.model.analyses.option_things import Bound, BranchThings, Fixed, Me, Whose, ZonePlace
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Bool, Card, Happening, Member, Number, Optional, Player, Power, Type
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import UNTOLD, Evaluator, Names, is_me
from artrules.play.explain.why_not.meant import Meant
from artrules.play.explain.why_not.similarity import begins_with, contradicts, likeness, words_of
from artrules.text.record import dataclass

FEW_NUMBERS = 100
MOST_IMAGINED = 2_000
"""The most combinations of values that are tried for one branch of the decision on hand."""
MOST_ELSEWHERE = 300
"""The same for a branch of another decision."""
MOST_ABOUT_A_THING = 60
"""The same where the question is about a thing."""


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

    def about(
        self, choose: k.Choose, frame: Names, meant: Meant, things: Callable[[k.Choose, k.Branch], BranchThings]
    ) -> list[HypotheticalOption]:
        """What a decision could offer with a thing: in each branch, for each name of its label that may stand for it,
        for a power on it, or for the owner of the pile that it is or on which it lies."""
        return [
            imagined
            for number, branch in enumerate(choose.branches)
            for imagined in self._of(number, branch, frame, MOST_ABOUT_A_THING, (meant, things(choose, branch)))
        ]

    def _of(
        self,
        number: int,
        branch: k.Branch,
        frame: Names | None,
        most: int,
        about: tuple[Meant, BranchThings] | None = None,
    ) -> Iterator[HypotheticalOption]:
        """A branch, once for each combination of values, of which there are at most so many. Where there are more,
        values are left out that have little in common with the question. With a thing, a name stands for it."""
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
        fitting = [choices] if about is None else self._with_thing(branch, choices, types, *about)
        for values_by_name in fitting:
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

    def _with_thing(
        self,
        branch: k.Branch,
        choices: dict[str, list[Any]],
        types: dict[str, Type],
        meant: Meant,
        things: BranchThings,
    ) -> Iterator[dict[str, list[Any]]]:
        """The values of names, for each of them that may stand for a thing, for a power on it, or for the owner of its
        pile, with nothing else there."""
        for name, values in choices.items():
            if fitting := _standing_for(meant, types[name], values):
                yield {**choices, name: fitting}
        for owners in piles_meant(self.evaluator, meant, things):
            named = {branch.binders[place].local.name: [word] for place, word in owners.items()}
            if all(word in choices.get(name, [word]) for name, (word,) in named.items()):
                yield {**choices, **{name: words for name, words in named.items() if name in choices}}

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
            return self.evaluator.called(part, {**frame, **names})
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


def _standing_for(meant: Meant, type_: Type, values: Sequence[Any]) -> list[Any]:
    """The values of a name of some type that stand for a thing."""
    match getattr(type_, "of", type_), meant.value:
        case Card(), None:
            return [value for value in values if isinstance(value, int) and value == meant.card]
        case Power(), None:
            return [value for value in values if value != NONE and value // SLOTS == meant.card]
        case Number(), (Number(), word):
            return [word] if word in values else []
        case of, (type_meant, word) if of == type_meant:
            return [word] if word in values else []
    return []


def piles_meant(evaluator: Evaluator, meant: Meant, things: BranchThings) -> Iterator[dict[int, int]]:
    """Where the pile that is meant, or in which a card lies that is meant, is one that options of a branch are about:
    the words of the binders, by their places, with which it is."""
    return zones_meant(evaluator, meant, (*things.tops, *things.sources))


def zones_meant(evaluator: Evaluator, meant: Meant, zones: Iterable[ZonePlace]) -> Iterator[dict[int, int]]:
    """The same for any zones."""
    places = evaluator.machine.program.layout.zone_places
    if meant.zone is None:
        return
    zone, *indices = places[meant.zone]
    for place in zones:
        if place.zone is zone:
            owners = [(place.owner, zone.per, indices[0]), (place.second, zone.second, indices[1])]
            words: dict[int, int] = {}
            if all(_is_owner(*owner, evaluator.describer.seat, words) for owner in owners):
                yield words


def _is_owner(whose: Whose | None, of: Type | None, index: int, seat: int, words: dict[int, int]) -> bool:
    """Whether the owner of a zone may be the one with an index; `words` gets the word of the binder that says so."""
    word = index + (of.low if isinstance(of, Number) else 0)
    match whose:
        case None:
            return of is None
        case Me():
            return index == seat
        case Fixed():
            return whose.word == word
        case Bound(place):
            return words.setdefault(place, word) == word


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

"""Explicit chance: a game that stops wherever chance decides, with the outcomes and their probabilities.

Nothing is drawn from the seed's streams. A *script* answers the draws of a step one after another. Where it ends, the
step is given up, and the game waits at the draw. With each outcome the step is taken again, from the position before
it, with a longer script: positions are values, so nothing has to be undone.

A shuffle of cards that nobody sees is no draw: it leaves them *undrawn*, in the order of their numbers. Which card lies
in a place is drawn when the rules first look there. So the order of cards to which nobody comes is never drawn, and to
deal two of three cards has six outcomes. All reading of the links between cards while rules run goes through
`_Links`, which draws. What only relinks cards or keeps what seats know doesn't depend on how undrawn cards lie; it
reads the links as they are (`_BLIND`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from types import FunctionType
from typing import Any

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.lower.program import Program
from artrules.engine.machine.hidden import carried, knowledge, sight
from artrules.engine.machine.language import Region
from artrules.engine.machine.numbers import LONGEST_LIST, NIL
from artrules.engine.machine.rules import simultaneous, zones
from artrules.model.ir import nodes as k
from artrules.model.ir.code import every_code
from artrules.model.ir.types import Card, Type
from artrules.play.game.decision import IllegalChoice
from artrules.play.game.log import SharedList
from artrules.play.game.runtime import Runtime, written
from artrules.text.record import dataclass


class NoExplicitChance(ValueError):
    """The outcomes of a draw can't be listed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may come of a draw: its id, what it is called by one who sees everything, and how probable it is."""

    id: str
    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw at which a game waits. `of` says what is drawn for, such as `shuffle deck`; `player` for whom, None for
    the table. The probabilities of the outcomes sum to 1."""

    of: str
    player: int | None
    outcomes: tuple[Outcome, ...]

    def find(self, outcome: object) -> int:
        """The index of an outcome, given as it is, by its id or by its index. Raises IllegalChoice."""
        if isinstance(outcome, int) and not isinstance(outcome, bool) and 0 <= outcome < len(self.outcomes):
            return int(outcome)
        for index, each in enumerate(self.outcomes):
            if outcome == each or outcome == each.id:
                return index
        raise IllegalChoice(f"{outcome!r} is no outcome of `{self.of}`, at which the game waits")


@dataclass(frozen=True, slots=True)
class Undrawn:
    """Cards of one zone of which it isn't drawn yet in which of their places each lies. `stream` is the one that has
    shuffled them."""

    stream: int
    cards: frozenset[int]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A step that is tried: the option with an index of the decision at a place (None for the beginning), the choices
    with it, and the numbers of outcomes that are drawn on the way. `before_asking` has pairs of the number of a
    question of the step and a card: what lies where this card lies is drawn before the options are found."""

    place: int | None
    option: int
    choices: SharedList[str]
    script: tuple[int, ...] = ()
    before_asking: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """Where a game with explicit chance is: what isn't drawn yet, and the draw at which it waits, with the step that
    has led to it."""

    undrawn: tuple[Undrawn, ...] = ()
    draw: Draw | None = None
    attempt: Attempt | None = None

    @property
    def situation(self) -> tuple[object, ...]:
        """What is equal where the same may come of it."""
        attempt = self.attempt
        step = None if attempt is None else (attempt.place, attempt.option, attempt.script, attempt.before_asking)
        return self.undrawn, self.draw, step

    def attempt_at(self, place: int | None, option: int, choices: SharedList[str]) -> Attempt:
        """The step with an option, of which nothing has been drawn yet."""
        return Attempt(place, option, choices)


class NeedsDraw(Exception):
    """The script has come to its end at a draw by a stream. `items` are the words from which it draws."""

    def __init__(self, stream: int, items: Sequence[int]) -> None:
        super().__init__(stream, items)
        self.stream = stream
        self.items = tuple(items)


class NeedsEarlierDraw(Exception):
    """To find the options of a question, the number of which is given, a card must be known that isn't drawn yet: the
    one that lies where `card` does. `place` is how far the script had come before the question."""

    def __init__(self, question: int, card: int, place: int) -> None:
        super().__init__(question, card, place)
        self.question = question
        self.card = card
        self.place = place

    def added_to(self, attempt: Attempt) -> Attempt:
        """The attempt with which the step is tried again. What the script drew after that place is drawn anew."""
        before_asking = (*attempt.before_asking, (self.question, self.card))
        return replace(attempt, script=attempt.script[: self.place], before_asking=before_asking)


class ScriptedRuntime(Runtime):
    """A runtime that draws by a script. Its games are played under CPython."""

    is_scripted = True

    def __init__(self, runtime: Runtime) -> None:
        """`runtime` plays the same games with seeds. Raises NoExplicitChance."""
        program = runtime.program
        for function in program.foreign_functions:
            if function.draws:
                raise NoExplicitChance(
                    f"the outcomes of `{function.label}` can't be listed: a plugin draws them, and the rules don't say "
                    "how many there are"
                )
        self._drawing = _Drawing(program)
        super().__init__(program, regions=self._drawing.region)
        assert isinstance(self.instance, CPythonInstance)
        self._drawing.link(self.instance.names)

    def follow(self, attempt: Attempt, undrawn: Iterable[Undrawn]) -> None:
        """Draw by the script of an attempt in the step that is taken next."""
        self._drawing.begin(attempt, undrawn)

    @property
    def most_outcomes(self) -> int:
        """More outcomes no draw has: as many as there are cards, or items in a list from which something is drawn."""
        cards = len(self.layout.card_kind)
        return max(cards, LONGEST_LIST) if self._drawn_types else cards

    @property
    def undrawn(self) -> tuple[Undrawn, ...]:
        """What the latest step has left undrawn."""
        return self._drawing.undrawn

    def draw_of(self, needed: NeedsDraw) -> Draw:
        """The draw at which a step has just stopped. Raises Stopped where content fails to make a label."""
        place, owner = divmod(needed.stream, 1 + self.players)
        purpose = list(self.layout.streams)[place]
        type_ = self._drawn_types.get(purpose, Card(frozenset()))
        self.instance.set_register("steps", 0)
        outcomes: list[Outcome] = []
        for index, word in enumerate(needed.items):
            value = written(self, self.values.value(word, type_), type_)
            label = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            outcomes.append(Outcome(f"0:{purpose}({index})", label, 1 / len(needed.items)))
        return Draw(purpose, owner or None, tuple(outcomes))

    @cached_property
    def _drawn_types(self) -> dict[str, Type]:
        """By purpose: the type of what is drawn at random."""
        nodes = (node for code in every_code(self.model) for node in code.every_node)
        return {node.purpose: node.binder.local.type for node in nodes if isinstance(node, k.Roll)}


# What runs in the machine.

_LINKS = ("first_in_zone", "last_in_zone", "next_in_zone", "previous_in_zone")
_RUNNING = ("begin", "choose")
"""The functions of the machine that run rules in a step."""
_BLIND = frozenset(
    name
    for module in (carried, knowledge, sight, simultaneous, zones)
    for name, value in vars(module).items()
    if isinstance(value, FunctionType) and value.__module__ == module.__name__
) - {"card_at"} | {"rest"}  # fmt: skip
"""Functions of the machine that come to the same however undrawn cards lie."""


class _Links(list[int]):
    """A region of links between cards: whoever reads while rules run which card lies somewhere has it drawn."""

    __slots__ = ("_by_card", "_drawing")

    def __init__(self, drawing: _Drawing, words: list[int], *, by_card: bool) -> None:
        super().__init__(words)
        self._drawing = drawing
        self._by_card = by_card

    def __getitem__(self, index: Any) -> Any:
        drawing = self._drawing
        if drawing.watches and type(index) is not slice:
            if self._by_card and index in drawing.cards:
                drawing.find(index)
            word = super().__getitem__(index)
            return drawing.draw(word) if word in drawing.cards else word
        return super().__getitem__(index)


class _Drawing:
    """Draws for one instance of the machine, whose names it shares."""

    def __init__(self, program: Program) -> None:
        self._names: dict[str, Any] = {}
        self._program = program
        self.watches = False
        """Whether rules run whose looks have to be drawn."""
        self.cards: frozenset[int] = frozenset()
        """All undrawn cards."""
        self.undrawn: tuple[Undrawn, ...] = ()
        self._attempt = Attempt(None, 0, SharedList())
        self._place = 0
        """How far the script has come."""
        self._questions = 0
        """How many questions there were in this step …"""
        self._question_place = 0
        """… and how far the script had come before the latest."""

    def begin(self, attempt: Attempt, undrawn: Iterable[Undrawn]) -> None:
        """A step begins."""
        self._set(undrawn)
        self._attempt = attempt
        self._place = self._questions = 0

    def _set(self, undrawn: Iterable[Undrawn]) -> None:
        """These cards aren't drawn yet. The last one of its group has no choice."""
        self.undrawn = tuple([group for group in undrawn if len(group.cards) > 1])
        self.cards = frozenset[int]().union(*(group.cards for group in self.undrawn))

    def region(self, name: str, declaration: Region, words: list[int]) -> list[int]:
        """The memory of a region."""
        return _Links(self, words, by_card=name.startswith(("next", "previous"))) if name in _LINKS else words

    def link(self, names: dict[str, Any]) -> None:
        """Put what draws among the names of an instance."""
        self._names = names
        for name in _BLIND & names.keys():
            names[name] = self._watching(names[name], False)
        for name in _RUNNING:
            names[name] = self._watching(names[name], True)
        names["move_card"] = self._moving(self._watching(names["move_card"], False))
        names["card_at"] = self._looking(self._watching(names["card_at"], False))
        names["find_options"] = self._asking(names["find_options"])
        names["shuffle"] = self._watching(self._shuffle, False)
        names["roll"] = self._roll

    def _watching(self, function: Callable[..., Any], watches: bool) -> Callable[..., Any]:
        def call(*arguments: int) -> Any:
            before, self.watches = self.watches, watches
            try:
                return function(*arguments)
            finally:
                self.watches = before

        return call

    def _moving(self, move_card: Callable[..., Any]) -> Callable[..., Any]:
        def move(me: int, card: int, *to: int) -> Any:
            if card in self.cards:
                self.find(card)  # what seats learn may depend on where it has lain
            return move_card(me, card, *to)

        return move

    def _looking(self, card_at: Callable[..., Any]) -> Callable[..., Any]:
        def look(zone: int, position: int) -> int:
            card: int = card_at(zone, position)
            return self.draw(card) if card in self.cards else card

        return look

    def _asking(self, find_options: Callable[..., Any]) -> Callable[..., Any]:
        def ask() -> None:
            self._questions += 1
            for question, card in self._attempt.before_asking:
                if question == self._questions and card in self.cards:
                    self.draw(card)
            self._question_place = self._place
            find_options()

        return ask

    # -- draws

    def _number(self, stream: int, items: Sequence[int]) -> int:
        """The index of the item that the script draws. Raises NeedsDraw where it has come to its end."""
        script = self._attempt.script
        if self._place == len(script):
            raise NeedsDraw(stream, items)
        self._place += 1
        self._names["drawn"][stream] += 1
        return script[self._place - 1]

    def draw(self, card: int) -> int:
        """Draw which card lies where an undrawn card does; they change places. Gives the card that was drawn."""
        if self._names["looking_ahead"]:
            raise NeedsEarlierDraw(self._questions, card, self._question_place)
        group = next(group for group in self.undrawn if card in group.cards)
        items = sorted(group.cards)
        drawn = items[self._number(group.stream, items)]
        cards = self._cards_in(self._names["zone_of"][card])
        here, there = cards.index(card), cards.index(drawn)
        cards[here], cards[there] = drawn, card
        # The others lie in the order of their numbers again, so that equal positions have equal bytes.
        others = iter(item for item in items if item != drawn)
        cards = [next(others) if each in group.cards and each != drawn else each for each in cards]
        self._lay(self._names["zone_of"][card], cards)
        self._set(Undrawn(each.stream, each.cards - {drawn}) if each is group else each for each in self.undrawn)
        return drawn

    def find(self, card: int) -> None:
        """Draw where an undrawn card lies: what lies in one place after another, until it is that card."""
        while card in self.cards:
            group = next(group for group in self.undrawn if card in group.cards)
            zone = self._names["zone_of"][card]
            self.draw(next(each for each in self._cards_in(zone) if each in group.cards))

    def _roll(self, me: int, items: int, streams: int, site: int) -> int:
        """What `roll` of the machine does (`rules/chance.py`)."""
        names, heap = self._names, self._names["heap"]
        words: list[int] = heap[items + 1 : items + 1 + heap[items]]
        if not words:
            names["fail"](site)
            return 0
        if len(words) == 1:
            return words[0]
        stream: int = names["begin_draw"](me, streams)
        return 0 if names["status"] else words[self._number(stream, words)]

    def _shuffle(self, zone: int, streams: int) -> None:
        """What `shuffle` of the machine does. Cards that somebody sees, or that marks tell apart, are drawn at once."""
        names = self._names
        cards = sorted(self._cards_in(zone))
        if len(cards) < 2:
            return
        names["commit"]()
        if names["status"]:
            return
        stream = streams + names["player_of_zone"][zone]
        self._set(Undrawn(group.stream, group.cards.difference(cards)) for group in self.undrawn)
        names["lose_all_shown"](zone)
        is_seen = names["covers_cards"](zone) or any(names["open_to"](card) for card in cards)
        if is_seen or self._program.numbers["MARKS"]:
            order: list[int] = []
            while len(cards) > 1:
                order.append(cards.pop(self._number(stream, cards)))
            cards = order + cards
        else:
            self._set([*self.undrawn, Undrawn(stream, frozenset(cards))])
        self._lay(zone, cards)
        if names["knowing"]:
            names["after_shuffle"](zone)

    # -- the links as they are

    def _cards_in(self, zone: int) -> list[int]:
        """The cards of a zone, as they are linked now."""
        links: list[int] = self._names["next_in_zone"][:]
        cards = []
        card = self._names["first_in_zone"][:][zone]
        while card != NIL:
            cards.append(card)
            card = links[card]
        return cards

    def _lay(self, zone: int, cards: Sequence[int]) -> None:
        """Link the cards of a zone in another order."""
        names = self._names
        names["first_in_zone"][zone], names["last_in_zone"][zone] = cards[0], cards[-1]
        for before, card in zip((NIL, *cards), cards, strict=False):
            names["previous_in_zone"][card] = before
        for card, after in zip(cards, (*cards[1:], NIL), strict=True):
            names["next_in_zone"][card] = after

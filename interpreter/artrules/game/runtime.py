"""A program made ready to be played: what all games of one configuration share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from artrules.analyses.state_reads import StateReads
from artrules.chance import stream_key
from artrules.diagnostics.kinds import runtime as kinds
from artrules.execute.cpython import Instance
from artrules.execute.memory import CHECKED, FAST, RegionFactory
from artrules.execute.position import Position
from artrules.explain.faults import Stopped, fault_here, read_fault
from artrules.explain.kept import too_much_kept
from artrules.explain.text import Words
from artrules.game.asked import Asked
from artrules.ir.declarations import Attribute
from artrules.lower.program import Program
from artrules.lower.representation import on_heap
from artrules.machine.numbers import FINE
from artrules.position.decode import decode
from artrules.position.values import ValueReader

Knowledge = tuple[Any, ...]
"""What seats know, as the machine has it."""


class BlankAttribute(NamedTuple):
    """An attribute of one card, as it is before the setup: the place of its word, the word (None for something on the
    heap), the value."""

    attribute: Attribute
    place: int
    word: int | None
    value: Any


class Runtime:
    """A program, the instance of the machine that plays its games, and the words of its texts.

    Games share the instance: whoever acts for a game loads its position first. The program never changes.
    """

    def __init__(
        self,
        program: Program,
        *,
        regions: RegionFactory = FAST,
        counting: bool = False,
        replacements: Mapping[str, str] | None = None,
    ) -> None:
        """`regions` makes the objects that are memory (`execute/memory.py`), `counting` says whether code counts what
        it runs, `replacements` gives functions of the machine another text (`execute/link.py`)."""
        self.program = program
        self.model = program.model
        self.layout = program.layout
        self.players: int = program.layout.players
        self.everyone = (1 << self.players) - 1
        """All seats, as bits."""
        self.instance = Instance(program, regions, counting=counting, replacements=replacements)
        self._regions = regions
        self.words = Words(program.texts, program.model)
        self.values = ValueReader(program.model, self.instance.region("heap"))
        region = self.instance.region
        self._waiting, self._candidates, self._row_words = region("waiting"), region("candidates"), region("row_words")
        self._stack, self._tops = region("stack"), region("top_of_stack")
        self._offered = [region(f"offered_{what}") for what in ("first", "count", "player", "positions")]
        self._knowledge: Knowledge | None = None
        """What seats know, as it is in memory."""
        self._texts_of_cards: dict[int, str] = {}
        self.shown: dict[int | None, list[Any]] = {}
        """By seat: what its views show (`view.py`)."""

    # -- the machine

    def run(self, function: str, *numbers: int) -> int:
        """Call a function that may change the position in memory. Raises Stopped."""
        try:
            result = self.instance.call(function, *numbers)
        except RecursionError:
            raise self._too_deep() from None
        if self.instance.register("status") != FINE:
            raise Stopped(read_fault(self.program, self.instance))
        return result

    def rest(self) -> Position:
        """Bring the position in memory into the form that is kept, and save it. Raises Stopped."""
        try:
            self.run("rest")
        except Stopped as stopped:
            if stopped.fault.kind is kinds.TOO_MUCH_KEPT:
                position = decode(self.program, self.instance)
                raise Stopped(too_much_kept(self.program, self.instance, position)) from None
            raise
        return self.instance.save()

    def ask(self, function: str, *numbers: int) -> int:
        """Call a function that only reads the position in memory. Raises Stopped."""
        try:
            result = self.instance.ask(function, *numbers)
        except RecursionError:
            raise self._too_deep() from None
        if self.instance.register("status") != FINE:
            raise Stopped(read_fault(self.program, self.instance))
        return result

    def _too_deep(self) -> Stopped:
        message = "powers and events nest too deep"
        return Stopped(fault_here(self.program, self.instance, kinds.TOO_NESTED, message))

    def load(self, position: Position, knowledge: Knowledge | None = None) -> None:
        """Put a position into memory, and with it what seats know, if the game keeps that."""
        if self.instance.load(position):
            self._knowledge = None
        if knowledge is not None and knowledge is not self._knowledge:
            self.instance.load_knowledge(knowledge)
            self._knowledge = knowledge
            self.instance.set_register("knowledge_changed", 0)

    def forget_knowledge(self) -> None:
        """What seats know has changed in memory."""
        self._knowledge = None

    def save_knowledge(self) -> Knowledge:
        """What seats know now."""
        if self._knowledge is None or self.instance.register("knowledge_changed"):
            self._knowledge = self.instance.save_knowledge()
            self.instance.set_register("knowledge_changed", 0)
        return self._knowledge

    # -- the beginning

    @cached_property
    def start(self) -> tuple[Position, Knowledge]:
        """The position before the setup, and what seats know then: all pieces where they start, all variables at their
        start values. Raises Stopped."""
        self.instance.set_register("steps", 0)
        self.run("start")
        return self.instance.save(), self.instance.save_knowledge()

    @cached_property
    def blank_attributes(self) -> list[list[BlankAttribute]]:
        """For each card what its attributes are before the setup. The position in memory is lost."""
        self.load(self.start[0])
        words = self.instance.region("attributes")
        found: list[list[BlankAttribute]] = [[] for _ in self.layout.card_kind]
        for attribute, offset, cards in self.layout.changing_attributes():
            for card in range(cards.first, cards.last):
                if attribute.type is not None:
                    index = offset + card
                    value = self.values.value(words[index], attribute.type)
                    word = None if on_heap(self.model, attribute.type) else words[index]
                    found[card].append(BlankAttribute(attribute, index, word, value))
        return found

    def keys(self, seed: int) -> tuple[int, ...]:
        """The keys of a seed's random streams, as the machine has them: 64 bits with a sign."""
        owners = range(1 + self.players)
        keys = [stream_key(seed, owner, purpose) for purpose in self.layout.streams for owner in owners]
        return tuple([key - (1 << 64) if key >> 63 else key for key in keys])

    # -- what is offered

    def asked_now(self, waiting_before: Sequence[Asked]) -> tuple[Asked, ...]:
        """What is asked on the stacks in memory. Of those in `waiting_before` nobody has chosen an option since.

        This reads lists in rows, so it must come before the position is brought to rest.
        """
        stacks = self._waiting[: self.instance.register("waiting_count")]
        if not waiting_before:
            return tuple([self.read_asked(stack) for stack in stacks])
        before = {asked.stack: asked for asked in waiting_before}
        return tuple([before.get(stack) or self.read_asked(stack) for stack in stacks])

    def read_asked(self, stack: int) -> Asked:
        """What was asked on a stack in memory just now."""
        first, count, player, positions = [region[stack] for region in self._offered]
        number = self._stack[self._tops[stack] - 1]
        rows = self._candidates[first : first + count * self._row_words[number]]
        return self.asked(number, stack, player, rows, positions)

    def asked(self, number: int, stack: int, player: int, rows: list[int], positions: int) -> Asked:
        """A decision with some rows, in which lists are those of the heap in memory."""
        has_lists = number in self._decisions_with_lists
        width = self._row_words[number]
        return Asked(self.program.decisions[number], stack, player, rows, width, positions, self.values, has_lists)

    @cached_property
    def _decisions_with_lists(self) -> frozenset[int]:
        """The decisions whose rows may hold lists."""
        return frozenset(
            number
            for number, table in self.program.decisions.items()
            for branch in table.branches
            for type_ in branch.types
            if on_heap(self.model, type_)
        )

    # -- texts of cards

    def card_text(self, card: int) -> str:
        """What a card is called in the position in memory, by one who may know everything. Raises Stopped."""
        text = self._texts_of_cards.get(card)
        if text is None:
            text = self.text("write_card", card)
            if self.layout.card_kind[card] in self._kinds_with_fixed_labels:
                self._texts_of_cards[card] = text
        return text

    def first_card_text(self, card: int) -> str:
        """What a card is called before anything has happened to it. Another position is in memory then. Raises
        Stopped."""
        self.load(self.start[0])
        return self.card_text(card)

    @cached_property
    def _kinds_with_fixed_labels(self) -> frozenset[str]:
        """The kinds of cards whose labels depend on nothing that changes."""
        reads = StateReads(self.model)
        labels = self.model.card_labels
        return frozenset(kind for kind in self.model.kinds if kind not in labels or not reads.of(labels[kind]))

    def tokens(self, function: str, *numbers: int) -> list[int]:
        """What a function writes as tokens, in the position in memory. Raises Stopped."""
        self.ask(function, *numbers)
        return self.instance.region("text")[: self.instance.register("text_top")]

    def text(self, function: str, *numbers: int, seats: int | None = None) -> str:
        """What a function writes as text, for some seats, as bits; with None for one who may know everything. Raises
        Stopped."""
        tokens = self.tokens(function, *numbers)
        return self.words.joined(tokens, 0, len(tokens), seats, [])

    # -- variants, for tools

    def without_shortcuts(self) -> Runtime:
        """A runtime of the same game that takes nothing as proved, and keeps options apart that are alike."""
        tables = {**self.program.tables, "may_fail": [1] * self.program.numbers["BLOCKS"]}
        keep_all = "def drop_alike(decision, me, first):\n    pass\n"
        program = replace(self.program, tables=tables)
        return Runtime(program, regions=self._regions, replacements={"drop_alike": keep_all})

    def without_power(self, key: str) -> Runtime:
        """A runtime in which no card has the power with this key from the start."""
        return Runtime(program_without_power(self.program, key))

    def checked(self) -> Runtime:
        """A runtime of the same game whose memory checks every access. It raises `MemoryFault` (`execute/memory.py`)
        for an index outside of a region, and for a value that its elements can't hold."""
        return Runtime(self.program, regions=CHECKED)


def program_without_power(program: Program, key: str) -> Program:
    """The same program, but for a power that cards don't have of their own."""
    gone = next(power.index for power in program.model.powers if power.key == key)
    tables, powers = program.tables, program.numbers["POWERS"]
    own = [
        [d for d in tables["own_powers"][first : first + count] if d != gone]
        for first, count in zip(tables["own_first"], tables["own_count"], strict=True)
    ]
    firsts = [sum(map(len, own[:card])) for card in range(len(own))]
    passing = [
        int(any(tables["passes"][test * powers + d] for d in definitions))
        for test in range(program.numbers["PASSING_TESTS"])
        for definitions in own
    ]
    changed = {
        "own_count": [len(definitions) for definitions in own],
        "own_first": firsts,
        "own_powers": [d for definitions in own for d in definitions],
        "own_passing": passing,
    }
    return replace(program, tables={**tables, **changed})

"""A program made ready to be played: what all games of one configuration share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from threading import get_ident
from typing import Any, NamedTuple, Protocol, TypeVar
from weakref import ref

from artrules.engine.chance import keys_of_streams
from artrules.engine.execute.cpython import CHECKED, FAST, CPythonInstance, RegionFactory
from artrules.engine.execute.instance import Instance, MachineTrap
from artrules.engine.execute.native import NoWebAssembly
from artrules.engine.execute.position import Knowledge, Position
from artrules.engine.lower.program import Program
from artrules.engine.lower.representation import on_heap
from artrules.engine.lower.tables import with_own_powers
from artrules.engine.machine.numbers import FINE, MOST_STEPS, MOST_STEPS_OF_TEXT
from artrules.model.facts.knowledge import StateReads
from artrules.model.ir.declarations import Attribute
from artrules.model.ir.types import Card, Happening, ListOf, Member, Optional, Player, Power, SetOf, Type, members
from artrules.play.explain.faults import Stopped, fault_here, read_fault
from artrules.play.explain.kept import too_much_kept
from artrules.play.explain.text import Words
from artrules.play.game.executors import CHOICES_BEFORE, cached_instance, compiled_instance, forced_executor, say_once
from artrules.play.game.offers import Offers
from artrules.play.position.codec import decode
from artrules.play.position.values import ValueReader
from artrules.text.diagnostics import kinds

T = TypeVar("T")
STEPPING = -1
"""Stands for the thread that takes a step in memory: to ask which one it is would take longer than all else."""


class ConcurrentUse(RuntimeError):
    """Raised where two threads use games of one ruleset at the same time."""

    def __init__(self) -> None:
        super().__init__(
            "another thread uses a game of this ruleset now: put one lock around all of them, "
            "or let each thread load the ruleset"
        )


class InMemory(Protocol):
    """A game that plays in memory."""

    def leave_memory(self) -> None: ...

    def come_back(self) -> None: ...

    def is_at(self, moment: object) -> bool: ...


class MemoryUse:
    """Who uses the memory of a machine. In slots, because each choice asks."""

    __slots__ = ("_thread", "held", "instance", "step", "user")

    def __init__(self) -> None:
        self.instance: Instance
        self.step: Callable[[int], int]
        """Takes an option, as `machine/engine.py` says, in memory that is held. Raises MachineTrap."""
        self.held: ref[InMemory] | None = None
        """The game that plays in memory (`playing.py`), if nothing else has been there since."""
        self._thread = 0
        """The thread that has begun to use memory last."""
        self.user = 0
        """The thread whose code runs in memory now; 0 if none does."""

    def enter(self) -> int:
        """Let this thread alone use memory, until `user` is set back to what this gives. Raises ConcurrentUse."""
        thread, before = get_ident(), self.user
        if before not in (0, thread):
            if before == STEPPING or _plays(before):
                raise ConcurrentUse
            before = 0
        self.user = self._thread = thread  # no other thread comes between here and the test: nothing is called
        return before

    def enter_again(self) -> int:
        """The same for one who goes on with what it has put into memory."""
        thread, before = get_ident(), self.user
        if self._thread != thread:
            raise ConcurrentUse
        if before != thread:
            return self.enter()
        return before


def _plays(thread: int) -> bool:
    """Whether a thread runs code of games. It doesn't if an interruption came just after it had begun to use memory."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
            return True
        frame = frame.f_back
    return False


class BlankAttribute(NamedTuple):
    """An attribute of one card, as it is before the setup: the place of its word, the word (None for something on the
    heap), the value."""

    attribute: Attribute
    place: int
    word: int | None
    value: Any


class Runtime(MemoryUse):
    """A program, the instance of the machine that plays its games, and the words of its texts.

    Games share the instance: whoever acts for a game loads its position first. The program never changes.
    """

    is_scripted = False
    """Whether its games wait wherever chance decides (`draws.py`)."""

    def __init__(
        self,
        program: Program,
        *,
        regions: RegionFactory = FAST,
        counting: bool = False,
        replacements: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> None:
        """`regions` makes the objects that are memory (`execute/cpython.py`), `counting` says whether code counts what
        it runs, `replacements` gives functions of the machine another text: with any of these games
        are played under CPython. `key` names all that the program was made of, for the cache (`executors.py`)."""
        super().__init__()
        self.program = program
        self.model = program.model
        self.layout = program.layout
        self.players: int = program.layout.players
        self.everyone = (1 << self.players) - 1
        """All seats, as bits."""
        self.outsiders = self.everyone if self.players > 1 else 1 << self.players
        """The seats, as bits, all of which see what somebody without a seat may see. Where there is one player it is a
        seat that there isn't: what that player sees, nobody else may."""
        self._regions = regions
        self.key = key
        self.words = Words(program.texts, program.model)
        self._knowledge: Knowledge | None = None
        """What seats know, as it is in memory."""
        self._texts_of_cards: dict[int, str] = {}
        self.derived: dict[Callable[[Runtime], Any], Any] = {}
        """What `derive` keeps, by the function that has derived it."""
        plain = regions is FAST and not counting and not replacements
        forced = forced_executor() if plain else "cpython"
        self._may_change = forced is None
        self._choices_left = CHOICES_BEFORE if self._may_change else 0
        """So many choices are made under CPython yet; 0 where the executor stays."""
        instance: Instance | None = None
        if forced == "wasm":
            instance = compiled_instance(program, key)
        elif forced is None:
            instance = cached_instance(program, key)
        self._use(instance or CPythonInstance(program, regions, counting=counting, replacements=replacements))

    def _use(self, instance: Instance) -> None:
        """Play on an instance from now on, in whose memory nothing is yet."""
        offers = Offers(self.program, instance)
        if not isinstance(instance, CPythonInstance):
            self._choices_left = 0
        step = self._counted_step if self._choices_left else instance.step
        self._knowledge = None
        self.instance, self.offers, self.step = instance, offers, step

    @property
    def values(self) -> ValueReader:
        """Reads what stands in memory."""
        return self.offers.values

    def derive(self, derivation: Callable[[Runtime], T]) -> T:
        """What a function derives from a runtime, when it is first asked for; kept for all games. It belongs to the
        module of the function. What the function raises goes to the caller, and nothing is kept."""
        if derivation not in self.derived:
            self.derived[derivation] = derivation(self)
        value: T = self.derived[derivation]
        return value

    # -- the machine

    def run(self, function: str, *numbers: int) -> int:
        """Call a function that may change the position in memory. Raises Stopped."""
        return self._call(self.instance.call, function, *numbers)

    def play_on(self, function: str, *numbers: int) -> int:
        """Call a function that runs the game on and brings it to rest. Raises Stopped."""
        return self._call(self.instance.play_on, function, *numbers)

    def _call(self, call: Callable[..., int], function: str, *numbers: int) -> int:
        before = self.enter_again()
        try:
            result = call(function, *numbers)
        except MachineTrap as trap:
            raise self.stopped_by(trap) from None
        finally:
            self.user = before
        if self.instance.register("status") != FINE:
            raise Stopped(read_fault(self.program, self.instance))
        return result

    def what_stopped(self) -> Stopped | None:
        """Why the machine can't go on, if it can't."""
        if self.instance.register("status") == FINE:
            return None
        return Stopped(read_fault(self.program, self.instance))

    def stopped_by(self, trap: MachineTrap) -> Stopped:
        """A trap as what stopped the machine."""
        if trap.too_deep:
            return Stopped(fault_here(self.program, self.instance, kinds.TOO_NESTED, "powers and events nest too deep"))
        message = f"the machine can't go on: {trap.reason}"
        return Stopped(fault_here(self.program, self.instance, kinds.TOO_MUCH_KEPT, message))

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
        return self._call(self.instance.ask, function, *numbers)

    def _counted_step(self, option: int) -> int:
        """What `step` is while CPython plays and something else may be better soon."""
        self.user = 0
        self.enter()
        game = self.held() if self.held is not None else None
        if game is not None and self.count_choices(1):
            game.come_back()
        return self.instance.step(option)

    def count_choices(self, count: int) -> bool:
        """Count choices, for the executor to be changed when there are many. Returns whether it has changed: then
        nothing is in memory."""
        if not self._choices_left:
            return False
        self._choices_left = max(0, self._choices_left - count)
        return not self._choices_left and self.compile()

    @property
    def is_compiled(self) -> bool:
        """Whether WebAssembly plays."""
        return not isinstance(self.instance, CPythonInstance)

    def compile(self) -> bool:
        """Let WebAssembly play from now on, if CPython does but needn't, and if it can. Returns whether anything has
        changed: then nothing is in memory."""
        if not self._may_change or self.is_compiled:
            return False
        try:
            instance = compiled_instance(self.program, self.key)
        except NoWebAssembly as problem:
            say_once(str(problem))
            self._may_change = False
            self.step = self.instance.step
            return False
        self.release()
        self._use(instance)
        self._may_change = False
        return True

    def release(self) -> None:
        """Let go of memory: something else will be there. The game that is there keeps its position."""
        before = self.enter()
        try:
            self._let_go()
        finally:
            self.user = before

    def _let_go(self) -> None:
        if self.held is not None:
            game = self.held()
            if game is not None:
                game.leave_memory()
            self.held = None

    def holds_options_of(self, moment: object) -> bool:
        """Whether the rows of the options in a moment are in memory."""
        game = self.held() if self.held is not None else None
        return game is not None and game.is_at(moment) and not self.offers.have_lists()

    def load(self, position: Position, knowledge: Knowledge | None = None) -> None:
        """Put a position into memory, and with it what seats know, if the game keeps that."""
        before = self.enter()
        try:
            self._let_go()
            there, self._knowledge = self._knowledge, None  # until it is done: it may be interrupted
            if self.instance.load(position):
                there = None
            if knowledge is not None and knowledge is not there:
                self.instance.load_knowledge(knowledge)
                self.instance.set_register("knowledge_changed", 0)
                there = knowledge
            self._knowledge = there
        finally:
            self.user = before

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
        self.release()
        self.instance.set_register("steps", 0)
        self.run("start")
        return self.instance.save(), self.instance.save_knowledge()

    @cached_property
    def blank_attributes(self) -> list[list[BlankAttribute]]:
        """For each card what its attributes are before the setup. The position in memory is lost."""
        self.load(self.start[0])
        words = self.instance.region("attributes")
        attributes_by_card: list[list[BlankAttribute]] = [[] for _ in self.layout.card_kind]
        for attribute, offset, cards in self.layout.changing_attributes():
            for card in range(cards.first, cards.last):
                index = offset + card
                value = self.values.value(words[index], attribute.type)
                word = None if on_heap(self.model, attribute.type) else words[index]
                attributes_by_card[card].append(BlankAttribute(attribute, index, word, value))
        return attributes_by_card

    @cached_property
    def combined_starts(self) -> list[dict[str, Any]]:
        """For each card what its attributes with modifiers start with, as plain data. The position in memory is lost.
        Raises Stopped."""
        blank_attributes = self.blank_attributes
        self.load(self.start[0])
        starts: list[dict[str, Any]] = []
        for card, kind in enumerate(self.layout.card_kind):
            values = {each.attribute.name: each.value for each in blank_attributes[card]}
            values |= self.layout.piece_values[card]
            attributes = [each for each in self.model.kinds[kind].attributes.values() if each.combines is not None]
            starts.append({each.name: written(self, values.get(each.name), each.type) for each in attributes})
        return starts

    def keys(self, seed: int) -> tuple[int, ...]:
        """The keys of a seed's random streams, as the machine has them: 64 bits with a sign, 0 for those from which
        nothing is drawn."""
        keys = [0] * self.program.numbers["STREAMS"]
        places, texts = self._drawn_streams
        for place, key in zip(places, keys_of_streams(seed, texts), strict=True):
            keys[place] = key
        return tuple(keys)

    @cached_property
    def _drawn_streams(self) -> tuple[list[int], list[bytes]]:
        """The random streams that are drawn from: their numbers, and what their keys are made of after the seed."""
        purposes, places = list(self.layout.streams), sorted(self.layout.drawn_streams)
        each = 1 + self.players
        return places, [f"{place % each}/{purposes[place // each]}".encode() for place in places]

    def others_of(self, player: int) -> int:
        """The seats of a player's fellow players, as bits; of one who plays alone those of `outsiders`."""
        return self.everyone & ~(1 << player) or self.outsiders

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
        reads = StateReads(self.model.values)
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

    def frame(self, stack: int) -> dict[str, int]:
        """The words in the frame on top of a stack of the position in memory, by the names of the code's locals."""
        region = self.instance.region
        top = region("top_of_stack")[stack]
        words = region("stack")
        block = words[top - 1]
        names = self.program.frames[block].names
        return dict(zip(names, words[top - 1 - len(names) : top - 1], strict=True))

    # -- figures

    def figure(self, number: int, owner: int, seat: int) -> int:
        """The word of a figure's value in the position in memory, for an owner: a player, the index of a member, a
        number, or a card. `seat` (from 0) is who looks; any where the figure doesn't use `me`. Raises Stopped."""
        self.instance.set_register("steps", MOST_STEPS - MOST_STEPS_OF_TEXT)
        return self.ask("value_of_figure", number, owner, seat)

    # -- variants, for tools

    def without_shortcuts(self) -> Runtime:
        """A runtime of the same game that takes nothing as proved, and keeps options apart that are alike."""
        tables = {**self.program.tables, "may_fail": [1] * self.program.numbers["BLOCKS"]}
        keep_all = "def drop_alike(decision, me, first):\n    pass\n"
        program = replace(self.program, tables=tables)
        return Runtime(program, regions=self._regions, replacements={"drop_alike": keep_all})

    def without_power(self, key: str) -> Runtime:
        """A runtime in which no card has the power with this key from the start."""
        return Runtime(with_own_powers(self.program, self.program.configuration, key))

    @cached_property
    def withholding(self) -> Runtime:
        """The runtime of the same games for those in which powers do nothing for some seats (`game.py`)."""
        program = self.program
        numbers = {**program.numbers, "WITHHOLDING": program.numbers["POWERS"]}
        key = None if self.key is None else f"{self.key} withholding"
        return Runtime(replace(program, numbers=numbers), regions=self._regions, key=key)

    def checked(self) -> Runtime:
        """A runtime of the same game whose memory checks every access. It raises `MemoryFault` (`execute/cpython.py`)
        for an index outside of a region, and for a value that its elements can't hold."""
        return Runtime(self.program, regions=CHECKED)


# Turns values of a position into plain data for people and files.


def written(runtime: Runtime, value: Any, type_: Type, seats: int | None = None) -> Any:
    """A value of a type as plain data: members by name, players from 1, cards and powers by label, sets and lists as
    lists, happenings as mappings. The position that it belongs to is in memory.

    With some seats, as bits, cards that one of them can't see are not named. Raises Stopped.
    """
    match type_:
        case Optional(of):
            return None if value is None else written(runtime, value, of, seats)
        case Member(enum):
            return runtime.model.enums[enum].members[value]
        case Player():
            return value + 1
        case Card():
            return runtime.text("write_card", value, seats=seats)
        case SetOf(of):
            return [written(runtime, item, of, seats) for item in members(value)]
        case ListOf(of):
            return [written(runtime, item, of, seats) for item in value]
        case Power():
            return runtime.text("write_power", value, seats=seats)
        case Happening(event):
            return _happening(runtime, value, event, seats)
    return value


def _happening(runtime: Runtime, value: Any, event: str, seat: int | None) -> dict[str, Any] | None:
    """The fields of a happening by name; None when it has been forgotten."""
    declared = runtime.model.events[event]
    fields = value if declared.kept is None else _remembered(runtime, value, event)
    if fields is None:
        return None
    return {field.name: written(runtime, fields[field.index], field.type, seat) for field in declared.fields.values()}


def _remembered(runtime: Runtime, serial: int, event: str) -> tuple[Any, ...] | None:
    """The fields of a happening that is kept."""
    instance = runtime.instance
    serials = instance.region("record_serial")[: instance.register("record_count")]
    if serial not in serials:
        return None
    return runtime.values.fields(instance.region("record_fields")[serials.index(serial)], event)

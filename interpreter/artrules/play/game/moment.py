"""A position of a game, with all that belongs to it beside the log: what is asked, what is offered, what seats know;
and the course of a game up to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.engine.execute.position import Content, Knowledge, Position
from artrules.engine.machine.memory import ALL_AT_ONCE, FINISHED, PHASE_NUMBER, ROUND_NUMBER, SINGLE_OPTIONS
from artrules.engine.machine.numbers import MOST_POWERS, MOST_STEPS, SLOTS
from artrules.model.ir.types import Card, ListOf, Optional, Power, Type, Zone
from artrules.play.explain.faults import Stopped
from artrules.play.game.log import Log, SharedList
from artrules.play.game.offers import Asked
from artrules.text.diagnostics.render import ContentError
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.game.runtime import Runtime


# A position of a game, with all that belongs to it beside the log: what is asked, and what seats know.

MOST_TO_TELL = 2_000_000
"""The most units of work for making one text that people read."""


class GameFault(ContentError):
    """The content made a mistake while a game ran; `diagnostics` says what and where."""

    choice: str | None = None
    """The id of the option whose choice led to the fault; None when no choice did."""


def fault_after(stopped: Stopped, seed: int, choices: int) -> GameFault:
    """The error for clients about what stopped a game after some number of choices."""
    return GameFault([stopped.fault.diagnostic(f"seed {seed}, after {choices} choices")])


def first_moment(runtime: Runtime, seed: int, *, knowing: bool) -> Moment:
    """The moment before the setup. Raises GameFault when the pieces can't be laid out."""
    try:
        position, knowledge = runtime.start
    except Stopped as stopped:
        raise fault_after(stopped, seed, 0) from None
    return Moment(runtime, position, seed, 0, runtime.keys(seed), knowledge if knowing else None)


class Origin(NamedTuple):
    """What all moments of a game have in common, up to where it is dealt anew: its runtime, its seed, and the keys of
    its random streams."""

    runtime: Runtime
    seed: int
    keys: tuple[int, ...]

    def moment(self, position: Position, chosen: int) -> Moment:
        """The moment with a position to which so many choices have led, in a game that doesn't keep what seats know.
        The machine has asked it, but nobody has read it yet."""
        return Moment(self.runtime, position, self.seed, chosen, self.keys, None, None)


class Moment:
    """One position of a game. It never changes, so copies of the game share it."""

    __slots__ = ("_asked", "_then", "chosen", "keys", "knowledge", "position", "runtime", "seed")

    def __init__(
        self,
        runtime: Runtime,
        position: Position,
        seed: int,
        chosen: int,
        keys: tuple[int, ...],
        knowledge: Knowledge | None,
        asked: tuple[Asked, ...] | None = (),
    ) -> None:
        """`asked` is what players must decide; None where the machine has asked it, but nobody has read it yet."""
        self.runtime = runtime
        self.position = position
        self.seed = seed
        self.chosen = chosen
        """How many options players have chosen so far."""
        self.keys = keys
        """The keys of the random streams."""
        self.knowledge = knowledge
        """What seats know, as the machine has it; None in a game that keeps no log."""
        self._asked = asked
        self._then: Moment | None = None

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What players must decide now."""
        if self._asked is None:
            self._asked = self._find_asked()
        return self._asked

    def _find_asked(self) -> tuple[Asked, ...]:
        """What players must decide: the machine asks again unless it has just asked there. The same position is asked
        the same."""
        runtime = self.runtime
        before = runtime.enter()
        try:
            if not runtime.holds_options_of(self):
                self.put_into(runtime, logging=False)
                runtime.run("ask_anew")
            return runtime.offers.asked_now(())
        finally:
            runtime.user = before

    def at_position(self, position: Position, asked: tuple[Asked, ...] = ()) -> Moment:
        """The moment with another position, and what is asked in it."""
        return Moment(self.runtime, position, self.seed, self.chosen, self.keys, self.knowledge, asked)

    def put_into(self, runtime: Runtime, *, logging: bool) -> None:
        """Put it into memory with all that belongs to it, for code that plays on from it."""
        before = runtime.enter()
        try:
            runtime.load(self.position, self.knowledge)
            instance = runtime.instance
            instance.set_keys(self.keys)
            instance.set_register("logging", int(logging))
            instance.set_register("knowing", int(self.knowledge is not None))
            instance.set_register("text_top", 0)
        finally:
            runtime.user = before

    def with_knowledge_of_position(self) -> Moment:
        """The same position as one that wasn't played to: each seat knows what it sees. Raises Stopped."""
        if self.knowledge is None:
            return self
        runtime = self.load()
        runtime.instance.set_register("knowing", 1)
        runtime.run("know_position")
        position = runtime.rest()
        runtime.forget_knowledge()
        knowledge = runtime.save_knowledge()
        return Moment(runtime, position, self.seed, self.chosen, self.keys, knowledge)

    def with_single_options(self) -> Moment:
        """The same position, from which players are asked even where they have one option."""
        instance = self.load().instance
        instance.region("clock")[SINGLE_OPTIONS] = 1
        return self.at_position(instance.save())

    def with_withheld(self, seats: Sequence[int]) -> Moment:
        """The same position, in which each power does nothing for some seats, as bits by definition."""
        instance = self.load().instance
        instance.region("withheld")[:] = seats
        return self.at_position(instance.save())

    def fault(self, stopped: Stopped) -> GameFault:
        """The error for clients, with the way to come to it again."""
        return fault_after(stopped, self.seed, self.chosen)

    # -- reading the engine's own numbers

    @property
    def clock(self) -> tuple[int, ...]:
        """The engine's own numbers (`machine/memory.py`)."""
        return self.position.clock

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.clock[FINISHED] != 0

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; 0 during the setup."""
        return self.clock[ROUND_NUMBER]

    @property
    def single_options(self) -> bool:
        """Whether players are asked even where they have one option."""
        return self.clock[SINGLE_OPTIONS] != 0

    @property
    def simultaneous(self) -> bool:
        """Whether a phase is in progress that all players play at once."""
        return self.clock[ALL_AT_ONCE] != 0

    @property
    def phase(self) -> str:
        """The name of the phase, or `setup`."""
        number = self.clock[PHASE_NUMBER]
        return self.runtime.model.flow.phases[number].name if self.round else "setup"

    @property
    def phase_start(self) -> Content:
        """The position when the phase in progress began, if all players play it at once; equal for equal positions."""
        return self.position.phase_start

    def at_phase_start(self) -> Moment:
        """The moment when the phase in progress began, if all players play it at once; else this very one."""
        if not self.simultaneous:
            return self
        if self._then is None:
            runtime = self.load()
            runtime.instance.set_register("knowing", 0)
            runtime.run("go_to_phase_start")
            position = runtime.rest()
            self._then = self.at_position(position)
        return self._then

    # -- looking

    def load(self, most: int = MOST_STEPS) -> Runtime:
        """Put the position into memory, for code that makes things for people: it may take so many units of work. Gives
        the runtime."""
        runtime = self.runtime
        runtime.load(self.position)
        runtime.instance.set_register("steps", MOST_STEPS - most)
        return runtime

    def label_tokens(self, asked: Asked, index: int) -> list[int]:
        """The text of an option, as tokens. Raises Stopped."""
        runtime = self.runtime
        before = runtime.enter()
        try:
            self.load(MOST_TO_TELL)
            asked.put(index, runtime.program, runtime.instance)
            return runtime.tokens("write_option_label", asked.stack)
        finally:
            runtime.user = before

    def label(self, asked: Asked, index: int, seats: int | None) -> str:
        """The text of an option, without the names of cards that one of some seats, as bits, can't see; with None, for
        one who may know everything. Raises Stopped."""
        tokens = self.label_tokens(asked, index)
        return self.runtime.words.joined(tokens, 0, len(tokens), seats, [])

    def option_id(self, asked: Asked, index: int) -> str:
        """The id of an option (`Option.id`)."""
        branch, *values = asked.candidate(index)
        table = asked.table.branches[branch]
        arguments = [
            self._spelled(asked, index, value, type_) if _holds_cards(type_) else str(value)
            for value, type_ in zip(values, table.types, strict=True)
        ]
        return f"{asked.player + 1}:{asked.table.site}.{table.key}({','.join(arguments)})"

    def _spelled(self, asked: Asked, index: int, value: Any, type_: Type) -> str:
        """A value as it stands in an option's id, as the deciding seat may read it.

        A card is its number. A card that the seat can't see is its zone and its index there: its number would reveal
        which card it is. A power of such a card is its place among the card's powers. One that the card has lost has no
        place there, and its number would reveal which power it is: the option's place stands for it.
        """
        match type_:
            case Optional(of) if value is not None:
                return self._spelled(asked, index, value, of)
            case ListOf(of):
                return "+".join(self._spelled(asked, index, item, of) for item in value)
            case Zone(_, kinds):
                return "+".join(self._spelled(asked, index, item, Card(kinds)) for item in value)
            case Card() if not (runtime := self.load()).ask("may_see", asked.player, value):
                return f"@{runtime.instance.region('zone_of')[value]}.{runtime.ask('position_of', value) - 1}"
            case Power():
                card, slot = divmod(value, SLOTS)
                is_seen = self.load().ask("may_see", asked.player, card)
                if slot < MOST_POWERS and is_seen:
                    return str(card * MOST_POWERS + slot)  # as saved games have it
                if not is_seen:
                    slot = self.load().ask("present", value) % SLOTS
                is_lost = not is_seen and slot >= MOST_POWERS
                return f"{self._spelled(asked, index, card, Card(frozenset()))}.{f'lost{index}' if is_lost else slot}"
        return str(value)


def _holds_cards(type_: Type) -> bool:
    """Whether values of a type may hold cards."""
    match type_:
        case Optional(of) | ListOf(of):
            return _holds_cards(of)
        case Card() | Power() | Zone():
            return True
    return False


# The course of a game: where it is now, what its log says, and what players have chosen.


@dataclass(frozen=True, slots=True)
class Course:
    """`log` is None in a game without one; such a game has no `choices` either."""

    moment: Moment
    log: Log | None
    choices: SharedList[str]


@dataclass(frozen=True, slots=True)
class Passage:
    """How a game has come to where it is, if the content has paused on the way: by the option with the index `option`
    of the decision at a place among those that waited in the course `before`; by its beginning where `place` is None.
    `pauses` says how often the content has paused. The positions at the pauses aren't kept: the same step leads to
    each of them again."""

    before: Course
    place: int | None
    option: int
    pauses: int

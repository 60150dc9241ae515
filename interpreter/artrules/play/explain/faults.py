"""What stopped the machine, in words: something failed where nothing can be taken back, or the content did something
that it must not do."""

from collections.abc import Iterator
from typing import Protocol

from artrules.engine.execute.instance import MemoryView
from artrules.engine.lower.program import Program
from artrules.engine.machine import numbers as n
from artrules.engine.machine.memory import PHASE_NUMBER, ROUND_NUMBER
from artrules.model.ir.node import traits_of
from artrules.model.ir.types import Member, members
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import PLUGIN_FAILED, Kind
from artrules.text.record import dataclass


class Memory(Protocol):
    """The memory of an executor."""

    def region(self, name: str) -> MemoryView: ...

    def register(self, name: str) -> int: ...

    @property
    def foreign_problem(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Fault:
    """What stopped the machine. `what` names what the content did there, `message` what is wrong with it."""

    kind: Kind
    message: str
    span: Span | None
    what: str = ""
    expected: str | None = None
    found: str | None = None
    related: tuple[tuple[str, Span], ...] = ()
    """Other places, each with what is there."""

    def diagnostic(self, trace: str) -> Diagnostic:
        """The diagnostic for clients; `trace` says how to come to it again."""
        message = f"{f'{self.what} {self.message}'.strip()} ({trace})"
        return Diagnostic(self.kind, message, self.span, self.expected, self.found, (), self.related)


class Stopped(Exception):
    """The machine couldn't go on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    @property
    def failed(self) -> bool:
        """Whether something failed, rather than that the content did something forbidden."""
        return self.fault.kind is kinds.FAILED


MESSAGES: dict[int, tuple[Kind, str, str, str]] = {
    n.OUT_OF_BOUNDS: (kinds.OUT_OF_BOUNDS, "is out of bounds", "{low}..{high}", "{found}"),
    n.SET_OUT_OF_BOUNDS: (kinds.OUT_OF_BOUNDS, "is out of bounds", "some of {low}..{high}", "{members}"),
    n.NOT_IN_A_SET: (kinds.OUT_OF_BOUNDS, "can't be in a set", "{low}..{high}", "{found}"),
    n.LIST_TOO_LONG: (kinds.TOO_MANY_THINGS, "is too long", "at most {high:,} things", "{found:,}"),
    n.LIST_TOO_LARGE: (
        kinds.TOO_MANY_THINGS,
        "holds too much",
        "at most {high:,} things, those in lists in it counted",
        "{found:,}",
    ),
    n.TOO_MANY_RECORDS: (
        kinds.TOO_MANY_THINGS,
        "can't be remembered: {found:,} events are already",
        "",
        "",
    ),
    n.TOO_MANY_WATCHES: (kinds.TOO_MANY_THINGS, f"can't begin: {n.MOST_WATCHES:,} watches wait already", "", ""),
    n.TOO_MANY_USES: (kinds.TOO_MUCH_KEPT, "more than {found:,} uses are counted", "", ""),
    n.TOO_MANY_GAINED: (kinds.TOO_MUCH_KEPT, "cards have gained {found:,} powers already", "", ""),
    n.TOO_MANY_POWERS: (kinds.TOO_NESTED, "can't go on beyond {high} powers", "", ""),
    n.TOO_MANY_OPTIONS: (kinds.TOO_MANY_THINGS, f"there are more than {n.MOST_OPTIONS:,} options", "", "{count}"),
    n.TOO_NESTED: (kinds.TOO_NESTED, "powers and events nest more than {high} deep", "", ""),
    n.TOO_DEEP: (kinds.TOO_NESTED, "powers and events nest too deep", "", ""),
    n.TOO_LONG: (kinds.TOO_LONG, "goes on too long: there is too much to do without a decision", "", ""),
    n.TOO_MUCH_LOOKED_AT: (
        kinds.TOO_MANY_LOOKED_AT,
        "the positions that would have to be looked at take too many steps",
        "",
        "",
    ),
    n.TOO_MANY_POSITIONS: (
        kinds.TOO_MANY_LOOKED_AT,
        "more than {high} positions would have to be looked at",
        "",
        "",
    ),
    n.TOO_MUCH_KEPT: (
        kinds.TOO_MUCH_KEPT,
        "too much is kept in lists",
        "at most {high:,}",
        "{count}",
    ),
    n.LISTS_FULL: (kinds.OUT_OF_MEMORY, "there is no memory left for more lists", "", ""),
    n.KNOWN_FULL: (kinds.OUT_OF_MEMORY, "there is no memory left for what players know of hidden cards", "", ""),
    n.OPTIONS_FULL: (kinds.OUT_OF_MEMORY, "there is no memory left for more options", "", ""),
    n.AHEAD_FULL: (kinds.OUT_OF_MEMORY, "there is no memory left for looking further ahead", "", ""),
    n.TOO_MUCH_TOLD: (kinds.TOO_MUCH_TOLD, "there is more to tell than a game can keep", "", ""),
    n.FORGOTTEN: (kinds.FORGOTTEN, "is no longer remembered", "", ""),
    n.DEAD_END: (kinds.DEAD_END, "player {player} must choose ({prompt}) and nothing can be chosen", "", ""),
    n.NOTHING_IN_SETUP: (kinds.DEAD_END, "the setup asks ({prompt}) and nothing can be chosen", "", ""),
    n.NOT_APART: (kinds.NOT_APART, "players who play at once have touched each other's things", "", ""),
    n.ASKED_WITHIN: (kinds.ASKED_WITHIN, "asks several players where all act at once already", "", ""),
    n.FOREIGN_FAILED: (PLUGIN_FAILED, "{problem}", "", ""),
    n.UNFIT_VALUES: (kinds.UNFIT_VALUES, "the hidden values aren't what `may_be` says they may be", "", ""),
    n.UNFIT_CARD: (kinds.UNFIT_CARD, "{card} lies in `{zone}`, where `may_be` says that it can't be", "", ""),
    n.STARTS_NOWHERE: (kinds.WRONG_PIECES, "starts in no zone", "", ""),
}
"""By kind of fault: the kind of its diagnostic, and its texts: message, what is expected, what is found."""


def read_fault(program: Program, memory: Memory) -> Fault:
    """What stopped the machine, while its memory is as it was then."""
    site = memory.register("failed_at")
    span, what = place_of(program, memory, -2 - site), ""
    if 0 <= site < len(program.sites):
        span, what = program.sites[site].at, program.sites[site].words
    if memory.register("status") == n.FAILED:
        return Fault(kinds.FAILED, f"{what or 'something'}, and nothing can be taken back here", span)
    kind, *texts = MESSAGES[memory.register("fault")]
    value = memory.register("fault_found")
    decision = program.decisions.get(-2 - site)
    values = {
        "low": memory.register("fault_low"),
        "high": memory.register("fault_high"),
        "found": value,
        "count": f"{value:,}" if value else "",  # 0 where the machine stopped before it had counted
        "members": _members(memory.region("heap"), value) if memory.register("fault") == n.SET_OUT_OF_BOUNDS else "",
        "player": memory.register("fault_low") + 1,
        "prompt": decision.prompt if decision is not None else "",
        "problem": memory.foreign_problem,
    }
    if kind is kinds.UNFIT_CARD:
        zone = program.layout.zone_places[memory.register("fault_high")].declaration
        values |= {"card": _printed_on(program, memory.register("fault_low")), "zone": zone.name}
        span = program.model.may_be[zone].at
    if kind is kinds.UNFIT_VALUES and memory.register("fault_low") > 0:
        span = program.layout.conditions_on_values[memory.register("fault_low") - 1].at
    message, expected, shown = (text.format(**values) for text in texts)
    related = _what_may_fail(program, memory, -2 - site) if kind is kinds.TOO_MANY_LOOKED_AT else ()
    return Fault(kind, message, span, what, expected or None, shown or None, related)


def _printed_on(program: Program, card: int) -> str:
    """A card by its kind and what is printed on it: `playing_card (two, clubs)`."""
    kind, values = program.model.kinds[program.layout.card_kind[card]], program.layout.piece_values[card]
    words = [
        program.model.enums[type_.enum].members[value]
        if isinstance(type_ := kind.attributes[name].type, Member)
        else str(value)
        for name, value in values.items()
    ]
    return f"{kind.name} ({', '.join(words)})" if words else kind.name


def _what_may_fail(program: Program, memory: Memory, decision: int) -> tuple[tuple[str, Span], ...]:
    """Why the machine looks ahead from a decision: what may fail behind it."""
    # Here, because only a fault asks for it.
    from artrules.engine.lower.frames import analyse_code
    from artrules.engine.lower.graph_analyses import first_failure

    analysed = analyse_code(program.model, program.in_play)
    blocks = {block.number: block for block in analysed.code.blocks}
    waiting = [blocks[number] for number in waiting_blocks(memory) if number in blocks]
    targets = blocks[decision].successors() if decision in blocks else []
    cause = first_failure(targets, analysed.failing) or first_failure(waiting, analysed.failing)
    if cause is None:
        return ()
    return ((f"this may fail, so the engine looks ahead: {traits_of(cause).fails or 'it may be unusable'}", cause.at),)


def _members(heap: MemoryView, wide: int) -> list[int]:
    """The members of a wide set, given where it begins."""
    words = heap[wide + 1 : wide + 1 + n.WIDE_WORDS]
    return [n.WIDE_BITS * i + member for i, bits in enumerate(words) for member in members(bits)]


def fault_here(program: Program, memory: Memory, kind: Kind, message: str, block: int = -1) -> Fault:
    """A fault that no place in the code has caused, where the machine is now."""
    return Fault(kind, message, place_of(program, memory, block))


def place_of(program: Program, memory: Memory, block: int) -> Span | None:
    """The place of a block in the content, or else of the code that waits on top of the active stack, or else of the
    phase, or else of the ruleset's name."""
    for number in (block, *waiting_blocks(memory)):
        decision = program.decisions.get(number)
        span = decision.at if decision is not None else program.places.get(number)
        if span is not None:
            return span
    phases = program.model.flow.phases
    if not phases:
        return program.model.at
    clock = memory.region("clock")
    return phases[clock[PHASE_NUMBER] if clock[ROUND_NUMBER] else 0].at


def waiting_blocks(memory: Memory) -> Iterator[int]:
    """The blocks that wait on the active stack, the top one first."""
    stack, words = memory.region("stack"), memory.region("frame_words")
    place = memory.register("stack_top")
    while place > memory.register("stack_base"):
        yield stack[place - 1]
        place -= words[stack[place - 1]]

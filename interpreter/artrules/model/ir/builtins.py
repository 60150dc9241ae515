"""The functions of the language itself, each described once.

To add one: an entry in `_ENTRIES`; `python -m artrules.author.derive` writes the table in `docs/write/expressions.md`.
If no `Lowering` fits, a new class for it, and its case in `lower/`, where mypy asks for it. Nothing else knows a
builtin by name: the analyses ask for its traits."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from artrules.model.ir.node import Runs, StatePart, Traits, state
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    PLAYER,
    POWER,
    WIDE,
    Card,
    ListOf,
    Number,
    Optional,
    Player,
    Power,
    Type,
    element,
)
from artrules.text.record import dataclass

MOST_THINGS = 100_000
"""No zone, list or set holds more things."""


class Accepts(Enum):
    """Which values a parameter takes, as messages say it."""

    PLAYER = "a player"
    CARD = "a card"
    POWER = "a power"
    THINGS = "a zone, list or set"
    NUMBER = "a number"

    def takes(self, type_: Type) -> bool:
        """Whether values of a type may be given."""
        match self:
            case Accepts.PLAYER:
                return isinstance(type_, Player)
            case Accepts.CARD:
                return isinstance(type_, Card)
            case Accepts.POWER:
                return isinstance(type_, Power)
            case Accepts.THINGS:
                return element(type_) is not None
            case Accepts.NUMBER:
                return isinstance(type_, Number)


@dataclass(frozen=True, slots=True)
class BuiltinParameter:
    name: str
    accepts: Accepts


@dataclass(frozen=True, slots=True)
class HowMany:
    """Lowered to the number of things in the argument."""


@dataclass(frozen=True, slots=True)
class NeighbouringSeat:
    """Lowered to the seat so many places further round the table than the argument, clockwise."""

    steps: int


@dataclass(frozen=True, slots=True)
class SeatTable:
    """Lowered to a table with a list of seats for each seat: those from it on round the table, itself included where
    `skips_itself` isn't set."""

    skips_itself: bool


@dataclass(frozen=True, slots=True)
class EarlierCards:
    """Lowered to going through the cards of the argument's zone, up to the argument."""


@dataclass(frozen=True, slots=True)
class MachineCall:
    """Lowered to calling a function of the machine (`machine/`) with the arguments, after the acting player if it needs
    one. It gives a word or a new list, and only sets `status` where the traits say that the builtin runs code."""

    function: str


@dataclass(frozen=True, slots=True)
class Counted:
    """Lowered to the argument, a list; a reason that a player is told says how many there are of each thing in it."""


Lowering = HowMany | NeighbouringSeat | SeatTable | EarlierCards | MachineCall | Counted


@dataclass(frozen=True, slots=True, eq=False)
class Builtin:
    """A function of the language itself.

    `result` gives the type of the result from the types of the arguments. `example` is a condition that holds; it
    speaks of the arguments by the names of the parameters.
    """

    name: str
    parameters: tuple[BuiltinParameter, ...]
    result: Callable[[Sequence[Type]], Type]
    traits: Traits
    lowering: Lowering
    summary: str
    example: str

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: there is one of each."""
        return _with_name, (self.name,)

    def wrong_argument(self, types: Sequence[Type]) -> str | None:
        """What the first argument that is not accepted should be; None if all are accepted."""
        pairs = zip(self.parameters, types, strict=True)
        return next((p.accepts.value for p, type_ in pairs if not p.accepts.takes(type_)), None)


def _always(type_: Type) -> Callable[[Sequence[Type]], Type]:
    return lambda arguments: type_


_PLAYER = (BuiltinParameter("p", Accepts.PLAYER),)
_CARD = (BuiltinParameter("c", Accepts.CARD),)

SIZE = Builtin(
    "size",
    (BuiltinParameter("d", Accepts.THINGS),),
    _always(Number(0, MOST_THINGS)),
    Traits(reads_only_size=True),
    HowMany(),
    "how many there are",
    "size(d) = count(x in d)",
)
USABLE = Builtin(
    "usable",
    (BuiltinParameter("w", Accepts.POWER),),
    _always(BOOL),
    Traits(
        reads=state(StatePart.POWERS, StatePart.LIMITS),
        runs=Runs.POWER_CONDITIONS,
        needs_player=True,
        tests_usability=True,
    ),
    MachineCall("usable"),
    "whether a power can be used now",
    "usable(w)",
)
BEARER = Builtin(
    "bearer",
    (BuiltinParameter("w", Accepts.POWER),),
    _always(Card(frozenset())),
    Traits(),
    MachineCall("bearer_of"),
    "the card that has a power",
    "w in bearer(w).powers",
)
REMEMBERED = Builtin(
    "remembered",
    (BuiltinParameter("w", Accepts.POWER),),
    _always(POWER),
    Traits(reads=state(StatePart.POWERS), units=20),
    MachineCall("remembered"),
    "a power for later: it can be used though its card has lost it",
    "remembered(w) in bearer(w).powers",
)
_ENTRIES = (
    SIZE,
    Builtin(
        "left",
        _PLAYER,
        _always(PLAYER),
        Traits(),
        NeighbouringSeat(1),
        "the next player clockwise",
        "right(left(p)) is p",
    ),
    Builtin(
        "right",
        _PLAYER,
        _always(PLAYER),
        Traits(),
        NeighbouringSeat(-1),
        "the player before",
        "left(right(p)) is p",
    ),
    Builtin(
        "others",
        _PLAYER,
        _always(ListOf(PLAYER)),
        Traits(),
        SeatTable(skips_itself=True),
        "from the left of a player on",
        "others(p)[1] is left(p) and p not in others(p)",
    ),
    Builtin(
        "from_seat",
        _PLAYER,
        _always(ListOf(PLAYER)),
        Traits(),
        SeatTable(skips_itself=False),
        "a player and on round",
        "from_seat(p) = [p] + others(p)",
    ),
    Builtin(
        "holder",
        _CARD,
        _always(Optional(PLAYER)),
        Traits(reads=state(StatePart.ZONES), units=2, reads_only_place=True, tells_place=True),
        MachineCall("holder_of"),
        "the player whose zone a card lies in, or `none`",
        "holder(c) is none or holder(c) in players",
    ),
    Builtin(
        "position",
        _CARD,
        _always(Number(1, MOST_THINGS)),
        Traits(reads=state(StatePart.ZONES), units=4, scans_cards=True, reads_order=True, reads_only_place=True),
        MachineCall("position_of"),
        "1 is first or top",
        "position(c) = size(before(c)) + 1",
    ),
    Builtin(
        "mover",
        _CARD,
        _always(Optional(PLAYER)),
        Traits(reads=state(StatePart.ZONES), units=2, reads_only_place=True),
        MachineCall("mover_of_card"),
        "the player in whose name code has moved a card to where it lies; `none` if nobody's, as in the setup",
        "mover(c) is none or mover(c) in players",
    ),
    Builtin(
        "before",
        _CARD,
        lambda arguments: ListOf(arguments[0]),
        Traits(reads=state(StatePart.ZONES), units=4, scans_cards=True, reads_order=True),
        EarlierCards(),
        "the cards before one in its zone",
        "c not in before(c)",
    ),
    Builtin(
        "sees",
        (*_PLAYER, *_CARD),
        _always(BOOL),
        Traits(reads=state(StatePart.ZONES, StatePart.FACES), units=6, reads_only_place=True, tells_sight=True),
        MachineCall("may_see"),
        "whether a player sees which card it is: where it lies, or because it was shown",
        "sees(p, c) or not sees(p, c)",
    ),
    USABLE,
    BEARER,
    REMEMBERED,
)
BUILTINS: dict[str, Builtin] = {builtin.name: builtin for builtin in _ENTRIES}
"""All that authors can call, by name."""

# What `collect` asks where several resources are paid in units (`machine/rules/payments.py`). The demand is a list of
# resources, one for each unit; a unit is the set of those that it may pay one of. `units` has a list for each branch,
# `prices` the prices of the same units, and nothing where units have none.


def _payment(
    name: str, parameters: str, result: Callable[[Sequence[Type]], Type], function: str, summary: str
) -> Builtin:
    takes = tuple(
        BuiltinParameter(parameter, Accepts.NUMBER if parameter in _NUMBERS_OF_PAYMENTS else Accepts.THINGS)
        for parameter in parameters.split()
    )
    return Builtin(name, takes, result, Traits(units=40), MachineCall(function), summary, "")


_NUMBERS_OF_PAYMENTS = ("branch", "price", "budget")
_CODES = ListOf(ANY_NUMBER)
MISSING_UNITS = _payment(
    "missing_units",
    "demand fixed units",
    lambda arguments: arguments[0],
    "missing_units",
    "the part of the demand that no units pay",
)
LEAST_PRICE = _payment(
    "least_price",
    "demand fixed units prices",
    _always(Number(-1, WIDE)),
    "least_price",
    "the least that has to be spent on units to pay the demand; -1 if they can't pay it",
)
NEXT_UNITS = _payment(
    "next_units",
    "demand fixed units prices passed budget",
    _always(_CODES),
    "next_units",
    "which units may be taken next",
)
MAY_TAKE = _payment(
    "may_take", "next branch resources price", _always(BOOL), "may_take", "whether a unit of a branch may be taken next"
)
TAKES_ALL = _payment(
    "takes_all",
    "next branch",
    _always(BOOL),
    "takes_all",
    "whether those that may be taken next are of this branch, and all needed",
)
DUE_UNIT = _payment(
    "due_unit",
    "units",
    lambda arguments: Optional(element(arguments[0]) or NOTHING),
    "due_unit",
    "one of several units, which one doesn't matter; none if there is none",
)
PASSED_UNITS = _payment(
    "passed_units",
    "passed next branch resources price",
    _always(_CODES),
    "passed_units",
    "which units can't be taken any more after one is, so that each payment is come upon in one order",
)
COUNTED = Builtin(
    "counted",
    (BuiltinParameter("d", Accepts.THINGS),),
    lambda arguments: arguments[0],
    Traits(),
    Counted(),
    "the same list; a reason says how many there are of each thing in it",
    "",
)
OF_PAYMENTS: dict[str, Builtin] = {
    builtin.name: builtin
    for builtin in (MISSING_UNITS, LEAST_PRICE, NEXT_UNITS, MAY_TAKE, TAKES_ALL, DUE_UNIT, PASSED_UNITS, COUNTED)
}
"""Those that only elaboration calls."""

SCORE = "score"
SIDE = "side"
OF_THE_FLOW = {SCORE: "what a player has scored", SIDE: "the players of a player's side"}
"""By name: functions of a player that ask what the flow says. Elaboration makes nodes of their own of them."""


def _with_name(name: str) -> Builtin:
    return BUILTINS.get(name) or OF_PAYMENTS[name]


def table_of_builtins() -> str:
    """All of them as a table in Markdown, as the specification shows it."""
    rows = ["| builtin | takes | gives | example |", "|---|---|---|---|"]
    for builtin in BUILTINS.values():
        call = f"`{builtin.name}({', '.join(p.name for p in builtin.parameters)})`"
        takes = ", ".join(p.accepts.value for p in builtin.parameters)
        rows.append(f"| {call} | {takes} | {builtin.summary} | `{builtin.example}` |")
    return "\n".join(rows) + "\n"

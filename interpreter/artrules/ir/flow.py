"""The course of a game, with its code: setup, the phases of a round, the end, the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from artrules.ir.declarations import Declaration
from artrules.ir.expressions import Binder, Expression
from artrules.ir.statements import Body, Label
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Step(Declaration):
    """Something done once, in the setup or when the game ends."""

    body: Body


Acting = Literal["in_turn", "all_at_once", "nobody"]
"""Who acts in a phase: the players one after another, all of them at the same time, or only the game itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Phase(Declaration):
    """A part of each round, in which `who` acts: everybody in turn, all at once, the first player, or nobody.

    `ends` are the lives that end with it. `first` is the player who begins, `condition` tells whether the phase takes
    place, `stop` whether play in turn is over; each is None where the author says nothing. The texts are these three as
    the author wrote them, empty for none.
    """

    who: Acting
    ends: Sequence[str]
    body: Body
    first: Expression | None
    condition: Expression | None
    stop: Expression | None
    first_text: str
    condition_text: str
    stop_text: str


@dataclass(frozen=True, slots=True, eq=False)
class ScorePart(Declaration):
    """A part of a player's score.

    `value` is the part's sum, None where its code can't be read. Several numbers may make it, one `each` for the values
    of `binders`; every one is told in the words of `line`. The texts are `each` and `binders` as the author wrote them.
    """

    label: str
    value: Expression | None
    binders: Sequence[Binder]
    each: Expression | None
    line: Label | None
    each_text: str
    binders_text: str


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The course of a game. `last_round` is the number of the last round, None where only `until` ends the game.

    `until_text` and `winners_text` are code as the author wrote it, empty for none.
    """

    setup: Sequence[Step]
    phases: Sequence[Phase]
    until: Expression | None
    last_round: int | None
    final: Sequence[Step]
    score: Sequence[ScorePart]
    winners: Expression | None
    until_text: str
    winners_text: str

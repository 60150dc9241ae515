"""The course of a game, with its code: setup, the phases of a round, the end, the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from artrules.ir.declarations import Declaration
from artrules.ir.expressions import Binder, Expression
from artrules.ir.statements import Body, Label
from artrules.ir.types import BOOL, PLAYER, Optional, Type
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Step(Declaration):
    """Something done once, in the setup or when the game ends."""

    body: Body


Acting = Literal["in_turn", "all_at_once", "nobody"]
"""Who acts in a phase: the players one after another, all of them at the same time, or only the game itself."""


@dataclass(frozen=True, slots=True, eq=False)
class PhaseRule:
    """An expression that says how a phase runs.

    `name` is the field of Phase that holds it. `me` tells whether a player acts in it, `type` is what it must be, and
    `words` name it in diagnostics.
    """

    name: str
    me: bool
    type: Type
    words: str


PHASE_RULES = (
    PhaseRule("first", False, PLAYER, "the first player of a phase"),
    PhaseRule("condition", False, BOOL, "a phase's condition"),
    PhaseRule("takes_part", True, BOOL, "whether a player takes part"),
    PhaseRule("next", True, Optional(PLAYER), "the player whose turn is next"),
    PhaseRule("until", True, BOOL, "when a phase is over"),
    PhaseRule("stop", True, BOOL, "when a phase stops"),
    PhaseRule("again", False, BOOL, "whether a phase is entered again"),
)
"""The player who begins; whether the phase takes place; whether a player takes part in it; after a turn, whose turn is
next, or none when the phase is over; after a turn, whether the phase is over, and whether the game is; after the phase,
whether it is entered again."""


@dataclass(frozen=True, slots=True, eq=False)
class Phase(Declaration):
    """A part of each round, in which `who` acts: everybody in turn, all at once, the first player, or nobody.

    `ends` are the lives that end with it. `back_to` names the phase that is entered again when `again` holds: it or an
    earlier one; where it is empty, it is this one. PHASE_RULES says what its expressions are for; each is None where
    the author says nothing. The texts are the expressions as the author wrote them, empty for none.
    """

    who: Acting
    ends: Sequence[str]
    back_to: str
    body: Body
    first: Expression | None
    condition: Expression | None
    takes_part: Expression | None
    next: Expression | None
    until: Expression | None
    stop: Expression | None
    again: Expression | None
    first_text: str
    condition_text: str
    takes_part_text: str
    next_text: str
    until_text: str
    stop_text: str
    again_text: str

    @property
    def is_open(self) -> bool:
        """Whether its own rules say when play in turn is over, not that everybody has had a turn."""
        return self.next is not None or self.until is not None

    @property
    def rules(self) -> Iterator[tuple[PhaseRule, Expression]]:
        """Its expressions, each with what it is for."""
        for rule in PHASE_RULES:
            value = getattr(self, rule.name)
            if value is not None:
                yield rule, value


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

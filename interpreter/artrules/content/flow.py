"""The flow of a game: setup, the phases of its rounds, its end and the score."""

from __future__ import annotations

from typing import Literal, TypeAlias

from artrules.content.key_values import choice, integer
from artrules.content.plain_values import BINDINGS, EFFECT, EXPRESSION, LABEL, NAME, NAMES, PROSE, Sourced
from artrules.content.section import Named, key, named_sections, nested, section, sections
from artrules.source.node import Scalar


@section("step", "Step", alone="do")
class Step(Sourced):
    """Statements; alone, or under `do`."""

    do: Scalar | None = key(EFFECT, required=True)


Acting: TypeAlias = Literal["in_turn", "all_at_once", "nobody"]
_ACTING: tuple[Acting, ...] = ("in_turn", "all_at_once", "nobody")


@section("phase", "Phase")
class Phase(Sourced):
    """A part of each round."""

    name: Scalar | None = key(NAME, "The phase's name.", required=True)
    who: Acting | None = key(
        choice(*_ACTING),
        "`in_turn`: one after another, clockwise from `from`; `all_at_once`: all at the same time; `nobody`: the game "
        "itself.",
        required=True,
    )
    from_: Scalar | None = key(
        EXPRESSION, "The player who begins a phase played in turn.", required_if=("who", "in_turn")
    )
    do: Scalar | None = key(EFFECT, "What happens; `me` is the player, none in a phase of `nobody`.", required=True)
    if_: Scalar | None = key(EXPRESSION, "The phase is passed over when this is false.")
    takes_part: Scalar | None = key(
        EXPRESSION, "Tested when a player's turn or part would begin; who doesn't take part is passed over."
    )
    next: Scalar | None = key(
        EXPRESSION,
        "After a player's turn, the player whose turn is next; `none` ends the phase. Default: `left(me)`. With it, or "
        "with `until`, a player may have any number of turns; without, each has one.",
    )
    until: Scalar | None = key(
        EXPRESSION, "Tested after each turn of a phase played in turn; when it holds the phase is over."
    )
    stop_if: Scalar | None = key(
        EXPRESSION, "Tested after each player of a phase played in turn; when it holds, the round and the game end."
    )
    again: Scalar | None = key(
        EXPRESSION,
        "Tested when the phase is over and its lives have ended; when it holds, the phase is entered again, or an "
        "earlier one (`back_to`).",
    )
    back_to: Scalar | None = key(
        NAME, "The phase that is entered when `again` holds. Default: the phase itself.", needs=("again",)
    )
    ends: tuple[Scalar, ...] = key(
        NAMES, "The lives that end after each player's part, or after the phase.", title="Ends"
    )


@section(title="Last round", alone="number")
class LastRound(Sourced):
    """The round that ends a game that would go on for ever: a number, or `number` with the reason under `assumed`."""

    number: Scalar | None = key(integer(minimum=1), "The number of the last round.", required=True)


@section("score_part", "Part of the score", alone="is")
class ScorePart(Sourced):
    """An expression with the player as `me`; alone, or under `is` with a `label`, and with `for` one for each of
    several things."""

    label: Scalar | None = key(PROSE, "What the part is called.")
    for_: Scalar | None = key(BINDINGS, "The part is the sum of `is` for each value of these.")
    is_: Scalar | None = key(EXPRESSION, required=True)
    line: Scalar | None = key(LABEL, "What the result tells of it: one line for each value of `for`, or one.")


@section("flow", "Flow")
class Flow(Sourced):
    """How a game runs from setup to its end."""

    setup: Named[Step] = key(named_sections(NAME, Step), "Named steps, in order.")
    rounds: tuple[Phase, ...] = key(
        sections(Phase, {"minItems": 1}), "The phases of a round, in order, round after round."
    )
    until: Scalar | None = key(EXPRESSION, "Tested after the last phase of a round; when it holds the game ends.")
    last_round: LastRound | None = key(nested(LastRound))
    final: Named[Step] = key(named_sections(NAME, Step), "Named steps, in order, when the game has ended.")
    score: Named[ScorePart] = key(
        named_sections(NAME, ScorePart), "The parts of each player's score, which are summed."
    )
    winners: Scalar | None = key(EXPRESSION, "Who wins, such as `best(p in players, most score(p))`.")


FLOW = nested(Flow)

"""The code of a game: its flow from the setup to the score, what has a name of its own, and hints for bots."""

from typing import Literal, TypeAlias, get_args

from artrules.text.content.section import (
    BINDINGS,
    EFFECT,
    EXPRESSION,
    LABEL,
    NAME,
    NAMES,
    OPTION_LABEL,
    PROSE,
    SIGNATURE,
    TYPE,
    Named,
    Section,
    Sourced,
    Told,
    choice,
    integer,
    key,
    named_sections,
    named_values,
    nested,
    section,
    sections,
)
from artrules.text.source.node import Scalar

# The flow of a game: setup, the phases of its rounds, its end and the score.


@section("step", "Step", alone="do")
class Step(Told):
    """Statements; alone, or under `do`."""

    do: Scalar | None = key(EFFECT, required=True)


@section("flow_rule", "Rule", alone="is")
class FlowRule(Told):
    """An expression; alone, or under `is`."""

    is_: Scalar | None = key(EXPRESSION, required=True)


def expression_of(rule: FlowRule | Scalar | None) -> Scalar | None:
    """The expression of a rule; None where there is none."""
    return rule.is_ if isinstance(rule, FlowRule) else rule


Acting: TypeAlias = Literal["in_turn", "all_at_once", "nobody"]


@section("phase", "Phase")
class Phase(Told):
    """A part of each round."""

    name: Scalar | None = key(NAME, "The phase's name.", required=True)
    who: Acting | None = key(
        choice(*get_args(Acting)),
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
    stop_if: FlowRule | None = key(
        nested(FlowRule),
        "Tested after each player of a phase played in turn; when it holds, the round and the game end.",
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


ScoredBy: TypeAlias = Literal["player", "side"]


@section("score_part", "Part of the score", alone="is")
class ScorePart(Told):
    """An expression with the player as `me`; alone, or under `is` with a `label`, and with `for` one for each of
    several things."""

    label: Scalar | None = key(PROSE, "What the part is called.")
    for_: Scalar | None = key(BINDINGS, "The part is the sum of `is` for each value of these.")
    is_: Scalar | None = key(EXPRESSION, required=True)
    of: ScoredBy = key(
        choice(*get_args(ScoredBy), otherwise="player"),
        "`player`: each player scores it; `side`: the players of a side have it together, and it counts once for them.",
    )
    line: Scalar | None = key(LABEL, "What the result tells of it: one line for each value of `for`, or one.")


@section("flow", "Flow")
class Flow(Told):
    """How a game runs from setup to its end."""

    setup: Named[Step] = key(named_sections(NAME, Step), "Named steps, in order.")
    rounds: tuple[Phase, ...] = key(
        sections(Phase, {"minItems": 1}), "The phases of a round, in order, round after round."
    )
    until: FlowRule | None = key(
        nested(FlowRule), "Tested after the last phase of a round; when it holds the game ends."
    )
    last_round: LastRound | None = key(nested(LastRound))
    final: Named[Step] = key(named_sections(NAME, Step), "Named steps, in order, when the game has ended.")
    score: Named[ScorePart] = key(
        named_sections(NAME, ScorePart), "The parts of each player's score, which are summed."
    )
    sides: FlowRule | None = key(
        nested(FlowRule),
        "A value of `me`: players for whom it is the same are on one side, and win together. Default: each player is a "
        "side.",
    )
    winners: FlowRule | None = key(
        nested(FlowRule), "Who wins, such as `best(p in players, most score(p))`; `none` or `[]` where nobody does."
    )


FLOW = nested(Flow)


# Code with a name: functions, procedures and menus.

_SIGNATURES = {"x-artrules-key-code": "signature"}


@section("function", "Function", alone="is")
class Function(Sourced):
    """One expression, which changes nothing; alone, or under `is`. With `else` it is a condition with words."""

    is_: Scalar | None = key(EXPRESSION, required=True)
    else_: Scalar | None = key(LABEL, "What is lacking where it doesn't hold, for the player who is told so.")


FUNCTIONS = named_sections(SIGNATURE, Function, _SIGNATURES).named(
    "functions", "Functions", "Expressions with a name. The key is a signature such as `shown(player p)`."
)


@section("expected_function", "Expected function", file="library.schema.json", alone="type")
class ExpectedFunction(Section):
    """A function that a game has, or may have; alone, the type of its value."""

    type: Scalar | None = key(TYPE, "The type of its value.", required=True)
    is_: Scalar | None = key(EXPRESSION, "What it is in a game that doesn't declare it. Without it each game must.")


@section("procedure", "Procedure", alone="do")
class Procedure(Told):
    """Statements, with the caller's `me`; alone, or under `do`."""

    do: Scalar | None = key(EFFECT, required=True)


PROCEDURES = named_sections(SIGNATURE, Procedure, _SIGNATURES).named(
    "procedures",
    "Procedures",
    "Statements with a name. The key is a signature such as `draw(0..9 n)` or `claim(role r) gives bool`.",
)


@section("entry", "Entry of a menu")
class Entry(Told):
    """One action that may be chosen."""

    label: Scalar | None = key(LABEL, "What the player reads.", required=True)
    for_: Scalar | None = key(BINDINGS, "One option for each value of these.")
    if_: Scalar | None = key(EXPRESSION, "Offered only if this holds.")
    else_: Scalar | None = key(LABEL, "What is lacking where `if` doesn't hold, for the player who is told so.")
    do: Scalar | None = key(EFFECT, "What happens when it is chosen.", required=True)


@section("menu", "Menu")
class Menu(Told):
    """A list of actions; sets and overlays may add to its entries."""

    prompt: Scalar | None = key(PROSE, "What the player is asked.")
    entries: Named[Entry] = key(
        named_sections(NAME, Entry), "The actions, by name, in the order in which they are offered."
    )


MENUS = named_sections(NAME, Menu).named("menus", "Menus", "Lists of actions that `choose from NAME` offers.")


# Hints: what content says about how much a player likes a position or an option. Bots use them; rules don't.

_BY_LABEL = named_values(OPTION_LABEL, EXPRESSION, {"minProperties": 1})


@section("hints", "Hints", at_least_one=True)
class Hints(Sourced):
    """How much a player likes a position, or an option: numbers, of which larger ones are better. Bots use them to
    choose well. They change nothing of the game."""

    position: Scalar | None = key(
        EXPRESSION, "How much `me` likes the position: a number, such as `10 * my prizes + size(my hand)`."
    )
    options: Named[Scalar | None] = key(
        _BY_LABEL,
        "By the label of an option, as the rules write it, how much `me` likes to choose it: a number. It may use "
        "the names that the option binds.",
    )


HINTS = nested(Hints)

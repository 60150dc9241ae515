"""Files of scenarios: positions, choices and what must come of them."""

from typing import Final

from artrules.text.content.section import (
    ASSUMED,
    CONSTANT,
    LANGUAGE,
    NAME,
    PROSE,
    SOURCE,
    Named,
    Section,
    anything,
    author_nodes,
    choice,
    integer,
    key,
    list_of_texts,
    named_nodes,
    named_sections,
    named_values,
    nested,
    optional,
    section,
    sections,
    text,
)
from artrules.text.source.node import Node, Scalar

FILE: Final = "scenarios.schema.json"

LABEL_TEXT = text({"type": ["string", "integer", "boolean"]}).named(
    "label_text", "Label", "What a player reads: an option or a card.", FILE
)
PLACE = text({"type": "string", "pattern": "^([a-z][a-z0-9_]*/)?[a-z][a-z0-9_]*(\\[[a-z0-9_-]+\\]){0,2}$"}).named(
    "place",
    "Name of a variable or zone",
    "A name, `NAME[key]` or `NAME[key][key]`; `SET/NAME` when two sets have the same name.",
    FILE,
)
SEAT_KEY = text({"type": "string", "pattern": "^[1-9][0-9]?$"}).named(
    "seat_key", "Number of a player", "Players are numbered from 1.", FILE
)
ABOUT = optional(list_of_texts({"type": ["string", "array"], "items": {"type": "string"}})).named(
    "about",
    "About",
    "What is tested: a power as GROUP.KEY or GROUP.KEY.N, or a rule; or a list of them.",
    FILE,
)
_SETTING = text({"type": "string", "pattern": "^[a-z][a-z0-9_]*(\\.[a-z0-9_-]+)?$"}).named(
    "", "Setting", "The name of a setting, or `NAME.KEY`."
)
LABELS = anything({"type": "array", "items": LABEL_TEXT})
"""A list of labels. Its node is kept: an empty list means something, and messages point at it."""
SEAT = integer(minimum=1)


@section("settings", "Settings", file=FILE)
class Settings(Section):
    """Values of settings; `NAME.KEY` chooses a set for one key."""

    values: Named[Node] = author_nodes(_SETTING, CONSTANT)


@section("card", "Card", file=FILE, alone="card")
class Card(Section):
    """A card by its label, or `card` with attributes that differ. `...`: more may follow."""

    card: Scalar | None = key(LABEL_TEXT, "The card's label.", required=True)
    face: str | None = key(choice("up", "down"), "How the card lies.")
    shown_to: Node | None = key(
        anything({"type": "array", "items": {"type": "integer", "minimum": 1}}),
        "The numbers of the players who see it because they have been shown it.",
    )
    attributes: Named[Node] = author_nodes(NAME, CONSTANT)


VALUE = anything({"type": ["string", "integer", "boolean", "array"], "items": Card}).named(
    "value", "Value", "A number, `yes` or `no`, a name, `none`, or a list of these.", FILE
)
CONTENTS = anything({"type": ["array", "integer"], "items": Card, "minimum": 0}).named(
    "contents",
    "Contents of a zone",
    "Its cards, from the top or the first; `all other cards` stands for those that are nowhere else, "
    "`4 other cards` for so many of them. In a view a number stands for that many cards that can't be seen.",
    FILE,
)
PLAYER = named_nodes(PLACE, VALUE).named(
    "player", "Player", "A player's zones (lists of cards) and variables, by name.", FILE
)


@section()
class Position(Section):
    """What lies on the table and what variables hold."""

    variables: Named[Node] = key(
        named_nodes(PLACE, VALUE), "Variables of the game, by name, and of members as `NAME[member]`."
    )
    zones: Named[Node] = key(named_nodes(PLACE, CONTENTS), "Shared zones, by name, or as `NAME[key]`.")
    players: Named[Named[Node]] | None = key(
        optional(named_values(SEAT_KEY, PLAYER)), "By number: a player's zones and variables."
    )


@section("given", "Given", file=FILE)
class StartPosition(Position):
    """The position in which the scenario starts. Without it the game starts from setup."""

    like: Scalar | None = key(
        NAME, "A position of this file to begin with; what stands here beside it changes it, key by key.", title="Like"
    )
    phase: Scalar | None = key(NAME, "The phase to start in. Default: the first.")
    turn: Scalar | None = key(SEAT, "The number of the player whose part of a phase played in turn it is.")
    round: Scalar | None = key(integer(minimum=1), "The number of the round.")


@section("expect", "Expect", file=FILE, at_least_one=True)
class Expect(Position):
    """What must be so. Only what is named is compared."""


@section("sees", "Sees", file=FILE)
class SeatView(Position):
    """What a player sees. `hidden` stands for what can't be seen, a number for that many cards."""

    seat: Scalar | None = key(SEAT, "The number of the player who looks.", required=True)


@section("reads", "Reads", file=FILE)
class SeatTexts(Section):
    """What a player reads."""

    seat: Scalar | None = key(SEAT, "The number of the player who reads.", required=True)
    log: Node | None = key(
        LABELS, "The lines of the log that are new to this player since the last choice. `...`: any lines."
    )
    options: Node | None = key(
        LABELS, "What is offered now, in any order, as this player would read it if it were chosen."
    )


@section("why_not", "Why not", file=FILE)
class WhyNot(Section):
    """What a player is told who asks why something can't be done."""

    ask: Scalar | None = key(LABEL_TEXT, "What is asked about: a label, or something like one.", required=True)
    by: Scalar | None = key(SEAT, "The number of the player who asks, when several choose now.")
    says: tuple[Scalar, ...] = key(
        list_of_texts({"type": ["string", "array"], "items": {"type": "string"}, "minItems": 1}),
        "The answer contains this text, or each of these.",
        required=True,
    )


@section("result", "Result", file=FILE, at_least_one=True)
class Result(Section):
    """How the game has ended."""

    winners: tuple[Scalar, ...] = key(
        list_of_texts({"type": "array", "items": {"type": "integer", "minimum": 1}, "uniqueItems": True}),
        "The numbers of those who have won.",
    )
    stalled: Scalar | None = key(
        text({"type": "boolean"}), "Whether the game was ended because it reached its last round."
    )
    finished: Scalar | None = key(text({"type": "boolean"}), "Whether the game has ended.")
    scores: Named[Scalar | None] = key(named_values(SEAT_KEY, integer()), "By number: a player's score.")
    round: Scalar | None = key(integer(minimum=1), "The number of the round in which it ended.")


_THINGS = (
    "choose",
    "options",
    "offered",
    "not_offered",
    "decides",
    "took",
    "not_took",
    "expect",
    "sees",
    "reads",
    "why_not",
    "result",
    "finished",
    "says",
)


@section("step", "Step", file=FILE, one_of=_THINGS)
class Step(Section):
    """One choice, or one thing that must be so."""

    choose: Scalar | None = key(LABEL_TEXT, "The decision on hand takes the option with this label.")
    by: Scalar | None = key(SEAT, "The number of the player who chooses, when several may.")
    nth: Scalar | None = key(integer(minimum=1), "Which one, when several options share the label.", needs=("choose",))
    options: Node | None = key(LABELS, "Exactly these are offered, in any order.")
    offered: Node | None = key(LABELS, "These are offered, perhaps among others.")
    not_offered: Node | None = key(LABELS, "None of these is offered.")
    decides: Node | None = key(
        anything({"type": ["integer", "array"], "items": {"type": "integer", "minimum": 1}, "minimum": 1}),
        "The number of the player who chooses now, or of all who do.",
    )
    took: Node | None = key(
        LABELS, "What the engine took by itself since the last choice: these are among it, in order."
    )
    not_took: Node | None = key(LABELS, "The engine took none of these by itself since the last choice.")
    expect: Expect | None = key(nested(Expect))
    sees: SeatView | None = key(nested(SeatView))
    paused: Scalar | None = key(
        PROSE,
        "It sees this not now, but at a pause since the last choice whose words contain this text.",
        needs=("sees",),
    )
    reads: SeatTexts | None = key(nested(SeatTexts))
    why_not: WhyNot | None = key(nested(WhyNot))
    result: Result | None = key(nested(Result))
    finished: Scalar | None = key(text({"type": "boolean"}), "Whether the game has ended.")
    says: Scalar | None = key(PROSE, "This is part of what was said since the last choice, or of the words of a pause.")


@section("uncovered", "Exception", file=FILE)
class Uncovered(Section):
    """An exception from coverage: code as `artrules test --coverage` names it."""

    at: Scalar | None = key(
        text({"type": "string"}),
        "What the code belongs to: a power, a procedure, a menu, a function, a phase, a step.",
        title="Where",
        required=True,
    )
    what: Scalar | None = key(
        text({"type": "string"}),
        "The line, as it is written; of a condition all of it, and nothing else.",
        title="Code",
        required=True,
    )
    outcome: Scalar | None = key(text({"type": "boolean"}), "Of a condition the outcome, if only one is meant.")
    reason: Scalar | None = key(text({"type": "string", "minLength": 1}), "Why no scenario covers it.", required=True)


@section()
class ScenarioSetup(Section):
    """What a scenario says of itself, and how its game is set up."""

    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)
    about: tuple[Scalar, ...] | None = key(ABOUT)
    players: Scalar | None = key(integer(minimum=1), "How many play.")
    seed: Scalar | None = key(integer(minimum=0), "The seed of all chance.")
    settings: Settings | None = key(nested(Settings))
    given: StartPosition | None = key(nested(StartPosition))


@section("defaults", "Defaults", file=FILE)
class Defaults(ScenarioSetup):
    """What every scenario of this file has unless it says otherwise."""


@section()
class ScenarioSteps(Section):
    """What is done in a scenario."""

    steps: tuple[Step, ...] = key(
        sections(Step, {"minItems": 1}), "What is done and what must be so, in order.", required=True
    )


@section("scenario", "Scenario", file=FILE)
class Scenario(ScenarioSetup, ScenarioSteps):
    """A position, choices, and what must come of them."""


@section(title="Scenarios", file=FILE)
class Scenarios(Section):
    """Positions, choices and what must come of them; `artrules test` runs them."""

    scenarios: Scalar | None = key(NAME, "The name of the game they are about.", title="Name", required=True)
    language: Scalar | None = key(LANGUAGE)
    about: tuple[Scalar, ...] | None = key(ABOUT, "The heading under which they are counted: a set, or `base`.")
    source: Scalar | None = key(SOURCE)
    assumed: Scalar | None = key(ASSUMED)
    defaults: Defaults | None = key(nested(Defaults))
    positions: Named[StartPosition] = key(
        named_sections(NAME, StartPosition),
        "Positions by name, which scenarios of this file are `like`.",
        title="Positions",
    )
    list: Named[Scenario] = key(
        named_sections(NAME, Scenario, {"minProperties": 1}), "The scenarios, by name.", required=True
    )
    uncovered: tuple[Uncovered, ...] = key(
        sections(Uncovered), "Code that scenarios can't or needn't cover, with the reason."
    )

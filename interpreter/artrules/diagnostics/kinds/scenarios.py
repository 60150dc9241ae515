"""Kinds of diagnostic of scenarios: positions that can't be, and what came out otherwise: 6000 to 6099."""

from artrules.diagnostics.registry import declare

UNKNOWN_PLACE = declare(
    6001,
    "unknown-place",
    "a scenario names a zone or variable that isn't there",
    """
    Zones and variables of the table stand under `zones` and `variables`, those of a player beside each other under the
    player's number. What belongs to numbers or members is written `NAME[key]`. A set's zones and variables are there
    when the settings put the set in play.
    """,
    example="given: {zones: {handd: [red 1]}}",
)
UNKNOWN_CARD = declare(
    6002,
    "unknown-card",
    "no card has this label",
    """
    Cards are named as the game calls them, by the `label` of their kind. The zone must hold cards of that kind.
    """,
    example="given: {players: {1: {hand: [redd 1]}}}",
)
NO_COPY_LEFT = declare(
    6003,
    "no-copy-left",
    "a position needs more copies of a card than it may take",
    """
    Copies are taken from zones that the position names or empties, then from shared zones that it doesn't name. Cards
    of a player's zones are free only when the position has `players`.
    """,
    example="given: {players: {1: {hand: [red 1, red 1, red 1, red 1, red 1, red 1, red 1]}}}",
)
UNKNOWN_ATTRIBUTE = declare(
    6004,
    "unknown-attribute",
    "a card has no such attribute, or it can't change",
    """
    A position changes only what a game can change too; an attribute that is printed on the pieces stays as it is.
    """,
    example="given: {zones: {box: [{card: red 1, printed: 2}]}}",
)
BAD_POSITION = declare(
    6005,
    "bad-position",
    "a game can't be started like this",
    """
    The number of players, the settings, the phase and the player whose turn it is must be possible; `turn` is for
    phases played in turn.
    """,
    example="given: {phase: play, turn: 1}",
)
NOT_OFFERED = declare(
    6006,
    "not-offered",
    "what the scenario chooses is not offered",
    """
    The message lists what is offered. An option is offered only if the action that it begins can be completed.
    """,
    example="steps: [{choose: play red 9}]",
)
WRONG_OPTIONS = declare(
    6007,
    "wrong-options",
    "other options are offered than the scenario says",
    """
    `options` names all that are offered, in any order; `offered` some of them; `not_offered` what must not be among
    them. What has a single option is taken by the engine and never offered: `took` is for that.
    """,
    example="steps: [{options: [stop playing]}]",
)
WRONG_PLAYER = declare(
    6008,
    "wrong-player",
    "somebody else decides",
    """
    The player that the scenario names decides nothing now.
    """,
    example="steps: [{decides: 2}]",
)
WRONG_TAKEN = declare(
    6009,
    "wrong-taken",
    "the engine took something else by itself",
    """
    `took` names what the engine took by itself since the last choice, because nothing else could be chosen: these
    labels, in this order, perhaps with others between. `not_took` names what it must not have taken.
    """,
    example="steps: [{took: [play red 1]}]",
)
NOT_AS_EXPECTED = declare(
    6010,
    "not-as-expected",
    "the table is not as the scenario says",
    """
    Only what `expect` names is compared: loose zones in any order, rows and piles in theirs.
    """,
    example="steps: [{expect: {variables: {left: 3}}}]",
)
SEEN_OTHERWISE = declare(
    6011,
    "seen-otherwise",
    "a seat sees something else than the scenario says",
    """
    Compared is the view of the seat: a number stands for that many cards that it can't see.
    """,
    example="steps: [{sees: {seat: 2, players: {1: {hand: [red 1]}}}}]",
)
WRONG_RESULT = declare(
    6012,
    "wrong-result",
    "the game has ended otherwise than the scenario says, or goes on",
    """
    `result` is for a finished game; `finished: no` says that it goes on.
    """,
    example="steps: [{result: {winners: [1]}}]",
)
NOT_SAID = declare(
    6013,
    "not-said",
    "a text is not in the log",
    """
    `says` looks at what `say` has told since the last choice.
    """,
    example="steps: [{says: nothing of the kind}]",
)
ANSWERED_OTHERWISE = declare(
    6014,
    "answered-otherwise",
    "asked why something can't be done, the engine says something else",
    """
    Each text of `says` must be in the answer to `ask`, as it is written. The message shows the whole answer; it begins
    otherwise when what is asked about is possible.
    """,
    example="steps: [{why_not: {ask: play red 9, says: it must match}}]",
)
UNKNOWN_EXCEPTION = declare(
    6015,
    "unknown-exception",
    "an exception from coverage names no code",
    """
    An entry of `uncovered` names code as `artrules test --coverage` does: `at` is the power, procedure or whatever the
    code belongs to, `what` its line, of a condition all of it, `outcome` that of a condition.
    """,
    example="uncovered: [{at: draw, what: move my hand, reason: nobody draws}]",
)
COVERED_AFTER_ALL = declare(
    6016,
    "covered-after-all",
    "an exception is for code that the scenarios cover",
    """
    What a scenario brings about needs no exception: take the entry of `uncovered` out.
    """,
    example="uncovered: [{at: draw, what: shuffle my deck, reason: decks never run out}]",
)

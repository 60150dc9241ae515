"""Kinds of diagnostic about scenarios, for positions that are impossible and for results that differ: 6000 to 6099."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

UNKNOWN_PLACE = declare(
    6001,
    "unknown-place",
    "a scenario names a zone or variable that isn't there",
    """
    Zones and variables of the table stand under `zones` and `variables`. Those of a player stand together under the
    player's number. If they belong to numbers or members, write `NAME[key]`. A set's zones and variables exist only if
    the settings put the set in play.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {handd: [red 1]}}}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [red 1]}}}
                steps: [{finished: no}]
            """,
        ),
    ),
)
UNKNOWN_CARD = declare(
    6002,
    "unknown-card",
    "no card has this label",
    """
    A card is named by its label, which the game makes from the `label` of the card's kind. The zone must hold cards of
    that kind.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [redd 1]}}}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [red 1]}}}
                steps: [{finished: no}]
            """,
        ),
    ),
)
NO_COPY_LEFT = declare(
    6003,
    "no-copy-left",
    "a position needs more copies of a card than it may take",
    """
    Copies of a card are taken first from zones that the position names or empties, then from shared zones that it
    doesn't name. Cards in players' zones are free only if the position has `players`.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [red 9, red 9, red 9]}}}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [red 9, red 9]}}}
                steps: [{finished: no}]
            """,
        ),
    ),
)
UNKNOWN_ATTRIBUTE = declare(
    6004,
    "unknown-attribute",
    "a card has no such attribute, or it can't change",
    """
    A position can change only what a game can change too. An attribute that is printed on the pieces stays as it is.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {zones: {box: [{card: red 1, printed: 2}]}}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {zones: {box: [{card: red 1, numbers: [2]}]}}
                steps: [{finished: no}]
            """,
        ),
    ),
)
BAD_POSITION = declare(
    6005,
    "bad-position",
    "a game can't be started like this",
    """
    The number of players, the settings, the phase and the player whose turn it is must be possible in the game; `turn`
    is for phases that are played in turn.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {phase: play, turn: 1}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {phase: buy, turn: 1}
                steps: [{finished: no}]
            """,
        ),
    ),
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
    `options` names all options that are offered, in any order; `offered` names some of them; `not_offered` names what
    must not be among them. If there is only one option, the engine takes it and never offers it: use `took` for that.
    """,
    example="steps: [{options: [stop playing]}]",
)
WRONG_PLAYER = declare(
    6008,
    "wrong-player",
    "somebody else decides",
    """
    The player that the scenario names has nothing to decide now.
    """,
    example="steps: [{decides: 2}]",
)
WRONG_TAKEN = declare(
    6009,
    "wrong-taken",
    "the engine took something else by itself",
    """
    If there is only one option, the engine takes it by itself. `took` names what it took since the last choice: these
    labels, in this order, perhaps with others between them. `not_took` names what it must not have taken.
    """,
    example="steps: [{took: [play red 1]}]",
)
NOT_AS_EXPECTED = declare(
    6010,
    "not-as-expected",
    "the table is not as the scenario says",
    """
    Only what `expect` names is compared: the cards of loose zones in any order, those of rows and piles in theirs.
    """,
    example="steps: [{expect: {variables: {left: 3}}}]",
)
SEEN_OTHERWISE = declare(
    6011,
    "seen-otherwise",
    "a seat sees something other than the scenario says",
    """
    What is compared is the view of the seat. `hidden` stands for a value or a card that the seat can't see, a number
    for that many such cards.
    """,
    example="steps: [{sees: {seat: 2, players: {1: {hand: [red 1]}}}}]",
)
WRONG_RESULT = declare(
    6012,
    "wrong-result",
    "the game has ended differently from what the scenario says, or goes on",
    """
    `result` is for a game that is over; `finished: no` says that the game goes on.
    """,
    example="steps: [{result: {winners: [1]}}]",
)
NOT_SAID = declare(
    6013,
    "not-said",
    "a text is not in the log",
    """
    `says` looks at the texts that `say` has added to the log since the last choice.
    """,
    example="steps: [{says: nothing of the kind}]",
)
ANSWERED_OTHERWISE = declare(
    6014,
    "answered-otherwise",
    "asked why something can't be done, the engine says something else",
    """
    The answer to `ask` must contain each text of `says`, exactly as it is written. The message shows the whole answer.
    If the answer says that the action is possible, it begins in another way.
    """,
    example="steps: [{why_not: {ask: play red 9, says: it must match}}]",
)
UNKNOWN_EXCEPTION = declare(
    6015,
    "unknown-exception",
    "an exception from coverage names no code",
    """
    An entry of `uncovered` names code as `artrules test --coverage` prints it: `at` is the power, procedure or other
    declaration that the code belongs to; `what` is the line of code, or the whole condition; `outcome` is the outcome
    of a condition.
    """,
    example="uncovered: [{at: draw, what: move my hand, reason: nobody draws}]",
)
COVERED_AFTER_ALL = declare(
    6016,
    "covered-after-all",
    "an exception is for code that the scenarios cover",
    """
    What the scenarios cover needs no exception: remove the entry of `uncovered`.
    """,
    example="uncovered: [{at: draw, what: shuffle my deck, reason: decks never run out}]",
)
READ_OTHERWISE = declare(
    6017,
    "read-otherwise",
    "a seat reads something other than the scenario says",
    """
    `reads` compares what is new to the seat in the log since the last choice, line by line, and the options as the seat
    would read them if they were chosen. A seat that can't see a card reads `a card`, and `something` for a value read
    from such a card. What others decline isn't read.
    """,
    example="steps: [{reads: {seat: 2, log: [play red 9]}}]",
)
UNKNOWN_POSITION = declare(
    6041,
    "unknown-position",
    "a position with this name isn't there",
    """
    `like: NAME` takes over a position that stands under `positions` in the same file. A position may be like another
    one, but not in a circle.
    """,
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {like: opening}  #!
                steps: [{finished: no}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            positions:
              opening: {players: {1: {hand: [red 1]}}}
            list:
              lighting:
                given: {like: opening}
                steps: [{finished: no}]
            """,
        ),
    ),
)

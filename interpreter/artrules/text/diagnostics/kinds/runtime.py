"""Kinds of diagnostic about running content, for faults that stop a game: 5000 to 5099."""

from artrules.text.diagnostics.registry import declare

OUT_OF_BOUNDS = declare(
    5001,
    "out-of-bounds",
    "a value is outside its type",
    """
    The engine never forces a value into the bounds of its type. Widen the type, or write `min(…)` or `max(…)` where the
    rule says so.
    """,
)
DEAD_END = declare(
    5002,
    "dead-end",
    "a player must choose and can't",
    """
    A player must choose, but no option can be completed. Give a way out (`may`, or a branch without conditions), or
    test the condition before asking.
    """,
)
FAILED = declare(
    5003,
    "failed-after-commit",
    "something failed where nothing can be taken back",
    """
    A `require`, `top of` an empty pile, `max` of nothing or the like failed where no choice could be taken back: after
    a shuffle, after a reveal, or without any choice before it.
    """,
)
TOO_LONG = declare(
    5004,
    "too-many-steps",
    "nothing ends between two decisions",
    """
    Either a loop goes round without any player deciding anything, or the code goes through too much. Between two
    decisions of players at most 60 million units of work are done: about one for each operation on one value, and one
    for each item of a list that is compared, searched or joined. The message names the code that takes most of it. Go
    through less there, or do less between two decisions.
    """,
)
TOO_NESTED = declare(
    5005,
    "too-nested",
    "powers and events nest too deeply",
    """
    Powers use powers that use powers, or events announce events, to a depth of more than 64.
    """,
)
TOO_MANY_LOOKED_AT = declare(
    5006,
    "look-ahead-too-large",
    "looking ahead takes too long",
    """
    Whether an option can be completed depends on too many combinations of later choices. At most 20,000 positions are
    looked at, with at most 120 million units of work. The message names what may fail, for which the engine looks
    ahead, and the code that takes most of the work. Test conditions earlier where possible, so that nothing can fail
    later, and let that code go through less. *Cheap choices* in `docs/recipes.md` shows how.
    """,
)
TOO_MANY_THINGS = declare(
    5010,
    "too-many-things",
    "there is more of something than a game can hold",
    """
    A list holds at most 10,000 items, including those of lists inside it. At any time at most 10,000 events are kept,
    and at most 1,000 watches wait. A decision has at most 10,000 options. Often something is added again and again and
    never removed: let a list become empty again, keep events for a shorter life, or let a watch stop itself.
    """,
)
TOO_MUCH_TOLD = declare(
    5040,
    "too-much-told",
    "there is more to tell than a game can keep",
    """
    The log of a game tells at most 500,000 characters after one choice, and at most 50 million in a game. It holds what
    players choose and what `say` says, once for each way in which seats may read it. Say less often, or say once what
    is now said for each of many things.
    """,
)
TOO_MUCH_KEPT = declare(
    5041,
    "too-much-kept",
    "a position holds more than a game can keep",
    """
    The lists of a position hold at most a million items together: those in variables and attributes of cards, kept
    events, what watches remember, what is still to be done, powers that cards gained, and uses that are counted. The
    message names what holds most. Keep less: how many instead of which, or only what is needed until a shorter life
    ends.
    """,
)
FORGOTTEN = declare(
    5009,
    "forgotten-event",
    "an event is asked about that is no longer remembered",
    """
    An event is remembered until the life that `kept:` names ends. A watch or a variable that lasts longer may still
    refer to it. Keep the event as long as that, or keep what is needed of it instead.
    """,
)
ASKED_WITHIN = declare(
    5060,
    "asked-within",
    "a question where all act at once already",
    """
    `ask … at once` ran in a phase of `all_at_once`, or in the suite of another such question. The checks find this but
    in powers, of which they can't know where they are used. Ask after the phase or the other question.
    """,
)
NOT_APART = declare(
    5011,
    "not-apart",
    "players who play at once have touched each other's things",
    """
    In a phase of `all_at_once` a player may change only what is theirs. Here a card has gone from one player to
    another, or to the table, in a way that the checks can't follow. Give the phase another `who`, or keep the cards
    apart.
    """,
)
UNFIT_VALUES = declare(
    5030,
    "unfit-values",
    "hidden values aren't what they may be",
    """
    At every decision all hidden values must meet what `may_be` says of them: from there they are dealt anew for
    whoever doesn't see them. Here they don't. Change several of them in one go, without a decision in between, or say
    what holds meanwhile, too.
    """,
)
WRONG_PIECES = declare(
    5007,
    "wrong-pieces",
    "the pieces don't fit their declaration",
    """
    A total differs from the number that it states, or a piece has no value for an attribute.
    """,
    example="totals: {all: {count: size(lantern), is: 3}}",
)
WRONG_SETTING = declare(
    5008,
    "wrong-setting",
    "a setting can't have this value",
    """
    `artrules info` lists the settings of a ruleset and their values.
    """,
)

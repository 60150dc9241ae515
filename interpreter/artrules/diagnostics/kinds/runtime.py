"""Kinds of diagnostic of running content: faults that stop a game: 5000 to 5099."""

from artrules.diagnostics.registry import declare

OUT_OF_BOUNDS = declare(
    5001,
    "out-of-bounds",
    "a value has left its type",
    """
    Values are never clamped. Widen the type, or write `min(…)` or `max(…)` where the rule says so.
    """,
    example="",
)
DEAD_END = declare(
    5002,
    "dead-end",
    "a player must choose and can't",
    """
    No option can be completed. Give a way out (`may`, a branch without conditions), or test before asking.
    """,
    example="",
)
FAILED = declare(
    5003,
    "failed-after-commit",
    "something failed where nothing can be taken back",
    """
    A `require`, `top of` an empty pile, `max` of nothing or the like failed outside any choice that could have been
    left out: after a shuffle, a reveal, or with no choice at all.
    """,
    example="",
)
TOO_LONG = declare(
    5004,
    "too-many-steps",
    "nothing ends between two decisions",
    """
    A loop goes round without any player deciding anything, or goes through too much: between two decisions of players
    at most 60 million units of work are done, about one for each operation on one value; long lists that are compared,
    searched or joined count each thing in them. Go through less, or ask for less at a time.
    """,
    example="",
)
TOO_NESTED = declare(
    5005,
    "too-nested",
    "powers and events nest too deeply",
    """
    Powers use powers that use powers, or events announce events, more than 64 deep.
    """,
    example="",
)
TOO_MANY_LOOKED_AT = declare(
    5006,
    "look-ahead-too-large",
    "looking ahead takes too long",
    """
    Whether an option can be completed depends on too many combinations of later choices: at most 20,000 positions are
    looked at, with at most 120 million units of work. Test earlier what can be tested.
    """,
    example="",
)
TOO_MANY_THINGS = declare(
    5010,
    "too-many-things",
    "there is more of something than a game can hold",
    """
    A list has at most 10,000 things, those of lists in it counted. At most 10,000 events are kept, and at most 1,000
    watches wait, at a time. A decision has at most 10,000 options. Often something is added again and again and never
    taken away: let a list become empty again, keep events until a shorter life ends, let a watch stop itself.
    """,
    example="",
)
TOO_MUCH_TOLD = declare(
    5040,
    "too-much-told",
    "there is more to tell than a game can keep",
    """
    After one choice at most 500,000 characters are told, in a game at most 50 million: what players choose and what
    `say` says, once for each way in which seats may read it. Say less often, or once what is now said for each of
    many things.
    """,
    example="",
)
TOO_MUCH_KEPT = declare(
    5041,
    "too-much-kept",
    "a position holds more than a game can keep",
    """
    The lists of a position hold at most a million things together: those in variables, attributes of cards, kept
    events, what watches remember, what is still to be done, powers that cards gained and uses that are counted. The
    message names what holds most. Keep less: how many instead of which, or what is needed until a shorter life ends.
    """,
    example="",
)
FORGOTTEN = declare(
    5009,
    "forgotten-event",
    "an event is asked about that is no longer remembered",
    """
    Events are remembered until the life ends that `kept:` names. A watch or a variable that lasts longer may still
    refer to one; keep the event as long, or keep what is needed of it instead.
    """,
    example="",
)
NOT_APART = declare(
    5011,
    "not-apart",
    "players who play at once have touched each other's things",
    """
    In a phase of `all_at_once` a player may change only what is theirs. Here a card has gone from one player to
    another, or to the table, on a way that the checks can't follow. Give the phase another `who`, or keep the cards
    apart.
    """,
    example="",
)
WRONG_PIECES = declare(
    5007,
    "wrong-pieces",
    "the pieces don't fit their declaration",
    """
    A total is not what it says, or a piece has no value for an attribute.
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
    example="",
)

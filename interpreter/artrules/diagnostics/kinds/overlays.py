"""Kinds of diagnostic of overlays: 2060 to 2069, and 4060 of those names in them that nothing uses."""

from artrules.diagnostics.registry import declare

NUMBER_WITHOUT_OVERLAY = declare(
    2060,
    "number-without-overlay",
    "an overlay adds a number of players at which it never applies",
    """
    `players` of an overlay adds numbers of players to those of the game, and each counts only where the overlay
    applies: without it, the game isn't made for that number. Here `applies` is false at a number, whatever the
    settings. Change one of the two.
    """,
    example="overlay: solo\napplies: size(players) = 2\nplayers: 1",
)
NOT_AN_OVERLAYS = declare(
    2061,
    "not-an-overlays",
    "an overlay can't change that",
    """
    Sets are written and checked for the game alone, and settings are chosen before it is known which overlays apply. So
    groups, settings that exist, and the members of an enum that a setting has are the same whatever applies. An overlay
    may add settings of its own. If a group shall have another key, give it that key in the game.
    """,
    example="overlay: more\ngroups: {guild: {keyed_by: 1..4}}",
)
NEW_INCOMPLETE = declare(
    2062,
    "new-incomplete",
    "what an overlay adds lacks something that it needs",
    """
    An overlay that names something of the game may give it one key only; what it adds has all the keys that such a
    thing needs. Either the name was meant to be that of something in the game, or keys are missing.
    """,
    example="overlay: duel\nvariables: {lefft: {starts: 16}}",
)
AFTER_CIRCLE = declare(
    2063,
    "after-circle",
    "an overlay would come after itself",
    """
    `after` names the overlays over which this one is laid. Followed from one to the next it leads back here, so no
    order is possible. Take one `after` away.
    """,
    example="overlay: a\nafter: b",
)
NEW_UNUSED = declare(
    4060,
    "new-unused",
    "an overlay adds a name that nothing uses",
    """
    A name that the game has is changed by an overlay, any other is new. Nothing in the game or in an overlay mentions
    this one, so it does nothing: perhaps it is misspelt. A name that the overlay itself uses is fine.
    """,
    severity="warning",
    example="overlay: duel\nfunctions: {shwon(player p): those(c in p.row)}",
)
NEW_BESIDE_ALIKE = declare(
    4061,
    "new-beside-alike",
    "an overlay adds what has nearly the name of something there is",
    """
    A step, a part of the score, a total, an entry of a menu or a member of an enum that the game has is changed, any
    other name adds one more. This name differs in one letter from one that is there, which stays as it is: probably it
    is misspelt. If it is meant, give it a name that nobody takes for the other.
    """,
    severity="warning",
    example="overlay: duel\nflow: {setup: {dael: skip}}",
)

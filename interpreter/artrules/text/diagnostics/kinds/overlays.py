"""Kinds of diagnostic about overlays: 2060 to 2069, 4061 about their names, 4210 to 4219 about what does nothing."""

from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare

NUMBER_WITHOUT_OVERLAY = declare(
    2060,
    "number-without-overlay",
    "an overlay adds a number of players at which it never applies",
    """
    `players` of an overlay adds numbers of players to those of the game. Each of them counts only where the overlay
    applies, because the game alone isn't made for that number. Here `applies` is false at a number that is added,
    whatever the settings. Change one of the two.
    """,
    example="overlay: solo\napplies: size(players) = 2\nplayers: 1",
)
NOT_AN_OVERLAYS = declare(
    2061,
    "not-an-overlays",
    "an overlay can't change that",
    """
    Sets are written and checked for the game alone, and settings are chosen before it is known which overlays apply. So
    groups, existing settings, and the members of an enum that a setting uses are the same whichever overlays apply. An
    overlay may add settings of its own. If a group needs another key, add the key in the game.
    """,
    example="overlay: more\ngroups: {guild: {keyed_by: 1..4}}",
)
NEW_INCOMPLETE = declare(
    2062,
    "new-incomplete",
    "what an overlay adds lacks something that it needs",
    """
    An overlay may give a single key for something that the game has; but something new needs all the keys that belong
    to it. Either the name was meant to be that of something in the game, or keys are missing.
    """,
    example="overlay: duel\nvariables: {lefft: {starts: 16}}",
)
AFTER_CIRCLE = declare(
    2063,
    "after-circle",
    "an overlay would come after itself",
    """
    `after` names the overlays that this one is applied on top of. Followed from one overlay to the next, it leads back
    here, so no order is possible. Remove one `after`.
    """,
    example="overlay: a\nafter: b",
)
NEW_BESIDE_ALIKE = declare(
    4061,
    "new-beside-alike",
    "an overlay adds what has nearly the name of something there is",
    """
    An overlay changes a step, a part of the score, a total, an entry of a menu or a member of an enum if the game has
    one of that name; otherwise it adds one. This name differs in one letter from an existing one, which stays as it is:
    probably the new name is misspelt. If it is meant, choose a name that can't be mistaken for the other.
    """,
    severity="warning",
    example="overlay: duel\nflow: {setup: {dael: skip}}",
)
NEVER_APPLIES = declare(
    4210,
    "never-applies",
    "an overlay that no game can have",
    """
    There is no number of players and no value of a setting with which `applies` holds, so the overlay changes nothing.
    Correct the condition, or remove the overlay. If the overlay is to add a number of players, name it under `players`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 5  #!
            variables: {left: {starts: 16}}
            """,
        ),
        repaired=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 4
            variables: {left: {starts: 16}}
            """,
        ),
        near_misses=(
            Example(
                "overlay",
                """
            overlay: storm
            of: lanterns
            applies: size(players) = 5
            players: 5
            variables: {left: {starts: 16}}
            """,
            ),
        ),
    ),
)
ALWAYS_APPLIES = declare(
    4211,
    "always-applies",
    "an overlay that every game has",
    """
    `applies` asks for something, but it holds with all numbers of players and all values of settings. Then the overlay
    could stand in the game itself; or the condition isn't the one that was meant. `applies: yes` says it on purpose.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) >= 2  #!
            variables: {left: {starts: 16}}
            """,
        ),
        repaired=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) >= 3
            variables: {left: {starts: 16}}
            """,
        ),
        near_misses=(
            Example(
                "overlay",
                """
            overlay: storm
            of: lanterns
            applies: yes
            variables: {left: {starts: 16}}
            """,
            ),
        ),
    ),
)
IDLE_CHANGE = declare(
    4212,
    "idle-change",
    "an overlay says what the game says already",
    """
    What the overlay says of this thing is what the game says of it, so nothing changes. Perhaps a value was forgotten
    when it was copied; otherwise remove it.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            variables:
              left: {starts: 20}  #!
              coins: {starts: 3}
            """,
        ),
        repaired=Example(
            "overlay",
            """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            variables:
              left: {starts: 16}
              coins: {starts: 3}
            """,
        ),
        near_misses=(
            Example(
                "overlay",
                """
            overlay: storm
            of: lanterns
            applies: size(players) = 2
            variables:
              left: {type: 0..40, starts: 16}
            """,
            ),
        ),
    ),
)

"""Kinds of diagnostic about random games, which `artrules check --play` plays: 5100 to 5139."""

from artrules.text.diagnostics.registry import declare

UNREACHED_RULE = declare(
    5100,
    "unreached-rule",
    "no random game has reached a rule",
    """
    `artrules check --play` has played many random games, and this code ran in none of them although it had at least 100
    chances. The message says what decides that, and how often it was asked. Perhaps a condition can never hold, or asks
    for something else than it says. If the rule is right but needs more than chance to come about, write a scenario
    that reaches it, or an exception from coverage with the reason.
    """,
    severity="warning",
    example="""
    if size(my hand) > 99:
        my coins += 1
    """,
)
OPTION_NEVER_TAKEN = declare(
    5101,
    "option-never-taken",
    "an option was never offered in random games, or never chosen",
    """
    `artrules check --play` has played many random games. The choice was put at least 100 times, and this option was
    never among what could be chosen: its condition never held, there was nothing to choose, or it could never be
    completed. Options that are seldom offered are preferred in some games, so one that is offered gets chosen, too.
    """,
    severity="warning",
    example="""
    choose one:
        "buy the palace" if my coins > 999:
            my palaces += 1
        "pass":
            stop
    """,
)
UNUSED_POWER = declare(
    5102,
    "unused-power",
    "a power was never used in random games",
    """
    `artrules check --play` has played many random games. In at least 30 of them a card had this power from the start,
    and nobody could use it, or nobody did. Perhaps no phase asks for powers of its timing, or its `if` never holds.
    """,
    severity="warning",
)
GAME_WITHOUT_END = declare(
    5103,
    "game-without-end",
    "a random game doesn't end",
    """
    A phase of one round went on for thousands of choices, and no way of choosing ended it: neither any option, nor the
    one taken least often, nor the one offered least often. Players can go on for ever there. Give them a way out
    (`stop`), let a rule end the phase, or limit how often they may choose.
    """,
)
MOSTLY_TOO_LONG = declare(
    5104,
    "mostly-too-long",
    "most random games are too long",
    """
    Of the games in which any option was chosen at random, nine in ten or more had 20,000 choices and were not over, or
    were ended by the last round that the content declares although it has an `until`. Players who want to win may end
    games sooner. Yet a game that doesn't end by itself is often one in which a condition of its end is wrong, or
    something is never used up.
    """,
    severity="warning",
)
NOT_RESTORED = declare(
    5105,
    "not-restored",
    "a saved game is another game when it is loaded",
    """
    `artrules check --play` saves each of its games once and loads it again. The game must stand at the same position
    and offer the same options. This is a mistake of the engine or of a plugin, not of the content. Please report it.
    """,
)

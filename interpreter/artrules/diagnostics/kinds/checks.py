"""Kinds of diagnostic of checks of whole rulesets: 4000 to 4099. Each check is a file in `checks/`."""

from artrules.diagnostics.registry import declare

UNBOUNDED_LOOP = declare(
    4001,
    "unbounded-loop",
    "a loop without a decision",
    """
    `repeat`, `repeat until` and `repeat while` must have a decision in them, in their suite or in a procedure called
    there: otherwise nothing makes sure that they end. Where the number of turns is known, write `repeat n times`; to go
    through something, write `for`. Powers that are used don't count as decisions, for they may hold none.
    """,
    example="repeat until my coins > 5:\n    my coins += 1",
)
ENDLESS_LOOP = declare(
    4002,
    "endless-loop",
    "a loop that may go on for ever",
    """
    A bare `repeat` goes on until a `stop`. Here there is none, or none before the loop can go round without anybody
    having decided anything. Give the choice in it a branch with `stop`, or write `repeat until`.
    """,
    severity="warning",
    example='repeat:\n    choose one:\n        "light": my coins += 1',
)
FAILURE_AFTER_COMMIT = declare(
    4003,
    "failure-after-commit",
    "something may fail that can't be taken back",
    """
    An option is offered only if what it begins can be completed. After a shuffle, after chance, and once a card is out
    whose face was hidden, nothing can be taken back: a `require`, `top of` an empty pile or a choice without options
    would stop the game there. Test it before the shuffle, use `top 1 of` (which moves nothing where nothing is), or
    offer it with `may`.
    """,
    example="shuffle my deck\nrequire size(my hand) > 2",
)
FAILING_WATCH = declare(
    4004,
    "failing-watch",
    "a watch that may fail",
    """
    A watch acts in the middle of what somebody else does, and nothing could be taken back if it failed. Whatever may
    fail in it belongs inside a choice that can be declined (`may`), or behind a condition that tests it.
    """,
    example="watch lit as e until turn ends:\n    require my coins > 0",
)
NOT_THEIRS = declare(
    4005,
    "not-theirs",
    "something is changed that belongs to all or to another",
    """
    In a phase of `all_at_once` players act at the same time, and the outcome may not depend on who is quicker. So each
    may change only their own zones, variables and cards; kept events and the end of the game concern all. Move it to a
    phase `in_turn`, or note it in a variable of the player and settle it in a later phase of `nobody`.
    """,
    example="rounds: [{name: play, who: all_at_once, do: left -= 1}]",
)
READS_OTHERS = declare(
    4006,
    "reads-others",
    "something of another's is read while it may change",
    """
    In a phase of `all_at_once` nobody sees what others have done in it so far. A zone, variable or attribute that the
    phase can change may be read of oneself only; what the phase leaves alone may be read of anybody.
    """,
    example="my coins becomes (left(me)).coins",
)
NOT_A_PILE = declare(
    4007,
    "not-a-pile",
    "top or bottom of a zone that has none",
    """
    `top of`, `bottom of`, `to top of`, `to bottom of`, `shuffle` and `shows: top` are for zones with `order: pile`. The
    cards of a row are reached as `first(c in Z)` and `last(c in Z)`; of a loose zone none comes before another.
    """,
    example="move top 1 of my hand to my row",
)
NO_POSITIONS = declare(
    4008,
    "no-positions",
    "a position in a zone without order",
    """
    The cards of a loose zone lie in no order: what `at`, `position` or `before` said of them would mean nothing at the
    table. Give the zone `order: row` or `order: pile`, or keep the order in an attribute.
    """,
    example="move c to my hand at 1",
)
NO_ROOM = declare(
    4009,
    "no-room",
    "a bound that leaves no room",
    """
    A limit whose `at_most` is never above 0 forbids what it should count, and a game has at least one round. Raise the
    number, or take away what can never happen.
    """,
    example="limits: {never: {counts_for: card, lasts: turn, at_most: 0}}",
)
NEVER_USED = declare(
    4010,
    "never-used",
    "a name that nothing uses",
    """
    Nothing mentions this. Perhaps it is spelled differently where it was meant, or a rule is missing; else take it
    away. What a game with groups offers to sets (functions, procedures, events, tables, limits, settings) may go
    unused.
    """,
    severity="warning",
    example="variables: {lost: {type: 0..9}}",
)
NEVER_TRUE = declare(
    4011,
    "never-true",
    "a condition that never holds",
    """
    The condition is `no`, or compares numbers that can't lie so: what stands under it never happens. Look at the
    numbers and at the types of what is compared.
    """,
    severity="warning",
    example="if round_number < 1:\n    skip",
)
NEVER_ANNOUNCED = declare(
    4012,
    "never-announced",
    "a watch for what never happens",
    """
    Nothing announces this event, so the watch waits in vain. Announce it where it happens: `announce lit(card: c)`.
    """,
    severity="warning",
    example="watch lit as e until turn ends:\n    draw(1)",
)
NEVER_WATCHED = declare(
    4013,
    "never-watched",
    "an event that nobody waits for",
    """
    This event is announced, but nothing watches it and it isn't kept: announcing it does nothing. Take it away, or give
    it `kept:` if it should be remembered.
    """,
    severity="warning",
    example="announce lit(card: c)",
)
POWER_WITHOUT_EFFECT = declare(
    4014,
    "power-without-effect",
    "a power that does nothing",
    """
    What the power does is `skip`, and no code that goes through powers could find it. Write what it does; or let a rule
    ask for it, such as `any(w in c.powers where w.when is always)`.
    """,
    severity="warning",
    example="guild: {1: {name: The Idler, text: Nothing., powers: [{when: as_lit, do: skip}]}}",
)
UNFILLED_KEY = declare(
    4015,
    "unfilled-key",
    "a set leaves a key of its group empty",
    """
    Cards with this key have no powers when the set is in play. If that is meant, give the key a name, a text and
    `powers: []`.
    """,
    severity="warning",
    example="set: river\nof: lanterns\nguild: {1: {name: The Lamplighter, text: Nothing., powers: []}}",
)
HIDDEN_READ = declare(
    4016,
    "hidden-read",
    "an option depends on cards that nobody sees",
    """
    Whoever is offered something learns what the offer depends on. How many cards lie in a zone is known to all, which
    they are may not be asked here. Let the card be drawn or shown first, and go on from there.
    """,
    example='choose "take {c}" for c in my deck',
)
TEXT_NUMBER = declare(
    4017,
    "text-number",
    "a number in a power's text stands nowhere in its code",
    """
    Text and code of a power say the same thing twice, and one of them may have been changed alone. Compared are numbers
    in digits and words from two to twelve, with all numbers that the code has, its limits and what it calls included.
    If a number is rightly not in the code, name it under `not_in_code` with the reason.
    """,
    severity="warning",
    example="1: {name: The Lamplighter, text: Draw two cards., powers: [{when: as_lit, do: draw(3)}]}",
)
LOOSE_ORDER = declare(
    4062,
    "loose-order",
    "a card is taken by an order that means nothing",
    """
    The cards of a loose zone lie in no order. Which of them `first`, `last` or a number in brackets gives, nobody at
    the table could say. Give the zone `order: row` or `order: pile`; let somebody choose, or chance; or say which card
    is meant, by `is` or `=` and what is printed on it: of several alike one is as good as another.
    """,
    severity="warning",
    example="let c = last(d in my hand)",
)

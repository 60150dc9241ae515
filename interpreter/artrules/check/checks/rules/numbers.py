"""Numbers that can't do where they stand, bounds that leave no room, and ranges without numbers."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.analyses.certainties import certain_in_all
from artrules.model.analyses.judging import Sort
from artrules.model.ir.model import Model
from artrules.model.ir.types import Number
from artrules.text.diagnostics.example import Example, Examples
from artrules.text.diagnostics.registry import declare
from artrules.text.diagnostics.report import Report

# Numbers that can't do where they stand: a divisor that is 0, a position where there never is anything, a value that
# never lies in the bounds of its place.
#
# Only what is certain is reported. That a number may be too large at times is tested as the game runs: mostly the rules
# see to it that it isn't.

DIVISION_BY_ZERO = declare(
    4108,
    "division-by-zero",
    "a division by 0",
    """
    What is divided by is always 0 here, so the division always fails. Divide by something else, or test for 0 first.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if left = 0:
                my coins becomes 40 / left  #!
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if left > 0:
                my coins becomes 40 / left
            """,
        ),
        near_misses=(Example("procedure", "my coins becomes 40 / max(left, 1)"),),
    ),
)
NO_SUCH_ITEM = declare(
    4109,
    "no-such-item",
    "a position where there never is anything",
    """
    Positions count from 1, up to the number of things in the list. At any other there is nothing, so reading it always
    fails.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            my coins += [1, 2, 4][4]  #!
            my coins += [1, 2, 4][0]  #!
            """,
        ),
        repaired=Example(
            "procedure",
            """
            my coins += [1, 2, 4][3]
            my coins += [1, 2, 4][1]
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for k in 1..5 where k <= 3:
                    my coins += [1, 2, 4][k]
                my coins += [1, 2, 4, 8][me]
                """,
            ),
        ),
    ),
)
LEAVES_BOUNDS = declare(
    4110,
    "leaves-bounds",
    "a number that never fits its place",
    """
    With what is known here, the number can't lie in the bounds of the variable, attribute or parameter that it is for.
    If the game comes here, it stops with a fault. Widen the bounds, or test first that the number fits.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if my coins < 5:
                my coins -= 5  #!
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if my coins >= 5:
                my coins -= 5
            """,
        ),
        near_misses=(Example("procedure", "my coins -= 5"),),
    ),
)


NO_CARD = declare(
    4187,
    "no-card",
    "cards are taken from a zone that is empty",
    """
    All cards of the zone have just been moved away, or a condition around says that it is empty. So nothing is found,
    and `top of` stops the game with a fault. Mostly the other zone is meant, or the two statements stand the wrong way
    round.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            move my deck to my discard
            for c in my deck:  #!
                move c to my hand
            if size(stall[1]) = 0:
                let c = top of stall[1]  #!
                move c to my hand
            """,
        ),
        repaired=Example(
            "procedure",
            """
            for c in my deck:
                move c to my hand
            move my deck to my discard
            if size(stall[1]) > 0:
                let c = top of stall[1]
                move c to my hand
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                repeat 3 times:
                    if size(my deck) = 0:
                        move my discard to my deck
                        shuffle my deck
                    move top 1 of my deck to my hand
                for p in players:
                    move p.deck to p.discard
                    move top 1 of my deck to my hand
                for c in my discard:
                    move c to my deck
                """,
            ),
        ),
    ),
)
BEYOND_RANGE = declare(
    4188,
    "beyond-range",
    "a number may go beyond those that have a zone",
    """
    There is one zone for each number of a range, and the range of this name is a larger one. Where the name is a number
    without a zone, the game stops with a fault. Let both have the same range, or test the number first.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "sections",
            """
            procedures:
              refill(1..4 n):
                do: move top 1 of stall[n] to box  #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            procedures:
              refill(1..3 n):
                do: move top 1 of stall[n] to box
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for n in 1..9 where n <= 3:
                    if size(stall[n]) > 0:
                        draw(1)
                let k = size(my hand)
                move top 1 of stall[k] to my hand
                """,
            ),
        ),
    ),
)


@ruleset_check(DIVISION_BY_ZERO, NO_SUCH_ITEM, LEAVES_BOUNDS, NO_CARD, BEYOND_RANGE)
def impossible_numbers(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.DIVISOR):
        what = "this is always 0: nothing can be divided by it"
        report.add(DIVISION_BY_ZERO, what, certainty.at, related=certainty.because)
    for certainty in certain_in_all(models, Sort.ITEM):
        expected = f"a position from {certainty.expected or '1 on'}"
        what = "there never is anything at this position"
        report.add(NO_SUCH_ITEM, what, certainty.at, expected=expected, related=certainty.because)
    for certainty in certain_in_all(models, Sort.CARD):
        report.add(NO_CARD, "there is no card here", certainty.at, related=certainty.because)
    for certainty in certain_in_all(models, Sort.INDEX):
        report.add(
            BEYOND_RANGE,
            "this number may go beyond those that have a zone",
            certainty.at,
            expected=certainty.expected,
            found=certainty.found or None,
            related=certainty.because,
        )
    for certainty in certain_in_all(models, Sort.BOUNDS):
        report.add(
            LEAVES_BOUNDS,
            "this number never fits here",
            certainty.at,
            expected=certainty.expected,
            found=certainty.found or None,
            related=certainty.because,
        )


# Numbers in declarations that leave no room.
#
# A limit that is never above 0 makes whatever it limits unusable for ever. The check sees it from
# constants and from the bounds of the expression's type. Start values outside their type are refused earlier, by
# `elaborate/`, and a last round before the first by the schema.

NO_ROOM = declare(
    4009,
    "no-room",
    "a bound that leaves no room",
    """
    A limit whose `at_most` is never above 0 forbids everything that it counts. Raise the number, or remove what can
    never happen.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            limits:
              never: {counts_for: card, lasts: turn, at_most: 0} #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            limits:
              once: {counts_for: card, lasts: turn, at_most: 1}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                limits:
                  rare: {counts_for: card, lasts: turn, at_most: my extra_uses}
                """,
            ),
        ),
    ),
)


@model_check(NO_ROOM)
def bounds(model: Model, report: Report) -> None:
    for limit in model.limits.values():
        most = model.at_most.get(limit)
        if most is not None and isinstance(most.type, Number) and most.type.high < 1:
            report.add(
                NO_ROOM,
                f"the limit `{limit.name}` never lets anything happen",
                most.at,
                expected="1 or more",
                found=str(most.type.high),
            )


# Ranges without numbers, and what is done 0 times.
#
# A range goes up: `5..3` holds nothing. So a loop over it never runs, and nothing can be drawn or chosen from it. The
# same is meant by `repeat 0 times` and `top 0 of`. Only what is certain is reported: a range such as `1..left` may be
# empty at times, and is then meant to be.

EMPTY_RANGE = declare(
    4102,
    "empty-range",
    "a range in which there is nothing",
    """
    A range goes from its lower to its higher number; the other way round it holds nothing: write `3..5`, not `5..3`.
    What is repeated 0 times never happens, and there are no `top 0` cards.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            for n in 5..3:  #!
                my coins += n
            repeat 0 times:  #!
                draw(1)
            """,
        ),
        repaired=Example(
            "procedure",
            """
            for n in 3..5:
                my coins += n
            repeat 1 times:
                draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for n in 1..left - 3:
                    my coins += 1
                repeat left times:
                    draw(1)
                move top 3 - size(my hand) of my deck to my hand
                """,
            ),
        ),
    ),
)


@ruleset_check(EMPTY_RANGE)
def empty_ranges(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.EMPTY):
        report.add(EMPTY_RANGE, "there is nothing in this range", certainty.at, related=certainty.because)
    for certainty in certain_in_all(models, Sort.TIMES):
        report.add(
            EMPTY_RANGE,
            "this is never above 0: nothing ever happens here",
            certainty.at,
            expected="a number from 1 on",
            related=certainty.because,
        )

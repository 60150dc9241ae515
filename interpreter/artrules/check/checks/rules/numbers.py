"""Numbers that can't do where they stand, bounds that leave no room, ranges without numbers, and points that count too
often."""

from collections.abc import Sequence

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.analyses.calls import UsesOfMe
from artrules.model.analyses.certainties import certain_in_all
from artrules.model.analyses.judging import Sort
from artrules.model.ir.model import Model
from artrules.model.ir.types import Number
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Numbers that can't do where they stand: a divisor that is 0, a position where there never is anything, a value that
# never lies in the bounds of its place.
#
# Only what is certain is reported. That a number may be too large at times is tested as the game runs: mostly the rules
# see to it that it isn't.

DIVISION_BY_ZERO = declare(4108, "division-by-zero", "a division by 0", severity="warning")
NO_SUCH_ITEM = declare(4109, "no-such-item", "a position where there never is anything", severity="warning")
LEAVES_BOUNDS = declare(4110, "leaves-bounds", "a number that never fits its place", severity="warning")


NO_CARD = declare(4187, "no-card", "cards are taken from a zone that is empty", severity="warning")
BEYOND_RANGE = declare(4188, "beyond-range", "a number may go beyond those that have a zone", severity="warning")


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

NO_ROOM = declare(4009, "no-room", "a bound that leaves no room")


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

EMPTY_RANGE = declare(4102, "empty-range", "a range in which there is nothing", severity="warning")


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


# Points that count too often.
#
# A side has scored what each of its players has scored, added up. What doesn't ask for `me` is the same for all.

SHARED_SCORE = declare(
    4192, "shared-score", "a part of the score is the same for all, and counts for each", severity="warning"
)


@model_check(SHARED_SCORE)
def shared_scores(model: Model, report: Report) -> None:
    uses = UsesOfMe(model)
    for part in model.flow.score if model.flow.sides is not None else ():
        if part.value is not None and not part.is_of_side and uses.first(part.value) is None:
            report.add(
                SHARED_SCORE,
                "this is the same for all players, and a side has it as often as it has players",
                part.value.at,
                expected=f"`of: side` in `{part.name}`",
            )

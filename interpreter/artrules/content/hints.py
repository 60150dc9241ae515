"""Hints: what content says about how much a player likes a position or an option. Bots use them; rules don't."""

from __future__ import annotations

from artrules.content.key_values import text
from artrules.content.plain_values import EXPRESSION, Sourced
from artrules.content.section import Named, key, named_values, nested, section
from artrules.source.node import Scalar

_LABEL = text({"type": "string", "minLength": 1, "maxLength": 1000}).named(
    "", "Label", "The label of an option, as the rules write it."
)
_BY_LABEL = named_values(_LABEL, EXPRESSION, {"minProperties": 1})


@section("hints", "Hints", at_least_one=True)
class Hints(Sourced):
    """How much a player likes a position, or an option: numbers, of which larger ones are better. Bots use them to
    choose well. They change nothing of the game."""

    position: Scalar | None = key(
        EXPRESSION, "How much `me` likes the position: a number, such as `10 * my prizes + size(my hand)`."
    )
    options: Named[Scalar | None] = key(
        _BY_LABEL,
        "By the label of an option, as the rules write it, how much `me` likes to choose it: a number. It may use "
        "the names that the option binds.",
    )


HINTS = nested(Hints)

"""What the follower of owners and powers says of values that may be one of several."""

from __future__ import annotations

import pytest

from artrules.model.analyses.ownership import OwnershipAnalysis
from artrules.model.analyses.power_tests import Powers, SelectingParameters
from artrules.model.ir.nodes import Constant, Either, Expression, Listing
from artrules.model.ir.types import BOOL, ListOf, Number
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from ir_models import lanterns

AT = Span("", 1, 1, 1, 1)
NUMBER = Number(0, 9)
WHETHER = Constant(AT, BOOL, True)
ONE, TWO = Constant(AT, NUMBER, 1), Constant(AT, NUMBER, 2)


@pytest.mark.parametrize(
    ("e", "constant"),
    [
        (ONE, 1),
        (Either(AT, NUMBER, WHETHER, ONE, ONE), 1),
        (Either(AT, NUMBER, WHETHER, ONE, TWO), ()),
        (Listing(AT, ListOf(NUMBER), (ONE,)), ()),
    ],
)
def test_only_a_value_that_is_always_the_same_is_a_constant(e: Expression, constant: object) -> None:
    model = lanterns()
    follower = OwnershipAnalysis(model, Powers(model.powers, Report()), SelectingParameters(model))
    assert follower.value(e, {}).constant == constant

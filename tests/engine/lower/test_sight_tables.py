"""The machine knows what zones show by the numbers that the declarations give it."""

from __future__ import annotations

from typing import get_args

from artrules.engine.machine.hidden import sight
from artrules.model.ir.declarations import Shows


def test_the_machine_has_a_number_for_each_way_to_show_cards() -> None:
    numbers = {name: value for name, value in vars(sight).items() if name.endswith("_OPEN")}
    assert numbers == {f"{shows.upper()}_OPEN": number for number, shows in enumerate(get_args(Shows))}

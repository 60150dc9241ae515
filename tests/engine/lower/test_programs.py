"""The programs of all rulesets keep to the language of the machine, and run in memory that checks every access."""

from __future__ import annotations

import random
from typing import Any

import pytest

import artrules
from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.lower.lower import lower_model
from artrules.engine.machine_code.program import Linkable
from artrules.model.ir.code import every_code, every_declaration
from engine.machine_code.verify_program import verify_program
from ir_models import RULESETS

CHOICES = 60
SHARED = ("start_values", "reset_card", "read_score", "unmet_condition", "card_fits", "liked_position")
"""Functions that have code of many declarations."""


class Watched(CPythonInstance):
    """An instance that compares the position with what it was, wherever looking ahead goes back to it."""

    def __init__(self, program: Linkable, regions: object = None, **options: Any) -> None:
        super().__init__(program, CHECKED, **options)
        names, kept = self.names, {}
        keep, go_back, read = names["save_position"], names["restore_position"], names["save"]

        def save_position(slot: int) -> None:
            keep(slot)
            kept[slot] = read()

        def restore_position(slot: int) -> None:
            go_back(slot)
            assert read() == kept[slot]

        names.update(save_position=save_position, restore_position=restore_position)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
@pytest.mark.parametrize("counting", [False, True])
def test_programs_keep_to_the_language(ruleset: str, counting: bool) -> None:
    loaded = artrules.load(ruleset)
    for players in (min(loaded.player_counts), max(loaded.player_counts)):
        model, configuration, _ = loaded.configured(players, {})
        assert verify_program(lower_model(model, configuration, counting)) == []


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_a_program_does_not_depend_on_what_was_lowered_before(ruleset: str) -> None:
    loaded = artrules.load(ruleset)
    model, configuration, _ = loaded.configured(loaded.fewest_players, {})
    first, second = (lower_model(model, configuration) for _ in range(2))
    assert list(second.functions) == list(first.functions)
    assert second.tables == first.tables


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_functions_say_what_they_are_of(ruleset: str) -> None:
    loaded = artrules.load(ruleset)
    program = loaded.runtime(loaded.fewest_players)[0].program
    names = {*every_declaration(program.model), *(code.name for code in every_code(program.model))}
    assert {each.name for each in program.functions if each.of not in names} <= {*SHARED}
    assert all(each.about for each in program.functions)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_memory_is_used_as_it_must_be(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.play.game.runtime.CPythonInstance", Watched)
    loaded = artrules.load(ruleset)
    for players in loaded.player_counts:
        numbers = random.Random(players)
        game = loaded.new_game(players=players, seed=players)
        for _ in range(CHOICES):
            if game.decisions:
                option = numbers.choice(numbers.choice(game.decisions).options)
                assert option.label
                game.choose(option)

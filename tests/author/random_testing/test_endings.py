"""What is said about how games end, and a save that isn't restored."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from artrules.author.conformance.random_play import Table
from artrules.author.random_testing.run import endings
from artrules.author.random_testing.trial import NotRestored, Trial, save_and_load
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from author.scenarios.one_scenario import lanterns


def trials(stalled: int, ended: int) -> list[Trial]:
    return [Trial(Table(2), "any", stalled=number < stalled) for number in range(stalled + ended)]


def test_most_games_stall() -> None:
    (found,) = endings(lanterns().model, trials(stalled=9, ended=1))
    assert found.slug == "mostly-too-long"
    assert found.message == "of 10 games in which any option was chosen, the last round ended 9"
    assert found.span is not None and found.span.file.endswith("ruleset.yaml")


@pytest.mark.parametrize(("stalled", "ended"), [(8, 2), (4, 0)])
def test_fewer_games_or_very_few_say_nothing(stalled: int, ended: int) -> None:
    assert endings(lanterns().model, trials(stalled, ended)) == []


def test_a_game_that_only_its_last_round_ends() -> None:
    model = lanterns().model
    without_until = replace(model, flow=replace(model.flow, until=None))
    assert endings(without_until, trials(stalled=10, ended=0)) == []


class Forgetful:
    """A ruleset that loads another game than the one that was saved."""

    def resume(self, _text: str) -> Game:
        return lanterns().new_game(2, 99)


def test_a_save_that_becomes_another_game() -> None:
    game = lanterns().new_game(2, 0)
    save_and_load(game, lanterns())
    with pytest.raises(NotRestored, match="another position"):
        save_and_load(game, cast(Ruleset, Forgetful()))
    broken = Trial(Table(2), "any", not_restored="it stands elsewhere")
    assert [d.slug for d in endings(lanterns().model, [broken])] == ["not-restored"]

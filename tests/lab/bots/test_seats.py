"""What a bot may use of a game, and that it is no more than its player knows."""

from __future__ import annotations

import pytest

import artrules
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.lab.bots.strategies import RestrainedBot, UniformBot
from artrules.play.game.decision import Decision, IllegalChoice, Option
from artrules.play.game.seat import Seat
from ir_models import LANTERNS


@pytest.fixture(scope="module")
def ruleset() -> artrules.Ruleset:
    return artrules.load(LANTERNS)


def test_a_seat_shows_nothing_else_by_a_public_name(ruleset: artrules.Ruleset) -> None:
    seat = Seat(ruleset.new_game(2, 1), 1)
    assert {name for name in dir(seat) if not name.startswith("_")} == {
        "greedy",
        "hinted",
        "judged",
        "learned",
        "player",
        "sample",
        "search",
    }


def test_it_gives_the_view_of_its_player(ruleset: artrules.Ruleset) -> None:
    game = ruleset.new_game(2, 1)
    assert Seat(game, 2)() == game.view(2) != game.view(1)


def test_samples_look_the_same_from_there_and_keep_neither_log_nor_knowledge(ruleset: artrules.Ruleset) -> None:
    seen = {**ruleset.new_game(2, 1, log=False).view(1), "log": []}
    for game in (ruleset.new_game(2, 1), ruleset.new_game(2, 1, log=False, knowledge=True)):
        before = game.digest()
        seat = Seat(game, 1)
        samples = [seat.sample(number) for number in range(5)]
        views = [{**sample.view(1), "log": []} for sample in samples]
        assert all(view == seen for view in views)
        assert all(not sample.log and not sample.choices for sample in samples)
        assert len({sample.digest() for sample in samples}) > 1
        assert seat.sample(3) == samples[3]
        samples[3].play()
        assert game.digest() == before


def test_samples_need_a_game_that_keeps_what_seats_know(ruleset: artrules.Ruleset) -> None:
    game = ruleset.new_game(2, 1, log=False)
    seat = Seat(game, 1)
    with pytest.raises(ValueError, match="doesn't keep what seats know"):
        seat.sample(1)
    with pytest.raises(ValueError, match="doesn't keep what seats know"):
        seat.search(game.decisions[0], 1, iterations=1)


def test_it_thinks_about_its_own_decisions_alone(ruleset: artrules.Ruleset) -> None:
    game = ruleset.new_game(2, 1)
    decision = game.decisions[0]
    other = Seat(game, 3 - decision.player)
    with pytest.raises(ValueError, match=f"the decision is player {decision.player}'s"):
        other.search(decision, 1, iterations=1)
    seat = Seat(game, decision.player)
    with pytest.raises(ValueError, match="a number of iterations, or of seconds"):
        seat.search(decision, 1)
    game.choose(decision.options[0])
    with pytest.raises(IllegalChoice, match="isn't asked now"):
        seat.greedy(decision, 1, samples=1)


def test_a_search_says_what_it_has_tried(ruleset: artrules.Ruleset) -> None:
    game = ruleset.new_game(2, 1)
    decision = game.decisions[0]
    seat = Seat(game, decision.player)
    found = seat.search(decision, 7, iterations=30)
    assert found.iterations == sum(found.visits) == 30
    assert len(found.visits) == len(found.values) == len(decision.options)
    assert found == seat.search(decision, 7, iterations=30)
    assert seat.search(decision, 7, iterations=30, among=[1]).option == 1
    assert seat.greedy(decision.narrowed([1, 2]), 7, samples=2).option in (1, 2)


def test_a_game_that_was_prepared_to_think_goes_on_as_it_was(ruleset: artrules.Ruleset) -> None:
    for log, knowledge in ((True, True), (False, True), (False, False)):
        game, other = (ruleset.new_game(2, 6, log=log, knowledge=knowledge) for _ in range(2))
        other.choose(0)
        game.choose(0)
        game.think.prepare()
        for each in (game, other):
            each.play(seed=3)
        assert game == other


@pytest.mark.parametrize("bot", ["greedy:samples=1,horizon=4", "search:iterations=4"])
def test_thinking_bots_play_alike_with_a_log_and_without(ruleset: artrules.Ruleset, bot: str) -> None:
    ends = []
    for log in (True, False):
        game = ruleset.new_game(2, 5, log=log, knowledge=True)
        run_playout(game, [make_bot(bot, 5, 1), make_bot("uniform", 5, 2)])
        assert game.finished
        ends.append(game.digest())
    assert ends[0] == ends[1]


class Noting:
    """Notes what it is offered, and takes the last option."""

    def __init__(self) -> None:
        self.offered: list[list[int]] = []

    def choose(self, decision: Decision, seat: Seat) -> Option:
        self.offered.append([option.index for option in decision.options])
        return decision.options[-1]


def test_a_narrowed_decision_shows_few_options_that_can_be_chosen(ruleset: artrules.Ruleset) -> None:
    game = ruleset.new_game(2, 1)
    whole = game.decisions[0]
    assert len(whole.options) > 2
    few = whole.narrowed([2, 0, 2])
    assert [option.index for option in few.options] == [0, 2] and len(few.options) == 2
    assert few.options[1] == whole.options[2] and few.options[1:] == [whole.options[2]]
    assert few.with_id(whole.options[1].id) is None
    other = game.copy()
    other.choose(whole.options[2])
    game.choose(few.options[1])
    assert game == other
    for wrong in ([], [-1], [99]):
        with pytest.raises(ValueError, match="can't show only those"):
            whole.narrowed(wrong)


@pytest.mark.parametrize("bot", ["uniform", "greedy:samples=1,horizon=2", "search:iterations=3"])
def test_a_restrained_bot_never_takes_what_is_not_allowed(ruleset: artrules.Ruleset, bot: str) -> None:
    game = ruleset.new_game(2, 3)
    allowed = lambda option: not option.label.startswith("play")  # noqa: E731
    bots = [RestrainedBot(make_bot(bot, 3, 1), allowed), UniformBot(3, 2)]
    for _ in range(12):
        decision = game.decisions[0]
        option = bots[decision.player - 1].choose(decision, Seat(game, decision.player))
        if decision.player == 1:
            assert allowed(option) or not any(map(allowed, decision.options))
        game.choose(option)


def test_restraint_shows_other_bots_only_what_is_allowed(ruleset: artrules.Ruleset) -> None:
    noting = Noting()
    game = ruleset.new_game(2, 1)
    decision = game.decisions[0]
    seat = Seat(game, decision.player)
    assert RestrainedBot(noting, lambda option: option.index < 2).choose(decision, seat).index == 1
    assert RestrainedBot(noting, lambda option: False).choose(decision, seat) == decision.options[-1]
    assert noting.offered == [[0, 1], list(range(len(decision.options)))]

"""Observations as numbers hold what the seat's view shows, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from artrules.play.game.observation.observer import Observer, TooManyOptions
from artrules.play.ruleset import Ruleset
from play.game.tiny import tiny
from play.observation.configurations import ALL, observer, players, ruleset


def positions(name: str, seed: int, count: int, apart: int = 7, **wishes: Any) -> Any:
    """So many positions of a random game, some choices apart."""
    chance = Random(seed)
    game = ruleset(name).new_game(players(name), seed, **wishes)
    for _ in range(count):
        yield game
        for _ in range(chance.randrange(1, apart)):
            if game.option_count:
                game.choose(chance.randrange(game.option_count))


def part(of: Observer, numbers: Any, name: str) -> Any:
    found = of.form.parts[name]
    return numbers[found.first : found.end].reshape(found.shape)


ALL_SEE_THE_SAME = {"crafts", "klondike"}


@pytest.mark.parametrize("name", ALL)
def test_a_seat_observes_the_same_in_games_that_it_cant_tell_apart(name: str) -> None:
    """And what it is offered has the same numbers. Some other seat does observe a difference, where any card is seen by
    one seat and not by another."""
    of, differences = observer(name), 0
    for game in positions(name, 5, 12, log=False, knowledge=True):
        decider = of.deciding(game)
        for player in range(1, players(name) + 1):
            other = game.think.resample(player, 1)
            assert (of.observe(other, player) == of.observe(game, player)).all()
            differences += any((of.observe(other, p) != of.observe(game, p)).any() for p in range(1, players(name) + 1))
            if player == decider and of.deciding(other) == decider:
                assert of.offered(other) == of.offered(game)
    assert differences or name in ALL_SEE_THE_SAME


@pytest.mark.parametrize("name", ALL)
def test_observations_keep_to_their_bounds_and_agree_with_the_view(name: str) -> None:
    of = observer(name)
    model = ruleset(name).model
    for game in positions(name, 3, 10, log=False):
        for player in range(1, players(name) + 1):
            numbers = of.observe(game, player)
            assert (of.form.low <= numbers).all() and (numbers <= of.form.high).all()
            view = game.view(player)
            assert part(of, numbers, "round")[0, 0] == view["round"]
            assert part(of, numbers, "turn")[0].argmax() == (view["turn"] - player) % players(name)
            for zone in of.form.zones:
                declared = zone.declaration
                if declared.second is None and str(declared.per) == "player" and declared.key in view["players"][1]:
                    for row, owner in enumerate([*range(player, players(name) + 1), *range(1, player)]):
                        cards = view["players"][owner][declared.key]
                        told = part(of, numbers, f"zone {declared.key}")[row]
                        assert told[0] == len(cards)
                        seen = [card["id"] for card in cards if card is not None and "id" in card]
                        assert told[1:].sum() == len(seen)
                        counts = Counter(of.form.domains.looks[card] for card in seen)
                        assert {look: n for look, n in zip(zone.looks, told[1:], strict=True) if n} == counts
            for placed in of.form.variables:
                variable = placed.declaration
                if placed.columns.way == "number" and variable.of is None:
                    assert part(of, numbers, placed.part.name)[0, 0] == (view["variables"][variable.key] or 0)
            assert model.name == ruleset(name).name


def test_places_of_cards_in_a_pile_count_from_the_top() -> None:
    of = observer("crazy_eights")
    for game in positions("crazy_eights", 2, 12):
        pile = game.view(1)["zones"]["discards"]
        places = part(of, of.observe(game, 1), "order discards")[0]
        looks = of.form.parts["order discards"].columns
        assert {looks[i]: n for i, n in enumerate(places) if n} == {c["card"]: n for n, c in enumerate(pile, 1)}


def test_what_others_choose_at_the_same_time_is_not_observed() -> None:
    """While all pass cards, nobody's observation changes but that of who has just chosen."""
    of = observer("hearts")
    game = ruleset("hearts").new_game(players("hearts"), 4, log=False)
    assert game.simultaneous
    before = {player: of.observe(game, player) for player in (1, 2, 3)}
    assert of.deciding(game) == 1
    game.choose(0)
    assert (of.observe(game, 1) != before[1]).any()
    for player in (2, 3):
        assert (of.observe(game, player) == before[player]).all()


@pytest.mark.parametrize("name", ["hearts", "lanterns", "misers"])
def test_an_observer_goes_on_when_the_executor_changes(name: str) -> None:
    """Both executors show the same."""
    changing = Ruleset(ruleset(name).content)
    runtime, _ = changing.runtime(players(name))
    there, here = Observer(runtime, 64), observer(name)
    others, chance = changing.new_game(players(name), 9, log=False), Random(1)
    game = ruleset(name).new_game(players(name), 9, log=False)
    for choice in range(40):
        if not game.option_count:
            break
        if choice == 5:
            runtime.compile()  # where there is no WebAssembly, CPython goes on
        for player in range(1, players(name) + 1):
            assert (there.observe(others, player) == here.observe(game, player)).all()
        assert there.offered(others) == here.offered(game)
        index = chance.randrange(game.option_count)
        game.choose(index)
        others.choose(index)


@pytest.mark.parametrize("name", ["hearts", "crazy_eights", "lanterns"])
def test_an_action_says_what_its_option_says(name: str) -> None:
    of = observer(name)
    compared = 0
    for game in positions(name, 6, 20):
        if not game.decisions:
            break
        for option, action in zip(game.decisions[0].options, of.offered(game), strict=True):
            said = of.actions.describe(action)
            if "…" not in said and "·" not in said and "me" not in said:
                assert said == option.label
                compared += 1
    assert compared > 10


def test_options_that_no_number_tells_apart_take_spare_numbers_up_to_a_limit(tmp_path: Path) -> None:
    """Two cards that look alike, of which one has a mark."""
    game = tiny(
        tmp_path,
        'choose "play {c}" for c in my hand\nmove c to my row',
        pieces="[[1, red, 12]]",
        edits=[("\n      skip\n", MARKED.rstrip() + "\n")],
    )
    runtime, _ = game.runtime(2)
    of = Observer(runtime, 1)
    played = game.new_game(2)
    assert of.offered(played) == [0, of.actions.own]
    assert of.actions.describe(of.actions.own) == "another option (1)"
    with pytest.raises(TooManyOptions, match="spare_actions"):
        of.actions.numbers(played.decisions[0].number, [0, 0, 0, 1, 0, 2], 2, 0, lambda card: True)


MARKED = """
      as players[1]:
          move those(c in pool) to my deck
          let c = top of my deck
          c.mark becomes 3
          move top 3 of my deck to my hand
"""


def test_an_observer_is_for_one_configuration() -> None:
    with pytest.raises(ValueError, match="another number of players"):
        observer("hearts").observe(ruleset("hearts").new_game(4), 1)


def test_observing_leaves_a_game_with_a_log_as_it_is() -> None:
    game = ruleset("lanterns").new_game(players("lanterns"), 3)
    plain = ruleset("lanterns").new_game(players("lanterns"), 3)
    of = observer("lanterns")
    chance = Random(2)
    while game.option_count:
        for player in range(1, players("lanterns") + 1):
            of.observe(game, player)
        index = chance.randrange(game.option_count)
        game.choose(index)
        plain.choose(index)
    assert game == plain and [e.text for e in game.log] == [e.text for e in plain.log]
    assert np.array_equal(of.observe(game, 1), of.observe(plain, 1))

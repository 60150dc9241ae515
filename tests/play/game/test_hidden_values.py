"""Hidden values are dealt anew: every deal meets what `may_be` says, and all such deals are about equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import artrules
from artrules.play.game.decision import GameFault

GAME = """
ruleset: guesses
title: Guesses
players: {players}
enums:
  colour: [red, blue, green]
variables:
  open: {{type: 0..9, starts: 2}}
{variables}
flow:
  setup:
    begin: |
      {setup}
  rounds:
    - name: wait
      who: {who}
      do: |
{do}
  until: round_number >= 3
  score: {{points: {{is: open}}}}
  winners: players
"""
IN_TURN = "in_turn\n      from: players[1]"
CHOICE = """
choose one:
    "one": skip
    "two": open += 1
"""


def ruleset(
    folder: Path, variables: str, *, players: int = 3, setup: str = "skip", who: str = IN_TURN, do: str = CHOICE
) -> artrules.Ruleset:
    """A game that only waits, with some variables."""
    lines = "\n".join(f"  {line}" for line in variables.strip().splitlines())
    text = GAME.format(players=players, variables=lines, setup=setup, who=who, do=indent(do.strip(), " " * 8))
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return artrules.load(folder)


def values(game: artrules.Game) -> tuple[Any, ...]:
    """The values of all variables but `open`, first those of the game, then those of each player."""
    view = game.inspect.view()
    shared = [value for name, value in view.get("variables", {}).items() if name != "open"]
    return (*shared, *(value for player in sorted(view["players"]) for value in view["players"][player].values()))


def frequencies(game: artrules.Game, seat: int = 1, deals: int = 1500) -> Counter[tuple[Any, ...]]:
    return Counter(values(game.think.resample(seat, seed)) for seed in range(deals))


def assert_equally_likely(found: Counter[tuple[Any, ...]], possible: set[tuple[Any, ...]]) -> None:
    """Each of the possible deals comes up, and none else; the frequencies are as if by chance (chi squared)."""
    assert set(found) == possible
    expected = found.total() / len(possible)
    squared = sum((found[deal] - expected) ** 2 / expected for deal in possible)
    freedom = len(possible) - 1
    assert squared < freedom + 4 * (2 * freedom) ** 0.5


def test_all_ways_to_share_something_are_equally_likely(tmp_path: Path) -> None:
    game = ruleset(
        tmp_path,
        "chips: {of: player, type: 0..9, starts: 2, seen_by: owner, may_be: sum(p.chips for p in players) = 8}",
        players=4,
    ).new_game(seed=1)
    possible = {(2, *rest) for rest in product(range(10), repeat=3) if sum(rest) == 6}
    assert len(possible) == 28
    assert_equally_likely(frequencies(game), possible)


def test_several_conditions_hold_together(tmp_path: Path) -> None:
    variables = """
mood: {type: colour, seen_by: nobody, may_be: mood is not blue}
foe: {type: player or none, seen_by: nobody, may_be: foe is not none or mood is red}
brave: {type: bool, seen_by: nobody, may_be: yes}
lies: {of: player, type: -1..2, starts: 0, seen_by: owner, may_be: sum(p.lies for p in players) >= (2 if brave else 1)}
"""
    game = ruleset(tmp_path, variables, setup="players[1].lies becomes 1").new_game(seed=1)
    possible = {
        (mood, foe, brave, 1, second, third)
        for mood in ("red", "green")
        for foe in (None, 1, 2, 3)
        for brave in (False, True)
        for second, third in product(range(-1, 3), repeat=2)
        if (foe is not None or mood == "red") and 1 + second + third >= (2 if brave else 1)
    }
    assert_equally_likely(frequencies(game, deals=3000), possible)


def test_one_value_is_dealt_by_itself(tmp_path: Path) -> None:
    game = ruleset(tmp_path, "oath: {type: 1..9, starts: 4, seen_by: nobody, may_be: oath % 3 = 1}").new_game(seed=1)
    assert_equally_likely(frequencies(game, deals=900), {(1,), (4,), (7,)})


def test_wide_ranges(tmp_path: Path) -> None:
    variables = (
        "chips: {of: player, type: 0..900, starts: 200, seen_by: owner, may_be: sum(p.chips for p in players) = 800}"
    )
    game = ruleset(tmp_path, variables, players=4).new_game(seed=1)
    found = frequencies(game, deals=300)
    assert all(sum(deal) == 800 and deal[0] == 200 for deal in found)
    assert len(found) > 290
    for seat in (1, 2, 3):  # a share of 600 in three is above 100 in 25 of 36 deals, and above 300 in 9 of 36
        above = [sum(times for deal, times in found.items() if deal[seat] > least) / 300 for least in (100, 300)]
        assert above == [pytest.approx(25 / 36, abs=0.09), pytest.approx(9 / 36, abs=0.09)]


def test_a_wide_range_that_nothing_limits(tmp_path: Path) -> None:
    game = ruleset(tmp_path, "oath: {of: player, type: 0..999, seen_by: nobody, may_be: yes}").new_game(seed=1)
    found = frequencies(game, deals=300)
    for seat in (0, 1, 2):
        below = sum(times for deal, times in found.items() if deal[seat] < 250) / 300
        assert below == pytest.approx(1 / 4, abs=0.09)


def test_what_the_seat_sees_stays(tmp_path: Path) -> None:
    variables = """
oath: {of: player, type: 1..9, seen_by: owner, may_be: yes}
kept: {of: player, type: 1..9, starts: 3, seen_by: nobody}
shown: {of: player, type: 1..9, starts: 5}
"""
    game = ruleset(tmp_path, variables, players=2).new_game(seed=1)
    for seat in (1, 2):
        before, found = game.view(seat), set()
        for seed in range(40):
            dealt = game.think.resample(seat, seed)
            assert dealt.view(seat) == before
            found.add(tuple(dealt.inspect.view()["players"][3 - seat].items()))
        assert {dict(mine)["kept"] for mine in found} == {3}
        assert len(found) == 9


def test_the_same_in_place(tmp_path: Path) -> None:
    variables = "chips: {of: player, type: 0..9, starts: 2, seen_by: owner, may_be: sum(p.chips for p in players) = 6}"
    read = ruleset(tmp_path, variables)
    inside, outside = read.new_game(seed=1, log=False, knowledge=True), read.new_game(seed=1)
    for seed in range(10):
        dealt = inside.copy()
        dealt.think.redeal(2, seed)
        assert dealt == outside.think.resample(2, seed)
        assert values(dealt) == values(outside.think.resample(2, seed))


def test_values_that_are_not_as_they_may_be_are_a_fault(tmp_path: Path) -> None:
    variables = "chips: {of: player, type: 0..9, starts: 2, seen_by: owner, may_be: sum(p.chips for p in players) = 6}"
    read = ruleset(tmp_path, variables, setup="players[1].chips becomes 3")
    with pytest.raises(GameFault, match="aren't what `may_be` says they may be") as caught:
        read.new_game(seed=1).think.resample(1, 1)
    assert caught.value.diagnostics[0].slug == "unfit-values"
    game = read.new_game(seed=1, log=False, knowledge=True)
    with pytest.raises(GameFault, match="aren't what `may_be` says they may be"):
        game.think.redeal(1, 1)


def test_a_condition_that_fails_does_not_hold(tmp_path: Path) -> None:
    game = ruleset(tmp_path, "oath: {type: 0..4, starts: 2, seen_by: nobody, may_be: 4 / oath > 1}").new_game(seed=1)
    assert_equally_likely(frequencies(game, deals=400), {(1,), (2,)})


def test_players_who_are_asked_are_asked_in_the_deal(tmp_path: Path) -> None:
    do = CHOICE.replace('"two"', '"two" if my luck >= 3')
    variables = "luck: {of: player, type: 0..9, starts: 3, seen_by: owner, may_be: yes}"
    game = ruleset(tmp_path, variables, do=do, players=2).new_game(seed=1)
    assert game.decisions[0].player == 1
    lucky = {game.think.resample(2, seed).inspect.view()["players"][1]["luck"] for seed in range(200)}
    assert lucky == set(range(3, 10))  # with less luck player 1 has no choice


AT_ONCE = """
purse: {of: player, type: 0..3, starts: 2, seen_by: owner, may_be: sum(p.purse + p.chest for p in players) = 6}
chest: {of: player, type: 0..3, starts: 0, seen_by: nobody, may_be: yes}
"""
HIDE = """
choose one:
    "hide":
        my purse -= 1
        my chest += 1
    "keep": skip
"""


def test_while_all_play_at_once_values_are_those_of_the_beginning(tmp_path: Path) -> None:
    """What is dealt is what the values were when the phase began. Here no card is there that could be dealt."""
    game = ruleset(tmp_path, AT_ONCE, who="all_at_once", do=HIDE).new_game(seed=1)
    game.choose(next(d for d in game.decisions if d.player == 2).options[0])
    found = Counter[tuple[int, ...]]()
    for seed in range(2000):
        dealt = game.think.resample(1, seed)
        assert [d.player for d in dealt.decisions] == [1, 2, 3]  # player 2 hasn't done anything yet there
        assert dealt.view(1) == game.view(1)
        found[values(dealt)] += 1
    possible = {(2, chest, *rest) for chest, *rest in product(range(4), repeat=5) if 2 + chest + sum(rest) == 6}
    assert_equally_likely(found, possible)


def test_what_a_player_has_changed_without_seeing_it_stays(tmp_path: Path) -> None:
    game = ruleset(tmp_path, AT_ONCE, who="all_at_once", do=HIDE).new_game(seed=1)
    game.choose(next(d for d in game.decisions if d.player == 1).options[0])
    for seed in range(100):
        dealt = game.think.resample(1, seed).inspect.view()["players"]
        assert dealt[1] == {"purse": 1, "chest": 1}
        assert sum(dealt[seat][name] for seat in (2, 3) for name in ("purse", "chest")) == 4


def test_what_is_dealt_in_the_phase_is_there_when_it_ends(tmp_path: Path) -> None:
    game = ruleset(tmp_path, AT_ONCE, who="all_at_once", do=HIDE).new_game(seed=1)
    game.choose(next(d for d in game.decisions if d.player == 2).options[1])
    dealt = game.think.resample(1, 5)
    before = values(dealt)
    while dealt.decisions and dealt.simultaneous and dealt.inspect.view()["round"] == 1:
        dealt.choose(dealt.decisions[0].options[-1])
    assert values(dealt) == before  # all have kept what they have


def test_values_of_sets_and_overlays(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    variables = "chips: {of: player, type: 0..4, starts: 2, seen_by: owner, may_be: sum(p.chips for p in players) = 4}"
    ruleset(tmp_path / "base", variables, players=2)
    overlay = "overlay: loose\nof: guesses\napplies: size(players) = 2\nvariables: {chips: {may_be: yes}}\n"
    (tmp_path / "base" / "loose.yaml").write_text(overlay, encoding="utf-8")
    game = artrules.load(tmp_path / "base").new_game(seed=1)
    assert_equally_likely(frequencies(game, deals=500), {(2, chips) for chips in range(5)})

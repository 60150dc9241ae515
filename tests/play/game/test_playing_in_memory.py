"""Games without a log play in memory: whatever is looked at, copied or played between, they are the games that a log
would show."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.decision import Decision
from artrules.play.game.executors import VARIABLE
from artrules.play.game.playout import machine_bots
from artrules.play.ruleset import Ruleset
from author.scenarios.one_scenario import lanterns
from play.game.policies import any_policy, follow_policy
from play.game.tiny import tiny

NAMES = ["lanterns", *shipped_rulesets()]


def load(name: str) -> Ruleset:
    return lanterns() if name == "lanterns" else artrules.load(name)


def told(decisions: list[Decision]) -> list[tuple[int, list[str]]]:
    return [(decision.player, [option.id for option in decision.options]) for decision in decisions]


def offers(game: artrules.Game) -> list[tuple[int, list[str]]]:
    return told(game.decisions)


def look(game: artrules.Game, chance: Random) -> None:
    """Look at a game in some way, each of which uses memory otherwise."""
    match chance.randrange(6):
        case 0:
            game.view(1)
        case 1:
            assert game.decisions[0].options[0].label
        case 2:
            assert len(game.decisions[0].options) == game.option_count
        case 3:
            game.digest()
        case 4:
            assert not game.finished
        case 5:
            game.copy().choose(0)


@pytest.mark.parametrize("name", NAMES)
def test_games_in_memory_are_those_with_a_log(name: str) -> None:
    ruleset, chance = load(name), Random(name)
    players = chance.choice(ruleset.player_counts)
    logged = ruleset.new_game(players, seed=5)
    twins = [ruleset.new_game(players, seed=5, log=False) for _ in range(2)]
    stale = []
    for _ in range(80):
        if not logged.decisions:
            break
        decision = chance.randrange(len(logged.decisions))
        option = chance.choice(logged.decisions[decision].options)
        offered = offers(logged)
        for twin in twins:
            if chance.random() < 0.4:
                look(twin, chance)
            assert twin.option_count == len(logged.decisions[0].options)
            if chance.random() < 0.2:
                stale.append((twin.decisions, twin.copy(), offered))
            if decision == 0 and chance.random() < 0.6:
                twin.choose(option.index)
            elif chance.random() < 0.5:
                twin.choose(twin.decisions[decision].options[option.index])
            else:
                twin.choose(option.id)
        logged.choose(option)
        if chance.random() < 0.5:
            assert [twin.digest() for twin in twins] == [logged.digest()] * 2
            assert offers(twins[0]) == offers(logged)
    assert [twin.digest() for twin in twins] == [logged.digest()] * 2
    assert [twin.result for twin in twins] == [logged.result] * 2
    assert stale
    for decisions, copy, offered in stale:
        assert told(decisions) == offered == offers(copy)


AT_ONCE = """
- name: together
  who: all_at_once
  do: |
    choose m in 1..3
    my x += m
"""


@pytest.mark.parametrize("executor", ["cpython", "wasm"])
def test_what_was_asked_stays_as_it_was(executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions and options that somebody keeps tell what they told, after other games have used the same memory and
    when their own game is gone."""
    monkeypatch.setenv(VARIABLE, executor)
    ruleset, chance = tiny(tmp_path, "choose n in 1..4\nmy x += n", phases=AT_ONCE, rounds=3), Random(3)
    game = ruleset.new_game(players=3, log=False)
    kept, picks = [], []
    while game.option_count:
        picks.append(chance.randrange(game.option_count))
        if chance.random() < 0.5:
            kept.append((len(picks) - 1, game.decisions, game.decisions[0].options[picks[-1]]))
        game.choose(picks[-1])
    del game
    again = ruleset.new_game(players=3)
    asked = []
    for pick in picks:
        asked.append((offers(again), again.decisions[0].options[pick].label))
        again.choose(pick)
    assert len(kept) > 5
    for number, decisions, option in kept:
        assert asked[number] == (told(decisions), option.label)
        assert [each.moment for each in decisions] == [option.decision.moment] * len(decisions)


def test_a_copy_goes_its_own_way() -> None:
    ruleset = lanterns()
    game = ruleset.new_game(players=2, seed=1, log=False)
    for _ in range(5):
        game.choose(0)
    copy, digest = game.copy(), game.digest()
    game.choose(game.option_count - 1)
    assert copy.digest() == digest != game.digest()
    copy.choose(copy.option_count - 1)
    assert copy == game


def test_an_index_that_is_not_offered() -> None:
    for log in (True, False):
        game = lanterns().new_game(players=2, seed=1, log=log)
        for index in (-1, game.option_count):
            with pytest.raises(artrules.IllegalChoice, match="no option"):
                game.choose(index)


def test_options_are_a_sequence_made_on_access() -> None:
    decision = lanterns().new_game(players=2, seed=1).decisions[0]
    options = decision.options
    assert options == [*options] == options[:] and options[-1] == options[len(options) - 1]
    assert options[0] != options[1] and options[1] in options and options.index(options[1]) == 1
    assert len({*options, *options}) == len(options)
    with pytest.raises(IndexError):
        options[len(options)]


@pytest.mark.parametrize("bot", ["uniform", "first", "rules", "learned"])
@pytest.mark.parametrize("name", NAMES)
def test_what_plays_inside_makes_the_choices_that_a_host_would(name: str, bot: str) -> None:
    ruleset = load(name)
    if bot not in machine_bots(ruleset.model):
        with pytest.raises(ValueError, match=f"no bot '{bot}'"):
            ruleset.new_game().play(bot)
        return
    players = ruleset.player_counts[0]
    inside, outside = (ruleset.new_game(players, seed=2, log=log) for log in (False, True))
    follow_policy(inside, any_policy(3))
    for choices, last_round in [(1, None), (25, None), (None, inside.round), (10, 2)]:
        made = inside.play(bot, seed=7, choices=choices, last_round=last_round)
        assert outside.play(bot, seed=7, choices=choices, last_round=last_round) == made <= (choices or made)
        assert inside.digest() == outside.digest()
        assert offers(inside) == offers(outside)
        assert inside.option_count == outside.option_count


def test_the_bot_inside_is_the_bot_that_is_called_so() -> None:
    ruleset = lanterns()
    for seed in range(3):
        one, other = (ruleset.new_game(players=3, seed=seed, log=False) for _ in range(2))
        made = one.play("uniform", seed=seed)
        assert run_playout(other, [make_bot("uniform", seed, player) for player in (1, 2, 3)]) == made
        assert one == other and one.finished and one.result == other.result


def test_a_bot_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no bot 'eager'"):
        lanterns().new_game().play("eager")


LISTS = """
repeat 2 times:
    choose some in [[1], [1, 2], [2, 3, 3]], n in 1..2
    my x += sum(k for k in some) + n
"""
TOGETHER = """
- name: together
  who: all_at_once
  do: |
    repeat 2 times:
        choose some in [[4], [1, 2]], n in 1..2
        my y += sum(k for k in some) * n
        choose m in 1..3
        my x += m
"""


def test_options_that_hold_lists(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, LISTS, phases=TOGETHER, rounds=3)
    for seed in range(6):
        chance = Random(seed)
        logged, plain, inside = (ruleset.new_game(players=3, log=log) for log in (True, False, False))
        while logged.decisions:
            place = chance.randrange(len(logged.decisions))
            index = chance.randrange(len(logged.decisions[place].options))
            if place == 0 and chance.random() < 0.5:
                plain.choose(index)
            else:
                plain.choose(plain.decisions[place].options[index])
            logged.choose(logged.decisions[place].options[index])
            assert plain.digest() == logged.digest() and offers(plain) == offers(logged)
        again = ruleset.new_game(players=3)
        while again.decisions:
            again.play(seed=seed, choices=7)
            inside.play(seed=seed, choices=7)
            assert inside.digest() == again.digest() and offers(inside) == offers(again)


FAULTS = """
choose n in 1..3
my x += n
choose one:
    "on": skip
    "bad": my x += 97
"""


def test_a_fault_leaves_the_game_where_it_was(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, FAULTS, rounds=9)
    logged, plain, looked_at = (ruleset.new_game(players=2, log=log) for log in (True, False, False))
    for game in (logged, plain, looked_at):
        game.choose(2)
    assert looked_at.decisions[0].options[1].label == "bad"
    faults = []
    for game in (logged, plain, looked_at):
        digest = game.digest() if game is looked_at else None
        with pytest.raises(artrules.GameFault) as caught:
            game.choose(1)
        faults.append((caught.value.choice, str(caught.value), caught.value.diagnostics))
        assert digest in (None, game.digest())
        with pytest.raises(artrules.GameFault):
            game.choose(game.decisions[0].options[1])
        game.choose(0)
    assert faults[1:] == faults[:1] * 2 and faults[0][0]
    assert plain.digest() == looked_at.digest() == logged.digest()
    for seed in range(5):
        with pytest.raises(artrules.GameFault) as inside:
            plain.copy().play(seed=seed)
        with pytest.raises(artrules.GameFault) as outside:
            logged.copy().play(seed=seed)
        assert (str(inside.value), inside.value.choice) == (str(outside.value), outside.value.choice)


def test_an_interruption_leaves_the_game_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lanterns().new_game(players=2, seed=1, log=False)
    game.choose(0)
    game.choose(0)
    before = game.copy().digest()

    def interrupted(option: int) -> int:
        game.playing.runtime.instance.call("choose_offered", option)
        raise KeyboardInterrupt

    game.choose(0)
    expected = game.digest()
    monkeypatch.setattr(game.playing.runtime, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.choose(0)
    monkeypatch.undo()
    assert game.digest() == expected != before
    assert game.option_count == len(game.decisions[0].options)


@pytest.mark.parametrize("log", [True, False])
def test_fewer_than_no_choices_are_none(log: bool) -> None:
    game = artrules.load("avant_carde").new_game(2, seed=1, log=log)
    before = game.digest()
    assert game.play(choices=-1) == 0
    assert game.digest() == before


@pytest.mark.parametrize("option", [None, 1.0, b"0", []])
def test_what_is_no_option_is_refused(option: Any) -> None:
    game = artrules.load("avant_carde").new_game(2, seed=1, log=False)
    with pytest.raises(artrules.IllegalChoice):
        game.choose(option)

"""Bots want their side to win, where it can be said which choice does that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import artrules
from artrules.lab.bots.registry import make_bots
from artrules.play.game.seat import Seat

RULESET = """\
ruleset: gifts
title: Gifts
players: 4
variables:
  coins: {of: player, type: 0..99}
  safe: {of: player, type: 0..9}
procedures:
  give: |
    choose one:
        "keep one": my coins += 2
        "help": left(left(me)).coins += 3
        "secure": my safe += 1
flow:
  rounds:
    - {name: give, who: in_turn, from: "players[1]", do: give()}
  until: round_number >= 2
  score: {coins: my coins}
SIDES  winners: "WINNERS"
"""
TEAMS = "best(p in players, most sum(score(q) for q in side(p)))"
BOTS = ["greedy:samples=8", "search:iterations=300"]


def ruleset_of(folder: Path, sides: str, winners: str) -> artrules.Ruleset:
    folder.mkdir(exist_ok=True)
    text = RULESET.replace("SIDES", f"  sides: '{sides}'\n" if sides else "").replace("WINNERS", winners)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return artrules.load(folder)


def play(ruleset: artrules.Ruleset, bot: str, seats: Sequence[int] = (1, 2, 3, 4)) -> tuple[artrules.Game, list[str]]:
    """A game in which a bot has some seats, and what it chooses there; who has the others keeps everything."""
    game = ruleset.new_game(4, 1, log=False, knowledge=True)
    bots = make_bots([bot] * 4, 1)
    labels = []
    while game.decisions:
        decision = game.decisions[0]
        player = decision.player
        option = decision.options[0]
        if player in seats:
            option = bots[player - 1].choose(decision, Seat(game, player))
            labels.append(option.label)
        game.choose(option)
    return game, labels


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_helps_its_partner_and_nobody_else(bot: str, tmp_path: Path) -> None:
    partners = ruleset_of(tmp_path / "partners", "[1, 2, 1, 2][me]", TEAMS)
    assert set(play(partners, bot)[1]) == {"help"}
    alone = ruleset_of(tmp_path / "alone", "", TEAMS)
    assert set(play(alone, bot)[1]) == {"keep one"}
    others = ruleset_of(tmp_path / "others", "[1, 1, 2, 2][me]", TEAMS)
    assert set(play(others, bot)[1]) == {"keep one"}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("side", [(1, 3), (2, 4)])
def test_who_plays_for_the_side_beats_who_plays_for_the_own_points(
    bot: str, side: tuple[int, ...], tmp_path: Path
) -> None:
    """Those who have the aim of one alone keep everything, as the test above shows."""
    game, _ = play(ruleset_of(tmp_path, "[1, 2, 1, 2][me]", TEAMS), bot, side)
    assert game.result is not None and game.result["winners"] == [*side]
    assert sorted(each["total"] for each in game.result["sides"]) == [8, 12]


@pytest.mark.parametrize("bot", BOTS)
def test_against_the_game_bots_want_to_win_and_then_more_points(bot: str, tmp_path: Path) -> None:
    enough = "players if sum(p.safe for p in players) > {} else none"
    game, labels = play(ruleset_of(tmp_path / "hard", "yes", enough.format(3)), bot)
    assert game.result is not None and game.result["winners"] == [1, 2, 3, 4]
    assert labels.count("secure") > 3 and "keep one" not in labels
    game, labels = play(ruleset_of(tmp_path / "hopeless", "yes", enough.format(8)), bot)
    assert game.result is not None and game.result["winners"] == []
    assert labels.count("help") > 5

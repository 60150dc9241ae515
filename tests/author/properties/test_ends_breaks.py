"""Faults that *ends* must find."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from artrules.author.conformance import soundness
from artrules.play.game.game import Game
from author.properties.rulesets import broken
from planting import planted
from play.game.tiny import tiny

ACT = 'repeat 2 times:\n    may "go on": my x += 1'


def test_it_holds_without_a_fault(tmp_path: Path) -> None:
    assert broken(soundness.check_termination, tiny(tmp_path, ACT, rounds=3)) == ""


def test_a_dead_end(tmp_path: Path) -> None:
    act = """
    may "go on": my x += 1
    if my x = 1:
        choose n in 1..9 where my x > n
    """
    assert "the content is at fault" in broken(soundness.check_termination, tiny(tmp_path, act))


def test_a_game_without_an_end(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, 'may "go on": skip', edits=[("round_number >= 1", "round_number < 1")])
    account = broken(partial(soundness.check_termination, most=500), ruleset)
    assert account.endswith("and goes on and on; the content declares no last round")


@pytest.mark.parametrize("last_round", [20, 40])
def test_a_game_that_is_stopped_by_another_limit(last_round: int, tmp_path: Path) -> None:
    edits = [("until: round_number >= 1", f"until: round_number < 1\n  last_round: {last_round}")]
    ruleset = tiny(tmp_path, ACT, edits=edits)
    assert broken(soundness.check_termination, ruleset) == ""

    found = {20: "reported as stalled in round 6, but the last round is 20", 40: "although `until` doesn't hold"}
    assert found[last_round] in broken(soundness.check_termination, planted(ruleset, {"end_round": GIVES_UP}))


GIVES_UP = """
def end_round():
    global stack_top
    stack_top -= 1
    clock[STALLED] = LAST_ROUND == 20
    if clock[ROUND_NUMBER] > 5:
        wait_with(0, FINAL)
    else:
        wait(ROUND)
"""


@pytest.mark.parametrize(("what", "found"), [("total", "but the parts are"), ("line", "but the lines are")])
def test_a_result_that_does_not_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, found: str) -> None:
    whole = Game.result.fget
    assert whole is not None

    def wrong(game: Game) -> object:
        result = whole(game)
        if result is not None:
            changed = result["scores"][0] if what == "total" else result["scores"][0]["lines"][0]
            changed["total" if what == "total" else "points"] += 1
        return result

    ruleset = tiny(tmp_path, ACT, rounds=3)
    monkeypatch.setattr(Game, "result", property(wrong))
    assert found in broken(soundness.check_termination, ruleset)

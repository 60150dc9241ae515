"""Faults that *complete* must find: an option too many, one too few, one that is offered twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.conformance import soundness
from artrules.play.game.decision import Option
from author.properties.rulesets import broken
from planting import changed, planted
from play.game.tiny import tiny

ACT = """
repeat 8 times:
    choose one:
        "try {n}" for n in 1..4:
            choose m in 1..n where m > 2 or my x > 20
            choose k in 1..m where k + m > n
            my x += 1
        "rest":
            skip
"""


def test_it_holds_without_a_fault(tmp_path: Path) -> None:
    assert broken(soundness.check_completeness, tiny(tmp_path, ACT)) == ""


def test_an_option_that_cannot_be_completed(tmp_path: Path) -> None:
    ruleset = planted(tiny(tmp_path, ACT), changed("looking_ahead", "find_options", "if leads_on:", "if 1:"))
    assert broken(soundness.check_completeness, ruleset).endswith("is offered, but can't be completed")


def test_an_option_that_is_left_out(tmp_path: Path) -> None:
    fewer = changed("engine", "ask", "= row_count\n", "= row_count - (row_count > 2)\n")
    ruleset = planted(tiny(tmp_path, ACT), fewer)
    assert broken(soundness.check_completeness, ruleset).endswith("can be completed, but isn't offered")


def test_two_options_with_one_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tiny(tmp_path, ACT)
    monkeypatch.setattr(Option, "id", property(lambda option: str(option.decision.player)))
    assert broken(soundness.check_completeness, ruleset).endswith("two options have the same id")


def test_an_option_after_which_the_content_is_at_fault(tmp_path: Path) -> None:
    act = 'repeat 5 times:\n    choose one:\n        "a": my x += 1\n        "b":\n            my x += 60\n'
    account = broken(soundness.check_completeness, tiny(tmp_path, act))
    assert "the content is at fault" in account and "out of bounds" in account

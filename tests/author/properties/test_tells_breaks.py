"""Faults that *tells* must find: two options of one label, of which nothing says which is which."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.conformance import soundness
from artrules.play.game.decision import Option
from author.properties.rulesets import broken
from play.game.tiny import tiny

TWICE = "is offered twice, and nothing tells which is which"
BRANCHES = """
choose one:
    "use {c}" for c in pool where c.n = 1:
        my x += 1
    "Use {d}" for d in pool where d.n = 1:
        my x += MORE
    "rest":
        skip
"""
BY_PLACE = """
for c in pool where c.n = 1:
    move c to my row
choose one:
    "turn {c}" for c in my row:
        c.mark becomes 3
    "rest":
        skip
"""
UNSEEN = """
move those(c in pool) to left(me).hand
choose one:
    "take {c}" for c in left(me).hand:
        move c to my row
    "rest":
        skip
"""
POWERS = """
choose one:
    "use {w}" for c in pool where c.n = 1, w in c.powers:
        use w
    "rest":
        skip
"""
GIFTS = {1: "- {when: now, do: my x += 1}\n- {when: now, do: my y += 1}"}


def test_two_branches_that_do_different_things(tmp_path: Path) -> None:
    assert broken(soundness.check_labels, tiny(tmp_path, BRANCHES.replace("MORE", "2"))).endswith(TWICE)


def test_two_branches_that_do_the_same(tmp_path: Path) -> None:
    assert broken(soundness.check_labels, tiny(tmp_path, BRANCHES.replace("MORE", "1"))) == ""


def test_two_powers_of_a_card(tmp_path: Path) -> None:
    assert broken(soundness.check_labels, tiny(tmp_path, POWERS, gifts=GIFTS)).endswith(TWICE)


def test_cards_that_lie_in_different_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tiny(tmp_path, BY_PLACE)
    assert broken(soundness.check_labels, ruleset) == ""
    monkeypatch.setattr(Option, "about", ())
    assert broken(soundness.check_labels, ruleset).endswith(TWICE)


def test_cards_that_the_player_cannot_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tiny(tmp_path, UNSEEN)
    assert broken(soundness.check_labels, ruleset) == ""
    monkeypatch.setattr(Option, "is_open", True)
    assert broken(soundness.check_labels, ruleset).endswith(TWICE)

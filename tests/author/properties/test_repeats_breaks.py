"""Faults that *repeats* must find, and which Pythons it asks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from artrules.author.conformance import reproducibility
from artrules.author.conformance.random_play import Counts, Table, Violation
from artrules.author.conformance.reproducibility import package_alone, usable
from artrules.play.game.game import Game
from planting import changed, planted
from play.game.tiny import tiny

ACT = 'repeat 5 times:\n    may "roll":\n        random n in 1..9\n        my x += n'
TABLES = [Table(2, {}, 5), Table(3, {}, 6)]


def test_it_holds_without_a_fault(tmp_path: Path) -> None:
    """In a process that is given by path, too: there artrules is the only thing brought along."""
    counts = Counts()
    versions = reproducibility.check_all(tiny(tmp_path, ACT), TABLES, counts, pythons=[sys.executable])
    assert versions[:2] == [sys.version.split()[0]] * 2
    assert counts["games"] == 2
    with package_alone() as packages:
        assert [p.name for p in packages.iterdir()] == ["artrules"]


def test_chance_that_is_not_the_same_everywhere(tmp_path: Path) -> None:
    ruleset = planted(tiny(tmp_path, ACT), changed("rules.chance", "below", "key = stream_key[stream]", "key = 1"))
    with pytest.raises(Violation, match="in a process with the hash seed 1"):
        reproducibility.check_all(ruleset, TABLES, Counts())


def test_bytes_that_are_not_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tiny(tmp_path, ACT)
    whole = Game.to_json
    monkeypatch.setattr(Game, "to_json", lambda game: whole(game) + " ")
    with pytest.raises(Violation, match="the save at the end is another"):
        reproducibility.check_all(ruleset, TABLES, Counts())


def test_only_pythons_that_can_run_it_are_asked() -> None:
    found = usable([sys.executable, "/bin/false", "/no/such/python"])
    assert found[0].path == sys.executable
    assert found[0].version == sys.version.split()[0]
    assert len({i.version.rpartition(".")[0] for i in found}) == len(found)

"""Faults that *resumes* must find."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from artrules.author.conformance import other_process, reproducibility
from artrules.author.conformance.random_play import Counts, Table
from artrules.play.game.game import Game
from artrules.play.game.saves import Save
from artrules.play.ruleset import play_save
from author.properties.rulesets import broken
from play.game.tiny import tiny

ACT = """
for p in players:
    move top 2 of deal to p.deck
watch rung as r until game ends:
    my x += r.n
repeat 12 times:
    may "ring":
        announce rung(n: 1, by: me)
        shuffle my deck
        my y += 1
"""
EDITS = [("  pool: {holds", "  deal: {holds: tile, order: pile, seen_by: everyone}\n  pool: {holds")]
EDITS += [("start: pool,", "start: deal,")]
check = partial(reproducibility.check_resumption, every=10**9)


def test_it_holds_without_a_fault_and_in_fresh_processes_too(tmp_path: Path) -> None:
    counts = Counts()
    reproducibility.check_resumption(tiny(tmp_path, ACT, edits=EDITS), Table(2, {}, 4), counts, every=5)
    assert (counts["fresh processes"], counts["resumed"], counts["unpickled"]) == (2, 3, 7)


def test_something_that_is_not_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_save

    def without_watches(game: Game, save: Save) -> None:
        whole(game, save)
        moment = game.playing.moment
        memory = moment.load().instance
        memory.set_register("watch_count", 0)
        memory.call("rest")
        game.playing.go_to(moment.at_position(memory.save(), moment.asked), game.playing.log, game.playing.choices)

    ruleset = tiny(tmp_path, ACT, edits=EDITS)
    monkeypatch.setattr("artrules.play.ruleset.play_save", without_watches)
    assert broken(check, ruleset) == "taken up from its save, the position is another"


def test_something_that_is_no_part_of_the_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beside the position is found by what comes of it: here the next positions are others."""
    whole = play_save

    def with_another_chance(game: Game, save: Save) -> None:
        whole(game, save)
        game.playing.moment.keys = tuple(key + 1 for key in game.playing.moment.keys)

    ruleset = tiny(tmp_path, ACT, edits=EDITS)
    monkeypatch.setattr("artrules.play.ruleset.play_save", with_another_chance)
    assert "the position is another" in broken(check, ruleset)


def test_a_save_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Game.to_json
    ruleset = tiny(tmp_path, ACT, edits=EDITS)
    monkeypatch.setattr(Game, "to_json", lambda game: whole(game).replace('"artrules":4', '"artrules":99'))
    assert "the game that was left is not taken up" in broken(check, ruleset)


def test_a_process_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = tiny(tmp_path, ACT, edits=EDITS)
    monkeypatch.setattr(reproducibility, "ask", partial(other_process.ask, python="/bin/false"))
    account = broken(partial(reproducibility.check_resumption, every=1), ruleset, games=1)
    assert account == "the game that was left is not taken up: exit code 1"

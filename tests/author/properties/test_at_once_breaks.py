"""Faults that *at once* must find: parts of players that touch each other on ways that the checks can't follow."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

import artrules
from artrules.author.conformance import reproducibility
from artrules.author.conformance.random_play import Counts, Table
from artrules.play.game.log import Log
from artrules.play.game.moment import Moment
from author.properties.rulesets import broken
from play.game.tiny import tiny

PHASES = """
- name: together
  who: all_at_once
  do: |
    repeat 3 times:
        for c in my row, w in c.powers:
            may use w
        may "more": my x += 1
"""
DEAL = [("  pool: {holds", "  deal: {holds: tile, order: pile, seen_by: everyone}\n  pool: {holds")]
DEAL += [("start: pool,", "start: deal,")]
SECRET = "variables:\n  secret: {of: player, type: 0..99, seen_by: nobody}\n"


def apart(folder: Path, power: str = "my y += 1") -> artrules.Ruleset:
    act = "for p in players:\n    for c in top 1 of deal:\n        move c to p.row"
    gifts = {1: "- when: now\n  do: |\n" + indent(power, "    ")}
    return tiny(folder, act, phases=PHASES, pieces="[[1, red, 8]]", edits=DEAL, gifts=gifts, rounds=2, more=SECRET)


def test_it_holds_without_a_fault(tmp_path: Path) -> None:
    ruleset = apart(tmp_path)
    assert broken(reproducibility.check_simultaneous, ruleset) == ""
    counts = Counts()
    reproducibility.check_simultaneous(ruleset, Table(3, {}, 1), counts)
    assert counts["games"] == 4 and counts["choices at once"] > 40


@pytest.mark.parametrize(
    ("power", "found"),
    [
        ("my y becomes left(me).x", "player 1 is shown something else at the 2. choice in such phases: view.pl"),
        ("for c in left(me).row:\n    c.flag becomes yes", "view.players.1.row.0.flag is there only once"),
        ("total becomes my x", "view.variables.total is"),
        ("my secret becomes left(me).x", "another position comes of it"),
    ],
)
def test_a_part_that_asks_or_changes_what_is_anothers(power: str, found: str, tmp_path: Path) -> None:
    account = broken(reproducibility.check_simultaneous, apart(tmp_path, power))
    assert account.startswith("played ") and found in account


def test_a_view_that_shows_others_as_they_are_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = apart(tmp_path)
    monkeypatch.setattr(Moment, "at_phase_start", lambda moment: moment)
    assert "is shown something else" in broken(reproducibility.check_simultaneous, ruleset)


def test_a_story_that_tells_who_was_quicker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = apart(tmp_path)
    monkeypatch.setattr(Log, "join", lambda log: Log(None, tuple(log.entries), players=log.players))
    account = broken(reproducibility.check_simultaneous, ruleset)
    assert "the story is another" in account or "is shown something else" in account

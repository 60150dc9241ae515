"""What a table says about when its game ends."""

from __future__ import annotations

from pathlib import Path

import artrules
from play.game.tiny import tiny

SETTINGS = """  length: {type: 1..9, starts: 1, title: Rounds that are played}
  pace:   {type: speed, starts: quick}
  other:  {type: bool, starts: no, title: Something else}
"""
MORE = """
functions:
  is_over: pace is quick and round_number > 3
layout:
  members: {speed: {slow: {title: as you like}}}
"""


def with_settings(folder: Path, until: str) -> artrules.Ruleset:
    gifts = "  gifts: {set_of: gift, starts: plain}\n"
    edits = [
        (gifts, gifts + SETTINGS),
        ("  timing:", "  speed: [quick, slow]\n  timing:"),
        ("  until: round_number >= 1", f"  until: {until}"),
    ]
    return tiny(folder, "skip", more=MORE, edits=edits)


def test_it_says_what_is_set_where_the_rule_depends_on_it(tmp_path: Path) -> None:
    ruleset = with_settings(tmp_path, "{is: round_number >= length or is_over(), says: It ends after some rounds.}")
    usual = ruleset.new_game(players=2).description.ends
    assert usual == "It ends after some rounds. Rounds that are played: 1. Pace: quick."
    other = ruleset.new_game(players=2, settings={"length": 4, "pace": "slow"}).description.ends
    assert other == "It ends after some rounds. Rounds that are played: 4. Pace: as you like."


def test_where_the_rules_tell_nothing_the_table_does_not_either(tmp_path: Path) -> None:
    ruleset = with_settings(tmp_path, "round_number >= length or is_over()")
    assert ruleset.new_game(players=2).description.ends == ""

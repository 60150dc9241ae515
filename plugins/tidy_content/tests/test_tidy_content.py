"""Each check finds what it looks for, on its line, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
import tidy_content

import artrules
from artrules.play.plugins.contributions import describe

GAME = """
ruleset: hamlet
title: Hamlet
players: 2
enums:
  timing: [now]
settings:
  guilds: {set_of: guild, starts: smiths}
groups:
  guild: {keyed_by: 1..1, chosen_by: guilds}
power_has:
  when: {type: timing}
cards:
  tool:
    attributes: {n: {type: 1..1}}
    powers: {from: guild, by: n}
zones:
  hand: {per: player, holds: tool, seen_by: owner}
  box: {holds: tool, seen_by: everyone}
variables:
  first_player: {type: player}
  coins: {of: player, type: 0..99}
procedures:
  earn(0..99 n): my coins += n
pieces:
  tools: {kind: tool, start: box, columns: [n, count], rows: [[1, 4]]}
flow:
  setup:
    deal: |
      for p in players:
          for c in box where size(p.hand) = 0:
              move c to p.hand
  rounds:
    - name: work
      who: in_turn
      from: first_player
      do: |
        for c in my hand, w in c.powers:
            may use w
  last_round: {number: 3, assumed: short}
  winners: best(p in players, most p.coins)
"""
SET = """
set: smiths
of: hamlet
guild:
  1:
    name: The Smith
    text: TEXT
    powers:
      - {when: now, label: earn money, do: CODE}
"""


@pytest.fixture
def found(tmp_path: Path):
    """Runs a check on a hamlet whose smith has some text and code; gives lines, columns and fixes."""

    def run(check, text="Earn a coin.", code="earn(1)"):
        (tmp_path / "ruleset.yaml").write_text(GAME)
        (tmp_path / "sets").mkdir(exist_ok=True)
        (tmp_path / "sets" / "smiths.yaml").write_text(SET.replace("TEXT", text).replace("CODE", code))
        findings = list(check(describe(artrules.load(tmp_path).content)))
        return [(f.span.line, f.span.column, f.fix and f.fix.edits[0].text) for f in findings]

    return run


def test_it_keeps_to_the_rules_for_plugins(examine_plugin):
    assert not examine_plugin("tidy_content").problems


def test_much_money(found):
    assert found(tidy_content.much_money, code="earn(12)") == [(9, 49, "10")]
    assert found(tidy_content.much_money, code="my coins += 30") == [(9, 56, "10")]
    assert found(tidy_content.much_money, code="earn(10)") == []


def test_long_text(found):
    assert [line for line, *_ in found(tidy_content.long_text, text="very " * 60 + "long.")] == [7]
    assert found(tidy_content.long_text) == []


def test_unfinished_text(found):
    assert found(tidy_content.unfinished_text, text="Earn a coin") == [(7, 11, ".")]
    assert found(tidy_content.unfinished_text, text="Earn a coin!") == []

"""What steps of scenarios say of pauses: their words are lines of the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.author.scenarios.run import run_scenarios
from artrules.model.analyses.label_texts import label_texts
from play.game.tiny import tiny

ACT = """
say "begun"
pause "look at {my x + 3}"
choose n in 1..2
"""
STEPS = """
scenarios: tiny
list:
  one:
    steps:
      - says: WORDS
      - {sees: {seat: 2, players: {1: {x: 0}}}, paused: look at 3}
"""


@pytest.mark.parametrize(
    ("words", "slugs"), [("look at 3", []), ("begun", []), ("look at 4", ["not-said"]), ("round", ["not-said"])]
)
def test_what_a_pause_says_is_said(words: str, slugs: list[str], tmp_path: Path) -> None:
    (tmp_path / "steps.yaml").write_text(STEPS.lstrip().replace("WORDS", words), encoding="utf-8")
    ruleset = tiny(tmp_path, ACT)
    (result,) = run_scenarios(ruleset)
    assert [d.slug for d in result.diagnostics] == slugs


def test_the_check_knows_the_words_of_pauses(tmp_path: Path) -> None:
    texts = label_texts(tiny(tmp_path, ACT).new_game().inspect.model)
    assert texts.said.may_hold("look at 3") and texts.log.has("look at 12")
    assert not texts.said.may_hold("look for 3")

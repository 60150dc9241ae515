"""What players read where something isn't possible are words for players: a share of what the command tries."""

from __future__ import annotations

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.explain.why_not import phrases
from artrules.play.explain.why_not.answer import WhyNot
from tools.refusals.census import LAST_RESORT, census, fault_of


def test_the_last_resort_is_known() -> None:
    assert phrases.LAST_RESORT == LAST_RESORT


@pytest.mark.parametrize("name", shipped_rulesets())
def test_players_read_words(name: str) -> None:
    result = census(artrules.load(name), range(2))
    if result.asked <= 100:  # a short game
        result = census(artrules.load(name), range(30))
    assert result.asked > 100
    assert [result.examples[refusal] for refusal in result.unclear] == []


UNCLEAR = {
    "a condition": "`buy` is not possible: my money >= n.",
    "code as if it were a label": "`buy` is not possible: `money` is too low.",
    "a call": "`buy` is not possible: shown(me) is nothing.",
    "a file": "`buy` is not possible: it is too dear.\n  rulesets/fair/buy.yaml:7",
    "an underscore": "`buy` is not possible: has_bought: yes.",
    "what can't be known": "`buy` is not possible: it costs ….",
    "no reason": f"`buy` is not possible: {LAST_RESORT}.",
}


@pytest.mark.parametrize("text", UNCLEAR.values(), ids=UNCLEAR)
def test_what_is_no_sentence_for_players_is_noticed(text: str) -> None:
    assert fault_of(WhyNot(text, "buy", False, "buy"), ["sell"]) is not None


def test_words_are_left_alone() -> None:
    text = "`buy` is not possible: a 7 costs $7, you have $3.\n  The nearest that is possible: `sell`."
    assert fault_of(WhyNot(text, "buy", False, "buy"), ["sell"]) is None

"""Bots as text: what is read, what is written again, and what is refused in words."""

from __future__ import annotations

import pytest

from artrules.lab.bots.kind import BotProblem, BotSpec, parse_spec
from artrules.lab.bots.registry import any_thinks, check_bot, make_bot, thinks_by_time, with_budget


def test_a_text_is_read_and_written_again() -> None:
    assert parse_spec(" search : time = 0.5 ") == BotSpec("search", (("time", "0.5"),))
    for text in ("uniform", "search:time=0.5", "greedy:samples=8,horizon=20"):
        assert str(check_bot(text)) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a bot is given as NAME or NAME:key=value"),
        (":time=1", "a bot is given as NAME or NAME:key=value"),
        ("search:", "options of a bot are given as `search:key=value,key=value`, not as `search:`"),
        ("search:fast", "options of a bot are given as `search:key=value"),
        ("search:time=", "options of a bot are given as"),
        ("search:time=1,time=2", "sets `time` twice"),
        ("search:time=1,iterations=2", "sets both `time` and `iterations`"),
        ("search:tim=1", "has no option `tim`; did you mean `time`? (it has: time, iterations)"),
        ("search:time=soon", "`time` of a bot is a number of seconds from 0.001 to 3,600, not `soon`"),
        ("search:time=nan", "not `nan`"),
        ("search:time=inf", "not `inf`"),
        ("search:time=0", "not `0`"),
        ("search:iterations=1.5", "a whole number from 1 to 200,000, not `1.5`"),
        ("search:iterations=-1", "not `-1`"),
        ("uniform:time=1", "the bot `uniform` has no options"),
        ("serch", "there is no bot `serch`; did you mean `search`?"),
        ("s" * 300, "at most 200 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_words(text: str, told: str) -> None:
    for refuse in (check_bot, lambda text: make_bot(text, 1, 1)):
        with pytest.raises(BotProblem) as refused:
            refuse(text)
        assert told in str(refused.value)


def test_a_budget_is_for_bots_that_do_not_say_themselves() -> None:
    assert with_budget("search", "time", "0.5") == "search:time=0.5"
    assert with_budget("search:iterations=9", "time", "0.5") == "search:iterations=9"
    assert with_budget("uniform", "time", "0.5") == "uniform"


def test_what_a_game_must_keep_for_bots() -> None:
    assert not any_thinks(["uniform", "uniform"])
    assert any_thinks(["uniform", "greedy"])
    assert thinks_by_time("search:time=0.1") and not thinks_by_time("search:iterations=5")

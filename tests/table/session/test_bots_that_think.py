"""Bots that think, in games that people leave, and in which they take choices back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

import artrules
from artrules.table.session.record import read_record, record_of, write_record
from artrules.table.session.session import Session
from ir_models import LANTERNS
from table.session.table_of import table_of
from table.terminal.talking import session_of

BOTS = ["greedy:samples=1,horizon=3", "search:iterations=3"]


@pytest.fixture(scope="module")
def ruleset() -> artrules.Ruleset:
    return artrules.load(LANTERNS)


@pytest.mark.parametrize("bot", BOTS)
def test_they_choose_the_same_in_a_game_that_is_gone_on_with(ruleset: artrules.Ruleset, bot: str) -> None:
    straight, left = (table_of(ruleset, 2, (1,), 9, bot=bot) for _ in range(2))
    for _ in range(8):
        record = read_record(write_record(record_of(left.game, "somewhere", left.seats)))
        assert record.save is not None and record.seats is not None and record.seats == left.seats
        left = Session(ruleset.resume(record.save), record.seats, partial(ruleset.begin, record.setup))
        for table in (straight, left):
            table.let_bots_choose()
            table.choose(table.decisions[0].options[0])
    assert straight.game.choices == left.game.choices


@pytest.mark.parametrize("bot", BOTS)
def test_they_choose_the_same_after_a_choice_was_taken_back(ruleset: artrules.Ruleset, bot: str) -> None:
    table = table_of(ruleset, 2, (1,), 9, open_table=True, bot=bot)
    table.let_bots_choose()
    first = table.decisions[0].options[0].id
    table.choose(first)
    while not table.decisions:
        table.let_bots_choose()
    choices = list(table.game.choices)
    table.undo(1)
    table.choose(first)
    table.let_bots_choose()
    assert table.game.choices == choices


def test_what_one_has_thought_about_is_kept_at_once(ruleset: artrules.Ruleset) -> None:
    table = table_of(ruleset, 3, (3,), 4, bot="search:iterations=1")
    session, disk = session_of(table)
    session.start()
    made = len(table.game.choices)
    assert made > 1 and [len(choices) for choices in disk.kept] == list(range(1, made + 1))


def test_what_is_raised_while_one_thinks_leaves_the_game_as_it_was(ruleset: artrules.Ruleset) -> None:
    table = table_of(ruleset, 2, (2,), 4, bot="search:iterations=1")
    before, seats = table.game.to_json(), []

    @contextmanager
    def thinking(seat: int) -> Iterator[None]:
        seats.append(seat)
        yield
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table.let_bot_choose(thinking)
    assert seats == [1] and table.game.to_json() == before
    assert table.let_bot_choose() == "search:iterations=1"

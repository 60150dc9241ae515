"""The links of cards in zones are those of the same moves on Python lists."""

from __future__ import annotations

import random

import pytest

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.machine.numbers import FACE_DOWN, FACE_UP, NIL, NONE
from artrules.engine.machine.rules.cards import BOTTOM, TOP, USUAL_END
from engine.execute.tiny_programs import tiny_program

PILE, ROW, TOPS, ASIDE = range(4)
CARDS = 8
ALL = 3


@pytest.fixture
def table() -> CPythonInstance:
    """A pile that lies face down, a row that all see, a zone of which only the top shows; all cards aside."""
    tables = {
        "is_pile": [1, 0, 1, 0],
        "seen_by": [ALL, ALL, ALL, 0],
        "seen_down_by": [0, 1, 0, 0],
        "open_places": [0, 0, 1, 0],
        "usual_face": [FACE_DOWN, FACE_UP, FACE_UP, FACE_DOWN],
    }
    instance = CPythonInstance(tiny_program(tables=tables), CHECKED)
    for zone in range(4):
        instance.region("first_in_zone")[zone] = instance.region("last_in_zone")[zone] = NIL
    for card in range(CARDS):
        instance.region("zone_of")[card] = ASIDE
        instance.call("put_before", card, ASIDE, NIL)
    return instance


def zones(table: CPythonInstance) -> list[list[int]]:
    """The cards of each zone, first to last, having seen that the links agree in both directions."""
    found = []
    for zone in range(4):
        cards, card, before = [], table.region("first_in_zone")[zone], NIL
        while card != NIL:
            assert table.region("previous_in_zone")[card] == before
            assert table.region("zone_of")[card] == zone
            cards.append(card)
            before, card = card, table.region("next_in_zone")[card]
        assert table.region("last_in_zone")[zone] == before
        assert table.region("cards_in_zone")[zone] == len(cards)
        found.append(cards)
    return found


def test_moves(table: CPythonInstance) -> None:
    numbers = random.Random(4)
    model = [[], [], [], list(range(CARDS))]
    for _ in range(600):
        card, zone = numbers.randrange(CARDS), numbers.randrange(3)
        end, position = numbers.choice([USUAL_END, TOP, BOTTOM]), numbers.choice([NONE, NONE, 0, 1, 2, 5, 99])
        for cards in model:
            if card in cards:
                cards.remove(card)
        if position != NONE:
            model[zone].insert(max(position, 1) - 1, card)
        elif end == TOP or (end == USUAL_END and zone != ROW):
            model[zone].insert(0, card)
        else:
            model[zone].append(card)
        table.call("move_card", 0, card, zone, end, position, NONE)
        assert zones(table) == model
        assert table.call("position_of", card) == model[zone].index(card) + 1
        assert table.region("face_of")[card] == (FACE_DOWN if zone == PILE else FACE_UP)


def test_who_sees_a_card(table: CPythonInstance) -> None:
    for card in [1, 2]:
        table.call("move_card", NONE, card, TOPS, USUAL_END, NONE, NONE)
    assert [table.call("sight", card) for card in [1, 2]] == [0, ALL]
    table.call("move_card", NONE, 3, ROW, USUAL_END, NONE, FACE_DOWN)
    assert [table.call("may_see", seat, 3) for seat in [0, 1, NONE]] == [1, 0, 0]
    table.call("turn_over", 0, 3, FACE_UP)
    assert [table.call("may_see", seat, 3) for seat in [0, 1, NONE]] == [1, 1, 0]
    assert table.call("sight", 5) == 0


def test_moving_an_unseen_card_commits_while_looking_ahead(table: CPythonInstance) -> None:
    table.set_register("looking_ahead", 1)
    table.call("move_card", 0, 5, ROW, USUAL_END, NONE, NONE)
    assert table.register("status") == 2
    assert 5 in zones(table)[ASIDE]

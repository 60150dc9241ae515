"""Where cards, backs and marks stand on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.author.cards.sheets import EDGE, PAPERS, SIZES, NoRoom, Sheet, Size, grid_for, lay_out

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
POKER = SIZES["poker"]


@pytest.mark.parametrize(
    ("size", "paper", "bleed", "columns", "rows", "turn"),
    [
        (POKER, A4, 0, 3, 3, 0),
        (POKER, LETTER, 0, 3, 3, 0),
        (POKER, A4, 3, 2, 4, 90),
        (SIZES["mini"], A4, 0, 4, 4, 0),
        (SIZES["bridge"], LETTER, 0, 3, 3, 0),
        (SIZES["square"], A4, 0, 2, 4, 0),
        ((180, 120), A4, 0, 1, 2, 0),
    ],
)
def test_as_many_cards_as_find_room(size: Size, paper: Size, bleed: float, columns: int, rows: int, turn: int) -> None:
    grid = grid_for(size, paper, bleed)
    assert (grid.columns, grid.rows, grid.turn) == (columns, rows, turn)


def test_a_card_that_is_too_large_is_refused() -> None:
    with pytest.raises(NoRoom, match="a card of 190 × 285 mm is too large for the paper"):  # noqa: RUF001
        grid_for((190, 285), A4, 4)


sizes = st.tuples(st.floats(20, 110), st.floats(20, 140))


@given(sizes, st.sampled_from([A4, LETTER]), st.sampled_from([0.0, 2.0, 3.5]), st.integers(1, 40))
def test_backs_lie_behind_their_fronts_and_marks_at_the_edges(
    size: Size, paper: Size, bleed: float, count: int
) -> None:
    sheets = lay_out([(face, size) for face in range(count)], paper, bleed, backs="behind")
    fronts, backs = sheets[::2], sheets[1::2]
    assert [sheet.side for sheet in sheets] == ["front", "back"] * len(fronts)
    assert [sheet.number for sheet in fronts] == [sheet.number for sheet in backs] == list(range(1, len(fronts) + 1))
    assert [place.face for sheet in fronts for place in sheet.places] == list(range(count))
    for front, back in zip(fronts, backs, strict=True):
        width, height = room_of(front, bleed)
        for one, other in zip(front.places, back.places, strict=True):
            assert one.face == other.face
            assert one.x + width + other.x == pytest.approx(paper[0])
            assert one.y == other.y
            assert one.turn == -other.turn
            assert one.x >= EDGE - 1e-6 and one.y >= EDGE - 1e-6
            assert one.x + width <= paper[0] - EDGE + 1e-6 and one.y + height <= paper[1] - EDGE + 1e-6
        for sheet in (front, back):
            edges_have_marks(sheet, bleed)


def room_of(sheet: Sheet, bleed: float) -> Size:
    width, height = sheet.size if sheet.places[0].turn == 0 else sheet.size[::-1]
    return width + 2 * bleed, height + 2 * bleed


def edges_have_marks(sheet: Sheet, bleed: float) -> None:
    """Each edge of each card is in line with a mark at both ends of the cards, and no mark stands on a card."""
    width, height = room_of(sheet, bleed)
    left, right = min(place.x for place in sheet.places), max(place.x + width for place in sheet.places)
    top, bottom = min(place.y for place in sheet.places), max(place.y + height for place in sheet.places)
    upright = [(x, y) for x, y, to_x, _ in sheet.marks if x == to_x]
    level = [(x, y) for x, y, _, to_y in sheet.marks if y == to_y]
    assert len(upright) + len(level) == len(sheet.marks)
    for place in sheet.places:
        for x in (place.x + bleed, place.x + width - bleed):
            assert all(pytest.approx((x, y), abs=1e-3) in upright for y in (top, bottom))
        for y in (place.y + bleed, place.y + height - bleed):
            assert all(pytest.approx((x, y), abs=1e-3) in level for x in (left, right))
    for _, _, to_x, to_y in sheet.marks:
        assert not (left < to_x < right and top < to_y < bottom)


def test_backs_after_all_fronts_or_none() -> None:
    cards = [(0, POKER)] * 10
    assert [sheet.side for sheet in lay_out(cards, A4, 0, backs="after")] == ["front", "front", "back", "back"]
    assert [len(sheet.places) for sheet in lay_out(cards, A4, 0, backs="none")] == [9, 1]


def test_each_size_has_sheets_of_its_own() -> None:
    cards = [(0, POKER), (1, (25, 25)), (2, POKER), (3, (25, 25))]
    sheets = lay_out(cards, A4, 0, backs="none")
    assert [[place.face for place in sheet.places] for sheet in sheets] == [[0, 2], [1, 3]]
    assert [sheet.number for sheet in sheets] == [1, 2]

"""Where cards stand on paper: in a grid in its middle, with a mark where each cut begins and ends. All lengths are in
millimetres, from the upper left corner of the paper, whose long side is upright.

The backs of a sheet are its mirror image, so that each lies behind its card when the paper is turned over its long
side. Where more cards find room if they lie on their sides, they do: fronts with their tops to the right, backs with
their tops to the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal, get_args

from artrules.text.record import dataclass

Turn = Literal[0, 90, -90]
Size = tuple[float, float]

SIZES: Mapping[str, Size] = {"poker": (63, 88), "bridge": (57, 89), "mini": (44, 68), "square": (70, 70)}
"""Sizes of cards: width and height."""
PAPERS: Mapping[str, Size] = {"a4": (210, 297), "letter": (215.9, 279.4)}
LEAST, LARGEST = 15.0, 190.0
"""Bounds of the sides of a card."""
EDGE = 5.0
"""What printers leave white."""
MARK = 4.0
"""How long a mark is, if the paper has room for it."""
_FUZZ = 1e-9


class NoRoom(ValueError):
    """A card is too large for the paper; the text says so."""


@dataclass(frozen=True, slots=True)
class Place:
    """A card on a sheet: the index of its face, the upper left corner of the room that it takes, and which way it is
    turned."""

    face: int
    x: float
    y: float
    turn: Turn


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a paper: cards of one size, and marks, each from one point to another."""

    side: Literal["front", "back"]
    number: int
    """Which paper it is, from 1."""
    size: Size
    places: Sequence[Place]
    marks: Sequence[tuple[float, float, float, float]]


@dataclass(frozen=True, slots=True)
class Grid:
    """How many cards of a size stand side by side and one below the other, and which way they are turned."""

    columns: int
    rows: int
    turn: Turn
    cell: Size
    """The room that a card takes, with what is cut off."""

    @property
    def count(self) -> int:
        """How many cards there are on a sheet."""
        return self.columns * self.rows


def grid_for(size: Size, paper: Size, bleed: float) -> Grid:
    """The grid with the most cards; upright, if that makes no difference. Raises NoRoom."""
    room = (paper[0] - 2 * EDGE, paper[1] - 2 * EDGE)
    upright = (size[0] + 2 * bleed, size[1] + 2 * bleed)
    grids = [
        Grid(int(room[0] / cell[0] + _FUZZ), int(room[1] / cell[1] + _FUZZ), turn, cell)
        for turn, cell in zip(get_args(Turn), (upright, upright[::-1]), strict=False)
    ]
    best = max(grids, key=lambda grid: grid.count)
    if not best.count:
        raise NoRoom(f"a card of {in_words(size)} is too large for the paper")
    return best


def in_words(size: Size) -> str:
    """A size as people write it."""
    return " × ".join(f"{side:g}" for side in size) + " mm"  # noqa: RUF001


def lay_out(
    cards: Iterable[tuple[int, Size]], paper: Size, bleed: float, *, backs: Literal["behind", "after", "none"]
) -> list[Sheet]:
    """The sheets of some cards, each given as the index of its face and its size; those of one size come together.

    Backs come on the sheet `behind` that of their fronts, mirrored; or all of them `after` all fronts, where their
    cards stand. Raises NoRoom.
    """
    by_size: dict[Size, list[int]] = {}
    for face, size in cards:
        by_size.setdefault(size, []).append(face)
    fronts = [
        sheet
        for size, faces in by_size.items()
        for sheet in _fronts(faces, size, grid_for(size, paper, bleed), paper, bleed)
    ]
    fronts = [replace(sheet, number=number) for number, sheet in enumerate(fronts, 1)]
    match backs:
        case "behind":
            return [side for sheet in fronts for side in (sheet, _mirrored(sheet, paper, bleed))]
        case "after":
            return [*fronts, *(replace(sheet, side="back") for sheet in fronts)]
    return fronts


def _fronts(faces: Sequence[int], size: Size, grid: Grid, paper: Size, bleed: float) -> Iterable[Sheet]:
    left, top = ((paper[axis] - count * grid.cell[axis]) / 2 for axis, count in enumerate((grid.columns, grid.rows)))
    for _, group in groupby(enumerate(faces), lambda numbered: numbered[0] // grid.count):
        places = []
        for index, (_, face) in enumerate(group):
            row, column = divmod(index, grid.columns)
            places.append(Place(face, left + column * grid.cell[0], top + row * grid.cell[1], grid.turn))
        yield Sheet("front", 0, size, places, _marks(places, grid.cell, bleed))


def _marks(places: Sequence[Place], cell: Size, bleed: float) -> list[tuple[float, float, float, float]]:
    """The marks of all cuts. Each stands outside of the cards, and begins where they end."""
    lefts = sorted({place.x for place in places})
    tops = sorted({place.y for place in places})
    left, top, right, bottom = lefts[0], tops[0], lefts[-1] + cell[0], tops[-1] + cell[1]
    across = min(MARK, left - 1)
    down = min(MARK, top - 1)
    xs = sorted({round(x, 6) for each in lefts for x in (each + bleed, each + cell[0] - bleed)})
    ys = sorted({round(y, 6) for each in tops for y in (each + bleed, each + cell[1] - bleed)})
    upright = [(x, y, x, y + length) for x in xs for y, length in ((top, -down), (bottom, down))]
    level = [(x, y, x + length, y) for y in ys for x, length in ((left, -across), (right, across))]
    return [*upright, *level]


def _mirrored(sheet: Sheet, paper: Size, bleed: float) -> Sheet:
    """The back of a sheet, turned over the long side of the paper."""
    turned: Mapping[Turn, Turn] = {0: 0, 90: -90}
    width = sheet.size[0 if sheet.places[0].turn == 0 else 1] + 2 * bleed
    places = [Place(each.face, paper[0] - each.x - width, each.y, turned[each.turn]) for each in sheet.places]
    marks = [(paper[0] - x, y, paper[0] - to_x, to_y) for x, y, to_x, to_y in sheet.marks]
    return replace(sheet, side="back", places=places, marks=marks)

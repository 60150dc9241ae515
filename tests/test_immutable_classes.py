"""Classes made by `artrules.record` behave as frozen dataclasses do."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 2
    names: list[str] = field(default_factory=list)
    note: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Marked(Point):
    mark: str = "!"


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    number: int


def test_fields_take_values_in_order_by_name_and_by_default() -> None:
    point = Point(1, note="n")
    assert (point.x, point.y, point.names, point.note) == (1, 2, [], "n")
    assert Point(1).names is not Point(1).names
    assert [f.name for f in fields(Marked)] == ["x", "y", "names", "note", "mark"]
    with pytest.raises(TypeError):
        Point()
    with pytest.raises(TypeError):
        Point(1, 2, [], "n")


def test_nothing_changes_an_instance() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 3
    with pytest.raises(FrozenInstanceError):
        del point.x
    with pytest.raises(FrozenInstanceError):
        point.other = 3
    assert replace(point, x=3) == Point(3) and point == Point(1)


def test_instances_are_compared_by_value_or_by_identity() -> None:
    assert Point(1, 2, (), note="n") == Point(1, 2, (), note="n") != Point(1)
    assert hash(Point(1, 2, ())) == hash(Point(1, 2, ()))
    assert Marked(1) != Point(1)
    piece = Piece(1)
    assert piece == piece and piece != Piece(1)
    match Marked(7, 8):
        case Point(x, y):
            assert (x, y) == (7, 8)


def test_copies_and_pickles_keep_the_values() -> None:
    point = Point(1, 5, ["a"], note="n")
    assert copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point
    assert repr(point) == "Point(x=1, y=5, names=['a'], note='n')"

"""Classes made by `artrules.text.record` behave as frozen dataclasses do, and what `artrules check` loads uses them."""

from __future__ import annotations

import ast
import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from pathlib import Path

import pytest

import artrules
from artrules.text.record import dataclass

CHECKING = (
    *("text/diagnostics", "text/source", "model/declare", "check/checks", "check/fixes.py", "table/commands"),
    *("author/editor_schemas.py", "author/random_testing"),
)
"""What a check of content goes through."""


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


def costly_classes(text: str) -> list[str]:
    """The classes of a module that `artrules.text.record` could make and that another `dataclass` makes."""
    module = ast.parse(text)
    imports = [node for node in module.body if isinstance(node, ast.ImportFrom)]
    cheap = any(node.module == "artrules.text.record" for node in imports)
    found = []
    for node in ast.walk(module):
        for made in node.decorator_list if isinstance(node, ast.ClassDef) else ():
            said = ast.unparse(made)
            immutable = "dataclass(" in said and "frozen=True" in said and "slots=True" in said
            if immutable and not (cheap and said.startswith("dataclass(")):
                found.append(node.name)
    return found


def test_classes_of_checking_cost_little_to_define() -> None:
    costly = "from dataclasses import dataclass\n@dataclass(frozen=True, slots=True)\nclass Costly: x: int\n"
    assert costly_classes(costly) == ["Costly"]
    assert costly_classes(costly.replace("from dataclasses", "from artrules.text.record")) == []
    package = Path(artrules.__file__).parent
    places = [package / name for name in CHECKING]
    modules = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
    assert len(modules) > 100
    assert {file.name: found for file in modules if (found := costly_classes(file.read_text(encoding="utf-8")))} == {}

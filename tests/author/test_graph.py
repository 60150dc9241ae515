"""The drawing of a game's course and of what it calls: what is in it, and that nothing lies over anything else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import artrules
from artrules.author.graph import Box, CallGraph, Layout, call_graph, draw
from artrules.model.ir.model import Model


@pytest.fixture(scope="module")
def model() -> Model:
    return artrules.load(Path(__file__).parents[1] / "rulesets" / "lanterns").model


def every_box(graph: CallGraph) -> list[Box]:
    return [spot for layer in Layout(graph).layers for spot in layer if isinstance(spot, Box)]


def test_the_course_stands_in_order_with_all_that_it_calls(model: Model) -> None:
    graph = call_graph(model)
    course = {title: [box.title for box in boxes] for title, boxes in graph.course}
    assert course == {
        "Setup": ["shuffle", "deal", "first"],
        "Each round": ["lighting", "Buy", "Tidy"],
        "At the end": ["bonus"],
        "Score": ["coins", "prizes"],
    }
    boxes = {box.title: box for box in every_box(graph)}
    assert [box.title for box in boxes["lighting"].calls] == ["play_turn"]
    assert [box.title for box in boxes["play_turn"].calls] == ["light"]
    assert "powers for guild" in [box.title for box in boxes["market"].calls] and boxes["market"].sort == "menu"
    assert boxes["powers for guild"].about == "6 powers in 2 sets"
    assert [function.name for function in boxes["light"].functions] == ["fits"]
    assert boxes["Buy"].place_words.startswith("phase buy, ") and ":" in boxes["Buy"].place_words.rpartition("/")[2]


@pytest.mark.parametrize("calls", ["chain", "circle", "far"])
def test_nothing_lies_over_anything_else(calls: str) -> None:
    boxes = [Box("procedure", name, f"procedure {name}, x.yaml:1") for name in ("a", "b", "c", "d", "e")]
    a, b, c, d, e = boxes
    a.calls, b.calls, c.calls = [b, d], [c, e], [d]
    if calls == "circle":
        d.calls = [b]
    elif calls == "far":
        a.calls, d.calls = [d, c, b, e], [e]
    graph = CallGraph("A & B", [("Each round", [a])], [(a, a)])
    placed = every_box(graph)
    assert {*placed} == {*boxes}
    for one, other in combinations(placed, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y
    for box in placed:
        assert all(box.x < called.x for called in box.calls) or calls == "circle"


def test_what_only_waits_for_events_stands_after_what_announces_them() -> None:
    a, b, c, d = (Box("procedure", name, f"procedure {name}, x.yaml:1") for name in ("a", "b", "c", "d"))
    a.calls, b.hears, c.calls, c.hears = [b], [c], [d], [a]
    layout = Layout(CallGraph("A", [("Each round", [a])], []))
    assert [layer for layer in layout.layers] == [[a], [b], [c], [d]]
    assert [by_event for ways in layout.ways.values() for _, by_event in ways] == [False, True, False, True]


def test_the_drawing_is_one_file_with_the_line_of_each_box(model: Model) -> None:
    svg = ElementTree.fromstring(draw(call_graph(model)))
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    titles = [title.text or "" for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert any(title.startswith("procedure play_turn, ") and "ruleset.yaml:" in title for title in titles)
    words = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Lanterns", "Setup", "Each round", "lighting", "market"} <= {*words}

"""What is offered while somebody types, in code and in keys, also in lines that don't parse yet."""

from __future__ import annotations

import time
from typing import Any

import pytest

from author.editor.client import Client

FASTEST = 0.05
"""Seconds within which an editor should have its answer."""


@pytest.fixture(autouse=True)
def judged(client: Client, main: str) -> None:
    client.judged(main)


def offered(client: Client, main: str, after: str, keys: str) -> dict[str, dict[str, Any]]:
    """What is offered after some keys, by name."""
    place = client.type(main, after, keys)
    answer = client.request("textDocument/completion", {"textDocument": {"uri": main}, "position": place})
    return {item["label"]: item for item in answer["items"]}


@pytest.mark.parametrize(
    ("after", "keys", "some", "none"),
    [
        # after a dot, by the type of what stands before it, in a line that is nothing yet
        (
            "move my row to my discard",
            "\n        for c in my hand:\n            if c.",
            {"shade", "dim", "powers"},
            {"coins"},
        ),
        ("move my row to my discard", "\n        if my hand.", {"shade", "printed"}, {"coins"}),
        ("move my row to my discard", "\n        let x = first_player.", {"coins", "hand"}, {"shade"}),
        (
            "move my row to my discard",
            "\n        for e in sold:\n            if e.",
            {"card", "by", "again"},
            {"shade"},
        ),
        ("if: my coins >= n", " and (top of stall[n]).shade.", {"warm"}, {"shade"}),
        # names that the place knows
        ("let c = top of stall[n]", "\n    move ", {"c", "n", "stall", "me"}, {"play", "shade"}),
        ("let c = top of stall[n]", "\n    ", {"draw", "light", "move", "if", "c", "left"}, {"shade"}),
        ("let c = top of stall[n]", "\n    my ", {"coins", "hand"}, {"left", "stall"}),
        ("let c = top of stall[n]", "\n    announce ", {"lit", "sold"}, {"draw"}),
        ("let c = top of stall[n]", "\n    announce lit(", {"card", "by"}, {"again"}),
        ("let c = top of stall[n]", "\n    watch lit as e until ", {"turn", "game"}, {"lit"}),
        ("let c = top of stall[n]", "\n    choose from ", {"market"}, {"lit"}),
        # in a label, and where the name is bound behind
        ('"play {c', ".", {"shade"}, {"coins"}),
        ("if left <= 10 or ", "sum(c.printed for c in stall[1] if c.", set(), {"coins"}),
        ("fits(lantern c, lantern or none d): ", "c.", {"shade"}, {"coins"}),
        # keys and values
        ("zones:\n", "  chest: {", {"holds", "per", "seen_by"}, {"type"}),
        ("zones:\n", "  chest: {holds: ", {"lantern"}, {"deck"}),
        ("zones:\n", "  chest: {holds: lantern, seen_by: ", {"everyone", "owner"}, {"lantern"}),
        ("variables:\n", "  debt: {type: ", {"bool", "player", "colour", "lantern"}, {"row"}),
        ("menus:\n  market:\n    ", "\n    ", set(), {"zones"}),
        ("flow:\n", "  sides: my ", {"coins", "row"}, {"shade"}),
    ],
)
def test_what_fits_is_offered(client: Client, main: str, after: str, keys: str, some: set[str], none: set[str]) -> None:
    names = offered(client, main, after, keys).keys()
    assert some <= names
    assert not none & names


def test_what_belongs_to_each_of_many_comes_in_the_right_form(client: Client, main: str) -> None:
    item = offered(client, main, "move my row to my discard", "\n        if my hand.")["shade"]
    assert item["textEdit"]["newText"] == "list(c.shade for c in my hand)"
    edit = item["textEdit"]["range"]
    line = client.texts[main].split("\n")[edit["start"]["line"]]
    assert line[edit["start"]["character"] : edit["end"]["character"]] == "my hand."
    assert item["filterText"].startswith("my hand.")


def test_what_has_the_type_that_is_wanted_comes_first(client: Client, main: str) -> None:
    items = offered(client, main, "left -= 1", "\n    if my ")
    assert items["away"]["sortText"] < items["coins"]["sortText"]
    assert items["away"]["detail"] == "`yes` or `no`"


def test_a_name_comes_with_what_its_author_says(client: Client, main: str) -> None:
    client.write(main, client.texts[main].replace("  tidy: |", "  # After each round.\n  tidy: |"))
    client.judged(main)
    item = offered(client, main, "left -= 1", "\n    ti")["tidy"]
    assert "After each round." in item["documentation"]["value"]


def test_an_answer_comes_at_once(client: Client, main: str) -> None:
    """However much there is to be judged meanwhile: the least of some, as other processes run beside the tests."""
    times = []
    for number in range(6):
        place = client.type(
            main, "move my row to my discard", f"\n        for c{number} in my hand:\n            if c{number}."
        )
        begun = time.perf_counter()
        answer = client.request("textDocument/completion", {"textDocument": {"uri": main}, "position": place})
        times.append(time.perf_counter() - begun)
        assert any(item["label"] == "shade" for item in answer["items"])
    assert min(times) < FASTEST


def test_keys_are_explained(client: Client, main: str) -> None:
    hover = client.request("textDocument/hover", client.at(main, "seen_by: nobody}", 2))
    assert "Who sees the cards in it" in hover["contents"]["value"]

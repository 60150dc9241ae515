"""Whole games with nothing but the page: by clicks at a desk and on a phone, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.watched import Watched
from table.browser.what_was_sent import looks

BOT = {"bot": "uniform"}
SHORT: dict[str, dict[str, Any]] = {
    "art_decko": {"players": 4},
    "avant_carde": {"players": 1},
    "bioutifoul": {"players": 6},
    "crazy_eights": {"players": 5, "settings": {"goal": 30}},
    "hearts": {"players": 5, "settings": {"goal": 20}},
    "vintage": {"players": 4},
}
"""By shipped ruleset: how games are set up in which one seat doesn't choose hundreds of times."""


def seat_against_bots(server: Served, *, seed: int = 1) -> str:
    """A new game of bots, with a person at the first seat: the address of that seat's link."""
    setup = SHORT[server.ruleset]
    seats = [{}, *[BOT] * (setup["players"] - 1)]
    return server.new_game(**setup, seats=seats, seed=seed)[0]


def sees_the_end(watched: Watched) -> None:
    """The page explains the result: everybody's place and points, and nothing more to choose."""
    expect(watched.page.locator("#result")).to_be_visible()
    assert watched.page.locator("#options button[data-token]").count() == 0
    assert any(character.isdigit() for character in watched.text("#result"))


@pytest.mark.parametrize("ruleset", sorted(SHORT))
def test_a_whole_game_by_clicks_on_things_at_a_desk(served: Callable[[str], Served], desk: Open, ruleset: str) -> None:
    watched = desk(seat_against_bots(served(ruleset)))
    assert watched.play(listed=False) > 10
    sees_the_end(watched)


def test_an_option_that_stands_on_no_thing_is_a_fault(served: Callable[[str], Served], desk: Open) -> None:
    watched = desk(seat_against_bots(served("hearts")))
    watched.page.evaluate("document.styleSheets[0].insertRule('#hand .card:first-child { display: none }')")
    with pytest.raises(AssertionError, match="no thing for this option"):
        watched.play(listed=False)


@pytest.mark.parametrize("ruleset", ["avant_carde", "bioutifoul", "hearts"])
def test_a_whole_game_by_touch_on_a_phone(served: Callable[[str], Served], phone: Open, ruleset: str) -> None:
    watched = phone(seat_against_bots(served(ruleset), seed=2))
    assert watched.play(seed=2, listed=False) > 5
    sees_the_end(watched)
    width = watched.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} wide, so that it must be moved sideways"


ACTIVE = "document.activeElement"
PICKABLE = f"Boolean({ACTIVE}?.closest('[data-lit], [data-token]'))"


def focus_what_can_be_picked(page: Page) -> None:
    """Presses Tab until something that can be picked has the focus."""
    for _ in range(300):
        if page.evaluate(PICKABLE):
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that can be picked is reached with Tab")


def pick_by_keys(page: Page, random: Random) -> None:
    """Picks something on the table, and on in the menu that it may open; or an option by its number."""
    if random.random() < 0.2:
        page.keyboard.press("F6")
    focus_what_can_be_picked(page)
    for _ in range(random.randrange(4)):
        page.keyboard.press(random.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
    focus_what_can_be_picked(page)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("ruleset", ["art_decko", "crazy_eights", "vintage"])
def test_a_whole_game_with_the_keyboard_alone(served: Callable[[str], Served], desk: Open, ruleset: str) -> None:
    watched = desk(seat_against_bots(served(ruleset), seed=3))
    page = watched.page
    random = Random(ruleset)
    for _ in range(400):
        page.wait_for_selector("#options [data-token], #result")
        if page.locator("#result").count():
            break
        choices, states = choices_sent(watched), len(watched.received)
        for _ in range(30):
            pick_by_keys(page, random)
            page.wait_for_timeout(10)
            if choices_sent(watched) > choices:
                break
        else:
            raise AssertionError("nothing came of thirty picks")
        for _ in looks(watched):
            if len(watched.received) > states:
                break
    sees_the_end(watched)


def choices_sent(watched: Watched) -> int:
    """How many choices a page has sent so far."""
    return sum('"choose"' in text for text in watched.sent)

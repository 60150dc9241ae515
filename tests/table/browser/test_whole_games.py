"""Whole games with nothing but the page: by clicks at a desk and on a phone, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.watched import Watched

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


@pytest.mark.parametrize("ruleset", ["vintage", "hearts"])
def test_a_whole_game_by_touch_on_a_phone(served: Callable[[str], Served], phone: Open, ruleset: str) -> None:
    watched = phone(seat_against_bots(served(ruleset), seed=2))
    assert watched.play(seed=2) > 5
    sees_the_end(watched)
    width = watched.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} wide, so that it must be moved sideways"


def focus_an_option(page: Page) -> None:
    """Presses Tab until one of the listed options has the focus."""
    for _ in range(200):
        if page.evaluate("Boolean(document.activeElement?.closest('#options button[data-token]'))"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no option can be reached with Tab")


def test_a_whole_game_with_the_keyboard_alone(served: Callable[[str], Served], desk: Open) -> None:
    watched = desk(seat_against_bots(served("hearts"), seed=3))
    page = watched.page
    for choice in range(400):
        page.wait_for_selector("#options button[data-token], #result")
        if page.locator("#result").count():
            break
        before = page.locator("#options button[data-token]").first.get_attribute("data-token")
        focus_an_option(page)
        for _ in range(choice % 3):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#options button[data-token="{before}"]', state="detached")
    sees_the_end(watched)

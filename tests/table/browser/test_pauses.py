"""Pauses of a game on the page: each stands until a person has seen it, and never hides whose turn it is."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_whole_games import BOT
from table.browser.watched import Watched

SETUP = {"players": 4, "seats": [{}, BOT, BOT, BOT], "seed": 5, "settings": {"first_pass": "hold"}}


def at_a_pause(served: Callable[[str], Served], desk: Open, pauses: str) -> Watched:
    window = desk(served("hearts").new_game(**SETUP)[0], pauses=pauses)
    window.play(most=1)
    expect(window.page.locator("#pause")).to_contain_text("takes the trick")
    return window


def test_a_pause_stands_until_somebody_clicks(served: Callable[[str], Served], desk: Open) -> None:
    window = at_a_pause(served, desk, "clicked")
    page = window.page
    trick = page.locator("[data-zone=trick] .card")
    expect(trick).to_have_count(4)
    page.wait_for_timeout(1500)
    expect(page.locator("#pause")).to_be_visible()
    page.locator("#go-on").click()
    expect(page.locator("#pause")).to_be_hidden()
    assert trick.count() < 4


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_where_one_goes_on_nothing_is_chosen(
    served: Callable[[str], Served], desk: Open, phone: Open, size: str
) -> None:
    page = at_a_pause(served, desk if size == "desk" else phone, "clicked").page
    box = page.locator("#go-on").bounding_box()
    assert box is not None
    if folder := os.environ.get("ARTRULES_PICTURES_TO_LOOK_AT"):
        page.screenshot(path=f"{folder}/pause_{size}.png")
    page.locator("#go-on").click()
    page.locator("#options button").first.wait_for()
    for button in page.locator("#options button, #advise").all():
        other = button.bounding_box()
        assert other is not None
        beside = other["x"] >= box["x"] + box["width"] or box["x"] >= other["x"] + other["width"]
        assert beside or other["y"] >= box["y"] + box["height"] or box["y"] >= other["y"] + other["height"]


def test_a_pause_ends_with_a_key_and_says_whose_turn_it_is(served: Callable[[str], Served], desk: Open) -> None:
    window = at_a_pause(served, desk, "clicked")
    page = window.page
    expect(page.locator("#pause")).to_contain_text("Then it is your turn")
    assert page.title().startswith("Your turn")
    page.keyboard.press("Enter")
    expect(page.locator("#options button").first).to_be_visible()


def test_a_click_that_goes_on_counts_where_it_meets_what_can_be_chosen(
    served: Callable[[str], Served], desk: Open
) -> None:
    page = at_a_pause(served, desk, "clicked").page
    hand = page.locator("#hand .card")
    held = hand.count()
    hand.nth(6).click()  # the first that will be lit; where it ends the trick, the next pause stands at once
    expect(hand).to_have_count(held - 1)


def test_at_a_pause_one_may_look_at_what_others_have(served: Callable[[str], Served], desk: Open) -> None:
    page = at_a_pause(served, desk, "clicked").page
    window, pause = page.locator("#spotlight"), page.locator("#pause")
    page.locator(".plate-more").first.click()
    expect(window).to_be_visible()
    page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    page.locator(".plate .player-name").first.click()
    expect(window).to_be_visible()
    expect(pause).to_be_visible()
    page.locator("#go-on").click()
    expect(page.locator("#options button").first).to_be_visible()
    expect(window).to_be_visible()
    window.locator(".close").click()
    expect(window).to_be_hidden()


def test_a_pause_ends_by_itself(served: Callable[[str], Served], desk: Open) -> None:
    window = at_a_pause(served, desk, "short")
    expect(window.page.locator("#pause")).to_be_hidden()
    expect(window.page.locator("#options button").first).to_be_visible()


def test_a_person_says_how_long(served: Callable[[str], Served], desk: Open) -> None:
    window = at_a_pause(served, desk, "clicked")
    page = window.page
    page.locator("#go-on").click()
    page.locator("#help-button").click()
    page.locator("#pauses").select_option("none")
    page.locator("#help .close").click()
    before = len(window.received)
    window.play(most=1)
    expect(page.locator("#options button").first).to_be_visible()
    assert any('"pause":"' in text for text in window.received[before:])
    expect(page.locator("#pause")).to_be_hidden()

"""Words that a game explains, at the page: underlined where they stand, told by pointer, by keys and by touch; and the
log as a story."""

from __future__ import annotations

import os
from collections.abc import Callable

from playwright.sync_api import expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_whole_games import BOT, SHORT
from table.browser.what_was_sent import state_of, wait_for

TABLE = {**SHORT["vintage"], "seats": [{"name": "Ada"}, BOT, BOT], "players": 3, "seed": 5}


def test_words_are_told(served: Callable[[str], Served], desk: Open) -> None:
    page = desk(served("vintage").new_game(**TABLE)[0]).page
    meaning = page.locator("#meaning")
    in_option = page.locator("#options .option .term").first
    expect(in_option).to_have_text("hoard")
    assert not meaning.count()
    in_option.hover()
    expect(meaning).to_contain_text("they alone count")
    page.mouse.move(5, 5)
    expect(meaning).to_have_count(0)
    # By keys: words that stand in options stand below them, too, where each is a control.
    word = page.locator(".explained button.term").first
    word.focus()
    expect(meaning).to_be_visible()
    described = page.locator(f"#{word.get_attribute('aria-describedby')}")
    assert described.text_content() and described.text_content() in (meaning.text_content() or "")
    if folder := os.environ.get("ARTRULES_PICTURES_TO_LOOK_AT"):
        page.screenshot(path=f"{folder}/words.png")
    page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#help .glossary")).to_contain_text("salvage")


def test_words_are_told_to_a_finger(served: Callable[[str], Served], phone: Open) -> None:
    page = phone(served("vintage").new_game(**TABLE)[0]).page
    page.locator("#open-list").tap()
    page.locator(".explained button.term").first.tap()
    expect(page.locator("#meaning")).to_be_visible()
    box = page.locator("#meaning").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_the_log_is_a_story(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("vintage").new_game(**TABLE)[0])
    window.play(most=3)
    wait_for(window, lambda state: bool(state["offers"]) and state["view"]["round"] > 1, "the next round")
    lines = window.page.locator("#log .log-line")
    texts = " | ".join(lines.all_text_contents())
    assert "hoarded " in texts and "put " in texts and "hoard red" not in texts
    names = window.page.locator("#log .log-player").all_text_contents()
    assert "You" in names and "player 1" not in texts
    assert state_of(window)["log"] is not None
    if folder := os.environ.get("ARTRULES_PICTURES_TO_LOOK_AT"):
        window.page.screenshot(path=f"{folder}/story.png")

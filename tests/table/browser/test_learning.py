"""Learning a game at its table: a guide through a first game, and what a bot would do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from table.browser.canned import messages, open_canned, position, window
from table.browser.test_accessibility import in_both_schemes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

NAME = "avant_carde"


@pytest.fixture
def first(chromium_browser: Browser) -> Iterator[Page]:
    """A window of somebody who has never been here."""
    with window(chromium_browser, "1280x800") as page:
        page.add_init_script("if (!sessionStorage.been) localStorage.clear(); sessionStorage.been = 1")
        yield page


def test_a_guide_says_what_is_what_and_never_asks_twice(first: Page) -> None:
    canned = position(messages(NAME))
    open_canned(first, NAME, canned)
    guide = first.locator(".guide")
    expect(guide).to_contain_text("Your first game of Avant Carde?")
    assert not in_both_schemes(first)
    guide.get_by_role("button", name="Show me").click()
    titles = []
    while guide.count():
        titles.append(guide.locator("h2").inner_text())
        assert first.evaluate(IS_INSIDE), titles
        first.keyboard.press("Enter")
        first.wait_for_timeout(30)
    assert titles[0] == "Avant Carde" and titles[-1] == "Not what you meant?"
    assert titles[1:-1] == ["Your hand", "Before you", "The players", "What you may do now"]
    first.reload()
    expect(first.locator("#board")).to_be_visible()
    expect(guide).to_have_count(0)
    first.keyboard.press("?")
    first.locator("#guide-me").click()
    expect(guide).to_contain_text("Win the most awards")
    assert not in_both_schemes(first)
    first.keyboard.press("Escape")
    expect(guide).to_have_count(0)


IS_INSIDE = """() => {
    const { left, top, right, bottom } = document.querySelector(".guide").getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def test_on_a_phone_a_guide_leaves_the_hand_in_sight_and_lets_no_tap_through(chromium_browser: Browser) -> None:
    for ruleset in ("hearts", "art_decko"):
        with window(chromium_browser, "390x844") as page:
            page.add_init_script("localStorage.clear()")
            lines: list[WebSocketRoute] = []
            said: list[str] = []
            open_canned(page, ruleset, position(messages(ruleset)), lines)
            guide = page.locator(".guide")
            guide.get_by_role("button", name="Show me").tap()
            lines[-1].on_message(lambda text, said=said: said.append(str(text)))  # type: ignore[misc]
            for step in range(6):
                expect(guide).to_contain_text(f"{step + 1} of 6")
                assert page.evaluate(IS_INSIDE)
                assert page.evaluate(COVERED) == 0, (ruleset, step)
                box = page.locator("#hand .card").first.bounding_box()
                assert box
                page.touchscreen.tap(box["x"] + 8, box["y"] + 30)
                assert page.locator('#hand [aria-pressed="true"]').count() == 0
                guide.locator(".next").tap()
            expect(guide).to_have_count(0)
            assert said == []
            assert page.evaluate(LIT_IN_SIGHT)


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_the_question_of_a_first_game_covers_no_card_that_one_may_play(chromium_browser: Browser, size: str) -> None:
    with window(chromium_browser, size) as page:
        page.add_init_script("localStorage.clear()")
        open_canned(page, "hearts", position(messages("hearts")))
        expect(page.locator(".guide")).to_contain_text("Your first game")
        assert page.locator("#hand [data-lit]").count() > 0
        assert page.evaluate(COVERED) == 0


COVERED = """() => {
    const guide = document.querySelector(".guide").getBoundingClientRect();
    return [...document.querySelectorAll("#hand [data-lit]")].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < guide.right && guide.left < right && top < guide.bottom && guide.top < bottom;
    }).length;
}"""
LIT_IN_SIGHT = """() => {
    const around = document.querySelector(".scroller").getBoundingClientRect();
    const lit = [...document.querySelectorAll(".scroller [data-lit]")].map((each) => each.getBoundingClientRect());
    return !lit.length || lit.some(({ top, bottom }) => top >= around.top && bottom <= around.bottom);
}"""


def test_who_wants_no_guide_is_never_asked(first: Page) -> None:
    open_canned(first, NAME, position(messages(NAME)))
    first.locator(".guide").get_by_role("button", name="Never ask").click()
    expect(first.locator(".guide")).to_have_count(0)
    first.reload()
    expect(first.locator("#board")).to_be_visible()
    expect(first.locator(".guide")).to_have_count(0)


def test_what_a_bot_would_do_is_told_with_its_reason_and_chooses_nothing(first: Page) -> None:
    lines: list[WebSocketRoute] = []
    canned = position(messages(NAME))
    first.add_init_script("localStorage.setItem('artrules tour', 'never')")
    said: list[dict[str, Any]] = []
    open_canned(first, NAME, canned, lines)
    lines[-1].on_message(lambda text: said.append(json.loads(text)))
    first.locator("#advise").click()
    expect(first.locator("#advise")).to_be_disabled()
    options = [option for offer in canned["state"]["offers"] for option in offer["options"]]
    option = next(each for each in options if any("card" in thing for thing in each["about"]))
    [asked] = said
    assert asked["type"] == "advise"
    advice = {"type": "advice", "id": asked["id"], "token": option["token"], "text": "It came out best."}
    tried = [{"label": option["label"], "share": 0.61}, {"label": "end the turn", "share": 0.5}]
    lines[-1].send(json.dumps(advice | {"tried": tried}))
    told = first.locator("#advice")
    expect(told).to_contain_text(f"A bot would: {option['label']}")
    expect(told).to_contain_text("It came out best.")
    expect(told.locator("li")).to_have_count(2)
    expect(told.locator("li").first).to_contain_text("61 of 100")
    assert first.locator("[data-key][data-pointed]").count() > 0
    assert not in_both_schemes(first)
    first.locator(".advice-window").get_by_role("button", name="Close").click()
    expect(first.locator("#advise")).to_be_visible()
    assert len(said) == 1


def test_a_table_without_advice_offers_none(first: Page) -> None:
    canned = position(messages(NAME))
    open_canned(first, NAME, canned | {"welcome": canned["welcome"] | {"advice": False}})
    expect(first.locator("#options [data-token]").first).to_be_visible()
    assert first.locator("#advise").count() == 0

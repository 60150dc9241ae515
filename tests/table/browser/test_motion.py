"""How the page shows what happens: pauses one by one, and what came since its person chose last."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from table.browser.canned import messages, open_canned, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

SEEN = {
    "round": 1,
    "phase": "tricks",
    "player": None,
    "kind": "paused",
    "sort": "pause",
    "text": "a trick",
    "aside": "",
}
FLIGHTS = """() => {
    window.flown = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const each of addedNodes) {
            const [motion] = each.getAnimations();
            const { left, top } = each.style;
            const [{ transform }] = motion.effect.getKeyframes();
            window.flown.push({ left: parseFloat(left), top: parseFloat(top), from: transform });
        }
    }).observe(document.querySelector("#flight"), { childList: true });
}"""

MARK = """(card) => {
    const { top, height, left, width } = getComputedStyle(card, "::after");
    const [from, high, across, wide] = [top, height, left, width].map(parseFloat);
    return [from, from + high, across, across + wide];
}"""


class Told:
    """A page that is told states one after the other."""

    def __init__(self, page: Page, first: int) -> None:
        self.page = page
        self.kept = messages("crazy_eights")
        self.lines: list[WebSocketRoute] = []
        self.lines_of_log = 0
        open_canned(page, "crazy_eights", {**self.kept, "state": self.state(first, pause=None, log=[])}, self.lines)

    def state(self, number: int, **changes: Any) -> dict[str, Any]:
        state: dict[str, Any] = self.kept["states"][number] | {"from": self.lines_of_log} | changes
        self.lines_of_log += len(state["log"])
        return state

    def after_playing(self, number: int) -> dict[str, Any]:
        """A state, but with the first card of the hand on top of the discards."""
        state = self.state(number, version=50, pause=None, log=[])
        view = state["view"]
        first, *others = view["players"]["1"]["hand"]
        players = {**view["players"], "1": {**view["players"]["1"], "hand": others}}
        zones = {**view["zones"], "discards": [first, *view["zones"]["discards"]]}
        return state | {"view": {**view, "players": players, "zones": zones}}

    def hear(self, *states: dict[str, Any]) -> None:
        for state in states:
            self.lines[-1].send(json.dumps(state))


@pytest.fixture
def moving(chromium_browser: Browser) -> Iterator[Page]:
    with window(chromium_browser, "1280x800", reduced_motion="no-preference") as page:
        page.add_init_script("localStorage.setItem('artrules pauses', 'clicked')")
        yield page


def test_no_moment_goes_by_without_a_word(moving: Page) -> None:
    told = Told(moving, 0)
    pauses = [
        told.state(0, version=10 + n, pause=f"moment {n}", offers=[], waiting=[], log=[SEEN] * (4 if n == 0 else 1))
        for n in range(4)
    ]
    told.hear(*pauses, told.state(0, version=20, pause=None, log=[]))
    pause = moving.locator("#pause")
    expect(pause).to_contain_text("moment 0")
    expect(pause).to_contain_text("before this one that aren't shown: 3")
    expect(moving.locator("#skip")).to_have_text("Skip this and 3 more")
    moving.keyboard.press("ArrowRight")
    expect(pause).to_contain_text("moment 1")
    expect(pause).not_to_contain_text("shown")
    moving.locator("#go-on").click()
    expect(pause).to_contain_text("moment 2")
    moving.keyboard.press("Shift+ArrowRight")
    expect(pause).to_be_hidden()
    expect(moving.locator("#options button").first).to_be_visible()


def test_what_came_since_somebody_chose_is_marked_until_they_choose_again(moving: Page) -> None:
    told = Told(moving, 0)
    hand = told.kept["states"][0]["view"]["players"]["1"]["hand"]
    looks = {card["look"] for card in hand}
    look = next(n for n in range(52) if n not in looks)
    title = told.kept["description"]["looks"][look]["title"]

    def with_hand(version: int, cards: list[Any], log: list[Any]) -> dict[str, Any]:
        state = told.state(0, version=version, pause=None, log=log)
        state["view"] = {**state["view"], "players": {**state["view"]["players"]}}
        state["view"]["players"]["1"] = {**state["view"]["players"]["1"], "hand": cards}
        return state

    told.hear(with_hand(30, [*hand, {"look": look, "card": title}], []))
    new = moving.locator("#hand .card[data-new]")
    expect(new).to_have_count(1)
    expect(new).to_have_attribute("data-place", f"hand 1 {len(hand)}")
    expect(new).to_have_attribute("aria-description", "new since your last choice")
    top, bottom, left, right = new.evaluate(MARK)
    corner, card = (new.locator(each).bounding_box() for each in (".corner:not(.far)", "xpath=."))
    assert corner and card
    assert card["y"] + top >= corner["y"] + corner["height"], "it covers nothing of the corner"
    assert bottom <= card["height"] and left >= 0 and right < card["width"], "and lies wholly on the card"
    choice = SEEN | {"sort": "choice", "kind": "chose", "player": 1}
    told.hear(with_hand(31, hand[1:], [choice]))
    expect(moving.locator("#hand .card")).to_have_count(len(hand) - 1)
    expect(moving.locator(".card[data-new]")).to_have_count(0)


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_what_went_on_without_somebody_is_told_until_the_next_turn(chromium_browser: Browser, size: str) -> None:
    line = SEEN | {
        "player": 1,
        "kind": "took",
        "sort": "taken",
        "text": "(drew a card)",
        "aside": "there was nothing to choose",
    }
    deed = SEEN | {"player": 2, "kind": "chose", "sort": "choice", "text": "played all"}
    chosen = line | {"kind": "chose", "sort": "choice", "text": "passed"}
    with window(chromium_browser, size) as page:
        told = Told(page, 0)
        since = page.locator("#since")
        told.hear(told.state(0, version=10, pause=None, offers=[], waiting=[2], log=[line, deed]))
        expect(since).to_contain_text("There was nothing to choose: drew a card")
        expect(since.get_by_text("played all")).to_have_count(1)
        told.hear(told.state(0, version=11, pause="the cards", offers=[], log=[]))
        expect(page.locator("#pause")).to_contain_text("There was nothing to choose")
        told.hear(told.state(0, version=12, pause=None, log=[chosen]))
        expect(since.get_by_text("played all")).to_have_count(1)
        state = told.state(0, version=13, pause=None, log=[deed])
        others = {player: {**things, "points": 7} for player, things in state["view"]["players"].items()}
        told.hear(state | {"view": {**state["view"], "players": others}})
        expect(since.locator("tr").first).to_have_text("You0 →7")
        told.hear(state | {"version": 14, "log": [chosen]})
        expect(since.locator("tr").first).to_have_text("You0 →7")
        told.hear(state | {"version": 15, "log": [deed]})
        expect(since.locator("tr")).to_have_count(0)


def test_the_table_stands_still_before_a_turn_and_a_click_on_a_card_counts(chromium_browser: Browser) -> None:
    with window(chromium_browser, "1280x800") as page:
        page.add_init_script("localStorage.removeItem('artrules pauses')")
        told = Told(page, 0)
        sent = page.evaluate_handle("() => (window.sent = [])")
        assert sent
        deed = SEEN | {"player": 2, "kind": "chose", "sort": "choice", "text": "played all"}
        told.hear(told.state(0, version=10, pause=None, offers=[], waiting=[2], log=[]))
        told.hear(told.state(0, version=11, pause=None, log=[deed, deed | {"text": "laid down"}]))
        pause = page.locator("#pause")
        expect(pause).to_contain_text("Since you last chose")
        expect(pause).to_contain_text("played all")
        expect(page.locator("#options button")).to_have_count(0)
        page.locator("#go-on").click()
        expect(pause).to_be_hidden()
        told.hear(told.state(0, version=12, pause=None, offers=[], waiting=[2], log=[deed | {"player": 1}, deed]))
        told.hear(told.state(0, version=13, pause=None, log=[deed]))  # the second thing that this player has done
        expect(pause).to_be_visible()
        page.locator("#no-stops").click()
        expect(pause).to_be_hidden()
        assert page.evaluate("localStorage.getItem('artrules pauses')") == "deals"


def test_a_bot_that_must_choose_shows_that_it_thinks(moving: Page) -> None:
    told = Told(moving, 0)
    told.hear(told.state(0, version=40, pause=None, log=[], offers=[], waiting=[2]))
    expect(moving.locator("[data-player='2'] .thinks").first).to_contain_text("thinking")


def test_a_card_flies_from_the_hand_to_where_it_lies_and_keeps_nobody_waiting(moving: Page) -> None:
    told = Told(moving, 0)
    moving.evaluate(FLIGHTS)
    start = moving.locator("#hand .card").first.bounding_box()
    told.hear(told.after_playing(0))
    while not moving.evaluate("window.flown.length"):
        moving.wait_for_timeout(20)
    [flown] = moving.evaluate("window.flown")
    end = moving.locator("[data-zone=discards] .card").first.bounding_box()
    assert start and end
    assert abs(flown["left"] - end["x"]) < 2 and abs(flown["top"] - end["y"]) < 2, (flown, end)
    x, y = (float(length.removesuffix("px")) for length in flown["from"].split("(")[1].split(")")[0].split(", "))
    assert abs(end["x"] + x - start["x"]) < 2 and abs(end["y"] + y - start["y"]) < 2, (flown, start, end)
    moving.keyboard.press("Shift")
    expect(moving.locator("#flight > *")).to_have_count(0, timeout=150)


def test_nothing_flies_for_people_who_want_no_motion(chromium_browser: Browser) -> None:
    with window(chromium_browser, "1280x800", reduced_motion="reduce") as page:
        told = Told(page, 0)
        page.evaluate(FLIGHTS)
        told.hear(told.after_playing(0))
        expect(page.locator("#hand .card")).to_have_count(
            len(told.kept["states"][0]["view"]["players"]["1"]["hand"]) - 1
        )
        assert page.evaluate("window.flown.length + document.getAnimations().length") == 0

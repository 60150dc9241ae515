"""A narrow screen: hand and options are always there, a tap lifts, all else is a sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from table.browser.canned import Messages, messages, open_canned, position, window
from table.browser.test_accessibility import in_both_schemes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Sent = list[Messages]
SCROLL = "(share) => { const s = document.querySelector('.scroller'); s.scrollTop = share * s.scrollHeight }"
CORNER = {"x": 12, "y": 30}
"""Of a card, what another one never covers."""
SIZES = ("390x844", "820x1180")
REACHED = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const over = document.elementFromPoint(left + Math.min(width, 20) / 2, top + height / 2);
    return top >= 0 && top + height <= innerHeight && over && each.contains(over);
}).length"""


@contextmanager
def table_of(browser: Browser, ruleset: str, canned: Messages, size: str = "390x844") -> Iterator[tuple[Page, Sent]]:
    """A page with a position in a can, and what it sends from then on."""
    sent: Sent = []

    def hear(message: Messages) -> Sent:
        sent.append(message)
        return []

    with window(browser, size) as page:
        open_canned(page, ruleset, canned, answers=hear)
        yield page, sent


def a_card(kept: dict[str, Any]) -> int:
    """A state in which each option is about one card of the hand."""
    return next(
        number
        for number, state in enumerate(kept["states"])
        if state["offers"]
        and len(state["offers"][0]["options"]) > 3
        and all(option["about"][0]["card"][0] == "hand" for option in state["offers"][0]["options"])
    )


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_lifts_a_card_and_a_second_one_plays_it(chromium_browser: Browser, size: str) -> None:
    kept = messages("hearts")
    with table_of(chromium_browser, "hearts", position(kept, a_card(kept)), size) as (page, said):
        first, second = (page.locator("#hand .card").nth(n) for n in range(2))
        second.tap(position=CORNER)
        expect(second).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#options [data-token]")).to_have_count(1)
        assert not in_both_schemes(page)
        first.tap(position=CORNER)
        expect(second).not_to_have_attribute("aria-pressed", "true")
        assert said == []
        label = page.locator("#options [data-token] .label").inner_text()
        first.tap(position=CORNER)
        page.wait_for_timeout(50)
        [choice] = said
        option = next(o for o in kept["states"][a_card(kept)]["offers"][0]["options"] if o["token"] == choice["token"])
        assert option["label"].lower() == label.lower()


def test_of_equal_cards_only_the_tapped_one_is_lifted_and_taken(chromium_browser: Browser) -> None:
    kept = messages("hearts")
    canned = position(kept, a_card(kept))
    options = canned["state"]["offers"][0]["options"]
    player = options[0]["about"][0]["card"][1]
    hand = canned["state"]["view"]["players"][str(player)]["hand"]
    hand[1] = hand[0]
    options[:] = [option for option in options if option["about"][0]["card"][2] != 1]
    canned["description"]["zones"]["hand"]["order"] = "loose"
    with table_of(chromium_browser, "hearts", canned) as (page, said):
        first, second = (page.locator("#hand .card").nth(n) for n in range(2))
        for tapped, other in ((second, first), (first, second)):
            tapped.tap(position=CORNER)
            expect(tapped).to_have_attribute("aria-pressed", "true")
            expect(other).to_have_attribute("aria-pressed", "false")
        assert said == []
        first.tap(position=CORNER)
        page.wait_for_timeout(50)
        assert [each["token"] for each in said] == [options[0]["token"]]


def test_what_is_lifted_goes_where_one_taps_and_stays_lifted_elsewhere(chromium_browser: Browser) -> None:
    canned = position(messages("avant_carde"), 2)
    with table_of(chromium_browser, "avant_carde", canned) as (page, said):
        card = page.locator('#hand .card[data-place="hand 1 0"]')
        line = page.locator('[data-zone="line"][data-owner="1"]')
        card.tap(position=CORNER)
        expect(line).to_have_attribute("data-drop", "")
        page.locator('.card[data-place="stack[4] 0 0"]').tap()
        page.keyboard.press("Escape")
        expect(card).to_have_attribute("aria-pressed", "true")
        assert all(each["type"] != "choose" for each in said)
        line.tap()
        page.wait_for_timeout(50)
        choices = [each["token"] for each in said if each["type"] == "choose"]
        assert choices == [canned["state"]["offers"][0]["options"][0]["token"]]
        expect(page.locator("[data-drop]")).to_have_count(0)


def test_what_is_lifted_goes_to_the_plate_that_one_taps(chromium_browser: Browser) -> None:
    canned = position(messages("avant_carde"), 2)
    (first, second, *_) = canned["state"]["offers"][0]["options"]
    second["about"] = first["about"]
    for option, player in ((first, 2), (second, 3)):
        option["to"] = [{"of": 0, "on": {"player": player}}]
    with table_of(chromium_browser, "avant_carde", canned) as (page, said):
        page.locator('#hand .card[data-place="hand 1 0"]').tap(position=CORNER)
        page.locator('.plate[data-player="3"]').tap()
        page.wait_for_timeout(50)
        assert [each["token"] for each in said] == [second["token"]]


def test_a_card_of_the_hand_is_dragged_to_the_table(chromium_browser: Browser) -> None:
    canned = position(messages("avant_carde"), 2)
    with table_of(chromium_browser, "avant_carde", canned) as (page, said):
        line = page.locator('[data-zone="line"][data-owner="1"]')
        line.scroll_into_view_if_needed()
        ends = [each.bounding_box() for each in (page.locator('#hand .card[data-place="hand 1 0"]'), line)]
        for box, deed in zip(ends, (page.mouse.down, page.mouse.up), strict=True):
            assert box
            page.mouse.move(box["x"] + 12, box["y"] + 20, steps=5)
            deed()
        page.wait_for_timeout(50)
        assert [each["token"] for each in said] == [canned["state"]["offers"][0]["options"][0]["token"]]


@pytest.mark.parametrize("size", SIZES)
def test_hand_and_options_stay_while_the_table_scrolls(chromium_browser: Browser, size: str) -> None:
    for ruleset in ("hearts", "art_decko"):
        kept = messages(ruleset)
        number = a_card(kept) if ruleset == "hearts" else None
        with window(chromium_browser, size) as page:
            open_canned(page, ruleset, position(kept, number))
            for share in (0, 0.5, 1):
                page.evaluate(SCROLL, share)
                assert page.evaluate(REACHED, "#hand .card") >= 3
                assert page.evaluate(REACHED, "#options button") >= 1
                assert page.evaluate(REACHED, "#prompt") == 1
            heights = page.locator("#options button").evaluate_all("(all) => all.map((each) => each.offsetHeight)")
            assert min(heights) >= 44, heights


WHOLE = """() => {
    const row = document.querySelector("#options").getBoundingClientRect();
    const faults = [];
    for (const each of document.querySelectorAll("#options button")) {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(each);
        const words = range.getBoundingClientRect();
        const isIn = (part, box) => part.left >= box.left - 1 && part.right <= box.right + 1
            && part.top >= box.top - 1 && part.bottom <= box.bottom + 1;
        if (!isIn(each.getBoundingClientRect(), row)) faults.push(`cut: ${each.textContent}`);
        if (!isIn(words, each.getBoundingClientRect())) faults.push(`words: ${each.textContent}`);
        for (const [x, y] of [[left + 3, (top + bottom) / 2], [right - 3, (top + bottom) / 2]])
            if (!each.contains(document.elementFromPoint(x, y))) faults.push(`covered: ${each.textContent}`);
    }
    const ends = [...document.querySelectorAll("#options :is(.ends, .declines)")];
    return [...faults, ...ends.filter((each) => !each.closest(".closing, .few")).map((each) => each.textContent)];
}"""
"""What stands in the row of buttons must stand there whole, and what ends something always."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruleset", ["art_decko", "avant_carde", "bioutifoul", "crazy_eights", "hearts", "vintage"])
def test_no_button_of_the_dock_is_cut(chromium_browser: Browser, ruleset: str, size: str) -> None:
    kept = messages(ruleset)
    with window(chromium_browser, size) as page:
        for number, state in enumerate(kept["states"]):
            if not state["offers"]:
                continue
            open_canned(page, ruleset, position(kept, number))
            assert page.evaluate(WHOLE) == [], number
            if page.locator("#hand .card[data-lit]").count():
                page.locator("#hand .card[data-lit]").first.tap(position=CORNER)
                assert page.evaluate(WHOLE) == [], f"{number}, a card is lifted"


def test_each_sort_of_options_has_a_button_that_stays_where_it_is_and_takes_nothing(chromium_browser: Browser) -> None:
    kept = messages("bioutifoul")
    canned = position(kept, 0)
    (offer,) = canned["state"]["offers"]
    without = [option for option in offer["options"] if not option["label"].startswith("buy")]
    lines: list[Any] = []
    sent: Sent = []
    with window(chromium_browser, "390x844") as page:
        open_canned(page, "bioutifoul", canned, lines, lambda message: sent.append(message) or [])
        openers = page.locator("#options .opener")
        before = [each.bounding_box() for each in openers.all()]
        assert openers.all_inner_texts() == ["Buy …", "Sell …", "Hold …"]
        openers.last.tap()
        expect(page.locator("#sheet [data-token] .label")).to_have_text(["hold the exhibition of Heinrich and Sunny"])
        page.keyboard.press("Escape")
        later = canned["state"] | {"version": 99, "offers": [offer | {"options": without}], "from": 0, "log": []}
        lines[-1].send(json.dumps(later))
        expect(openers.first).to_be_disabled()
        assert [each.bounding_box() for each in openers.all()] == before
        assert sent == []


def test_all_options_are_a_sheet_of_at_most_60_per_cent(chromium_browser: Browser) -> None:
    canned = position(messages("art_decko"))
    with table_of(chromium_browser, "art_decko", canned) as (page, said):
        page.locator("#open-list").tap()
        sheet = page.locator("#sheet")
        expect(sheet.locator("[data-token]")).to_have_count(len(canned["state"]["offers"][0]["options"]))
        assert not in_both_schemes(page)
        box = sheet.bounding_box()
        assert box and box["height"] <= 0.6 * 844 + 1 and box["y"] + box["height"] <= 845
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        page.locator("#open-list").tap()
        sheet.locator("[data-token]").last.tap()
        page.wait_for_timeout(50)
        assert [each["type"] for each in said] == ["choose"]


def test_the_log_and_the_other_panels_are_a_sheet(chromium_browser: Browser) -> None:
    with window(chromium_browser, "390x844") as page:
        open_canned(page, "avant_carde", position(messages("avant_carde")))
        expect(page.locator("#panels")).to_have_count(0)
        page.locator("#panels-button").tap()
        expect(page.locator("#panels #panel-log")).to_be_visible()
        assert not in_both_schemes(page)
        page.get_by_role("tab", name="Seats").tap()
        expect(page.locator("#panels #panel-seats")).to_be_visible()
        page.locator(".sheet-ground").tap(position={"x": 20, "y": 60})
        expect(page.locator("#panels")).to_have_count(0)


def test_nothing_scrolls_sideways_but_what_is_swiped(chromium_browser: Browser) -> None:
    for ruleset in ("art_decko", "vintage", "avant_carde"):
        with window(chromium_browser, "390x844") as page:
            open_canned(page, ruleset, position(messages(ruleset)))
            wide = page.evaluate(
                """() => ["html", "body", ".table", "#dock", "#top"].filter((each) => {
                    const { scrollWidth, clientWidth } = document.querySelector(each);
                    return scrollWidth > clientWidth;
                })"""
            )
            assert wide == [], ruleset


def test_ones_own_points_stand_on_the_first_screen(chromium_browser: Browser) -> None:
    with window(chromium_browser, "390x844") as page:
        open_canned(page, "hearts", position(messages("hearts")))
        assert page.evaluate(REACHED, ".own .points") == page.locator(".own .points").count() > 0


def test_the_window_of_a_plate_is_opaque_and_stays_inside(chromium_browser: Browser) -> None:
    for ruleset in ("hearts", "art_decko", "vintage"):
        with window(chromium_browser, "390x844") as page:
            open_canned(page, ruleset, position(messages(ruleset)))
            page.locator(".plate-more").first.tap()
            spotlight = page.locator("#spotlight")
            box = spotlight.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
            assert spotlight.evaluate("(each) => getComputedStyle(each).overflowY") == "auto"
            page.wait_for_timeout(400)  # the browser's own mark of a tap fades
            pictures = []
            for colour in ("black", "white"):
                page.evaluate(f"document.querySelector('.scroller').style.background = '{colour}'")
                inside = {side: box[side] + 16 for side in ("x", "y")} | {
                    side: box[side] - 32 for side in ("width", "height")
                }
                pictures.append(page.screenshot(clip=inside))
            assert pictures[0] == pictures[1], f"{ruleset}: the table shines through"


def test_the_points_of_a_result_stand_whole_on_a_page_that_scrolls(chromium_browser: Browser) -> None:
    kept = messages("bioutifoul")
    over = next(number for number, state in enumerate(kept["states"]) if state["result"] is not None)
    with table_of(chromium_browser, "bioutifoul", position(kept, over)) as (page, _):
        page.get_by_role("button", name="Show what all points are for").click()
        scores = page.get_by_role("region", name="Scores")
        assert scores.evaluate("(region) => region.scrollHeight - region.clientHeight") <= 1
        page.locator("tfoot").scroll_into_view_if_needed()
        expect(page.locator("tfoot")).to_be_in_viewport()


@pytest.mark.parametrize("size", SIZES)
def test_a_second_tap_opens_the_menu_of_several_options_and_a_third_closes_it(
    chromium_browser: Browser, size: str
) -> None:
    kept = messages("bioutifoul")
    with table_of(chromium_browser, "bioutifoul", position(kept, 2), size) as (page, said):
        card = page.locator('#hand .card[data-place="hand 1 0"]')
        menu = page.get_by_role("menu")
        card.tap(position=CORNER)
        expect(page.locator("#options .few [data-token]")).to_have_count(2)
        assert page.evaluate(REACHED, "#options .few [data-token]") == 2
        expect(page.locator("#open-list")).to_have_count(0)
        expect(menu).to_have_count(0)
        card.tap(position=CORNER)
        expect(menu.locator("[data-token]")).to_have_count(2)
        card.tap(position=CORNER, force=True)
        expect(menu).to_have_count(0)
        expect(card).to_have_attribute("aria-pressed", "false")
        assert said == []


@pytest.mark.parametrize("size", SIZES)
def test_a_place_where_several_options_may_be_meant_asks_which(chromium_browser: Browser, size: str) -> None:
    kept = messages("bioutifoul")
    canned = position(kept, 2)
    with table_of(chromium_browser, "bioutifoul", canned, size) as (page, said):
        row = page.locator('[data-zone="artists_4_to_1"]')
        page.locator("#hand .card[data-lit]").first.tap(position=CORNER)
        expect(row).to_have_attribute("data-drop", "")
        row.locator(".card:not([data-lit])").last.tap()
        menu = page.get_by_role("menu")
        expect(menu.locator("[data-token]")).to_have_count(2)
        menu.locator("[data-token]").last.tap()
        page.wait_for_timeout(50)
        assert [each["token"] for each in said] == [canned["state"]["offers"][0]["options"][1]["token"]]


def test_up_to_three_options_of_a_lifted_card_are_all_buttons(chromium_browser: Browser) -> None:
    canned = position(messages("bioutifoul"), 2)
    options = canned["state"]["offers"][0]["options"]
    for option in options[:3]:
        option["about"] = [{"card": ["hand", 1, 0]}]
    with table_of(chromium_browser, "bioutifoul", canned) as (page, _):
        page.locator("#hand .card[data-lit]").first.tap(position=CORNER)
        assert page.evaluate(REACHED, "#options .few [data-token]") == 3
        assert page.evaluate(WHOLE) == []
        widths = page.locator("#options .few [data-token]").evaluate_all("(all) => all.map((each) => each.offsetWidth)")
        assert max(widths) - min(widths) <= 1

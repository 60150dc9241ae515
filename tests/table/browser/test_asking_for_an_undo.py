"""Taking back what only all together can take back: who asks and who is asked sees it, and says yes or no."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from table.browser.canned import messages, open_canned, position, window
from table.browser.test_accessibility import in_both_schemes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute


def at_a_table_of_people() -> dict[str, Any]:
    canned = position(messages("crazy_eights"))
    seats = [each | {"who": "person", "here": True} for each in canned["welcome"]["seats"]]
    return canned | {"welcome": canned["welcome"] | {"seats": seats}}


@pytest.mark.parametrize(("answer", "agree"), [("Agree", True), ("Rather not", False)])
def test_who_is_asked_agrees_or_not(chromium_browser: Browser, answer: str, agree: bool) -> None:
    lines: list[WebSocketRoute] = []
    said: list[dict[str, Any]] = []
    asks = {"type": "undo_asked", "by": 2, "text": "play red 3", "agreed": [], "waits_for": [1, 3]}
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, "crazy_eights", at_a_table_of_people(), lines)
        lines[-1].on_message(lambda text: said.append(json.loads(text)))
        lines[-1].send(json.dumps(asks))
        banner = page.locator(".undo-asked")
        expect(banner).to_contain_text("Ben would like to take back “play red 3”.")
        assert not in_both_schemes(page)
        banner.get_by_role("button", name=answer).click()
        page.wait_for_timeout(50)
        assert said == [{"type": "answer_undo", "agree": agree}]
        lines[-1].send(json.dumps(asks | {"waits_for": [3]}))
        expect(banner).to_have_text("Ben asks to take back “play red 3”. Cleo still has to agree.")
        lines[-1].send(json.dumps(asks | {"by": None}))
        expect(banner).to_have_count(0)


def test_who_may_not_take_back_alone_can_ask_the_others(chromium_browser: Browser) -> None:
    lines: list[WebSocketRoute] = []
    said: list[dict[str, Any]] = []
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, "crazy_eights", at_a_table_of_people(), lines)
        lines[-1].on_message(lambda text: said.append(json.loads(text)))
        page.locator("#undo").click()
        lines[-1].send(json.dumps({"type": "refused", "text": "This can't be taken back: Ben has chosen since."}))
        page.locator("#ask-others").click()
        page.wait_for_timeout(50)
        assert said == [{"type": "undo"}, {"type": "undo", "ask": True}]
        lines[-1].send(json.dumps({"type": "undo_asked", "by": 1, "text": "", "agreed": [], "waits_for": [2, 3]}))
        expect(page.locator(".undo-asked")).to_have_text(
            "You ask to take back a choice. Ben and Cleo still have to agree."
        )
        lines[-1].send(json.dumps({"type": "refused", "text": "Ben would rather not."}))
        expect(page.locator(".banner.refused")).to_contain_text("Ben would rather not.")
        expect(page.locator("#ask-others")).to_have_count(0)

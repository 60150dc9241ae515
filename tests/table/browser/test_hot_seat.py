"""Several people at one device: between two of them nothing of the one is left for the other."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.what_was_sent import labels_in, messages, state_of

HAND = 13
SHOWN = "document.documentElement.outerHTML"
KEPT = "JSON.stringify([{...localStorage}, {...sessionStorage}])"


def test_a_curtain_falls_between_two_people(served: Callable[[str], Served], desk: Open) -> None:
    (link,) = served("hearts").new_game(players=4, seed=31, links="together")
    window = desk(link)
    page = window.page
    page.wait_for_selector("#curtain")
    assert not messages(window, "state"), "nobody sits here yet"
    page.locator('#curtain [data-seat="1"]').click()
    page.wait_for_selector("#options button")
    hand = labels_in(state_of(window)["view"], 1, "hand")
    assert len(hand) == HAND
    for _ in range(3):
        window.play(most=1)
    passed = labels_in(state_of(window)["view"], 1, "passed")
    assert len(passed) == 3

    page.locator("#hand-over").click()
    page.wait_for_selector("#curtain")
    behind = page.evaluate(SHOWN) + page.evaluate(KEPT)
    assert not [card for card in hand if card in behind], "cards are behind the curtain"

    window.received.clear()
    page.locator('#curtain [data-seat="2"]').click()
    page.wait_for_selector("#options button")
    other = labels_in(state_of(window)["view"], 2, "hand")
    assert len(other) == HAND and not set(other) & set(hand)
    sent = "".join(text for text in window.received if json.loads(text)["type"] == "state")
    shown = page.locator("body").inner_text()
    assert not [card for card in hand if f'"{card}"' in sent or card in shown]
    expect(page.locator("#curtain")).to_have_count(0)

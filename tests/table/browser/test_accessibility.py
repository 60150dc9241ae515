"""What axe-core finds wrong for people who use a screen reader, a keyboard, or see colours otherwise: nothing that is
serious, on any page, dark or light."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from table.browser.canned import messages as canned
from table.browser.canned import open_canned, position, window
from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_whole_games import BOT, SHORT, seat_against_bots
from table.browser.what_was_sent import messages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPTIONS = {"preload": False}
"""What axe leaves out: it would ask for style sheets under wrong addresses."""
GRAVE = ("serious", "critical")


def faults(page: Page, options: dict[str, Any]) -> list[str]:
    """What is seriously wrong with a page, one line for each place. Axe can't tell what lies behind a text that is
    scrolled out at the top: so all is scrolled back first."""
    page.evaluate("() => document.querySelectorAll('*').forEach((each) => each.scrollTo(0, 0))")
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['target']}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def in_both_schemes(page: Page) -> list[str]:
    """What is wrong with a page in light or in dark, where nothing but colours differs."""
    found = []
    for scheme, options in (("light", OPTIONS), ("dark", OPTIONS | {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{scheme}: {fault}" for fault in faults(page, options)]
    return found


@pytest.mark.parametrize("ruleset", sorted(SHORT))
def test_a_table(chromium_browser: Browser, ruleset: str) -> None:
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, ruleset, position(canned(ruleset)))
        assert not in_both_schemes(page)


OPENED = {
    "a menu": ("art_decko", 2, '.card[data-place="hand 1 2"]', "[role=menu]"),
    "the question before an end": ("avant_carde", 6, ".buttons .option.ends", "[role=alertdialog]"),
    "a card that is read": ("crazy_eights", 0, '.card[data-place="hand 1 0"]', "#detail"),
    "a plate": ("art_decko", 2, '.plate[data-player="2"] button', "#spotlight"),
    "the panels": ("vintage", 0, "#open-panels", "#panels[data-open]"),
}
"""By what opens at a table: in which position of which game, at a click on what, and what there is then."""


@pytest.mark.parametrize("what", OPENED)
def test_what_opens_at_a_table(chromium_browser: Browser, what: str) -> None:
    ruleset, number, clicked, opened = OPENED[what]
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, ruleset, position(canned(ruleset), number))
        page.locator(clicked).first.click()
        page.wait_for_selector(opened)
        assert not in_both_schemes(page)


@pytest.mark.parametrize("ruleset", ["avant_carde", "crazy_eights"])
def test_what_is_lifted_on_a_phone(chromium_browser: Browser, ruleset: str) -> None:
    with window(chromium_browser, "390x844") as page:
        open_canned(page, ruleset, position(canned(ruleset), 2))
        page.locator("[data-lit]").first.tap()
        assert not in_both_schemes(page)


def test_a_table_on_a_phone(served: Callable[[str], Served], phone: Open) -> None:
    window = phone(seat_against_bots(served("art_decko"), seed=52))
    window.play(most=3)
    assert not in_both_schemes(window.page)


def test_the_start_page_and_the_links(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("vintage").address)
    assert not in_both_schemes(window.page)
    window.page.get_by_label("Seat 2").select_option("")
    window.page.get_by_role("button", name="Lay the table").click()
    window.page.wait_for_selector(".laid .url")
    assert not in_both_schemes(window.page)


def test_the_curtain(served: Callable[[str], Served], desk: Open) -> None:
    (link,) = served("hearts").new_game(players=4, seed=53, links="together")
    window = desk(link)
    window.page.wait_for_selector("#curtain")
    assert not in_both_schemes(window.page)


def test_the_result_and_the_replay(served: Callable[[str], Served], desk: Open) -> None:
    server = served("hearts")
    window = desk(server.new_game(**{**SHORT["hearts"], "seats": [{}, *[BOT] * 4], "seed": 54})[0])
    window.play()
    assert not in_both_schemes(window.page)
    game = messages(window, "welcome")[0]["table"]["id"]
    window.page.goto(server.address)
    window.page.locator(f"[data-game='{game}'] button", has_text="Replay").click()
    window.page.wait_for_selector("[type=range]")
    assert not in_both_schemes(window.page)
    window.page.locator("#back").click()
    window.page.wait_for_selector(f"[data-game='{game}']")

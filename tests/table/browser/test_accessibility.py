"""What axe-core finds wrong for people who use a screen reader, a keyboard, or see colours otherwise: nothing that is
serious, on any page, dark or light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_whole_games import BOT, SHORT, seat_against_bots
from table.browser.what_was_sent import messages

OPTIONS = {"preload": False}
"""What axe leaves out: it would ask for style sheets under wrong addresses."""
GRAVE = ("serious", "critical")
SCHEMES = ("light", "dark")


def faults(page: Page) -> list[str]:
    """What is seriously wrong with a page, one line for each place."""
    found: list[dict[str, Any]] = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{rule['id']}: {node['target']}: {node['html'][:160]}: {node.get('failureSummary', '')[:300]}"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def in_both_schemes(page: Page) -> list[str]:
    """What is wrong with a page in light or in dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    return found


@pytest.mark.parametrize("ruleset", sorted(SHORT))
def test_a_table(served: Callable[[str], Served], desk: Open, ruleset: str) -> None:
    window = desk(seat_against_bots(served(ruleset), seed=51))
    window.play(most=6)
    assert not in_both_schemes(window.page)


def test_a_table_on_a_phone(served: Callable[[str], Served], phone: Open) -> None:
    window = phone(seat_against_bots(served("art_decko"), seed=52))
    window.play(most=3)
    assert not in_both_schemes(window.page)


def test_the_start_page_and_the_links(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("vintage").address)
    window.page.get_by_role("button", name="Begin").click()
    window.page.wait_for_selector(".links a")
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

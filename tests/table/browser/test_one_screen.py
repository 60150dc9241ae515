"""On a desk everything that a decision needs stands inside the window, under nothing, and every text is whole: in
positions of all shipped games with most players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.tools.page_messages import messages

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from table.browser.canned import SIZES, open_canned, position, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RECTANGLES = Path(__file__).with_name("rectangles.js").read_text(encoding="utf-8").partition("() => {")
DESKS = ("1280x800", "1440x900", "1920x1080")


def key_of(about: dict[str, Any]) -> str:
    """The name that the page has for what an option is about."""
    ((sort, value),) = about.items()
    return f"{sort} {' '.join(map(str, value)) if isinstance(value, list) else value}"


def faults(page: Page, state: dict[str, Any]) -> list[str]:
    """What is wrong with a table as it stands in its window."""
    offered = [
        {"token": option["token"], "label": option["label"], "keys": [key_of(each) for each in option["about"]]}
        for offer in state["offers"]
        for option in offer["options"]
    ]
    page.evaluate("offered => { window.offered = offered; }", offered)
    found: list[str] = page.evaluate(RECTANGLES[1] + RECTANGLES[2].rstrip().rstrip(";"))
    return found


@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_all_that_a_decision_needs_is_in_sight(chromium_browser: Browser, ruleset: str) -> None:
    sent = messages(ruleset, players=artrules.load(ruleset).player_counts[-1])
    asked = [number for number, state in enumerate(sent["states"]) if state["offers"]]
    wrong: dict[str, list[str]] = {}
    for number in asked[:: max(1, len(asked) // 3)]:
        canned = position(sent, number)
        with window(chromium_browser, DESKS[0]) as page:
            open_canned(page, ruleset, canned)
            for size in DESKS:
                page.set_viewport_size(SIZES[size])
                if seen := faults(page, canned["state"]):
                    wrong[f"{number} {size}"] = seen
    assert not wrong, wrong


def test_faults_are_found(chromium_browser: Browser) -> None:
    canned = position(messages("hearts"))
    for rule in (
        "#hand { transform: translateY(120px); }",
        "#page::after { content: ''; position: fixed; inset: 0; z-index: 99; }",
        ".area-title { text-indent: 2000px; }",
        ".own-name { font-size: 9px !important; }",
    ):
        with window(chromium_browser, DESKS[0], bypass_csp=True) as page:
            open_canned(page, "hearts", canned)
            page.add_style_tag(content=rule)
            assert faults(page, canned["state"]), rule

"""Positions in a can are laid out as those of a server, at every size, and nothing goes wrong in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.tools.page_messages import messages

from artrules.model.catalogue.locations import shipped_rulesets
from table.browser.canned import SIZES, open_canned, position, window
from table.browser.canned import messages as kept_messages

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
def test_a_position_is_laid_out_at_every_size(chromium_browser: Browser, ruleset: str) -> None:
    canned = position(messages(ruleset))
    offered = sum(len(offer["options"]) for offer in canned["state"]["offers"])
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, ruleset, canned)
        for size in SIZES.values():
            page.set_viewport_size(size)
            assert page.locator("#board [data-zone]").count() > 0
        page.locator("#open-list").click()
        assert page.locator("#sheet [data-token]").count() == offered > 1


@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_a_payment_says_what_is_missing_of_each_resource(chromium_browser: Browser, size: str) -> None:
    """With the symbols of the layout, beside the question, wholly in sight."""
    canned = position(kept_messages("art_decko"), 2)
    paid = {"pop_art": (2, 1), "surrealism": (1, 1), "impressionism": (3, 0)}
    resources = [
        {"of": {"member": ["genre", genre]}, "cost": cost, "paid": paid, "missing": cost - paid}
        for genre, (cost, paid) in paid.items()
    ]
    [offer] = canned["state"]["offers"]
    offer["payment"] = {"cost": 6, "paid": 2, "missing": 4, "resources": resources}
    with window(chromium_browser, size) as page:
        open_canned(page, "art_decko", canned)
        lines = page.locator("#payment li")
        words = [" ".join(text.split()) for text in lines.all_inner_texts()]
        assert words == ["Pop Art 1 of 2, 1 to pay", "Surrealism 1 of 1 ✓", "Impressionism 0 of 3, 3 to pay"]
        assert lines.locator("svg").count() == 3
        for line in lines.all():
            box = line.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size]["width"]
            assert box["y"] + box["height"] <= SIZES[size]["height"]

"""Positions in a can are laid out as those of a server, at every size, and nothing goes wrong in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.tools.page_messages import messages

from artrules.model.catalogue.locations import shipped_rulesets
from table.browser.canned import SIZES, open_canned, position, window

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

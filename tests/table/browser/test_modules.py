"""A game in a module, in a worker of a page: it has the digests of the API after every choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import artrules
from play.standalone.digests import compare

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("name", ["hearts", "art_decko"])
def test_digests_in_a_worker(name: str, chromium_browser: Browser) -> None:
    ruleset = artrules.load(name)
    assert compare(ruleset, ruleset.fewest_players, range(2), 1, chromium_browser)

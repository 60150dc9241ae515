"""What each shipped game looks like, at five sizes, light and dark; at a desk and on a phone that is what the
documentation shows (`docs/play/table.md`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.tools.page_messages import messages

from table.browser.canned import SCHEMES, SIZES, Messages, open_canned, position, window
from table.browser.pictures import STYLE, compare, draw, give_font

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOLDEN = Path(__file__).parent / "golden"
SHOWN = Path(__file__).parents[3] / "docs" / "images" / "table"
SHOWN_AS = {"1280x800": "desk", "390x844": "phone"}
MOMENTS = {
    "art_decko": (4, 24),
    "avant_carde": (4, 35),
    "bioutifoul": (4, 41),
    "crazy_eights": (5, 22),
    "hearts": (4, 26),
    "vintage": (4, 25),
}
"""By shipped ruleset: how many players there are, and which of the states of a game of bots it is."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@cache
def canned(ruleset: str) -> Messages:
    """What the person at the first seat sees of a game, as the server would send it now."""
    players, number = MOMENTS[ruleset]
    sent = messages(ruleset, players)
    for seat, name in zip(sent["welcome"]["seats"], NAMES, strict=False):
        seat["name"] = name
    return position(sent, number)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruleset", sorted(MOMENTS))
def test_a_table_looks_as_it_did(chromium_browser: Browser, ruleset: str, size: str, tmp_path: Path) -> None:
    with window(chromium_browser, size, bypass_csp=True) as page:
        give_font(page)
        open_canned(page, ruleset, canned(ruleset), style=STYLE)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            image = draw(page)
            name = f"{ruleset}_{size}_{scheme}.png"
            compare(image, GOLDEN / name, tmp_path / name)
            if scheme == "light" and size in SHOWN_AS:
                name = f"{ruleset}_{SHOWN_AS[size]}.png"
                compare(image, SHOWN / name, tmp_path / name, whole=True)

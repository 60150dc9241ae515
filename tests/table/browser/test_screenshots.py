"""What each shipped game looks like, at a desk and on a phone, is what the documentation shows
(`docs/play/table.md`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from table.browser.conftest import DESK, PHONE, Open
from table.browser.pictures import compare, draw
from table.browser.served import Served
from table.browser.test_whole_games import BOT
from table.browser.watched import Watched
from table.browser.what_was_sent import tokens_of, wait_for

KEPT = Path(__file__).parents[3] / "docs" / "images" / "table"
SIZES = {"desk": DESK, "phone": PHONE}
MOMENTS = {
    "art_decko": (3, 14),
    "avant_carde": (3, 30),
    "bioutifoul": (3, 12),
    "crazy_eights": (3, 5),
    "hearts": (4, 7),
    "vintage": (3, 9),
}
"""By shipped ruleset: how many players there are, and how often the first one chooses before the picture."""
STRIDE = 5
"""The option that is chosen is so many further on each time, so that different things happen."""
SEED = 61


def choose_on(window: Watched, choices: int) -> None:
    """Chooses by the tokens alone, so that the moment doesn't depend on how the page looks."""
    for number in range(choices):
        wait_for(window, lambda state: bool(state["offers"]), "something to choose")
        tokens = tokens_of(window)
        window.page.locator(f'#options button[data-token="{tokens[STRIDE * number % len(tokens)]}"]').click()
        wait_for(window, lambda _, old=tokens: tokens_of(window) != old, "what comes of it")
    wait_for(window, lambda state: bool(state["offers"]), "something to choose")


@pytest.mark.parametrize("ruleset", sorted(MOMENTS))
def test_a_table_looks_as_it_did(served: Callable[[str], Served], window: Open, ruleset: str, tmp_path: Path) -> None:
    players, choices = MOMENTS[ruleset]
    link = served(ruleset).new_game(players, seats=[{"name": "Ada"}, *[BOT] * (players - 1)], seed=SEED)[0]
    playing = window(link)
    choose_on(playing, choices)
    for size, viewport in SIZES.items():
        shown = window(link, viewport, bypass_csp=True, color_scheme="light")
        shown.page.wait_for_selector("#options button[data-token]")
        name = f"{ruleset}_{size}.png"
        compare(draw(shown.page), KEPT / name, tmp_path / name)

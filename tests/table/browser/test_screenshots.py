"""What each shipped game looks like, at five sizes, light and dark; at a desk and on a phone that is what the
documentation shows (`docs/play/table.md`). And the picture with which the README begins."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.tools.page_messages import SEAT, messages, state_message, welcome

import artrules
from artrules.lab.bots.registry import make_bots
from artrules.play.game.seat import Seat
from artrules.play.presentation import description_data
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
    "bridge": (4, 28),
    "crazy_eights": (5, 22),
    "dou_dizhu": (3, 20),
    "gin_rummy": (2, 26),
    "hearts": (4, 26),
    "klondike": (1, 20),
    "texas_holdem": (4, 12),
    "vintage": (4, 25),
}
"""By shipped ruleset: how many players there are, and which of the states of a game of bots it is."""
SEEDS = {"texas_holdem": 27}
"""Of games that are another one than usual: here chance comes to a flop, with one player all-in and one out."""
FRONT = SHOWN.parent / "front.png"
CHOICES = 139
"""After so many choices of the game of the README's first command the first seat must choose: its picture."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@cache
def canned(ruleset: str) -> Messages:
    """What the person at the first seat sees of a game, as the server would send it now."""
    players, number = MOMENTS[ruleset]
    sent = messages(ruleset, players, SEEDS.get(ruleset, 7))
    return position(named(sent), number)


def named(sent: Messages) -> Messages:
    """The messages, with names for the seats."""
    for seat, name in zip(sent["welcome"]["seats"], NAMES, strict=False):
        seat["name"] = name
    return sent


def front() -> Messages:
    """A moment of the game that the README's first command plays."""
    game = artrules.load("avant_carde").new_game(4, seed=7)
    bots = make_bots(["rules"] * 4, 7)
    seats = [Seat(game, player) for player in range(1, 5)]
    for _ in range(CHOICES):
        decision = game.decisions[0]
        game.choose(bots[decision.player - 1].choose(decision, seats[decision.player - 1]))
    described = {"type": "description", **description_data(game)}
    welcomed = welcome(game, "avant_carde")
    return position(named({"welcome": welcomed, "description": described, "states": [state_message(game, SEAT)]}), 0)


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


def test_the_readme_begins_with_a_table(chromium_browser: Browser, tmp_path: Path) -> None:
    with window(chromium_browser, "1280x800", bypass_csp=True) as page:
        give_font(page)
        open_canned(page, "avant_carde", front(), style=STYLE)
        compare(draw(page), FRONT, tmp_path / FRONT.name, whole=True)

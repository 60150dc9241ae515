"""On a desk everything that a decision needs stands inside the window, under nothing, and every text is whole; on a
narrow screen hand and options do, and all else can be scrolled to: in the fullest positions of all shipped games with
any number of players, and in some that are fuller than games are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.tools.full_positions import kept, state_at
from tests.tools.page_messages import messages

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.presentation import description_data
from table.browser.canned import SIZES, open_canned, position, window
from table.browser.extremes import EXTREMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RECTANGLES = Path(__file__).with_name("rectangles.js").read_text(encoding="utf-8").partition("() => {")
DESKS = ("1280x800", "1440x900", "1920x1080")
WINDOWS = (DESKS, ("390x844",), ("820x1180",))
"""Sizes that one page is opened at, one after the other."""
RULESETS = sorted(Path(name).name for name in shipped_rulesets())
Canned = dict[str, Any]


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


def full_positions(ruleset: str) -> dict[str, Canned]:
    """The last position that is kept of a ruleset for each number of players; those with most players come last."""
    return {
        f"{players} players, seed {each['seed']}": {
            "welcome": game["welcome"] | {"mine": [each["seat"]], "seat": each["seat"]},
            "description": game["description"],
            "state": each["state"],
        }
        for players, game in kept(ruleset).items()
        for each in game["positions"][-1:]
    }


def assert_one_screen(browser: Browser, ruleset: str, positions: dict[str, Canned]) -> None:
    wrong: dict[str, list[str]] = {}
    for sizes in WINDOWS:
        with window(browser, sizes[0]) as page:
            for name, canned in positions.items():
                page.set_viewport_size(SIZES[sizes[0]])
                open_canned(page, ruleset, canned)
                for size in sizes:
                    page.set_viewport_size(SIZES[size])
                    if seen := faults(page, canned["state"]):
                        wrong[f"{name} {size}"] = seen
    assert not wrong, wrong


@pytest.mark.parametrize("ruleset", RULESETS)
def test_full_tables_are_one_screen(chromium_browser: Browser, ruleset: str) -> None:
    positions = full_positions(ruleset)
    assert len(positions) == len(artrules.load(ruleset).player_counts)
    assert_one_screen(chromium_browser, ruleset, positions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_tables_fuller_than_games_are_one_screen(chromium_browser: Browser, ruleset: str) -> None:
    real = list(full_positions(ruleset).values())[-1]
    fuller = {name: extreme(real) for name, extreme in EXTREMES.items()}
    assert_one_screen(chromium_browser, ruleset, {name: canned for name, canned in fuller.items() if canned})


ROOM_OF_OPTIONS = """() => {
  const list = document.querySelector(".list-lines");
  const { top, bottom } = list?.getBoundingClientRect() ?? {};
  const end = document.querySelector(".decide").getBoundingClientRect().bottom;
  return list ? [Math.min(bottom, end) - top, list.scrollHeight] : [0, 0];
}"""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_options_have_room_while_a_panel_is_open(chromium_browser: Browser, ruleset: str) -> None:
    with window(chromium_browser, "1280x800") as page:
        for name, canned in full_positions(ruleset).items():
            open_canned(page, ruleset, canned)
            page.locator("#open-seats").click()
            page.wait_for_selector("#panels[data-open]")
            seen, whole = page.evaluate(ROOM_OF_OPTIONS)
            assert seen >= min(whole, 90), name


def test_a_long_hand_is_one_screen(chromium_browser: Browser) -> None:
    fuller = EXTREMES["hand"](list(full_positions("hearts").values())[-1])
    assert fuller
    assert_one_screen(chromium_browser, "hearts", {"hand": fuller})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_full_positions_are_those_of_the_games(ruleset: str) -> None:
    """Else `python -m tests.tools.full_positions` makes them anew."""
    for players, game in kept(ruleset).items():
        first = artrules.load(ruleset).new_game(int(players), seed=0)
        described = json.loads(json.dumps({"type": "description", **description_data(first)}))
        assert game["description"] == described
    players, game = next(iter(kept(ruleset).items()))
    each = min(game["positions"], key=lambda position: position["choices"])
    assert state_at(ruleset, int(players), each["seed"], each["choices"], each["seat"]) == each["state"]


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

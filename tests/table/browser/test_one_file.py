"""A game in one file, opened from a folder without a network: whole games, several people, bots, undo, saves, links and
replays. The file itself is tried in tests/table/web."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from artrules.play.ruleset import load
from artrules.table.web.game_file import make_game_file
from artrules.table.web.offers import Offers
from table.browser.conftest import PHONE, Open
from table.browser.watched import Watched

SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "art_decko": (4, {}),
    "avant_carde": (1, {"patrons": "new_yorkers"}),
    "bioutifoul": (6, {}),
    "crazy_eights": (5, {"goal": "30"}),
    "hearts": (5, {"goal": "20"}),
    "vintage": (4, {}),
}
"""By shipped ruleset: how games are set up in which one seat doesn't choose hundreds of times."""
NEVER = {"offline": True}
Files = Callable[[str], str]
Lay = Callable[..., Watched]


@pytest.fixture(scope="session")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Gives the address of the file of a ruleset."""
    addresses: dict[str, str] = {}

    def of(ruleset: str) -> str:
        if ruleset not in addresses:
            offers = Offers.of(load(ruleset), {name: [value] for name, value in SHORT[ruleset][1].items()})
            path = tmp_path_factory.mktemp("files") / f"{ruleset}.html"
            path.write_text(make_game_file(offers, "0").text, encoding="utf-8")
            addresses[ruleset] = path.as_uri()
        return addresses[ruleset]

    return of


def fill_in(page: Page, players: int, people: int = 1) -> None:
    """Chooses on the start page who plays."""
    page.wait_for_selector(".new-game")
    number = page.locator(f'input[name="players"][value="{players}"]')
    if number.count():
        number.check(force=True)
    seats = page.locator(".seat-wishes select")
    expect(seats).to_have_count(players)
    for seat in range(1, people):
        seats.nth(seat).select_option("")
    page.get_by_text("More", exact=True).click()
    page.get_by_placeholder("any").fill("1")


# Bots choose as soon as they can: a page that wants no motion still waits for them.
HURRY = """
const Usual = Worker;
window.Worker = class extends Usual {
  postMessage(message) {
    super.postMessage(message.do === "begin" ? { ...message, pace: 0 } : message);
  }
};
"""


@pytest.fixture
def lay(game_file: Files, window: Open) -> Lay:
    """Lays a table in a window: `lay(ruleset, players, people, **what window takes)`."""

    def laid(
        ruleset: str,
        players: int,
        people: int = 1,
        prepare: Callable[[Watched], None] = lambda watched: None,
        **options: Any,
    ) -> Watched:
        def prepare_in_a_hurry(watched: Watched) -> None:
            watched.context.add_init_script(HURRY)
            prepare(watched)

        watched = window(game_file(ruleset), prepare=prepare_in_a_hurry, **NEVER, **options)
        fill_in(watched.page, players, people)
        watched.page.get_by_role("button", name="Lay the table").click()
        watched.page.wait_for_selector("#options, #curtain")
        return watched

    return laid


@pytest.mark.parametrize("ruleset", ["avant_carde", "hearts", "vintage"])
def test_a_whole_game_by_clicks(lay: Lay, ruleset: str) -> None:
    watched = lay(ruleset, SHORT[ruleset][0])
    assert watched.play(listed=False) > 3
    expect(watched.page.locator("#result")).to_be_visible()
    assert any(character.isdigit() for character in watched.text("#result"))


# What the worker tells the page, which is all that the page can know.
HEAR = """
window.heard = [];
const Own = Worker;
window.Worker = class extends Own {
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => heard.push(JSON.stringify(data)));
  }
};
"""
RECORDS = "Object.entries(localStorage).filter(([key]) => key.startsWith('artrules game '))"


def hearing(watched: Watched) -> None:
    watched.context.add_init_script(HEAR)


def states(watched: Watched) -> list[dict[str, Any]]:
    """The states that the page was told so far."""
    texts: list[str] = watched.page.evaluate("heard.splice(0)")
    messages = [json.loads(text).get("message", {}) for text in texts]
    return [message for message in messages if message.get("type") == "state"]


def hand(state: dict[str, Any], player: int) -> list[str | None]:
    """The labels of the cards in a player's hand."""
    return [card and card["card"] for card in state["view"]["players"][str(player)]["hand"]]


def test_a_curtain_falls_between_two_people(lay: Lay) -> None:
    watched = lay("hearts", 4, people=2, prepare=hearing)
    page = watched.page
    expect(page.locator("#curtain [data-seat]")).to_have_count(2)
    assert not states(watched), "nobody sits here yet"
    page.locator('#curtain [data-seat="1"]').click()
    page.wait_for_selector("#options button")
    first = states(watched)
    assert all(None not in hand(state, 1) and set(hand(state, 2)) == {None} for state in first)
    watched.play(most=3)
    page.locator("#hand-over").click()
    page.wait_for_selector("#curtain")
    own = [card for card in hand(first[0], 1) if card]
    behind = page.evaluate("document.documentElement.outerHTML + JSON.stringify({ ...localStorage })")
    assert not [card for card in own if card in behind], "cards are behind the curtain"
    states(watched)
    page.locator('#curtain [data-seat="2"]').click()
    page.wait_for_selector("#options button")
    second = states(watched)
    assert second
    assert all(None not in hand(state, 2) and set(hand(state, 1)) <= {None} for state in second)


def test_a_game_goes_on_after_the_page_was_closed(lay: Lay) -> None:
    watched = lay("crazy_eights", 2)
    page = watched.page
    watched.play(most=4)
    before = watched.text("#panel-log")
    page.reload()
    page.wait_for_selector("#options button")
    assert watched.text("#panel-log") == before
    page.goto(page.url.partition("#")[0] + "#")
    page.get_by_role("link", name="Go on").click()
    page.wait_for_selector("#options button")
    assert watched.text("#panel-log") == before
    page.goto(page.url.partition("#")[0] + "#")
    page.get_by_role("button", name="Forget").click()
    expect(page.locator("[data-game]")).to_have_count(0)
    assert page.evaluate(RECORDS) == []


def test_a_damaged_record_stands_alone_and_can_be_forgotten(lay: Lay) -> None:
    watched = lay("crazy_eights", 2)
    watched.play(most=1)
    page = watched.page
    page.evaluate(f"localStorage.setItem({RECORDS}[0][0] + '?/', {RECORDS}[0][1])")
    page.goto(page.url.partition("#")[0] + "#")
    page.reload()
    games = page.locator("[data-game]")
    expect(games).to_have_count(2)
    expect(page.get_by_role("link", name="Go on")).to_have_count(1)
    damaged = games.filter(has_text="is damaged: it can't be opened")
    damaged.get_by_role("button", name="Forget").click()
    expect(games).to_have_count(1)
    assert len(page.evaluate(RECORDS)) == 1


def test_against_bots_everything_can_be_taken_back(lay: Lay) -> None:
    watched = lay("crazy_eights", 3)
    watched.play(most=2)
    page = watched.page
    choices = f"JSON.parse({RECORDS}[0][1]).choices.length"
    made = page.evaluate(choices)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#panel-log")).to_contain_text("takes back")
    assert page.evaluate(choices) < made
    watched.play(most=1)
    page.reload()
    page.wait_for_selector("#options button")
    expect(page.locator("#panel-log")).to_contain_text("takes back")


def test_a_bot_advises_and_takes_a_seat(lay: Lay) -> None:
    page = lay("hearts", 3, people=2).page
    page.locator('#curtain [data-seat="1"]').click()
    page.get_by_role("button", name="What would a bot do?").click()
    expect(page.locator("#advice")).to_contain_text("A bot would:")
    page.get_by_role("tab", name="Seats").click()
    other = page.locator('#who-plays [data-seat="2"]')
    other.get_by_role("button", name="A bot takes this seat").click()
    expect(other).to_contain_text("bot: Steady")
    other.get_by_role("button", name="A person takes this seat").click()
    expect(other).to_contain_text("away")
    expect(page.locator("#open-why")).to_have_count(0)


def test_what_is_not_lit_says_why(lay: Lay) -> None:
    page = lay("crazy_eights", 2).page
    page.locator("#hand .card:not([data-lit])").first.click()
    expect(page.locator("main")).to_contain_text("matches neither")


def test_the_rules_stand_beside_the_table(lay: Lay) -> None:
    page = lay("hearts", 3).page
    page.get_by_role("tab", name="Rules").click()
    page.get_by_label("Search the rules").fill("queen")
    expect(page.locator("#rules")).to_contain_text("queen")


def test_a_game_that_is_over_is_seen_again_and_played_again(lay: Lay) -> None:
    watched = lay("hearts", 3)
    watched.play()
    page = watched.page
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator("#replay")).to_contain_text("1 of ")
    page.go_back()
    expect(page.locator("#result")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("#options button")
    assert len(page.evaluate(RECORDS)) == 2
    page.goto(page.url.partition("#")[0] + "#")
    expect(page.locator("[data-game]")).to_have_count(2)
    expect(page.get_by_role("link", name="Replay")).to_have_count(1)


def link_of(page: Page) -> str:
    page.goto(page.url.partition("#")[0] + "#")
    page.get_by_role("button", name="Link").click()
    return page.locator("input.url").input_value()


def test_a_link_opens_the_game_at_that_point(lay: Lay, window: Open) -> None:
    watched = lay("crazy_eights", 4)
    watched.play(most=5)
    log = watched.text("#panel-log")
    link = link_of(watched.page)
    assert len(link.partition("#")[2]) < 200
    other = window(link, **NEVER)
    other.page.wait_for_selector("#options button")
    names = {"Bot 2": "Bolt", "Bot 3": "Cog", "Bot 4": "Dot"}
    text = other.text("#panel-log")
    for called, name in names.items():
        text = text.replace(called, name)
    assert text == log


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:-3], "This link is damaged"),
        (lambda text: text[:20] + ("A" if text[20] != "A" else "B") + text[21:], "This link is damaged"),
        (lambda text: "%00<b>", "This link is damaged"),
    ],
)
def test_a_link_that_is_damaged_is_refused_in_words(lay: Lay, change: Callable[[str], str], said: str) -> None:
    watched = lay("crazy_eights", 2)
    address, _, text = link_of(watched.page).partition("#play=")
    watched.page.goto(f"{address}#play={change(text)}")
    expect(watched.page.get_by_role("alert").first).to_contain_text(said)
    expect(watched.page.locator(".new-game")).to_have_count(1)


def test_a_link_to_another_game_is_refused_in_words(lay: Lay, game_file: Files) -> None:
    watched = lay("crazy_eights", 2)
    text = link_of(watched.page).partition("#")[2]
    watched.page.goto(f"{game_file('hearts')}#{text}")
    expect(watched.page.get_by_role("alert").first).to_contain_text("other rules")


def test_a_whole_game_by_touch_on_a_phone(lay: Lay) -> None:
    watched = lay("vintage", 3, size=PHONE)
    assert watched.play(seed=2, listed=False) > 5
    expect(watched.page.locator("#result")).to_be_visible()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_another_window_of_the_game_takes_it_over(lay: Lay) -> None:
    watched = lay("crazy_eights", 2)
    watched.play(most=1)
    first = watched.page
    watched.page = watched.context.new_page()
    watched.open(first.url)
    watched.page.wait_for_selector("#options button")
    watched.play(most=1)
    expect(first.locator("#connection")).to_contain_text("This game goes on in another window.")
    first.get_by_role("button", name="Try again").click()
    first.wait_for_selector("#options button")
    assert first.locator("#panel-log").inner_text() == watched.text("#panel-log")

"""From the shelf of games to the rematch: a host lays a table, somebody joins by the invitation on a phone, they play,
and play again. What the browser keeps of it is found again, and can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lab.simulation.small_ruleset import write_ruleset
from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_accessibility import in_both_schemes
from table.browser.watched import Watched

SHELF = "[data-ruleset=hearts]:not(:has-text('being read'))"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of all games."""
    server = Served("", tmp_path_factory.mktemp("shelf"))
    yield server
    server.end()


def laid_table(host: Watched, name: str = "Ann") -> Page:
    """Lay a table for the host and somebody who is invited; a bot has the third seat."""
    page = host.page
    page.wait_for_selector(SHELF)
    page.locator("[data-ruleset=hearts]").click()
    page.get_by_label("Name of player 1").fill(name)
    page.get_by_label("Seat 2").select_option("")
    page.get_by_label("Points at which the game ends").fill("1")
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_selector(".laid")
    return page


def seat_of(host: Watched) -> Page:
    """The page that the host's own seat opens."""
    with host.context.expect_page() as opened:
        host.page.locator("#take-seat").click()
    opened.value.wait_for_selector("#board")
    return opened.value


def invited(phone: Open, link: str) -> Watched:
    """A guest's page, which they may leave before all of it is there."""
    guest = phone(link)
    guest.allowed = ("icon.svg",)
    guest.page.wait_for_selector("#join-name")
    return guest


def test_the_whole_way_from_the_shelf_to_the_rematch(shelf: Served, desk: Open, phone: Open) -> None:
    host = desk(shelf.address)
    host.page.wait_for_selector(SHELF)
    assert not in_both_schemes(host.page)
    page = laid_table(host)
    assert not in_both_schemes(page)
    guest = invited(phone, page.locator(".invitation .url").input_value())
    assert not in_both_schemes(guest.page)
    guest.page.locator("#join-name").fill("Ben")
    guest.page.get_by_role("button", name="Sit down").tap()
    guest.page.wait_for_selector("#board")
    expect(page.locator(".coming")).to_contain_text("Ben has come")
    table = seat_of(host)
    expect(table.locator("body")).to_contain_text("Ben")
    play_together(table, guest.page)
    for one in (table, guest.page):
        expect(one.locator("#result .podium")).to_contain_text("You")
    assert not in_both_schemes(table)
    table.locator("#again").click()
    expect(guest.page.locator("#again")).to_have_text("Join the new game")
    expect(guest.page.locator(".afterwards")).to_contain_text("Ann plays again.")
    table.wait_for_selector("#result", state="detached")
    table.wait_for_selector("#board")
    guest.page.locator("#again").tap()
    guest.page.wait_for_selector("#result", state="detached")
    guest.page.wait_for_selector("#board")
    expect(guest.page.locator("body")).to_contain_text("Ann")


FIRST_OPTION = """
const offered = '[role=dialog] button[data-token], #options button[data-token]:not([disabled])';
const token = () => document.querySelector(offered);
const opener = '#open-list, #options .opener:not([disabled])';
if (token()) token().click();
else {
  document.querySelector(opener)?.click();
  setTimeout(() => token()?.click(), 30);
}
"""


def play_together(*pages: Page) -> None:
    """Whoever is asked takes the first option, until the result is shown to all."""
    for _ in range(400):
        if all(page.locator("#result").count() for page in pages):
            return
        for page in pages:
            page.evaluate(FIRST_OPTION)
            page.wait_for_timeout(60)
    raise AssertionError("the game doesn't end")


LONG = (
    "Bid with your partner, who sits opposite, for how many tricks you will take together "
    "and with which trumps; then take them."
)
ON_THE_SHELF = """() => [...document.querySelectorAll(".shelf .box")].map((box) => {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return [box.dataset.ruleset, left, top, right, bottom];
})"""


def boxes(*told: tuple[str, str]) -> dict[str, object]:
    """The answer of a server about nine games, of which these are read: their titles and what is told of them."""
    return {
        "reachable": False,
        "rulesets": [
            {
                "name": f"game_{number}",
                "title": title or f"Game {number}",
                "summary": summary,
                "players": [2] if title else [],
                "for_players": "2 players" if title else "",
                "cloth": "#1f6b4a",
                "ready": bool(title),
                "refused": None,
            }
            for number, (title, summary) in enumerate([*told, *[("", "")] * (9 - len(told))])
        ],
    }


@pytest.mark.parametrize("width", [1280, 1000, 390])
def test_the_shelf_keeps_its_places_while_games_are_read(shelf: Served, window: Open, width: int) -> None:
    answers = [
        boxes(),
        boxes(("One with a title that is longer than its name", "Short."), ("Two", LONG), ("Three", "")),
        boxes(*[("All", LONG)] * 9),
    ]

    def prepare(watched: Watched) -> None:
        watched.page.route("**/api/rulesets", lambda route: route.fulfill(json=answers.pop(0)))

    page = window(shelf.address, {"width": width, "height": 800}, prepare).page
    page.wait_for_selector(".shelf")
    before = page.evaluate(ON_THE_SHELF)
    for words in ("Two", "All"):
        page.wait_for_selector(f".shelf:has-text('{words}')")
        assert page.evaluate(ON_THE_SHELF) == before
    assert page.evaluate(
        "[...document.querySelectorAll('.about')].every((about) => about.scrollHeight <= about.clientHeight)"
    )


def test_a_kept_seat_is_found_again_and_forgotten(shelf: Served, desk: Open, phone: Open) -> None:
    page = laid_table(desk(shelf.address))
    invitation = page.locator(".invitation .url").input_value()
    guest = invited(phone, invitation)
    guest.page.locator("#join-name").fill("Ben")
    guest.page.get_by_role("button", name="Sit down").tap()
    guest.page.wait_for_selector("#board")
    guest.page.goto(f"{shelf.base}/")
    expect(guest.page.locator(".kept li")).to_contain_text("Hearts, as Bengoes on")
    assert not in_both_schemes(guest.page)
    guest.page.get_by_role("link", name="Sit down").tap()
    guest.page.wait_for_selector("#board")
    guest.page.goto(invitation)
    expect(guest.page.locator("main")).to_contain_text("All seats are taken")
    guest.page.goto(f"{shelf.base}/")
    guest.page.get_by_role("button", name="Forget the seat").tap()
    expect(guest.page.locator(".kept li")).to_have_count(0)
    guest.page.get_by_role("button", name="Forget all of it").tap()
    own = "Object.keys(localStorage).filter(key => key.startsWith('artrules '))"
    assert guest.page.evaluate(own) == []


def test_on_a_shared_device_nothing_is_kept(shelf: Served, desk: Open, phone: Open) -> None:
    page = laid_table(desk(shelf.address))
    guest = invited(phone, page.locator(".invitation .url").input_value())
    guest.page.locator("#join-name").fill("Ben")
    guest.page.get_by_label("Keep my seat on this device").uncheck()
    guest.page.get_by_role("button", name="Sit down").tap()
    guest.page.wait_for_selector("#board")
    guest.page.goto(f"{shelf.base}/")
    expect(guest.page.locator(".kept")).to_be_visible()
    expect(guest.page.locator(".kept li")).to_have_count(0)
    assert "Ben" not in guest.page.evaluate("JSON.stringify(localStorage)")
    another = laid_table(desk(shelf.address), "Cleo")
    guest.page.goto(another.locator(".invitation .url").input_value())
    expect(guest.page.get_by_label("Keep my seat on this device")).not_to_be_checked()


def test_the_rules_are_read_and_searched_at_the_table(shelf: Served, desk: Open) -> None:
    host = desk(shelf.address)
    laid_table(host)
    table = seat_of(host)
    table.locator("#open-rules").click()
    rules = table.locator("#rules")
    expect(rules.get_by_role("heading", name="Who wins")).to_be_visible()
    assert not in_both_schemes(table)
    rules.get_by_role("searchbox").fill("who wins")
    expect(rules.get_by_role("heading", name="Components")).to_have_count(0)
    expect(rules.locator("p", has_text="Whoever has the fewest points wins.")).to_be_visible()
    rules.get_by_role("searchbox").fill("nowhere to be found")
    expect(rules).to_contain_text("Nothing in the rules has these words.")


def test_a_host_gives_out_new_links_and_watchers_are_counted(shelf: Served, desk: Open) -> None:
    host = desk(shelf.address)
    laid_table(host)
    table = seat_of(host)
    table.locator("#open-seats").click()
    panel = table.locator("#panel-seats")
    panel.get_by_role("button", name="Link to watch").click()
    watcher = desk(panel.locator(".new-link .url").input_value())
    watcher.page.wait_for_selector("#board")
    expect(watcher.page.locator("#options button[data-token]")).to_have_count(0)
    expect(panel.locator("#watchers")).to_have_text("1 person watches.")
    panel.get_by_role("button", name="New link of Player 2").click()
    expect(panel.locator(".new-link")).to_contain_text("The link of Player 2")
    guest = desk(panel.locator(".new-link .url").input_value())
    guest.page.wait_for_selector("#board")
    panel.get_by_role("button", name="Free this seat of Player 2").click()
    expect(guest.page.locator(".banner.ended")).to_contain_text("freed")
    assert not in_both_schemes(table)


def test_a_game_of_edited_rules_goes_on_by_those_of_today(desk: Open, tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    server = Served(str(folder), tmp_path / "served")
    try:
        server.new_game(2)
        server.kill()
        text = (folder / "ruleset.yaml").read_text()
        (folder / "ruleset.yaml").write_text(f"{text}\n# edited\n")
        server.start_again()
        page = desk(server.address).page
        expect(page.locator(".games")).to_contain_text("can't go on")
        page.get_by_role("button", name="What can be done?").click()
        expect(page.locator(".hint")).to_contain_text("all choices can be made again")
        page.get_by_role("button", name="Go on by these rules").click()
        expect(page.locator(".games")).to_contain_text("goes on")
    finally:
        server.end()

"""What belongs to a table beside playing: setting it up, taking back, asking why, notes, bots, the replay."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.test_lost_connections import LOST
from table.browser.test_whole_games import BOT, SHORT
from table.browser.what_was_sent import messages, newest, state_of, tokens_of, wait_for

NOTE = "this felt wrong"
FROM_END = """box => [...box.querySelectorAll('.log-line')].at(-1).getBoundingClientRect().bottom
    - box.getBoundingClientRect().bottom"""
"""How far the last line of a log lies below what is in sight."""


def test_a_game_is_set_up_and_begun_on_the_start_page(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("vintage").address)
    page = window.page
    page.locator("[name=players][value='3']").check(force=True)
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    link = page.get_by_role("link", name="Take your seat")
    with window.context.expect_page() as opened:
        link.click()
    table = opened.value
    table.wait_for_selector("#prompt")
    expect(table.locator("body")).to_contain_text("Ada")
    assert not table.locator("#curtain").count()
    table.goto(table.url.partition("/table")[0])
    expect(table.get_by_role("button", name="Lay the table")).to_be_visible()
    elsewhere = desk(table.url).page
    expect(elsewhere.locator("main")).to_contain_text("open in another tab")
    expect(elsewhere.get_by_role("button", name="Lay the table")).to_have_count(0)


def test_a_choice_is_taken_back(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("hearts").new_game(players=4, seed=41)[0])
    before = state_of(window)
    window.play(most=1)
    wait_for(window, lambda state: state["view"] != before["view"], "the choice")
    window.page.locator("#undo").click()
    wait_for(window, lambda state: state["view"] == before["view"], "the position before it")
    assert "takes back" in str(messages(window, "state")[-1]["log"])


def test_bots_allow_that_what_they_have_read_is_taken_back(served: Callable[[str], Served], desk: Open) -> None:
    setup = {**SHORT["vintage"], "seats": [{}, BOT, BOT, BOT], "seed": 5}
    window = desk(served("vintage").new_game(**setup)[0])
    for _ in range(10):
        before = state_of(window)["view"]["round"]
        window.play(most=1)
        wait_for(window, lambda state: bool(state["offers"]), "the next turn")
        if state_of(window)["view"]["round"] > before:
            break
    window.page.locator("#undo").click()
    wait_for(window, lambda state: "takes back" in str(state["log"]), "the undo")
    expect(window.page.locator(".banner.refused")).to_have_count(0)


AT_END = f"(box) => ({FROM_END})(box) < 4"


def test_the_newest_line_of_the_log_stays_in_sight_until_somebody_reads_older_ones(
    served: Callable[[str], Served], desk: Open
) -> None:
    setup = {**SHORT["vintage"], "seats": [{}, BOT, BOT, BOT], "seed": 5}
    window = desk(served("vintage").new_game(**setup)[0])
    page = window.page
    lines = page.locator(".log-lines")

    def play(choices: int) -> None:
        for _ in range(choices):
            window.play(most=1)
            wait_for(window, lambda state: bool(state["offers"]), "the next turn")

    play(4)
    page.get_by_role("tab", name="Why?").click()
    play(2)
    page.get_by_role("tab", name="Log").click()
    assert lines.evaluate(AT_END)
    play(4)
    assert lines.evaluate(AT_END)
    lines.hover()
    page.mouse.wheel(0, -60)
    page.wait_for_function("() => !(" + AT_END + ")(document.querySelector('.log-lines'))")
    play(1)
    assert not lines.evaluate(AT_END)
    page.get_by_role("button", name="To the newest line").click()
    assert lines.evaluate(AT_END)
    expect(page.get_by_role("button", name="To the newest line")).to_have_count(0)
    play(1)
    assert lines.evaluate(AT_END)


def test_a_card_that_is_not_lit_says_why_not(served: Callable[[str], Served], desk: Open) -> None:
    setup = {**SHORT["hearts"], "seats": [{}, *[BOT] * 4], "seed": 6}
    window = desk(served("hearts").new_game(**setup)[0])
    page = window.page
    for _ in range(30):
        window.play(most=1)
        page.wait_for_selector("#options button[data-token], #result")
        dark = page.locator('.card[data-place^="hand 1"]:not([data-lit])')
        if dark.count() and tokens_of(window):
            break
    dark.first.click()
    expect(page.locator("#detail, [role=dialog]").first).to_contain_text("not possible")


def test_a_card_that_is_lit_says_what_can_be_chosen(served: Callable[[str], Served], desk: Open) -> None:
    setup = {**SHORT["hearts"], "seats": [{}, *[BOT] * 4], "seed": 6}
    window = desk(served("hearts").new_game(**setup)[0])
    window.page.locator('.card[data-place^="hand 1"][data-lit]').first.click(button="right")
    detail = window.page.locator("#detail")
    expect(detail.get_by_role("heading", name="You can")).to_be_visible()
    label = detail.locator("li").first.text_content().strip()  # type: ignore[union-attr]
    assert label in [option["label"] for offer in state_of(window)["offers"] for option in offer["options"]]
    assert not messages(window, "why")


def test_the_log_follows_what_happens(served: Callable[[str], Served], desk: Open) -> None:
    window = desk(served("vintage").new_game(players=3, seats=[{}, BOT, BOT], seed=8)[0])
    page = window.page
    lines = page.locator("#log .log-lines")
    window.play(most=12)
    wait_for(window, lambda state: bool(state["offers"]), "the next turn")
    assert lines.evaluate("box => box.scrollHeight > 2 * box.clientHeight"), "the log is too short to tell anything"
    page.locator("#open-why").click()
    window.play(most=4)
    page.locator("#open-log").click()
    page.set_viewport_size({"width": 1280, "height": 700})
    page.wait_for_function(f"{FROM_END} < 40", arg=lines.element_handle())
    lines.hover()
    page.mouse.wheel(0, -450)
    page.wait_for_function(f"{FROM_END} > 300", arg=lines.element_handle())
    window.play(most=2)
    assert lines.evaluate(FROM_END) > 40, "who reads what has been isn't pulled away"  # the list may have grown
    page.mouse.wheel(0, 5000)
    page.wait_for_function(f"{FROM_END} < 0", arg=lines.element_handle())
    window.play(most=2)
    page.wait_for_function(f"{FROM_END} < 40", arg=lines.element_handle())


def test_a_bot_takes_a_seat_and_gives_it_back(served: Callable[[str], Served], desk: Open) -> None:
    server = served("vintage")
    mine = server.new_game(players=3, seed=8)[0]
    window = desk(mine)
    game = newest(window, "welcome")["table"]["id"]
    for seat in (2, 3):
        server.ask("POST", f"/api/games/{game}/seats", {"seat": seat, "bot": "uniform"})
    page = window.page
    page.locator("#open-seats").click()
    expect(page.locator("#who-plays [data-seat='2']")).to_contain_text("bot: Chance")
    window.play(most=3)
    server.ask("POST", f"/api/games/{game}/seats", {"seat": 2, "bot": None})
    expect(page.locator("#who-plays [data-seat='2']")).to_contain_text("nobody yet")


def test_a_note_is_kept_with_the_replay_and_the_result_explains_itself(
    served: Callable[[str], Served], desk: Open
) -> None:
    server = served("hearts")
    setup = {**SHORT["hearts"], "seats": [{}, *[BOT] * 4], "seed": 9}
    window = desk(server.new_game(**setup)[0])
    page = window.page
    window.play(most=3)
    page.locator("#open-pins").click()
    page.locator("#pin-text").fill(NOTE)
    page.get_by_role("button", name="Pin it").click()
    expect(page.locator("#pins blockquote")).to_have_text(NOTE)
    window.play()

    result = page.locator("#result")
    for score in state_of(window)["result"]["scores"]:
        expect(result.locator(".score-table")).to_contain_text(str(score["total"]))
    assert result.get_by_role("rowheader").all_inner_texts() == ["points taken"], "all points are of one part"
    expect(page.locator("#options button")).to_have_count(0)

    start = desk(server.address)
    id_ = messages(window, "welcome")[0]["table"]["id"]
    start.page.locator(f"[data-game='{id_}'] button", has_text="Replay").click()
    replay = start.page
    replay.wait_for_selector("[type=range]")
    expect(replay.locator("body")).to_contain_text(NOTE)
    replay.get_by_role("button", name="Show this moment").click()
    moment = re.search("“(.*)”", replay.get_by_role("region", name="Notes").inner_text())
    assert moment is not None
    lines = replay.get_by_role("region", name="Lines, by round").locator(".log-line")
    expect(lines.last).to_contain_text(moment[1].strip("()"))  # in brackets, as there was nothing to choose
    assert server.secret not in replay.url and "secret=" in replay.url, "the address is good for the replay alone"
    expect(page.locator("#undo")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator(".banner.refused")).to_have_count(0)


def test_a_finger_that_rests_on_a_lit_card_reads_it_and_chooses_nothing(
    served: Callable[[str], Served], phone: Open
) -> None:
    setup = {**SHORT["hearts"], "seats": [{}, *[BOT] * 4], "seed": 6}
    window = phone(served("hearts").new_game(**setup)[0])
    page = window.page
    offered = state_of(window)["offers"]  # bots may choose meanwhile
    card = page.locator('.card[data-place^="hand 1"][data-lit]').first
    box = card.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    place = {"x": box["x"] + 20, "y": box["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    expect(page.locator("#detail-title")).to_be_visible()
    expect(page.locator("#detail [data-token]")).to_have_count(0)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("#detail .close").tap()
    expect(page.locator("#detail")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "false")
    assert state_of(window)["offers"] == offered
    card.tap(position={"x": 20, "y": 20})
    expect(card).to_have_attribute("aria-pressed", "true")
    card.tap(position={"x": 20, "y": 20})
    wait_for(window, lambda state: state["offers"] != offered, "what two short touches choose")


def test_the_list_says_what_is_wrong_with_a_game_and_the_link_stays_good(tmp_path: Path, desk: Open) -> None:
    server = Served("hearts", tmp_path)
    try:
        links = [server.new_game(players=4, seed=seed)[0] for seed in (1, 2)]
        window = desk(server.address)
        expect(window.page.locator("[data-game]")).to_have_count(2)
        window.allowed = LOST
        server.kill()
        with sqlite3.connect(server.games) as database:
            database.execute("UPDATE games SET seats = '[' WHERE number = 1")
        server.start_again()
        window.page.reload()
        games = window.page.locator("[data-game]")
        expect(games).to_have_count(2)
        expect(games.nth(0)).to_contain_text("goes on")
        expect(games.nth(1)).to_contain_text("can't go on")
        expect(games.nth(1)).to_contain_text("damaged: who has its seats can't be read")
        damaged, good = (desk(link) for link in links)
        expect(damaged.page.locator("#connection")).to_contain_text("damaged: who has its seats can't be read")
        expect(good.page.locator("#options button").first).to_be_visible()
    finally:
        server.end()

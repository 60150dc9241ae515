"""People in windows of their own: each sees what they may, and what one does the others learn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.watched import Watched
from table.browser.what_was_sent import labels_in, messages, state_of, tokens_of, wait_for

STORED = """async () => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie,
    await indexedDB.databases(), location.href])"""
CARDS_IN_A_HAND = 13


def looks_in(data: Any) -> set[int]:
    """The looks of all cards anywhere in a state."""
    if isinstance(data, dict):
        own = {data["look"]} if isinstance(data.get("look"), int) else set()
        return own.union(*map(looks_in, data.values()))
    return set().union(*map(looks_in, data)) if isinstance(data, list) else set()


def test_what_one_may_not_see_is_nowhere_in_the_others_browser(served: Callable[[str], Served], desk: Open) -> None:
    links = served("hearts").new_game(players=4, seed=11)
    windows = [desk(link) for link in links[:2]]
    hands = [labels_in(state_of(window)["view"], seat, "hand") for seat, window in enumerate(windows, 1)]
    assert [len(hand) for hand in hands] == [CARDS_IN_A_HAND] * 2
    for window, link, other in zip(windows, links, reversed(hands), strict=False):
        looks = {look["title"]: index for index, look in enumerate(messages(window, "description")[0]["looks"])}
        sent = looks_in(messages(window, "state"))
        assert len(sent) == CARDS_IN_A_HAND
        assert not sent & {looks[card] for card in other}
        shown = window.page.locator("body").inner_text() + window.page.evaluate(NAMES)
        stored = window.page.evaluate(STORED)
        assert all(card in shown for card in hands[windows.index(window)])
        assert not [card for card in other if card in shown or card in stored]
        secrets = [link_of_other.partition("#")[2] for link_of_other in links if link_of_other != link]
        everything = window.page.content() + stored + "".join(window.received)
        assert not any(secret in everything for secret in secrets)


NAMES = "[...document.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label')).join('; ')"


def test_what_one_does_the_others_read(served: Callable[[str], Served], desk: Open) -> None:
    links = served("vintage").new_game(players=3, seed=4)
    windows = [desk(link) for link in links]
    for _ in range(3):
        deciding = next(window for window in windows if tokens_of(window))
        before = [state_of(window) for window in windows]
        deciding.play(most=1)
        for window, state in zip(windows, before, strict=True):
            wait_for(window, lambda newest, old=state: newest is not old and newest != old, "a state of the choice")
    lines = [[entry["text"] for entry in m["log"]] for m in messages(windows[0], "state")]
    assert any(lines[1:]), "the log tells what was done"


def test_two_tabs_of_a_seat_show_the_same(served: Callable[[str], Served], desk: Open) -> None:
    link = served("hearts").new_game(players=4, seed=5)[0]
    one, two = desk(link), desk(link)
    assert tokens_of(one) == tokens_of(two)
    one.play(most=1)
    newest = state_of(one)["version"]
    wait_for(two, lambda state: state["version"] == newest, "what the other tab chose")
    assert tokens_of(one) == tokens_of(two)
    assert json.dumps(state_of(one)["view"]) == json.dumps(state_of(two)["view"])


def test_a_choice_that_comes_too_late_is_refused_in_words(served: Callable[[str], Served], desk: Open) -> None:
    link = served("hearts").new_game(players=4, seed=6)[0]
    one, two = desk(link), desk(link)
    stale = tokens_of(two)[0]
    one.play(most=1)
    newest = state_of(one)["version"]
    wait_for(two, lambda state: state["version"] == newest, "what the other tab chose")
    refused = send_as(two, {"type": "choose", "token": stale})
    assert refused and "token" not in refused[0], refused
    assert tokens_of(one) == tokens_of(two)


def send_as(window: Watched, message: dict[str, Any]) -> list[str]:
    """Sends a message over a connection of its own with the secret of a window; the refusals that come back."""
    found: list[str] = window.page.evaluate(SEND, message)
    return found


SEND = """(message) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/ws`), refused = [];
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", secret: location.hash.slice(1) }));
    let sent = false;
    socket.onmessage = (event) => {
        const heard = JSON.parse(event.data);
        if (heard.type === "refused") refused.push(heard.text);
        if (heard.type === "state" && !sent) { sent = true; socket.send(JSON.stringify(message)); }
        else if (heard.type === "refused") { socket.close(); resolve(refused); }
    };
})"""


def test_what_others_do_at_the_same_time_makes_no_choice_stale(served: Callable[[str], Served], desk: Open) -> None:
    links = served("hearts").new_game(players=4, seed=7)
    slow, quick = desk(links[0]), desk(links[1])
    before, offered = state_of(slow), tokens_of(slow)
    quick.play(most=3)
    wait_for(slow, lambda state: state["waiting"] != before["waiting"], "that the other has chosen")
    assert tokens_of(slow) == offered
    slow.play(most=1)
    assert tokens_of(slow) != offered

"""Whatever breaks between a page and its server, nothing is lost, and people are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from table.browser.conftest import Open
from table.browser.served import Served
from table.browser.watched import Watched
from table.browser.what_was_sent import looks, state_of, tokens_of, wait_for

LOST = (
    "WebSocket",
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
)
"""What the console may say where a test takes the server away."""
SLEPT = "performance.now = ((now) => () => now() + 3_600_000)(performance.now.bind(performance))"
"""An hour goes by for the clock of a page."""
AWAKE = "window.dispatchEvent(new Event('online')), document.dispatchEvent(new Event('visibilitychange'))"


def test_a_server_that_was_killed_comes_back_with_every_choice(tmp_path: Path, desk: Open) -> None:
    server = Served("hearts", tmp_path)
    try:
        links = server.new_game(players=4, seed=21)
        windows = [desk(link) for link in links[:2]]
        for window in windows:
            window.allowed = LOST
            window.play(most=2)
        before = [state_of(window) for window in windows]
        server.kill()
        for window in windows:
            expect(window.page.locator("#connection .banner")).to_be_visible()
            window.received.clear()
        server.start_again()
        for window, state in zip(windows, before, strict=True):
            window.page.evaluate(AWAKE)
            after = state_of(window)
            assert after["view"] == state["view"]
            assert [o["label"] for f in after["offers"] for o in f["options"]] == [
                o["label"] for f in state["offers"] for o in f["options"]
            ]
            expect(window.page.locator("#connection .banner")).to_be_hidden()
        windows[0].play(most=1)
    finally:
        server.end()


class Line:
    """The line between one page and the server, which a test can break and let go dead."""

    def __init__(self) -> None:
        self.opened: list[WebSocketRoute] = []
        self.dead: set[int] = set()
        """By number: the lines on which nothing arrives any more, though they look open."""

    def between(self, window: Watched) -> None:
        """Stands between the page of a window and the server from now on."""
        window.page.route_web_socket("**/ws", self._open)

    def _open(self, line: WebSocketRoute) -> None:
        number = len(self.opened)
        self.opened.append(line)
        there = line.connect_to_server()
        line.on_message(lambda text: None if number in self.dead else there.send(text))
        there.on_message(lambda text: None if number in self.dead else line.send(text))


def test_a_line_that_breaks_is_opened_again(served: Callable[[str], Served], desk: Open) -> None:
    line = Line()
    window = desk(served("hearts").new_game(players=4, seed=22)[0], prepare=line.between)
    window.play(most=1)
    before = tokens_of(window)
    line.opened[0].close(code=1012, reason="")
    expect(window.page.locator("#connection .banner")).to_be_visible()
    expect(window.page.locator("#connection .banner")).to_be_hidden()
    assert len(line.opened) == 2
    assert tokens_of(window) == before
    window.play(most=1)


def who_chooses(windows: list[Watched]) -> Watched:
    """The first of some windows in which something can be chosen; waits for it."""
    for _ in looks(*windows):
        for window in windows:
            if tokens_of(window):
                return window
    raise AssertionError("nobody can choose")


def test_a_tab_that_slept_while_others_played(served: Callable[[str], Served], desk: Open) -> None:
    line = Line()
    links = served("vintage").new_game(players=3, seed=4)
    windows = [desk(link, prepare=line.between if number == 0 else None) for number, link in enumerate(links)]
    sleeper = windows[0]
    while (deciding := who_chooses(windows)) is sleeper:
        sleeper.play(most=1)
    line.dead.add(0)
    deciding.play(most=1)
    newest = state_of(deciding)
    sleeper.page.evaluate(SLEPT)
    sleeper.page.evaluate(AWAKE)
    wait_for(sleeper, lambda state: state["view"]["turn"] == newest["view"]["turn"], "what happened meanwhile")


def test_a_choice_that_never_arrived_is_made_after_all(served: Callable[[str], Served], desk: Open) -> None:
    line = Line()
    window = desk(served("hearts").new_game(players=4, seed=24)[0], prepare=line.between)
    before = state_of(window)
    line.dead.add(0)
    window.page.locator("#options button[data-token]").first.click()
    line.opened[0].close(code=1012, reason="")
    wait_for(window, lambda state: state["view"] != before["view"] or state["offers"] != before["offers"], "the choice")

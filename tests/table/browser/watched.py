"""A page that is watched: whatever goes wrong in it, and every frame that it receives, is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebSocket, expect

from waiting import PATIENCE

CLICKS = (Path(__file__).parent / "clicks.js").read_text(encoding="utf-8")
MS_TO_WAIT = 1000 * PATIENCE
GIVEN_UP = "net::ERR_ABORTED"
"""How a request ends that nobody waits for any more, because the page was left."""
expect.set_options(timeout=MS_TO_WAIT)


class Watched:
    """A page in a window of its own.

    `faults` holds what went wrong in words: errors and warnings of the console (a violation of the content security
    policy is one), errors of scripts, requests that failed. `received` has the texts that the server
    sent, `sent` those that the page sent.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        context.set_default_timeout(MS_TO_WAIT)
        self.faults: list[str] = []
        self.received: list[str] = []
        self.sent: list[str] = []
        self.allowed: tuple[str, ...] = ()
        """Parts of faults that belong to what a test does, such as the lost connection to a server that it ends."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error of a script: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure == GIVEN_UP:
            return
        self.faults.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"answered with {response.status}: {response.url}")

    def _socket(self, socket: WebSocket) -> None:
        def received(frame: str | bytes) -> None:
            self.received.append(frame if isinstance(frame, str) else frame.decode())

        def sent(frame: str | bytes) -> None:
            self.sent.append(frame if isinstance(frame, str) else frame.decode())

        socket.on("framereceived", received)
        socket.on("framesent", sent)

    def real_faults(self) -> list[str]:
        """What went wrong without being part of the test."""
        return [fault for fault in self.faults if not any(part in fault for part in self.allowed)]

    def open(self, address: str) -> None:
        """Goes to an address and waits until a table, a curtain or the start page is there."""
        self.page.goto(address)
        self.page.wait_for_selector("main")

    def play(self, *, seed: int = 1, most: int = 5_000, patience: int = MS_TO_WAIT, listed: bool = True) -> int:
        """Clicks until the result is shown, or `most` choices are made; how many there were.

        `patience` are the milliseconds to wait for anything; `listed` is whether options are clicked in the list, too.
        Fails with what a person couldn't have done."""
        wishes = {"seed": seed, "most": most, "patience": patience, "list": listed}
        outcome: dict[str, Any] = self.page.evaluate(CLICKS, wishes)
        assert outcome["fault"] is None, (outcome, self.faults)
        assert outcome["finished"] or outcome["choices"] == most
        return int(outcome["choices"])

    def text(self, selector: str) -> str:
        """What a person reads in an element."""
        return self.page.locator(selector).inner_text()

"""What the server has sent to a window so far, as data."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from table.browser.watched import Watched
from waiting import PATIENCE

MS_BETWEEN = 25


def messages(window: Watched, kind: str) -> list[dict[str, Any]]:
    """The messages of one type that a window has received, oldest first."""
    return [message for message in map(json.loads, window.received) if message["type"] == kind]


def state_of(window: Watched) -> dict[str, Any]:
    """The newest state; waits for the first one."""
    return newest(window, "state")


def newest(window: Watched, kind: str) -> dict[str, Any]:
    """The newest message of one type; waits for the first one."""
    for _ in looks(window):
        if received := messages(window, kind):
            return received[-1]
    raise AssertionError(f"no {kind} has come")


def looks(*windows: Watched) -> Iterator[None]:
    """Comes again and again, and lets the windows receive what is sent meanwhile, until it has been waited too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        for window in windows:
            window.page.wait_for_timeout(MS_BETWEEN)


def tokens_of(window: Watched) -> list[str]:
    """The tokens of the options in the newest state."""
    return [option["token"] for offer in state_of(window)["offers"] for option in offer["options"]]


def wait_for(window: Watched, condition: Any, called: str) -> None:
    """Waits until the newest state of a window fulfils a condition; `called` says what is missed when it never does."""
    for _ in looks(window):
        if condition(state_of(window)):
            return
    raise AssertionError(f"never came: {called}; the newest state is {str(state_of(window))[:500]}")


def labels_in(view: dict[str, Any], player: int, zone: str) -> list[str]:
    """The labels of the cards that a view shows in a zone of a player."""
    return [card["card"] for card in view["players"][str(player)][zone] if card is not None]

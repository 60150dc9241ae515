"""What the server has sent to a window so far, as data."""

from __future__ import annotations

import json
from typing import Any

from browser.watched import Watched

TRIES = 400
MS_BETWEEN = 25


def messages(window: Watched, kind: str) -> list[dict[str, Any]]:
    """The messages of one type that a window has received, oldest first."""
    return [message for message in map(json.loads, window.received) if message["type"] == kind]


def state_of(window: Watched) -> dict[str, Any]:
    """The newest state; waits for the first one."""
    for _ in range(TRIES):
        found = messages(window, "state")
        if found:
            return found[-1]
        window.page.wait_for_timeout(MS_BETWEEN)
    raise AssertionError("no state has come")


def tokens_of(window: Watched) -> list[str]:
    """The tokens of the options in the newest state."""
    return [option["token"] for offer in state_of(window)["offers"] for option in offer["options"]]


def wait_for(window: Watched, condition: Any, called: str) -> None:
    """Waits until the newest state of a window fulfils a condition; `called` says what is missed when it never does."""
    for _ in range(TRIES):
        if condition(state_of(window)):
            return
        window.page.wait_for_timeout(MS_BETWEEN)
    raise AssertionError(f"never came: {called}; the newest state is {str(state_of(window))[:500]}")


def labels_in(view: dict[str, Any], player: int, zone: str) -> list[str]:
    """The labels of the cards that a view shows in a zone of a player."""
    return [card["card"] for card in view["players"][str(player)][zone] if card is not None]

"""Real messages for whoever works on the page without a server: `python -m tests.tools.page_messages FOLDER [NAME …]`.

For each shipped ruleset, or for those named, it writes FOLDER/NAME.json: what a server would send to the page of seat
1 in one game, from the beginning to the end: `welcome`, `description`, and a list `states` of some messages `state`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.game import Game
from artrules.play.game.log import LogEntry
from artrules.play.presentation import description_data, shown_to

SEAT = 1
STATES = 14
"""States of a game at which seat 1 must choose, spread over the game; after each comes the one after its choice."""


def messages(name: str, players: int | None = None, seed: int = 7, spread: int = STATES) -> dict[str, Any]:
    """The messages of one game of bots, as seat 1 gets them, with so many states."""
    ruleset = artrules.load(name)
    counts = ruleset.player_counts
    players = players or min(3, counts[-1])
    game = ruleset.new_game(max(players, counts[0]), seed=seed)
    return {
        "welcome": welcome(game, name),
        "description": {"type": "description", **description_data(game)},
        "states": list(states(game, spread)),
    }


def welcome(game: Game, name: str, seat: int = SEAT) -> dict[str, Any]:
    """The message `welcome` of a person at a table of bots."""
    seats = [
        {"seat": each, "name": f"Player {each}", "here": each == seat, "free": False}
        | ({"who": "person", "bot": ""} if each == seat else {"who": "bot", "bot": "uniform"})
        for each in range(1, game.players + 1)
    ]
    return {
        "type": "welcome",
        "ruleset": Path(name).name,
        "table": {"id": "example", "title": artrules.load(name).title},
        "seats": seats,
        "mine": [seat],
        "seat": seat,
        "host": True,
        "open": False,
        "waiting": [seat],
        "bots": [{"name": "uniform", "title": "Chance", "plays": "takes anything"}],
        "watching": False,
        "advice": True,
        "next": False,
        "edit": False,
    }


def states(game: Game, spread: int) -> Iterator[dict[str, Any]]:
    """The first states of a game, some others, and the last."""
    whole = game.copy()
    whole.play(seed=1)
    length = len(whole.choices)
    wanted = {length * part // spread for part in range(spread)}
    had: list[LogEntry] = []

    def state() -> dict[str, Any]:
        nonlocal had
        message = state_message(game, SEAT, had)
        had = game.log.read_by(SEAT)
        return message

    follows = 0
    for number, choice in enumerate(whole.choices):
        mine = choice.startswith(f"{SEAT}:")
        if number in wanted:
            follows = 2
        if follows and mine:
            yield state()
        game.choose(choice)
        if follows and mine:
            follows -= 1
            yield state()
    yield state()


def state_message(game: Game, seat: int, had: Sequence[LogEntry] = (), **table: Any) -> dict[str, Any]:
    """The message `state` that a seat is sent when it has had some entries of the log."""
    message: dict[str, Any] = json.loads(shown_to(game, seat, **table).message(list(had)))
    return message


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or shipped_rulesets():
        path = folder / f"{Path(name).name}.json"
        path.write_text(json.dumps(messages(name), ensure_ascii=False) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()

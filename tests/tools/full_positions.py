"""The fullest positions of many random games, in which tests of the page measure that everything has its room:
`python -m tests.tools.full_positions [NAME …]` makes them anew.

For each shipped ruleset, or for those named, and each number of players it plays random games, and looks every few
choices at the table as the seat sees it that must choose. What counts is how many cards a zone holds, and how many
options there are. It keeps those few positions in which most of that is as full as it ever gets, in
`tests/table/browser/full/NAME.json.gz`: by players `welcome` and `description`, and of each position the seat, the
`seed` of the game, how many `choices` led there, and the message `state` with the end of the log.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.tools.page_messages import state_message, welcome

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.game.game import Game
from artrules.play.presentation import description_data

FOLDER = Path(__file__).parents[1] / "table" / "browser" / "full"
GAMES = 100
STEP = 7
"""After so many choices each the table is looked at."""
POSITIONS = 3
"""So many are kept of each number of players."""
NEARLY = 0.9
"""Of the most cards that a zone ever holds: so many count as full."""
LINES = 10

Message = dict[str, Any]
Fullness = dict[str, int]


@dataclass(frozen=True)
class Place:
    """A moment of a random game, and how full the table is then for the seat that must choose."""

    seed: int
    choices: int
    seat: int
    fullness: Fullness


def full(name: str, games: int = GAMES) -> Message:
    """The fullest positions of a ruleset: by number of players, `welcome`, `description` and `positions`."""
    ruleset = artrules.load(name)
    by_players: Message = {}
    for players in ruleset.player_counts:
        chosen = fullest(
            [place for seed in range(games) for place in places(ruleset.new_game(players, seed=seed, log=False), seed)]
        )
        first = ruleset.new_game(players, seed=0)
        by_players[str(players)] = {
            "welcome": welcome(first, name, chosen[0].seat),
            "description": {"type": "description", **description_data(first)},
            "positions": [
                {
                    "seed": place.seed,
                    "choices": place.choices,
                    "seat": place.seat,
                    "state": state_at(name, players, place.seed, place.choices, place.seat),
                }
                for place in chosen
            ],
        }
    return by_players


def places(game: Game, seed: int) -> Iterator[Place]:
    """The moments of a random game that are looked at."""
    choices = 0
    while game.decisions:
        seat = game.decisions[0].player
        yield Place(seed, choices, seat, fullness_of(game, seat))
        choices += game.play(seed=seed + choices, choices=STEP)


def fullness_of(game: Game, seat: int) -> Fullness:
    """How many options a seat has, and how many cards each zone: one's own, the fullest one of others, the table's."""
    view = game.view(seat)
    fullness = {"options": sum(len(each.options) for each in game.decisions if each.player == seat)}
    for player, things in view["players"].items():
        whose = "own" if player == seat else "other"
        for zone, cards in things.items():
            if isinstance(cards, list):
                key = f"{whose} {zone}"
                fullness[key] = max(fullness.get(key, 0), len(cards))
    return fullness | {zone: len(cards) for zone, cards in view["zones"].items()}


def fullest(all_places: list[Place]) -> list[Place]:
    """The few places at which most is nearly as full as anywhere; each shows what the others before it don't."""
    most: Fullness = {}
    for place in all_places:
        for key, count in place.fullness.items():
            most[key] = max(most.get(key, 0), count)
    chosen: list[Place] = []
    shown: set[str] = set()
    while len(chosen) < POSITIONS:
        best = max(all_places, key=lambda place: _gain(place, most, shown))
        chosen.append(best)
        shown |= _full_keys(best, most)
    return chosen


def _gain(place: Place, most: Fullness, shown: set[str]) -> tuple[int, float]:
    parts = [count / most[key] for key, count in place.fullness.items() if most[key]]
    return len(_full_keys(place, most) - shown), sum(parts)


def _full_keys(place: Place, most: Fullness) -> set[str]:
    return {key for key, count in place.fullness.items() if count and count >= NEARLY * most[key]}


def state_at(name: str, players: int, seed: int, choices: int, seat: int) -> Message:
    """The message `state` of a seat after so many choices of a random game."""
    game = artrules.load(name).new_game(players, seed=seed)
    for before in range(0, choices, STEP):
        game.play(seed=seed + before, choices=STEP)
    state = state_message(game, seat)
    return state | {"log": state["log"][-LINES:], "from": 0}


def kept(name: str) -> Message:
    """The positions that are kept of a ruleset."""
    positions: Message = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return positions


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or shipped_rulesets():
        path = FOLDER / f"{Path(name).name}.json.gz"
        text = json.dumps(full(name), ensure_ascii=False, separators=(",", ":"))
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
        print(path, len(text), path.stat().st_size, flush=True)


if __name__ == "__main__":
    main()

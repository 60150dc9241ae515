"""Plays games through the API and in a module, and compares what each seat is shown: the same, byte for byte.

`python -m play.standalone.states NAME…` (in `tests/`) plays 100 games of each ruleset and looks after every choice;
`--games`, `--every` and `--players` say otherwise.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import artrules
from artrules.play.game.game import Game
from artrules.play.presentation.state import EVERYBODY, OUTSIDER, as_json, shown_to
from artrules.play.ruleset import Ruleset
from artrules.play.standalone.build import build_standalone
from artrules.text.record import dataclass
from play.standalone.node import node

HERE = Path(__file__).parent
Choices = list[tuple[int, int]]
"""The indices of a decision and of an option, for each choice."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its choices, and what was shown on the way, by seat: first to somebody without one, last to the first
    seat and to all at an open table."""

    seed: int
    choices: Choices
    shown: list[list[str]]
    digest: str
    ids: list[str]


def told(game: Game, seat: int, *, open_table: bool = False, bots: Sequence[int] = ()) -> str:
    """All that a seat is shown, as text, and for which options its tokens stand."""
    shown = shown_to(game, seat, open_table=open_table, bots=bots)
    places = {id(decision): place for place, decision in enumerate(game.decisions)}
    options = [[token, [places[id(option.decision)], option.index]] for token, option in shown.options.items()]
    return f"{shown.message([])} {as_json(options)}"


def look(game: Game) -> Iterator[list[str]]:
    """What all are shown at the pauses on the way here, and here."""
    for each in (*game.pauses, game):
        seats = [told(each, seat) for seat in (OUTSIDER, *range(1, game.players + 1))]
        yield [*seats, told(each, 1, open_table=True), told(each, EVERYBODY, open_table=True, bots=[1])]


def play(ruleset: Ruleset, players: int, settings: Mapping[str, str], seed: int, every: int, *, whole: bool) -> Played:
    """A game in which all choose at random."""
    game, random = ruleset.new_game(players, seed, settings), Random(seed)
    choices: Choices = []
    shown: list[list[str]] = []

    def see() -> None:
        shown.extend([[text if whole else _hash(text) for text in texts] for texts in look(game)])

    while game.decisions:
        if len(choices) % every == 0:
            see()
        place = random.randrange(len(game.decisions))
        options = game.decisions[place].options
        choices.append((place, random.randrange(len(options))))
        game.choose(options[choices[-1][1]])
    see()
    return Played(seed, choices, shown, game.digest(), game.choices)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def module_of(ruleset: Ruleset, players: int, settings: Mapping[str, str] = {}) -> bytes:
    """The module of a configuration, without what bots that think need."""
    runtime, chosen = ruleset.runtime(players, settings)
    return build_standalone(runtime, ruleset.content_hash, chosen)


def replay(module: Path, games: Sequence[Played], every: int, *, whole: bool) -> list[Any]:
    """What a host in JavaScript shows of the same games."""
    lines = [
        json.dumps({"seed": str(each.seed), "choices": each.choices, "every": every, "whole": whole}) for each in games
    ]
    call = [node(), str(HERE / "states.mjs"), str(module)]
    done = subprocess.run(call, input="\n".join(lines), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(ruleset: Ruleset, players: int, settings: Mapping[str, str], seeds: Sequence[int], every: int = 1) -> int:
    """Play games in both ways; gives how many states were the same. Raises AssertionError with the first that isn't."""
    with TemporaryDirectory() as folder:
        module = Path(folder) / "game.wasm"
        module.write_bytes(module_of(ruleset, players, settings))
        games = [play(ruleset, players, settings, seed, every, whole=False) for seed in seeds]
        hosted = replay(module, games, every, whole=False)
        for game, host in zip(games, hosted, strict=True):
            if game.shown != host["seen"]:
                whole = play(ruleset, players, settings, game.seed, every, whole=True)
                [host] = replay(module, [whole], every, whole=True)
                _tell_difference(ruleset.name, whole, host["seen"])
            assert (game.digest, game.ids) == (host["digest"], host["ids"])
    return sum(len(texts) for game in games for texts in game.shown)


def _tell_difference(name: str, game: Played, seen: list[list[str]]) -> None:
    assert len(game.shown) == len(seen), f"{name}, seed {game.seed}: {len(game.shown)} looks, not {len(seen)}"
    for number, (texts, others) in enumerate(zip(game.shown, seen, strict=True)):
        for seat, (text, other) in enumerate(zip(texts, others, strict=True)):
            if text != other:
                first = next((i for i, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
                from_ = max(0, first - 200)
                raise AssertionError(
                    f"{name}, seed {game.seed}, look {number}, reader {seat}:\n"
                    f"  Python {text[from_ : first + 200]}\n  JavaScript {other[from_ : first + 200]}"
                )
    raise AssertionError("the hashes differ, but not the texts")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--players", type=int)
    chosen = parser.parse_args()
    for name in chosen.names:
        begun = time.monotonic()
        ruleset = artrules.load(name)
        count = chosen.players or ruleset.fewest_players
        states = compare(ruleset, count, {}, range(chosen.games), chosen.every)
        print(f"{name}: {chosen.games} games, {states:,} states are the same, in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()

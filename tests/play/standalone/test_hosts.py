"""A host in JavaScript plays whole games from the file that `artrules build` writes, and nothing else: with the same
digests, labels, logs and results as the API."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.game.learning import find_learned, learn
from artrules.play.game.search import SearchResult, greedy, search
from artrules.play.game.thinking import choose_by_hints
from artrules.play.standalone.build import build_standalone
from artrules.table.session.session import bot_option
from artrules.text.record import dataclass
from play.game.tiny import tiny
from play.standalone.node import node

HERE = Path(__file__).parent
ITERATIONS = 50
EVERY = 20
"""After so many choices the digest and all labels are compared."""
LISTS = """
choose "take {xs}" for xs in [[1, 2], [3, 4, 5]]
choose "take {ys} with {c}" for ys in [xs, [9]], c in pool
total += sum(y for y in ys)
choose "{xs}, {ys}" for n in 1..2
"""
HIDDEN = """
say "{those(c in my hand where c.n < 3)}, and {heap[1]}"
choose "show {c}" for c in my hand where c.n = 1
may "keep {c} of {those(o in my hand where o.n < 3)}": c.mark becomes 1
choose "lay {b}" for b in my hand where b.n = 2
move b to my row
say "{me} lays {b} beside {c}"
choose "bury {d} under {b}" for d in my hand where d.n = 2
move d to my deck
may "{d} again": move d to left(me).hand
say "{d}"
"""
DEALT = """
      move pool to heap
      shuffle heap
      for p in players:
          move top 300 of heap to p.hand
"""
TABLES: Sequence[tuple[str, int, dict[str, str], int]] = [
    ("avant_carde", 4, {}, 1),
    ("avant_carde", 1, {"difficulty": "hard"}, 3),
    ("avant_carde", 3, {"patrons": "new_yorkers", "patrons.6": "londoners"}, 1),
    ("art_decko", 2, {}, 2),
    ("bioutifoul", 3, {}, 3),
    ("vintage", 4, {"take_that": "yes"}, 3),
    ("crazy_eights", 5, {"goal": "30"}, 3),
    ("hearts", 4, {}, 2),
    ("lanterns", 3, {}, 4),
    ("caravans", 2, {}, 2),
    ("whispers", 3, {}, 4),
]
"""Rulesets, players, settings, and how many games."""

Choices = list[tuple[int, int]]
"""The indices of a decision and of an option, for each choice."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played by the API: its choices, and what was seen before some of them and at the end."""

    game: artrules.Game
    choices: Choices
    seen: list[list[Any]]


def look(game: artrules.Game) -> list[Any]:
    return [game.digest(), [[d.player, d.prompt, [option.label for option in d.options]] for d in game.decisions]]


def play(ruleset: artrules.Ruleset, players: int, settings: Mapping[str, str], seed: int, every: int = EVERY) -> Played:
    """A game in which all choose at random."""
    game, random = ruleset.new_game(players, seed, settings), Random(seed)
    choices: Choices = []
    seen = []
    while game.decisions:
        if len(choices) % every == 0:
            seen.append(look(game))
        decision = random.randrange(len(game.decisions))
        options = game.decisions[decision].options
        choices.append((decision, random.randrange(len(options))))
        game.choose(options[choices[-1][1]])
    return Played(game, choices, [*seen, look(game)])


def module_of(ruleset: artrules.Ruleset, players: int, settings: Mapping[str, str] = {}) -> bytes:
    runtime, chosen = ruleset.runtime(players, settings)
    return build_standalone(runtime, ruleset.content_hash, chosen)


def replay(module: bytes, games: Sequence[tuple[int, Choices]], folder: Path, every: int = EVERY) -> Any:
    """What a host in JavaScript has seen of games, given by their seeds and choices."""
    file = folder / "game.wasm"
    file.write_bytes(module)
    lines = [json.dumps({"seed": str(seed), "choices": choices, "every": every}) for seed, choices in games]
    call = [node(), str(HERE / "replay.mjs"), str(file)]
    done = subprocess.run(call, input="\n".join(lines), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def same(ruleset: artrules.Ruleset, games: Sequence[Played], module: bytes, folder: Path, every: int = EVERY) -> None:
    """Compare games with what a host in JavaScript makes of their choices."""
    found = replay(module, [(played.game.setup.seed, played.choices) for played in games], folder, every)
    for played, host in zip(games, found, strict=True):
        game = played.game
        assert host["seen"] == played.seen
        assert host["fault"] is None
        for player, log in enumerate(host["logs"], 1):
            assert log == [
                {name: value for name, value in entry.as_data().items() if name not in ("own", "public", "apart")}
                for entry in game.log.read_by(player)
            ]


@pytest.mark.parametrize(("name", "players", "settings", "count"), TABLES, ids=lambda value: str(value))
def test_whole_games(name: str, players: int, settings: dict[str, str], count: int, tmp_path: Path) -> None:
    own = HERE.parents[1] / "rulesets" / name
    ruleset = artrules.load(own if own.is_dir() else name)
    games = [play(ruleset, players, settings, seed) for seed in range(count)]
    same(ruleset, games, module_of(ruleset, players, settings), tmp_path)


def test_options_that_hold_lists(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path / "tiny", LISTS)
    games = [play(ruleset, 2, {}, seed, every=1) for seed in range(10)]
    same(ruleset, games, module_of(ruleset, 2), tmp_path, every=1)


def test_long_texts_about_cards_that_not_everyone_sees(tmp_path: Path) -> None:
    pieces, edits = "[[1, red, 400], [2, blue, 400]]", [("\n      skip\n", DEALT)]
    ruleset = tiny(tmp_path / "tiny", HIDDEN, pieces=pieces, edits=edits)
    games = [play(ruleset, 2, {}, seed, every=1) for seed in range(3)]
    assert all(any(entry.text.endswith("…") for entry in played.game.log) for played in games)
    same(ruleset, games, module_of(ruleset, 2), tmp_path, every=1)


def test_the_largest_seed(tmp_path: Path) -> None:
    ruleset = artrules.load(HERE.parents[1] / "rulesets" / "lanterns")
    games = [play(ruleset, 2, {}, seed) for seed in (2**63, 2**64 - 1)]
    same(ruleset, games, module_of(ruleset, 2), tmp_path)


def test_a_fault_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    act = 'choose "add {n}" for n in 1..3\nmy x += n * 40\nchoose one:\n    "a": skip\n    "b": skip\n'
    ruleset = tiny(tmp_path / "tiny", act)
    game = ruleset.new_game(2)
    before = look(game)
    with pytest.raises(artrules.GameFault) as fault:
        game.choose(game.decisions[0].options[2])
    game.choose(game.decisions[0].options[0])
    [host] = replay(module_of(ruleset, 2), [(0, [(0, 2), (0, 0)])], tmp_path, every=1)
    assert host["seen"] == [before, before, look(game)]
    assert host["fault"] == in_words(fault.value)


def in_words(fault: artrules.GameFault, at: str = "") -> str:
    """What a host says of a fault. `at` is the name of the decision, where the fault is one's."""
    [diagnostic] = fault.diagnostics
    assert diagnostic.span is not None
    place = at or f"{diagnostic.span.file}:{diagnostic.span.line}"
    compared = [("expected", diagnostic.expected), ("found", diagnostic.found)]
    details = "; ".join(f"{name}: {text}" for name, text in compared if text)
    message = diagnostic.message.partition(" (seed")[0]
    return f"{diagnostic.kind.name} {place}: {message}{f' ({details})' if details else ''}"


SETS = 'variables:\n  far: {type: some of 0..90, starts: "[3, 77]"}\n  near: {type: some of 0..60}\n'


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("my x += n * 60", ""),
        ("near becomes far + [50 + n]", SETS),
        ("let xs = list(m for m in 1..(n * 6000))\ntotal becomes xs[n] % 9", ""),
    ],
    ids=["out of bounds", "members", "thousands"],
)
def test_a_fault_in_words(act: str, more: str, tmp_path: Path) -> None:
    ruleset = tiny(tmp_path / "tiny", f'choose "add {{n}}" for n in 1..2\n{act}', more=more)
    with pytest.raises(artrules.GameFault) as fault:
        game = ruleset.new_game(2)
        game.choose(game.decisions[0].options[1])
    [host] = replay(module_of(ruleset, 2), [(0, [(0, 1)])], tmp_path)
    assert host["fault"] == in_words(fault.value)


def test_a_dead_end_in_words(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path / "tiny", 'choose "take {c}" for c in pool where c.n > 5')
    with pytest.raises(artrules.GameFault, match=r"player 1 must choose \(act\) and nothing can be chosen") as fault:
        ruleset.new_game(2)
    [host] = replay(module_of(ruleset, 2), [(0, [])], tmp_path)
    assert host["fault"] == in_words(fault.value, at="procedure act/1")


def test_all_words_in_the_messages_of_faults_are_filled_in(tmp_path: Path) -> None:
    file = tmp_path / "game.wasm"
    file.write_bytes(module_of(artrules.load("hearts"), 4))
    done = subprocess.run([node(), str(HERE / "faults.mjs"), str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    messages = json.loads(done.stdout)
    assert len(messages) > 20
    assert not [message for message in messages if re.search(r"[{}]|undefined|: *[;)]", message)]
    [unfit] = [message for message in messages if message.startswith("ART5031")]
    assert re.fullmatch(r"ART5031: \w+ of clubs lies in `\w+`, where `may_be` says that it can't be", unfit)


def found(result: SearchResult) -> dict[str, Any]:
    return {"option": result.option, "visits": list(result.visits), "values": list(result.values)}


@pytest.mark.parametrize(
    ("name", "players", "count"), [("lanterns", 2, 6), ("whispers", 3, 6), ("hearts", 4, 3), ("art_decko", 2, 3)]
)
def test_a_host_in_javascript_thinks_as_the_api_does(name: str, players: int, count: int, tmp_path: Path) -> None:
    own = HERE.parents[1] / "rulesets" / name
    ruleset = artrules.load(own if own.is_dir() else name)
    runtime, chosen = ruleset.runtime(players, {})
    runtime.derived[find_learned] = learned = learn(runtime, 4, 400)
    file = tmp_path / "game.wasm"
    file.write_bytes(build_standalone(runtime, ruleset.content_hash, chosen, learned))
    game, random = ruleset.new_game(players, 5, {}), Random(5)
    bots = [f"search:iterations={ITERATIONS}", "greedy", "uniform", *(["rules"] if ruleset.model.hints.exist else [])]
    choices: Choices = []
    thoughts: list[Any] = []
    for _ in range(count):
        place = random.randrange(len(game.decisions))
        decision, moment = game.decisions[place], game.playing.moment
        if len(decision.options) > 1:
            results = [
                search(moment, place, 7, iterations=ITERATIONS, horizon=9),
                greedy(moment, place, 7, samples=3, horizon=9),
            ]
            if ruleset.model.hints.exist:
                results.append(choose_by_hints(moment, place, 7))
            thoughts.append([*map(found, results), [bot_option(bot, game, decision).index for bot in bots]])
        choices.append((place, random.randrange(len(decision.options))))
        game.choose(decision.options[choices[-1][1]])
    asked = {"seed": "5", "choices": choices, "iterations": ITERATIONS, "samples": 3, "horizon": 9}
    names = [bot.partition(":")[0] for bot in bots]
    call = [node(), str(HERE / "think.mjs"), str(file)]
    done = subprocess.run(
        call, input=json.dumps({**asked, "bots": names}), capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert thoughts
    assert json.loads(done.stdout) == {"thoughts": thoughts, "digest": game.digest()}

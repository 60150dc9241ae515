"""Code that waits for the start or the end of a round, a turn or a phase (`docs/write/phases.md`, Boundaries)."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import artrules
from artrules.play.game.game import Game
from artrules.play.pipeline import read_content

RULES = """
ruleset: waiting
title: Waiting
players: 1..4
lives: {turn: each_player}
variables:
  points: {of: player, type: 0..99}
  fresh: {of: player, type: bool, lasts: turn}
  done: {type: bool}
  kept: {of: player, type: 0..9, lasts: next_turn}
events:
  rung: {}
procedures:
  act: |
    choose one:
        "wait":
PLACE
        "pass": skip
flow:
  rounds:
    - {name: early, who: in_turn, from: "players[1]", do: act(), ends: turn}
    - {name: together, who: all_at_once, do: once()}
    - {name: late, who: in_turn, from: "players[1]", do: act(), ends: turn}
    - {name: tidy, who: nobody, do: tidy()}
  until: done or round_number = 3
"""
MORE = """
part_of: waiting
procedures:
  once: |
    choose one:
        "hurry": my points += 10
        "rest": skip
  tidy: |
    say "tidied"
"""


def begin(folder: Path, code: str, players: int = 2) -> Game:
    """A game in which the option `wait` runs this code."""
    folder = folder / "waiting"
    folder.mkdir()
    place = "\n".join(" " * 12 + line for line in code.strip("\n").splitlines())
    (folder / "ruleset.yaml").write_text(RULES.replace("PLACE", place), encoding="utf-8")
    (folder / "more.yaml").write_text(MORE, encoding="utf-8")
    return artrules.load(folder).new_game(players=players, seed=1)


def told(game: Game, *labels: str) -> list[str]:
    """Take these options, then pass until the game is over; what the log says besides."""
    waiting = list(labels)
    while game.decisions:
        decision = game.decisions[0]
        labels_here = [option.label for option in decision.options]
        wanted = waiting.pop(0) if waiting and waiting[0] in labels_here else None
        option = wanted or ("pass" if "pass" in labels_here else "rest" if "rest" in labels_here else labels_here[-1])
        game.choose(decision.options[labels_here.index(option)])
    assert not waiting
    short = {"round": "R{0.round}", "phase": "{0.phase}", "turn": "T{0.player}", "said": "{0.text}"}
    return [short[entry.kind].format(entry) for entry in game.log if entry.kind in short]


FIRST_ROUND = ["R1", "early", "T1", "T2", "together", "late", "T1", "T2", "tidy", "tidied", "R2"]
CASES: dict[str, tuple[str, list[str], list[str]]] = {
    "the end of the round": ('at end of round: say "at"', ["wait"], ["tidied", "at", "R2"]),
    "the start of the next round": ('at start of round: say "at"', ["wait"], ["tidied", "R2", "at", "early"]),
    "the end of a turn": ('at end of turn: say "at"', ["wait"], ["T1", "at", "T2"]),
    "the start of a turn": ('at start of turn: say "at"', ["wait"], ["T1", "T2", "at", "together"]),
    "the end of my turn, which it is": ('at end of my turn: say "at"', ["wait"], ["T1", "at", "T2"]),
    "the start of my next turn": ('at start of my turn: say "at"', ["wait"], ["late", "T1", "at", "T2", "tidy"]),
    "the end of the turn of another": (
        'as left(me):\n    at end of my turn: say "at {me}"',
        ["wait"],
        ["T1", "T2", "at player 2", "together"],
    ),
    "the start of a phase played all at once": ('at start of together: say "at"', ["wait"], ["together", "at", "late"]),
    "the end of a phase played all at once": ('at end of together: say "at"', ["wait"], ["together", "at", "late"]),
    "the start of a phase in turn": ('at start of late: say "at"', ["wait"], ["late", "at", "T1"]),
    "the end of a phase in turn": ('at end of late: say "at"', ["wait"], ["T1", "T2", "at", "tidy"]),
    "the start of a phase of nobody": ('at start of tidy: say "at"', ["wait"], ["tidy", "at", "tidied"]),
    "the end of a phase of nobody": ('at end of tidy: say "at"', ["wait"], ["tidied", "at", "R2"]),
    "each time, until a life ends": (
        'at every end of turn until round ends: say "at"',
        ["wait"],
        [
            "T1",
            "at",
            "T2",
            "at",
            "together",
            "late",
            "T1",
            "at",
            "T2",
            "at",
            "tidy",
            "tidied",
            "R2",
            "early",
            "T1",
            "T2",
        ],
    ),
    "each time, until it is stopped": (
        'at every end of turn until game ends:\n    say "at"\n    my points += 1\n    if my points = 2: stop watching',
        ["wait"],
        ["T1", "at", "T2", "at", "together", "late", "T1", "T2", "tidy"],
    ),
    "values are kept": (
        'let n = 3\nfor p in others(me):\n    n += 1\nlet m = n\nat end of turn: say "{m}"',
        ["wait"],
        ["T1", "4", "T2"],
    ),
    "the suite may wait again": (
        'at end of turn:\n    say "one"\n    at end of turn: say "two"',
        ["wait"],
        ["T1", "one", "T2", "two", "together"],
    ),
    "lives end after it": ('my fresh becomes yes\nat end of turn: say "{my fresh}"', ["wait"], ["T1", "yes", "T2"]),
    "it may ask": (
        'at end of round:\n    choose one:\n        "a": say "a"\n        "b": say "b"',
        ["wait", "a"],
        ["tidied", "a", "R2"],
    ),
    "it may end the game": ("at end of turn: end game", ["wait"], ["T1"]),
    "before it is tested whether the game ends": ("at end of round: done becomes yes", ["wait"], ["tidy", "tidied"]),
    "a life ends as the player's next turn begins": (
        "my kept becomes 3\nas left(me): my kept becomes 4\n"
        'at every end of turn until game ends: say "{list(p.kept for p in players)}"',
        ["wait"],
        ["T1", "3, 4", "T2", "3, 0", "together", "late", "T1", "0, 0", "T2", "0, 0"],
    ),
    "after the watches for its start": (
        'my kept becomes 3\nat start of my turn: say "{my kept}"\nat end of turn:\n    at end of late: say "{my kept}"',
        ["wait"],
        ["T1", "3", "T2", "0", "tidy"],
    ),
    "a watch goes on until the next turn begins": (
        'watch rung as e until next_turn begins: say "one"\n'
        'at every start of my turn until next_turn begins: say "start"\n'
        "at every end of turn until game ends: announce rung()",
        ["wait"],
        ["T1", "one", "T2", "one", "together", "late", "T1", "start", "T2", "tidy"],
    ),
    "watches run clockwise from the player on turn": (
        'for p in players:\n    as p:\n        at end of turn: say "{me}"',
        ["pass", "wait"],
        ["T2", "player 2", "player 1", "together"],
    ),
}


@pytest.mark.parametrize(("code", "labels", "part"), CASES.values(), ids=CASES)
def test_when_code_runs(tmp_path: Path, code: str, labels: list[str], part: list[str]) -> None:
    story = told(begin(tmp_path, code), *labels)
    assert _holds(story, part), story


def test_the_story_without_it(tmp_path: Path) -> None:
    assert told(begin(tmp_path, "skip"))[: len(FIRST_ROUND)] == FIRST_ROUND


def _holds(story: list[str], part: list[str]) -> bool:
    return any(story[i : i + len(part)] == part for i in range(len(story)))


BOUNDARIES = [
    f"{side} of {of}"
    for of in ("round", "turn", "my turn", "early", "together", "late", "tidy")
    for side in ("start", "end")
]
ASKING = '''at {}:
    let n = size(players)
    choose "take {{m}}" for m in 1..2
    may "more":
        my points += m + n
at {}:
    say "second"'''


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_game_is_saved_while_somebody_is_asked(tmp_path: Path, boundary: str) -> None:
    game = begin(tmp_path, ASKING.format(boundary, boundary), players=3)
    game.choose(game.decisions[0].options[0])
    while all(option.label != "take 2" for option in game.decisions[0].options):
        game.choose(game.decisions[0].options[-1])
    for answer in ("take 2", "more"):
        ruleset = artrules.load(tmp_path / "waiting")
        assert pickle.loads(pickle.dumps(game.think.resample(2, 5))) == game
        assert ruleset.resume(game.to_json()) == game
        game.choose(next(option for option in game.decisions[0].options if option.label == answer))
    assert [player["points"] for player in game.view(1)["players"].values()] == [5, 0, 0]
    assert _holds(told(game), ["second"])


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("at end of raund: skip", "`raund` is neither `round`, `turn` nor a phase"),
        ("at end of my round: skip", "only a turn is a player's"),
        ("at every end of turn until tern ends: skip", "there is no life `tern`"),
        ("at end of turn: require my points > 9", "this watch may not fail"),
        ("let n = 1\nat end of turn: n += 1", "a watch keeps a copy of this value"),
    ],
)
def test_mistakes(tmp_path: Path, code: str, message: str) -> None:
    with pytest.raises(artrules.ContentError) as found:
        begin(tmp_path, code)
    assert message in str(found.value)


def test_without_turns_there_is_nothing_to_wait_for(tmp_path: Path) -> None:
    text = RULES.replace("PLACE", " " * 12 + "at end of turn: skip").replace(
        'in_turn, from: "players[1]"', "all_at_once"
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "more.yaml").write_text(MORE, encoding="utf-8")
    found = [diagnostic.message for diagnostic in read_content(tmp_path, "waiting").report.diagnostics]
    assert "no phase of this game is played in turn, so there are no turns" in found

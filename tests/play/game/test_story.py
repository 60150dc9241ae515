"""The story: what the log tells of options, who reads what of it, and what goes on being called by its label."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import artrules
from artrules.play.game.game import Game
from artrules.play.game.saves import entry_of
from artrules.play.pipeline import read_content
from artrules.play.presentation import entry_data
from artrules.play.presentation.log_lines import LogRun, runs_of
from artrules.table.session.record import record_of
from play.game.tiny import tiny
from play.standalone.node import node
from waiting import PATIENCE

RULESETS = Path(__file__).parents[2] / "rulesets"
PAGE = Path(artrules.__file__).parent / "table" / "page"


def told(folder: Path, act: str, story: str, **more: str) -> artrules.Ruleset:
    """Tiny with a story."""
    return tiny(folder, act, more="layout:\n  story:\n" + indent(story, "    "), **more)


def play(game: Game, *labels: str) -> None:
    for label in labels:
        (option,) = (o for d in game.decisions for o in d.options if o.label == label)
        game.choose(option)


def test_a_sentence_is_told_in_place_of_the_label(tmp_path: Path) -> None:
    act = 'choose one:\n    "take {n}" for n in 1..3:\n        my x += n\n    "wait":\n        skip\nmay "end": skip'
    story = '"take {n}": "{me} took {n} {\'tile\' if n = 1 else \'tiles\'}, after {my x}"\nwait: "{me} waited"'
    game = told(tmp_path, act, story).new_game(players=2, seed=1)
    play(game, "take 2")
    entry = game.log[-1]
    assert (entry.text, entry.own, entry.public) == ("player 1 took 2 tiles, after 0",) * 3
    assert (entry.label, entry.option, game.log.read_by(2)[-1].label) == ("take 2", "take 2", "")
    assert record_of(game, "there").labels == ("take 2",)


def test_an_option_of_which_nothing_is_told_is_called_by_its_label(tmp_path: Path) -> None:
    ruleset = told(
        tmp_path, 'choose one:\n    "a":\n        skip\n    "b":\n        skip\nmay "end": skip', 'a: "{me} did it"'
    )
    texts = []
    for label in ("a", "b"):
        game = ruleset.new_game(players=2, seed=1)
        play(game, label)
        texts.append((game.log[-1].text, game.log[-1].label))
    assert texts == [("player 1 did it", "a"), ("b", "")]


def test_the_chooser_is_who_decides(tmp_path: Path) -> None:
    act = 'as left(me):\n    choose one:\n        "give {c} to {p}" for c in pool, p in others(me):\n'
    act += "            move c to p.hand\nmay 'end': skip".replace("'", '"')
    story = '"give {c} to {p}": "{me} gave {c} to {p}, {left(me)} is next"'
    game = told(tmp_path, act, story).new_game(players=2, seed=1)
    play(game, game.decisions[0].options[0].label)
    assert game.log[-1].text.startswith("player 2 gave ") and game.log[-1].text.endswith(
        "to player 1, player 1 is next"
    )


MISTAKES = {
    "taek: took": ("unknown-name", "take"),
    'take: "{me} took {n}"': ("unknown-name", None),
    'take: "{me} took {"': ("bad-syntax", None),
}


@pytest.mark.parametrize("story", MISTAKES)
def test_mistakes(tmp_path: Path, story: str) -> None:
    slug, meant = MISTAKES[story]
    told_folder = tmp_path / "tiny"
    with pytest.raises(artrules.ContentError) as refused:
        told(told_folder, 'choose one:\n    "take":\n        skip\n    "wait":\n        skip', story)
    (diagnostic,) = [d for d in refused.value.diagnostics if d.severity == "error"]
    assert diagnostic.slug == slug and (meant is None or diagnostic.suggestions == (meant,))


def test_an_overlay_may_tell_it_otherwise_and_take_the_option_away(tmp_path: Path) -> None:
    shutil.copytree(RULESETS / "lanterns", tmp_path / "lanterns")
    overlay = "overlay: quiet\nof: lanterns\napplies: size(players) = 3\n"
    overlay += 'layout: {story: {leave: "{me} slipped away"}}\n'
    (tmp_path / "lanterns" / "overlays" / "quiet.yaml").write_text(overlay, encoding="utf-8")
    part = 'part_of: lanterns\nlayout: {story: {leave: "{me} left", "buy a {n}": "{me} bought one"}}\n'
    (tmp_path / "lanterns" / "story.yaml").write_text(part, encoding="utf-8")
    content = read_content(tmp_path / "lanterns")
    assert content.report.errors == []
    ruleset = artrules.load(tmp_path / "lanterns")
    texts = {}
    for players in (2, 3):
        game = ruleset.new_game(players=players, seed=1)
        while not any(entry.option == "leave" for entry in game.log):
            options = game.decisions[0].options
            game.choose(next((o for o in options if o.label in ("leave", "stop playing")), options[0]))
        texts[players] = next(entry.text for entry in game.log if entry.option == "leave")
    assert {players: text.partition(" ")[2][2:] for players, text in texts.items()} == {2: "left", 3: "slipped away"}


def test_entries_as_data_come_back(tmp_path: Path) -> None:
    game = told(
        tmp_path, 'choose one:\n    "a":\n        skip\n    "b":\n        skip\nmay "end": skip', 'a: "{me} did it"'
    ).new_game(players=2, seed=1)
    play(game, "a")
    for entry in game.log:
        assert entry_of(json.loads(json.dumps(entry.as_data())), 2) == entry


def bare(runs: list[Any]) -> list[Any]:
    """The lines of runs without brackets around them."""
    return [[player, [re.sub(r"^\((.*)\)", r"\1", line) for line in lines]] for player, lines in runs]


def test_terminal_and_page_tell_the_same_lines() -> None:
    """The page groups what the server sends, the terminal the log itself."""
    logs = {}
    for name in ("whispers", "lanterns", "raiders", "caravans"):
        ruleset = artrules.load(RULESETS / name)
        game = ruleset.new_game(players=ruleset.player_counts[-1], seed=5)
        chance = random.Random(5)
        while game.decisions and len(game.choices) < 120:
            game.choose(chance.choice(chance.choice(game.decisions).options))
        for seat in (None, 1, 2):
            entries = game.log.entries if seat is None else game.log.read_by(seat)
            logs[f"{name} {seat}"] = entries
    script = (
        f'import {{ grouped }} from "{PAGE.as_posix()}/log.js";'
        'let text = ""; for await (const part of process.stdin) text += part;'
        "const runs = (log) => grouped(log).flatMap(({ phases }) => phases.flatMap(({ runs }) =>"
        "  runs.map(({ player, lines }) => [player, lines.map(({ text }) => text)])));"
        "console.log(JSON.stringify(Object.values(JSON.parse(text)).map(runs)));"
    )
    sent = json.dumps({name: [entry_data(entry) for entry in entries] for name, entries in logs.items()})
    done = subprocess.run(
        [node(), "--input-type=module", "-e", script], input=sent, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    for entries, on_page in zip(logs.values(), json.loads(done.stdout), strict=True):
        in_terminal = [run for run in runs_of(entries) if isinstance(run, LogRun)]
        # What the engine has taken stands in brackets in the terminal, in another colour on the page.
        assert bare(on_page) == bare([[run.player, list(run.lines)] for run in in_terminal])
        assert any(" ×" in line for run in in_terminal for line in run.lines) or len(in_terminal) > 5  # noqa: RUF001

"""How figures are put together, shown and split into stages. No test looks at how long anything takes."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

import pytest

import artrules
from artrules.engine.chance import Stream
from artrules.engine.execute.snapshots import write_snapshots
from artrules.engine.machine_code.machine import find_machine

from ..lockstep.games import Pair
from .__main__ import main
from .by_chance import play_artrules, play_handwritten
from .figures import copying
from .figures.alternating import alternate, ratio
from .figures.copying import AFTER_CHOICES, positions
from .figures.figure import Figure
from .figures.open_spiel import PAIRS
from .figures.playing import PLAYERS
from .lengths import Length, row_of
from .open_spiel import theirs as open_spiel_games
from .open_spiel.ours import Ours
from .pictures import of_artrules, of_handwritten
from .profile_play import shares_of
from .sampling import sample
from .stages import API, STAGES, Doing, doing
from .table import rounded, table_of_figures


def test_contenders_take_turns_and_warming_up_is_not_counted() -> None:
    turns: list[str] = []

    def contender(name: str, first: float) -> float:
        turns.append(name)
        return first + len(turns)

    found = alternate(2, lambda: contender("a", 0), lambda: contender("b", 10))
    assert turns == ["a", "b"] * 3
    assert found == [[3, 5], [14, 16]]


def test_the_ratio_is_taken_slice_by_slice() -> None:
    assert ratio([1, 4, 100], [2, 4, 400]) == 0.5


def test_both_engines_play_the_same_games_when_they_are_timed() -> None:
    game, made = play_handwritten(PLAYERS, 1)
    assert not game.stalled
    assert play_artrules(artrules.load("avant_carde"), PLAYERS, 1) == made


def test_both_engines_copy_the_same_positions() -> None:
    pairs = positions(artrules.load("avant_carde"))
    assert len(pairs) == len(AFTER_CHOICES)
    for theirs, ours in pairs:
        assert of_artrules(theirs) == of_handwritten(ours)
        assert theirs.decisions


def test_a_figure_with_and_without_a_goal_as_a_line() -> None:
    figures = [
        Figure("copy", 12.34, "us", "written by hand", 4.0, 3.085, "<= 30", True),
        Figure("test", 3.2, "s", "python -c pass", 0.02, 160.0, "", None),
    ]
    lines = table_of_figures(figures).splitlines()
    assert lines[2].split() == ["copy", "12.3", "us", "4.00", "written", "by", "hand", "3.08", "<=", "30", "yes"]
    assert lines[3].split() == ["test", "3.20", "s", "0.020", "python", "-c", "pass", "160"]


@pytest.mark.parametrize(
    ("value", "text"), [(185_432.1, "185,432"), (42.13, "42.1"), (3.25, "3.25"), (0.0284, "0.028"), (99.96, "100")]
)
def test_three_digits_are_shown(value: float, text: str) -> None:
    assert rounded(value) == text


def test_the_command_writes_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "AFTER_CHOICES", (5, 10))
    assert main(["--json", "--only", "copy", "--slices", "1", "--seconds", "0"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [f["unit"] for f in data["figures"]] == ["us"] * 3
    assert all(f["value"] > 0 and f["ratio"] > 0 for f in data["figures"])
    assert data["measured_on"]["python"]


@pytest.mark.parametrize(("module", "functions", "stage"), STAGES)
def test_a_stage_is_told_by_functions_that_there_are(module: str, functions: str, stage: str) -> None:
    """One that was renamed would leave its stage empty, and its time to another."""
    program = artrules.load("avant_carde").new_game().playing.runtime.program
    if module == "<generated>":
        names = {function.name for function in program.functions}
    elif module == "<snapshots>":
        names = set(re.findall(r"def (\w+)", write_snapshots(find_machine().regions)))
    else:
        folder = Path(artrules.__file__).parent / ("play/game" if stage == API else "engine/machine")
        (file,) = folder.rglob(f"{module}.py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert any(re.fullmatch(functions, name) for name in names)


def test_what_random_play_does_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_CACHE", "")  # so that it isn't played by a compiled module, which can't be looked at
    stream, met = Stream(1, 0, "bot"), set[Doing]()
    game = artrules.load("avant_carde").new_game(players=2, seed=1, log=False)
    calls: set[tuple[CodeType, CodeType | None]] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        call = (frame.f_code, frame.f_back and frame.f_back.f_code)
        if event == "call" and call not in calls:
            calls.add(call)
            met.add(doing(frame))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        while game.round < 5:
            options = game.decisions[0].options
            game.choose(options[stream.below(len(options))])
    finally:
        sys.setprofile(before)
    assert {Doing("candidates", False), Doing("taking", False), Doing("advancing", False), Doing(API, False)} <= met
    assert any(it.ahead for it in met)
    assert not any(it.ahead for it in met if it.stage == API)


def test_a_sample_counts_where_it_looked() -> None:
    """However slow the machine, work that waits for a look is looked at."""
    looks: list[str] = []

    def place_of(frame: FrameType) -> str:
        looks.append(frame.f_code.co_name)
        return "a place"

    def work() -> None:
        while not looks:
            sum(range(100))

    assert sample(work, place_of) == Counter({"a place": len(looks)})


def test_what_is_done_on_trial_is_told_apart() -> None:
    first = STAGES[0][2]
    shares = shares_of(Counter({Doing(first, True): 3, Doing(first, False): 1}), 200.0)
    assert shares[0] == (first, 50.0, 150.0, 1.0)
    assert all(share.part == 0 for share in shares[1:])


def test_lengths_of_games_are_summed_up() -> None:
    games = [Length(100, 2000, False), Length(120, 2200, False), Length(500, 9000, True)]
    assert row_of(4, games)[:5] == ("4", "3", "1", "33.33%", "120")


def test_without_open_spiel_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(open_spiel_games, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main(["--only", "open_spiel"])
    assert "pip install -e '.[benchmarks]'" in capsys.readouterr().err


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.title)
def test_a_game_is_played_in_each_way(pair: Pair) -> None:
    ours = Ours(pair.ours, pair.players[0], {**pair.settings, **pair.varying[0]})
    assert min(ours.play(3), ours.play_by_options(3)) > 3
    assert ours.play_inside(3) == 1

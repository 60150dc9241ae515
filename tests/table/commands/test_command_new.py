"""`artrules new`: what it writes is clean, passes and plays as it stands; what it refuses leaves nothing behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest
from click.testing import Result

import artrules
from artrules.author.scaffolds import fill, game_scaffolds, renamed_game, write_beside, write_folder
from artrules.author.scenarios.run import run_scenarios
from artrules.author.scenarios.writing import played, replayed, scenario_of
from artrules.model.catalogue.locations import shipped_folder
from artrules.play.content_search import find_outside
from artrules.play.pipeline import read_content

Run = Callable[..., Result]
RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted(path.name for path in shipped_folder().iterdir() if (path / "ruleset.yaml").is_file())


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A new game in a folder of its name."""
    write_folder(renamed_game(game_scaffolds()["plain"], "mine"), tmp_path / "mine")
    return tmp_path / "mine"


def flaws(folder: Path, *extra: Path) -> list[str]:
    """What is wrong with a game, warnings too, and with what lies outside; and the scenarios that fail."""
    ruleset = artrules.load(folder, extra=extra)
    results = run_scenarios(ruleset)
    warnings = [str(each.message) for each in ruleset.content.report.diagnostics]
    return [*warnings, *(f"{result.name}: {result.diagnostics[0].message}" for result in results if not result.passed)]


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "games")


# -- games


@pytest.mark.parametrize("style", game_scaffolds())
def test_a_game_to_begin_with_is_clean_passes_and_plays(style: str) -> None:
    folder = game_scaffolds()[style]
    assert flaws(folder) == []
    ruleset = artrules.load(folder)
    assert ruleset.model.layout.about and ruleset.model.hints.options
    for seed, players in enumerate([*ruleset.player_counts, ruleset.fewest_players, ruleset.fewest_players]):
        game = ruleset.new_game(players=players, seed=seed, log=False)
        game.play(seed=seed)
        assert game.result is not None and not game.result["stalled"]


def test_a_new_game_has_its_name_and_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    done = run("new", "game", "my_game", "--as", "market", "--to", str(tmp_path))
    assert done.exit_code == 0, done.output
    folder = tmp_path / "my_game"
    assert (artrules.load(folder).name, artrules.load(folder).title) == ("my_game", "My game")
    assert flaws(folder) == [] and "market:" not in (folder / "layout.yaml").read_text().partition("layout:")[0]
    assert f"artrules play {folder} --seat 1" in done.stdout and f"artrules serve {folder}" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Mine"], "`Mine` can't be the name of a game: lower-case words joined by `_`, such as my_game"),
        (["yes"], "`yes` can't be the name of a game"),
        (["9_lives"], "`9_lives` can't be the name of a game"),
        (["my-game"], "`my-game` can't be the name of a game"),
        (["hearts"], "there is a game `hearts` already, which is found by this name: choose another one"),
        (["new_one", "--as", "plane"], "there is no game `plane` to begin with; did you mean `plain`?"),
        (["new_one", "--as", "plain", "--from", "hearts"], "give --as or --from, not both"),
        (["new_one", "--from", "heart"], "there is no ruleset `heart`; did you mean `hearts`?"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_no_game_can_begin_with_is_refused(run: Run, tmp_path: Path, words: list[str], sentence: str) -> None:
    done = run("new", "game", *words, "--to", str(tmp_path))
    assert done.exit_code == 2 and sentence in done.stderr
    assert left_in(tmp_path) == []


def test_what_is_there_stays(run: Run, mine: Path) -> None:
    before = (mine / "ruleset.yaml").read_text()
    done = run("new", "game", "mine", "--as", "tricks", "--to", str(mine.parent))
    assert done.exit_code == 2 and f"there is something at {mine} already" in done.stderr
    assert (mine / "ruleset.yaml").read_text() == before and left_in(mine.parent) == ["mine"]


def test_no_game_lies_in_another(run: Run, mine: Path) -> None:
    done = run("new", "game", "inner", "--to", str(mine / "more"))
    assert done.exit_code == 2 and f"{mine} is the folder of a game, in which no other can lie" in done.stderr
    assert not (mine / "more").exists()


def test_a_copy_takes_sets_overlays_scenarios_and_libraries_along(run: Run, tmp_path: Path) -> None:
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "shades.yaml").write_text(
        "library: shades\nlanguage: 3\nenums: {shade: [dark, bright]}\n"
    )
    original, no_more = tmp_path / "lamps", {"others": "", "leaves_out": "", "attributes": ""}
    write_folder(
        {
            **fill("set", "river", game="lamps", key="1", group="guild", setting="guilds", **no_more),
            **renamed_game(game_scaffolds()["plain"], "lamps"),
        },
        original,
    )
    main = original / "ruleset.yaml"
    main.write_text(
        main.read_text()
        + "uses: shades\nsettings: {guilds: {set_of: guild, starts: river, says: Choose.}}\n"
        + "groups: {guild: {keyed_by: 1..7, chosen_by: guilds}}\n"
    )
    done = run("new", "game", "candles", "--from", str(original), "--to", str(tmp_path / "elsewhere"))
    assert done.exit_code == 0, done.output
    copy = tmp_path / "elsewhere" / "candles"
    assert (copy / "libraries" / "shades.yaml").is_file()
    ruleset = artrules.load(copy)
    assert ruleset.name == "candles" and "river" in ruleset.model.sets
    assert [result.passed for result in run_scenarios(ruleset)] == [True, True, True]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_copy_of_each_shipped_game_is_clean_and_passes(run: Run, name: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "another")
    assert run("new", "game", "another", "--from", name, "--to", str(tmp_path)).exit_code == 0
    checked = run("check", copy)
    assert checked.exit_code == 0 and "warning" not in checked.stdout, checked.stdout
    assert run("test", copy).exit_code == 0


# -- sets and expansions


def test_a_set_lies_where_it_is_to_and_is_clean(run: Run, tmp_path: Path) -> None:
    done = run("new", "set", str(RULESETS / "crafts"), "fishers", "--to", str(tmp_path))
    assert done.exit_code == 0, done.output
    file = tmp_path / "fishers.yaml"
    assert f"artrules test {RULESETS / 'crafts'} --with {file} " in done.stdout
    content = read_content(RULESETS / "crafts", extra=find_outside([file]))
    assert not content.report.diagnostics and "fishers" in content.base.sets


def test_an_expansion_of_a_game_that_tells_no_rules_tells_none(run: Run, tmp_path: Path) -> None:
    """One that did would be told that the game lacks a rulebook."""
    assert run("new", "expansion", str(RULESETS / "bulbs"), "stars", "--to", str(tmp_path)).exit_code == 0
    content = read_content(RULESETS / "bulbs", extra=find_outside([tmp_path / "stars.yaml"]))
    assert not content.report.diagnostics and content.files.added == ["expansion stars"]


def test_a_game_without_groups_gets_no_set(run: Run, mine: Path) -> None:
    done = run("new", "set", str(mine), "fishers")
    assert done.exit_code == 2 and "has no place for sets (`groups`)" in done.stderr
    assert f"artrules new expansion {mine} fishers" in done.stderr


def test_an_expansion_of_a_game_of_ones_own_lies_in_its_folder(run: Run, mine: Path) -> None:
    done = run("new", "expansion", str(mine), "stars")
    assert done.exit_code == 0, done.output
    assert (mine / "expansions" / "stars.yaml").is_file() and flaws(mine) == []
    [scenario] = [each for each in run_scenarios(artrules.load(mine)) if each.about == [] and each.heading == "stars"]
    assert scenario.passed and f"artrules play {mine} --setting with_stars=yes --seat 1" in done.stdout
    again = run("new", "expansion", str(mine), "stars")
    assert again.exit_code == 2 and "Mine has the expansion `stars` already: choose another name" in again.stderr


@pytest.mark.parametrize("kind", ["set", "expansion"])
@pytest.mark.parametrize("name", SHIPPED)
def test_each_shipped_game_can_have_one(run: Run, tmp_path: Path, kind: str, name: str) -> None:
    done = run("new", kind, name, "another", "--to", str(tmp_path))
    if done.exit_code:
        assert kind == "set" and "groups" in done.stderr
        return
    checked = run("check", str(tmp_path / "another.yaml"))
    assert (checked.exit_code, checked.stdout.count("warning")) == (0, 0), checked.output
    assert run("test", str(tmp_path / "another.yaml")).exit_code == 0


# -- scenarios


def test_a_scenario_of_a_seeded_game_passes_and_is_short(run: Run, mine: Path) -> None:
    done = run("new", "scenario", str(mine), "--seed", "7", "--after", "5")
    assert done.exit_code == 0, done.output
    text = (mine / "scenarios" / "seed_7_after_5.yaml").read_text()
    assert text.count("bag:") == 1  # where it is expected; before that it lies as the seed has left it
    assert "phase: turns\n      round: 3\n      turn: 2\n" in text
    assert "      - choose: add yellow 3\n      - expect:\n" in text
    assert flaws(mine) == []


def test_a_scenario_of_a_kept_game_ends_with_its_last_choice(run: Run, mine: Path) -> None:
    save = mine.parent / "My game.json"
    game = artrules.load(mine).new_game(seed=4)
    game.play()
    save.write_text(game.to_json(), encoding="utf-8")
    done = run("new", "scenario", str(mine), "--from", str(save))
    assert done.exit_code == 0, done.output
    [file] = mine.glob("scenarios/my_game_after_*.yaml")
    assert "result: {winners: [" in file.read_text() and flaws(mine) == []
    refused = run("new", "scenario", str(mine), "--from", str(save), "--seed", "3")
    assert refused.exit_code == 2 and "a game that was kept has a setup of its own" in refused.stderr
    other = run("new", "scenario", str(game_scaffolds()["market"]), "--from", str(save))
    assert other.exit_code == 2 and "this is a game of mine, not of market" in other.stderr


def test_a_position_that_never_comes_about_is_refused(run: Run, mine: Path) -> None:
    done = run("new", "scenario", str(mine), "--after", "400")
    assert done.exit_code == 2 and "there is no choice 400: the game has " in done.stderr
    assert left_in(mine / "scenarios") == ["turns.yaml"]


WAITING = """\
ruleset: waiting
language: 3
title: Waiting
players: 2
events: {called: {has: {by: player}}}
variables: {points: {of: player, type: 0..9}}
procedures:
  turn: |
    choose one:
        "call":
            announce called(by: me)
        "wait":
            watch called as e where e.by is not me until game ends:
                my points += 1
    choose one:
        "go":
            skip
        "stay":
            my points += 2
flow:
  rounds: [{name: calls, who: in_turn, from: "players[1]", do: turn()}]
  last_round: 4
  score: {points: {label: points, is: my points}}
  winners: best(p in players, most score(p))
"""


def test_of_what_no_position_tells_the_choices_are_made_again(tmp_path: Path) -> None:
    """Nothing on the table says that the first player waits: so the scenario begins before that."""
    (tmp_path / "ruleset.yaml").write_text(WAITING)
    ruleset = artrules.load(tmp_path)
    game = ruleset.new_game(seed=1)
    for label in ("wait", "go", "call"):
        game.choose(next(option for option in game.decisions[0].options if option.label == label))
    text = scenario_of(ruleset, replayed(ruleset, game.setup, game.choices), 3, "calls")
    steps = text.partition("steps:")[2]
    assert re.findall("- (?:choose|options): (.*)", steps) == ["wait", "go", "call", "[go, stay]", "go"]


@pytest.mark.parametrize("name", SHIPPED)
def test_positions_of_each_shipped_game_become_scenarios(name: str) -> None:
    """But for one of three: where a phase has gone too far to begin there, the steps that lead to it are written."""
    ruleset, texts = artrules.load(name), []
    for after in (3, 17, 40):
        course = played(ruleset, ruleset.setup(seed=after), after + 1)
        texts.append(scenario_of(ruleset, course, min(after, len(course.choices) - 1), "position"))
    assert sum("given:" in text for text in texts) >= 2


# -- writing


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write_folder({PurePosixPath("a"): b"1", PurePosixPath("a/b"): b"2"}, tmp_path / "new")
    assert left_in(tmp_path) == []
    (tmp_path / "b.yaml").write_bytes(b"there")
    with pytest.raises(FileExistsError, match=r"b\.yaml"):
        write_beside({PurePosixPath("a.yaml"): b"1", PurePosixPath("b.yaml"): b"2"}, tmp_path)
    assert left_in(tmp_path) == ["b.yaml"]

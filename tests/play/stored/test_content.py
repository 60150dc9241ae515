"""Content and programs from the cache are those that the pipeline makes, and of the files that are there now."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.engine.machine_code.printer import print_functions
from artrules.play.pipeline import read_content
from artrules.play.ruleset import Ruleset
from artrules.play.stored import cache

TESTS = Path(__file__).parent.parent.parent
LANTERNS = TESTS / "rulesets" / "lanterns"
VINTAGE = TESTS.parent / "rulesets" / "vintage"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a ruleset, which may be changed."""
    return Path(shutil.copytree(LANTERNS, tmp_path / "lanterns"))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that are really read."""
    folders: list[Path] = []

    def noted(folder: Path, *rest: Any, **named: Any) -> Any:
        folders.append(folder)
        return read_content(folder, *rest, **named)

    monkeypatch.setattr("artrules.play.pipeline.read_content", noted)
    return folders


@pytest.fixture
def lowered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The configurations that are really lowered."""
    from artrules.engine.lower.lower import lower_model

    configurations: list[Any] = []

    def noted(model: Any, configuration: Any, *rest: Any, **named: Any) -> Any:
        configurations.append(configuration)
        return lower_model(model, configuration, *rest, **named)

    monkeypatch.setattr("artrules.engine.lower.lower.lower_model", noted)
    return configurations


def played(ruleset: Ruleset, seed: int) -> Iterator[tuple[list[str], bytes]]:
    """What is offered in a game of random choices, and each position."""
    game, chance = ruleset.new_game(seed=seed), random.Random(seed)
    while game.decisions:
        options = chance.choice(game.decisions).options
        yield [option.label for option in options], game.to_json().encode()
        game.choose(chance.choice(options))


@pytest.mark.parametrize("name", ["avant_carde", str(LANTERNS)])
def test_games_are_the_same(name: str, cache_folder: Path, reads: list[Path], lowered: list[Any]) -> None:
    fresh = artrules.load(name)
    first = [list(played(fresh, seed)) for seed in range(2)]
    kept = artrules.load(name)
    assert [list(played(kept, seed)) for seed in range(2)] == first
    assert len(reads) == 1 and len(lowered) == 1
    assert (kept.content_hash, kept.added, kept.player_counts) == (fresh.content_hash, fresh.added, fresh.player_counts)


def test_a_game_from_the_cache_begins_without_what_reads_and_lowers(cache_folder: Path) -> None:
    """Importing it takes longer than all else that a game needs to begin."""
    artrules.load(str(LANTERNS)).new_game(players=2, seed=0)
    code = f"import sys, artrules; artrules.load({str(LANTERNS)!r}).new_game(players=2, seed=0); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages = {".".join(name.split(".")[1:3]) for name in run.stdout.split() if name.startswith("artrules.")}
    assert "play.ruleset" in packages
    unneeded = {"play.pipeline", "model.elaborate", "text.schema", "check.checks", "check.scenario_files"}
    assert packages & unneeded == set()
    assert {*run.stdout.split()} & {"yaml", "lark", "filelock", "jsonschema_rs", "artrules.engine.lower.lower"} == set()


def test_a_program_from_the_cache_is_the_same(cache_folder: Path) -> None:
    """Its functions are made again when somebody asks for them."""
    programs = [artrules.load("avant_carde").runtime(3)[0].program for _ in range(2)]
    fresh, kept = programs
    assert kept.functions is not fresh.functions
    assert print_functions(kept.functions) == print_functions(fresh.functions)
    assert (kept.tables, kept.numbers, kept.texts) == (fresh.tables, fresh.numbers, fresh.texts)
    assert kept.find_frames().types == fresh.find_frames().types
    assert [d.choose.at for d in kept.decisions.values()] == [d.choose.at for d in fresh.decisions.values()]


def test_a_program_refers_to_the_declarations_and_nodes_of_its_model(cache_folder: Path) -> None:
    for _ in range(2):
        ruleset = artrules.load(LANTERNS)
        program = ruleset.runtime(3)[0].program
        assert program.model is ruleset.model
        declared = {id(variable) for variable in ruleset.model.variables.values()}
        assert {id(variable) for variable, _, _ in program.layout.declared_variables()} <= declared
        used = {id(choose) for body in ruleset.model.bodies.values() for choose in body}
        assert used & {id(table.choose) for table in program.decisions.values()}


def test_why_an_option_is_missing_is_known_as_well(cache_folder: Path) -> None:
    answers = set()
    for _ in range(2):
        game = artrules.load("avant_carde").new_game(seed=3)
        answers.add(game.why_not(game.decisions[0].player, "pass").text)
    assert len(answers) == 1


@pytest.mark.parametrize("change", ["rule", "new file", "shown"])
def test_what_has_changed_is_read_again(change: str, folder: Path, cache_folder: Path, reads: list[Path]) -> None:
    main = folder / "ruleset.yaml"
    before = artrules.load(folder).content_hash
    if change == "rule":
        main.write_text(main.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    elif change == "new file":
        (folder / "more.yaml").write_text("part_of: lanterns\n", encoding="utf-8")
    else:
        folder = Path(folder.rename(folder.with_name("elsewhere")))
    assert (artrules.load(folder).content_hash == before) == (change == "shown")
    assert len(reads) == 2


def test_a_changed_table_is_read_again(tmp_path: Path, cache_folder: Path, reads: list[Path]) -> None:
    """Tables are no YAML, so they aren't part of the key."""
    folder = Path(shutil.copytree(VINTAGE, tmp_path / "vintage"))
    before = artrules.load(folder).content_hash
    assert artrules.load(folder).content_hash == before
    table = folder / "items.csv"
    table.write_text(table.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert artrules.load(folder).content_hash != before
    assert len(reads) == 2
    table.unlink()
    with pytest.raises(artrules.ContentError):
        artrules.load(folder)


def test_scenarios_are_of_no_importance(folder: Path, cache_folder: Path, reads: list[Path]) -> None:
    artrules.load(folder)
    scenarios = next(path for path in folder.rglob("*.yaml") if path.read_text(encoding="utf-8").startswith("scenar"))
    scenarios.write_text(scenarios.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    artrules.load(folder)
    assert len(reads) == 1


def test_another_engine_reads_again(
    folder: Path, cache_folder: Path, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    artrules.load(folder)
    monkeypatch.setattr(cache, "engine_identity", lambda: b"another")
    artrules.load(folder)
    assert len(reads) == 2


def test_errors_are_not_kept(folder: Path, cache_folder: Path, reads: list[Path]) -> None:
    (folder / "more.yaml").write_text("part_of: lanterns\nzones: 3\n", encoding="utf-8")
    told = []
    for _ in range(2):
        with pytest.raises(artrules.ContentError) as caught:
            artrules.load(folder)
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert list(cache_folder.iterdir()) == []


def test_without_a_cache_everything_is_read(folder: Path, reads: list[Path], lowered: list[Any]) -> None:
    for _ in range(2):
        artrules.load(folder).new_game()
    assert len(reads) == len(lowered) == 2


def test_a_set_from_outside_is_part_of_the_key(
    folder: Path, tmp_path: Path, cache_folder: Path, reads: list[Path]
) -> None:
    extra = (folder / "sets" / "hill.yaml").rename(tmp_path / "hill.yaml")
    for _ in range(2):
        assert artrules.load(folder, [extra]).added == ("set hill",)
    extra.write_text(extra.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    artrules.load(folder, [extra])
    assert artrules.load(folder).added == ()
    assert len(reads) == 3


SWITCHED = """applies: with_{name}
adds:
  settings: {{with_{name}: {{type: bool, starts: no}}}}
  variables: {{{name}: {{of: player, type: 0..9}}}}
  flow: {{setup: {{{name}: 'for p in players: p.{name} becomes 1'}}, score: {{{name}: {{is: my {name}}}}}}}
"""


def test_a_model_that_nobody_judged_is_kept_with_its_programs(
    tmp_path: Path, cache_folder: Path, lowered: list[Any]
) -> None:
    extra = []
    for name in ("early", "late"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(f"expansion: {name}\nof: lanterns\nlanguage: 3\n{SWITCHED.format(name=name)}", encoding="utf-8")
        extra.append(path)
    played_games = []
    for _ in range(3):
        ruleset = artrules.load(LANTERNS, extra)
        assert ("early",) not in ruleset.content.models
        game = ruleset.new_game(players=3, settings={"with_early": "yes"}, seed=2)
        model = game.inspect.model
        assert model.overlays == ("early",) and ruleset.runtime(3, {"with_early": "yes"})[0].program.model is model
        assert model.source_text("nowhere") is None
        game.play(seed=2)
        played_games.append(game.to_json())
    assert len(lowered) == 1
    assert len(set(played_games)) == 1

"""`artrules check` after an edit uses what earlier processes have found out of what is as it was, and says the same as
a reading without that."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from artrules.model.catalogue.locations import Location, OutsideContent
from artrules.play.pipeline import read_content
from artrules.play.stored import steps
from artrules.play.stored.steps import stored_steps
from artrules.play.stored.verdicts import Verdict, judge, verdict_of
from artrules.text.diagnostics import earlier
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import LateMapping, Mapping, to_data, word
from artrules.text.source.read import read
from artrules.text.syntax import parse

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


@pytest.fixture
def lanterns(tmp_path: Path, cache_folder: Path) -> Location:
    folder = tmp_path / "lanterns"
    shutil.copytree(LANTERNS, folder)
    location = Location(folder, "lanterns")
    judge(location, OutsideContent())
    return location


@contextmanager
def steps_done(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of the steps that are done, not taken from what is known."""
    done: set[str] = set()
    result = earlier.EarlierSteps.result

    def noted(self: Any, inputs: Any, report: Any, step: Callable[[Any], Any], *others: Any, **more: Any) -> Any:
        def noted_step(part: Any) -> Any:
            done.add(inputs[0])
            return step(part)

        return result(self, inputs, report, noted_step, *others, **more)

    with monkeypatch.context() as patch:
        patch.setattr(earlier.EarlierSteps, "result", noted)
        yield done


def edit(location: Location, file: str, old: str, new: str) -> None:
    path = location.folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def judged_again(location: Location, monkeypatch: pytest.MonkeyPatch) -> tuple[Verdict, set[str]]:
    """What is told now, which must be what a reading without any cache tells, and the steps that were done for it."""
    fresh = verdict_of(read_content(*location))
    parse._parse_once.cache_clear()
    with steps_done(monkeypatch) as done:
        now = judge(location, OutsideContent())
    assert now.found == fresh.found
    assert now.summary == fresh.summary
    assert now.texts == fresh.texts
    return now, done


IN_RULES = {"checks", "together", "words"}
IN_SCENARIOS = {"scenarios"}


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("rulings.yaml", "rulings:", "# nothing new\nrulings:", set()),
        ("ruleset.yaml", "procedures:", "# nothing new\nprocedures:", {"together"}),  # in this file something was found
        ("ruleset.yaml", "left -= 1", "left -= 2", IN_RULES),
        ("ruleset.yaml", "stop playing", "end my turn", IN_RULES | IN_SCENARIOS),
        ("rulings.yaml", "about: ", "about: Now ", {"words"}),
        ("scenarios/hill.yaml", "scenarios: lanterns", "scenarios: lanterns\n", IN_SCENARIOS),
        ("ruleset.yaml", "left -= 1", "lefd -= 1", IN_RULES),
        ("overlays/duel.yaml", "starts: 16", "starts: 17", IN_RULES),
        ("overlays/duel.yaml", "size(players) = 2", "size(players) < 3", IN_RULES | IN_SCENARIOS),
    ],
)
def test_only_what_depends_on_an_edit_is_checked_again(
    lanterns: Location, file: str, old: str, new: str, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(lanterns, file, old, new)
    _, done = judged_again(lanterns, monkeypatch)
    assert done & (IN_RULES | IN_SCENARIOS) == expected


IDLE = "variables:\n  idle: {type: 0..9}\n"
LIBRARY = f"library: lights\nlanguage: 3\n{IDLE}"


@pytest.fixture
def with_library(lanterns: Location, tmp_path: Path) -> Location:
    """Lanterns, which uses a library beside it, with a variable that nothing changes."""
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "lights.yaml").write_text(LIBRARY, encoding="utf-8")
    edit(lanterns, "ruleset.yaml", "players: 2..4\n", "players: 2..4\nuses: lights\n")
    edit(lanterns, "ruleset.yaml", "variables:\n", "variables:\n  extra: {type: 0..9}\n")
    return lanterns


def slugs(verdict: Verdict) -> list[str]:
    return [each.slug for each in verdict.found]


def test_what_a_library_expects_is_asked_again(with_library: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it expects stands nowhere in the game, and says that the game has a variable for its sake."""
    before, _ = judged_again(with_library, monkeypatch)
    expects = "language: 3\nexpects: {variables: {extra: {type: 0..9}}}\n"
    edit(with_library, "../libraries/lights.yaml", "language: 3\n", expects)
    after, _ = judged_again(with_library, monkeypatch)
    assert len(slugs(before)) - len(slugs(after)) == 1


def test_what_moves_from_a_library_to_the_game_is_judged_there(
    with_library: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All declarations are the same, in the same order; but a library may have variables that nothing uses."""
    before, _ = judged_again(with_library, monkeypatch)
    edit(with_library, "../libraries/lights.yaml", IDLE, "")
    edit(with_library, "rulings.yaml", "\nrulings:", f"\n{IDLE}rulings:")
    after, _ = judged_again(with_library, monkeypatch)
    assert sorted(slugs(after)) == sorted([*slugs(before), "never-used"])


def test_code_that_is_as_it_was_is_not_parsed_again(lanterns: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(lanterns, "ruleset.yaml", "left -= 1", "left -= 2")
    parsed: list[str] = []
    checked_text = parse._checked

    def noted(kind: str, text: str) -> str:
        parsed.append(text)
        return checked_text(kind, text)

    monkeypatch.setattr(parse, "_checked", noted)
    parse._parse_once.cache_clear()
    judge(lanterns, OutsideContent())
    (text,) = set(parsed)
    assert "left -= 2" in text


def test_scenarios_are_read_only_where_somebody_asks(lanterns: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(lanterns, "ruleset.yaml", "left -= 1", "left -= 2")
    _, done = judged_again(lanterns, monkeypatch)
    assert {"tree", "shape"} <= done
    with stored_steps(*lanterns) as steps:
        files = read_content(*lanterns, earlier=steps).files
    (document,) = (each for each in files.scenarios if each.span.file == "lanterns/scenarios/hill.yaml")
    assert isinstance(document, LateMapping)
    assert word(document.get("scenarios")) == "lanterns"
    size = document.size_of("list")
    of_list = document.get("list")
    assert isinstance(of_list, Mapping)
    assert size == len(of_list.entries)
    whole = read(lanterns.folder / "scenarios" / "hill.yaml", "hill", Report())
    assert whole is not None
    assert to_data(document) == to_data(whole)


def test_what_nobody_has_used_for_longest_goes_first(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_BYTES", 3000)
    location = Path("game"), "game"
    with stored_steps(*location) as some:
        for number in range(9):
            some.result(("step", number), Report(), lambda _: "x" * 1000)
    with stored_steps(*location) as later:
        given = [later.result(("step", n), Report(), lambda _: "new")[0] for n in range(9)]
    assert given == ["n"] * 7 + ["x"] * 2


def test_a_result_that_nests_too_deep_is_made_again(cache_folder: Path) -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    with stored_steps(Path("game"), "game") as some:
        some.result(("step",), Report(), lambda _: nested)
        some.result(("other",), Report(), lambda _: 1)
    with stored_steps(Path("game"), "game") as later:
        assert later.result(("step",), Report(), lambda _: 2) == 2
        assert later.result(("other",), Report(), lambda _: 2) == 1

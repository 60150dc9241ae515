"""`artrules check` with a cache says what it says without one, before and after anything is changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from artrules.play import pipeline
from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active
from artrules.table.commands.check_output import FORMATS
from lab.simulation.small_ruleset import RULESET, write_ruleset
from table.commands.outside import OVERLAY, SCENARIOS, SET, write

WARNING = "part_of: lanterns\nvariables:\n  lost: {type: 0..9, starts: 0}\n"
IGNORED = WARNING.replace("  lost", "  # artrules: ignore never-used: for later\n  lost")
ROWS = "printed,shade,count\n1,red,5\n1,blue,5\n2,red,5\n2,blue,5\n"
OLD_ROWS = "    columns: [printed, shade, count]\n"
BY_TABLE = [
    (OLD_ROWS, "    table: tables/lanterns.csv\n"),
    ("    rows: [[1, red, 5], [1, blue, 5], [2, red, 5], [2, blue, 5]]\n", ""),
]
CONTENT = {
    "nothing wrong": {},
    "a warning": {"part.yaml": WARNING},
    "an ignored warning": {"part.yaml": IGNORED},
    "ignored in vain": {"part.yaml": WARNING.replace("variables", "# artrules: ignore never-true: why not\nvariables")},
    "ignored without a reason": {"part.yaml": IGNORED.replace(": for later", "")},
    "errors and fixes": {"ruleset.yaml": RULESET.replace("shuffle deck", "shuffle dekc").replace("title", "titel", 1)},
    "no YAML": {"part.yaml": f"{WARNING}procedures: [\n"},
    "an overlay": {"overlays/short.yaml": OVERLAY},
    "an error of an overlay": {"overlays/short.yaml": OVERLAY.replace("round_number", "round_numbr")},
    "scenarios": {"scenarios/river.yaml": SCENARIOS.replace("marsh", "river")},
    "an error of scenarios": {"scenarios/river.yaml": SCENARIOS.replace("marsh", "rivr")},
    "no game": {"ruleset.yaml": "title: Lanterns\n"},
}
Run = Callable[..., Any]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that are really read and judged."""
    folders: list[Path] = []
    read = pipeline.read_content

    def noted(folder: Path, *rest: Any, **named: Any) -> Any:
        folders.append(folder)
        return read(folder, *rest, **named)

    monkeypatch.setattr(pipeline, "read_content", noted)
    return folders


@pytest.fixture
def told(run: Run, cache_folder: Path) -> Run:
    """What `check` writes, and how it ends, after a test that it is the same with the cache and without."""

    def check(*arguments: str) -> tuple[int, str, str]:
        with_cache, without = (run("check", *arguments, **more) for more in ({}, {"ARTRULES_CACHE": ""}))
        said = [(each.exit_code, each.stdout, each.stderr) for each in (with_cache, without)]
        assert said[0] == said[1]
        return said[0]

    return check


POLICIES = (["--strict"], ["--ignore", "ART4"], ["--severity", "never-used=error"])


@pytest.mark.parametrize("name", CONTENT)
def test_in_all_formats(told: Run, lanterns: str, judged: list[Path], name: str) -> None:
    """Two of the formats and one policy for each content, in turn."""
    for path, text in CONTENT[name].items():
        write(Path(lanterns) / path, text)
    first = told(lanterns)
    assert told(lanterns) == first
    number, forms = list(CONTENT).index(name), sorted(FORMATS)
    for form in (forms[number % len(forms)], forms[(number + 1) % len(forms)]):
        told(lanterns, "--format", form)
    told(lanterns, *POLICIES[number % len(POLICIES)])
    kept = name != "no game"
    assert len(judged) == (1 if kept else 5)


EDITS = {
    "main file": ("ruleset.yaml", "stop playing", "stop {playin}"),
    "lines moved": ("ruleset.yaml", "title: Lanterns", "\n# so\ntitle: Lanterns"),
    "set": ("sets/river.yaml", "my coins += 1", "my coin += 1"),
    "part": ("part.yaml", "never-used", "never-usd"),
    "overlay": ("overlays/short.yaml", "round_number", "round_numbr"),
    "scenarios": ("scenarios/river.yaml", "hand: [red 1, red 2]", "hand: [red 1, red 3]"),
    "table": ("tables/lanterns.csv", "2,blue,5", "2,blue,6"),
    "a table that is broken": ("tables/lanterns.csv", "2,blue,5", '2,"blue'),
    "a table that is gone": ("tables/lanterns.csv", None, None),
    "a file that is gone": ("part.yaml", None, None),
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit(told: Run, tmp_path: Path, judged: list[Path], name: str) -> None:
    folder = write_ruleset(tmp_path / "game")
    main = RULESET
    for old, new in BY_TABLE:
        assert old in main
        main = main.replace(old, new)
    files = {"ruleset.yaml": main, "tables/lanterns.csv": ROWS, "part.yaml": IGNORED, "overlays/short.yaml": OVERLAY}
    for path, text in {**files, "scenarios/river.yaml": SCENARIOS.replace("marsh", "river")}.items():
        write(folder / path, text)
    before = told(str(folder))
    assert before[0] == 0
    path, old, new = EDITS[name]
    text = (folder / path).read_text(encoding="utf-8")
    if old is None:
        (folder / path).unlink()
    else:
        assert old in text
        write(folder / path, text.replace(old, new))
    assert told(str(folder)) != before or name == "lines moved"
    told(str(folder))
    write(folder / path, text)
    assert told(str(folder)) == before
    # The last state of tables is kept, and none where a file is missing.
    assert len(judged) == (3 if "table" in name else 2)


def test_files_from_outside(told: Run, lanterns: str, tmp_path: Path, judged: list[Path]) -> None:
    marsh = tmp_path / "more" / "marsh.yaml"
    write(marsh, SET)
    write(marsh.with_name("marsh_scenarios.yaml"), SCENARIOS)
    arguments = (lanterns, "--with", str(marsh.parent))
    before = told(*arguments)
    assert told(*arguments, "--format", "sarif")[0] == 0 and len(judged) == 1
    write(marsh, SET.replace("my coins", "my coin"))
    assert told(*arguments)[0] == 1
    write(marsh, SET)
    assert told(*arguments) == before and len(judged) == 2


def test_a_table_that_comes(told: Run, lanterns: str) -> None:
    """What stands in a folder decides what a missing table is taken for."""
    main = RULESET
    for old, new in BY_TABLE:
        main = main.replace(old, new)
    write(Path(lanterns) / "ruleset.yaml", main)
    assert "did you mean" not in told(lanterns)[1]
    write(Path(lanterns) / "tables" / "lantern.csv", ROWS)
    assert "lantern.csv" in told(lanterns)[1]
    write(Path(lanterns) / "tables" / "lanterns.csv", ROWS)
    assert told(lanterns)[0] == 0


def test_checks_of_plugins_always_run(told: Run, lanterns: str, judged: list[Path]) -> None:
    told(lanterns)
    from artrules.play.plugins.api import Check, Finding

    def find(ruleset: Any) -> Any:
        return [Finding("this is no good", ruleset.documents[0].content.span)]

    check = Check("NEAT1", "no-good", "something is no good", "It is so.", find)
    active().register(SimpleNamespace(artrules_checks=hook(lambda: [check])), "neat")
    try:
        assert "no-good" in told(lanterns)[1]
    finally:
        active().unregister("neat")
    assert "no-good" not in told(lanterns)[1]
    assert len(judged) == 1


def test_a_damaged_entry_is_made_again(told: Run, lanterns: str, cache_folder: Path, judged: list[Path]) -> None:
    told(lanterns)
    (entry,) = cache_folder.glob("verdict-*")
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    told(lanterns)
    assert len(judged) == 2


def test_another_schema_or_library_judges_anew(
    told: Run, lanterns: str, judged: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(lanterns)
    monkeypatch.setattr("artrules.play.stored.cache.judges", lambda: "others")
    told(lanterns)
    assert len(judged) == 2


def test_pictures_that_come_and_go(told: Run, lanterns: str) -> None:
    picture, link = Path(lanterns) / "art" / "table.png", Path(lanterns) / "link.svg"
    link.symlink_to("/etc/hostname")
    write(
        Path(lanterns) / "part.yaml",
        "part_of: lanterns\nlayout:\n  theme: {picture: art/table.png}\n"
        "  cards:\n    lantern: {picture: '{self.face}.png', back: {picture: back.tiff}}\n"
        "  members: {colour: {red: {picture: link.svg}}}\n",
    )

    def missing() -> list[tuple[str, str]]:
        """The places and messages, in the order of the file."""
        lines = told(lanterns)[1].splitlines()
        told_of = [number for number, line in enumerate(lines) if "[ART4239 missing-picture]: " in line]
        return [(lines[n + 1].rpartition("part.yaml:")[2], lines[n].partition(": ")[2]) for n in told_of]

    no_file = ("3:20", "the picture `art/table.png` can't be shown: this file can't be read: no such file or directory")
    others = [
        ("5:59", "`back.tiff` is no picture that browsers show (.png, .jpg, .jpeg, .webp, .svg)"),
        ("6:37", "the picture `link.svg` can't be shown: this link leads out of the folder that is read"),
    ]
    assert missing() == [no_file, *others]
    write(picture, "")
    assert missing() == others
    picture.unlink()
    assert missing() == [no_file, *others]

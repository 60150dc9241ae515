"""`artrules check --watch`: what it shows after each change, and what it survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from artrules.model.catalogue.watching import EVERY, MOST_WAITED, state_of, wait_for_change
from artrules.table.commands import check_watch
from table.commands.conftest import INTERPRETER
from table.commands.outside import OVERLAY, write
from waiting import PATIENCE

Edit = Callable[[], object]
WAITING = "waiting for a change; Ctrl-C ends"


@pytest.fixture
def watched(run, lanterns, monkeypatch) -> Callable[..., list[str]]:
    """Watches a ruleset while some edits are made, one after the other; what is shown each time."""

    def watch(*edits: Edit, options: tuple[str, ...] = (), named: str = lanterns) -> list[str]:
        waiting = iter(edits)
        quiet = [0]

        def sleep(_seconds: float) -> None:
            # Between two edits there are so many looks that the first has been read.
            quiet[0] += 1
            if quiet[0] % 3 == 1:
                edit = next(waiting, None)
                if edit is None:
                    raise KeyboardInterrupt
                edit()

        original = check_watch.watch
        monkeypatch.setattr(check_watch, "watch", lambda check, named: original(check, named, sleep))
        done = run("check", named, "--watch", *options)
        assert done.exit_code == 130, done.output
        return done.stdout.split(WAITING)[:-1]

    return watch


def replaced(path: str | Path, old: str, new: str) -> Edit:
    def edit() -> None:
        text = Path(path).read_text(encoding="utf-8")
        assert old in text
        write(Path(path), text.replace(old, new, 1))

    return edit


def test_what_is_new_and_what_has_gone(watched, lanterns):
    main = f"{lanterns}/ruleset.yaml"
    before, wrong, moved, right = watched(
        replaced(main, "shuffle deck", "shuffle dekk"),
        replaced(main, "title:", "# a line more\ntitle:"),
        replaced(main, "shuffle dekk", "shuffle deck"),
    )
    assert before == "lanterns: 3 files, 2 sets, 0 scenarios: no errors\n"
    assert "1 new, 0 gone, 0 still there" in wrong and "error[ART2001 unknown-name]" in wrong
    assert "0 new, 0 gone, 1 still there" in moved and "error[" not in moved
    assert "0 new, 1 gone, 0 still there" in right and f"gone: {main}:" in right
    assert right.endswith("no errors\n")


def test_equal_faults_are_counted_each(watched, lanterns):
    folder = Path(lanterns)
    case = "  {}:\n    given: {{phase: nowhere}}\n    steps: [options: [pass]]\n"
    cases = [case.format(name) for name in ("one", "two", "three")]
    more = folder / "more.yaml"
    head = "scenarios: lanterns\nlist:\n"
    _, wrong, fewer, right = watched(
        lambda: more.write_text(head + "".join(cases)),
        lambda: more.write_text(head + "".join(cases[1:])),
        more.unlink,
        options=("--select", "never-true"),
    )
    fault = "there is no phase `nowhere`"
    assert wrong.count(fault) == wrong.count("error[") == 3 and "3 new, 0 gone, 0 still there" in wrong
    assert fewer.count(fault) == fewer.count("gone: ") == 1 and "0 new, 1 gone, 2 still there" in fewer
    assert right.count(fault) == right.count("gone: ") == 2 and "0 new, 2 gone, 0 still there" in right


def test_a_folder_without_its_main_file_is_told_once(watched, lanterns, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main, away = Path(lanterns) / "ruleset.yaml", tmp_path / "away"
    (Path(lanterns) / "part.yaml").write_text("part_of: lanterns\nprocedures: {}\n")
    main.rename(away)
    wrong, right, wrong_again = watched(
        lambda: away.rename(main), lambda: main.rename(away), named=os.path.relpath(lanterns)
    )
    told = "artrules: the folder `lanterns` has no ruleset.yaml, but part.yaml is a part of a ruleset\n"
    assert wrong == told and wrong_again.endswith(told) and right.endswith("no errors\n")


def test_half_a_file_a_file_that_vanishes_and_a_folder_with_another_name(watched, lanterns):
    folder = Path(lanterns)
    hill = folder / "sets" / "hill.yaml"
    text = hill.read_text()
    shown = watched(
        lambda: hill.write_text(text[: len(text) // 2]),
        lambda: hill.write_text(text),
        hill.unlink,
        lambda: folder.rename(folder.with_name("other")),
        lambda: folder.with_name("other").rename(folder),
        lambda: hill.write_text(text),
    )
    ends = [each.rstrip().splitlines()[-1] for each in shown]
    assert ends[2].endswith("no errors") and ends[3].startswith("lanterns: 2 files, 1 set")
    assert ends[4].startswith("artrules: there is no ruleset") and ends[5].startswith("lanterns: 2 files")
    assert ends[6] == ends[0]


def test_a_library_that_comes_and_changes(watched, lanterns):
    main, library = Path(lanterns) / "ruleset.yaml", Path(lanterns).parent / "libraries" / "weather.yaml"
    library.parent.mkdir()
    write(main, main.read_text(encoding="utf-8").replace("players:", "uses: weather\nplayers:", 1))
    missing, there, broken = watched(
        lambda: write(library, "library: weather\nfunctions:\n  is_calm: 3 > 2 + 3\n"),
        replaced(library, "2 + 3", "2 + no"),
    )
    assert "error[ART2070 no-library]" in missing
    assert "1 gone" in there and "1 library" in there
    assert "error[ART3101 wrong-type]" in broken


def test_a_configuration_file_that_comes_and_breaks(watched, lanterns, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    overlay = Path(write(tmp_path / "short.yaml", OVERLAY))
    config = tmp_path / "artrules.toml"
    shown = watched(
        lambda: config.write_text(f'with = ["{overlay.name}"]\n'),
        lambda: config.write_text("[check]\nstrct = 1\n"),
        lambda: replaced(overlay, "overlay:", "overlai:")(),
        lambda: config.write_text(f'with = ["{overlay.name}"]\n'),
    )
    assert "1 overlay" in shown[1] and "2:1: there is no key `strct`; did you mean `strict`?" in shown[2]
    assert "error[" in shown[-1] and "short.yaml" in shown[-1]


def test_on_a_screen_all_is_shown_again_below_what_is_new(watched, lanterns, monkeypatch):
    monkeypatch.setattr(check_watch, "_is_screen", lambda: True)
    main = f"{lanterns}/ruleset.yaml"
    shown = watched(
        replaced(main, "shuffle deck", "shuffle dekk"),
        replaced(main, "title:", "titel:"),
    )
    assert "\x1b[2J" not in shown[0] and "\x1b[2J" in shown[1]
    first, second = shown[2].index("unknown-key"), shown[2].rindex("error[")
    assert first <= second


@pytest.mark.parametrize("more", [("--fix",), ("--diff",), ("--format", "json"), ("--output", "x"), ("--play", "1")])
def test_what_does_not_go_together(run, lanterns, more):
    done = run("check", lanterns, "--watch", *more)
    assert done.exit_code == 2 and "`--watch` shows text" in done.stderr


def test_files_that_go_on_changing_are_read_all_the_same(tmp_path):
    file = Path(write(tmp_path / "a.yaml", "a"))
    sizes: Iterator[int] = iter(range(2, 1000))
    looks = []

    def sleep(seconds: float) -> None:
        assert seconds == EVERY
        looks.append(seconds)
        file.write_text("a" * next(sizes))

    wait_for_change([tmp_path], state_of([tmp_path]), sleep)
    assert len(looks) == 1 + MOST_WAITED


def test_what_counts_as_a_state(tmp_path):
    write(tmp_path / "sets" / "a.yaml", "a")
    write(tmp_path / "notes.txt", "a")
    write(tmp_path / "sets" / ".#a.yaml", "a")
    write(tmp_path / ".git" / "a.yaml", "a")
    os.symlink(tmp_path, tmp_path / "round")
    os.symlink("nowhere", tmp_path / "broken.yaml")
    assert list(state_of([tmp_path, tmp_path / "none"])) == [str(tmp_path / "sets" / "a.yaml")]
    assert list(state_of([tmp_path / "notes.txt"])) == [str(tmp_path / "notes.txt")]


def test_ctrl_c_ends_it(lanterns):
    process = subprocess.Popen(
        [sys.executable, "-m", "artrules", "check", lanterns, "--watch"],
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)][1] == f"{WAITING}\n"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and told == "artrules: interrupted\n"

"""`artrules migrate`: files are rewritten, all or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
OLD = "set: hill\nof: lanterns\nvariables: {debt: {of: player, type: -5..5}}  # what one owes\n"
NEW = (
    "set: hill\nlanguage: 3\nof: lanterns\nvariables: {debt: {of: player, type: -5..5, starts: -5}}  # what one owes\n"
)


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    path = tmp_path / "hill.yaml"
    path.write_text(OLD, encoding="utf-8")
    return path


def test_a_file_is_rewritten_and_said_to_be(run: Run, hill: Path) -> None:
    done = run("migrate", str(hill))
    assert (done.exit_code, hill.read_text(encoding="utf-8")) == (0, NEW)
    assert done.stdout == f"{hill}: from version 1, a start written down\n"


def test_a_folder_stands_for_its_files(run: Run, hill: Path) -> None:
    (hill.parent / "notes.txt").write_text("not content\n", encoding="utf-8")
    assert run("migrate", str(hill.parent)).exit_code == 0
    assert hill.read_text(encoding="utf-8") == NEW
    assert run("migrate", str(hill)).stdout.startswith("nothing to do")


def test_a_dry_run_shows_the_changes_and_makes_none(run: Run, hill: Path) -> None:
    shown = run("migrate", "--dry-run", str(hill)).stdout
    assert "+language: 3\n" in shown and "-variables: {debt: {of: player, type: -5..5}}" in shown
    assert hill.read_text(encoding="utf-8") == OLD


def test_where_one_file_cannot_be_read_none_is_rewritten(run: Run, hill: Path) -> None:
    broken = hill.parent / "broken.yaml"
    broken.write_text("set: [hill\n", encoding="utf-8")
    done = run("migrate", str(hill), str(broken))
    assert done.exit_code == 1 and f"--> {broken}:" in done.stderr
    assert hill.read_text(encoding="utf-8") == OLD


@pytest.mark.parametrize("name", ["missing.yaml", "missing", "notes.txt"])
def test_what_is_no_content_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    done = run("migrate", str(tmp_path / name))
    assert done.exit_code != 0 and name in done.stderr and "Traceback" not in done.stderr

"""`artrules fmt`: files are laid out in one style, all or none; what can't be read is reported and left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
LOOSE = b"set: hill\nof:   lanterns\nvariables: { debt: {of: player, type: -5 .. 5} } # what one owes\n"
TIDY = b"set: hill\nof: lanterns\nvariables: {debt: {of: player, type: -5..5}}  # what one owes\n"
BROKEN = b"set: dale\nof:   [lanterns\n"


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    path = tmp_path / "sets" / "hill.yaml"
    path.parent.mkdir()
    path.write_bytes(LOOSE)
    return path


def test_a_file_is_formatted_and_said_to_be(run: Run, hill: Path) -> None:
    done = run("fmt", str(hill))
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"formatted: {hill}\n", "")
    assert hill.read_bytes() == TIDY
    again = run("fmt", str(hill))
    assert (again.exit_code, again.stdout, again.stderr) == (0, "nothing to do: all is formatted\n", "")


def test_a_folder_stands_for_its_files(run: Run, hill: Path) -> None:
    (hill.parent / "notes.txt").write_text("not  content\n", encoding="utf-8")
    (hill.parent / "rows.csv").write_text("a , b\n", encoding="utf-8")
    assert run("fmt", str(hill.parent), str(hill)).stdout.count("formatted: ") == 1
    assert hill.read_bytes() == TIDY
    assert (hill.parent / "rows.csv").read_text(encoding="utf-8") == "a , b\n"


def test_without_a_path_the_present_folder_is_formatted(run: Run, hill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hill.parent)
    assert run("fmt").stdout == "formatted: hill.yaml\n"
    assert hill.read_bytes() == TIDY


def test_check_names_files_and_writes_nothing(run: Run, hill: Path) -> None:
    done = run("fmt", "--check", str(hill.parent))
    assert (done.exit_code, done.stdout) == (1, f"not formatted: {hill}\n")
    assert hill.read_bytes() == LOOSE
    hill.write_bytes(TIDY)
    assert run("fmt", "--check", str(hill.parent)).exit_code == 0


def test_diff_shows_the_changes_and_writes_nothing(run: Run, hill: Path) -> None:
    done = run("fmt", "--diff", str(hill))
    assert done.exit_code == 0
    assert "-of:   lanterns\n" in done.stdout and "+of: lanterns\n" in done.stdout and "formatted: " not in done.stdout
    assert run("fmt", "--diff", "--check", str(hill)).exit_code == 1
    assert hill.read_bytes() == LOOSE


def test_a_file_that_cannot_be_read_is_reported_and_the_others_are_formatted(run: Run, hill: Path) -> None:
    broken, bytes_ = hill.parent / "dale.yaml", hill.parent / "bytes.yaml"
    broken.write_bytes(BROKEN)
    bytes_.write_bytes(b"set: \xff\n")
    done = run("fmt", str(hill.parent))
    assert (done.exit_code, done.stdout) == (1, f"formatted: {hill}\n")
    assert f"--> {broken}:2:" in done.stderr and f"--> {bytes_}:1:" in done.stderr
    assert (hill.read_bytes(), broken.read_bytes()) == (TIDY, BROKEN)


def test_wrong_code_is_shown_in_its_place(run: Run, hill: Path) -> None:
    hill.write_text("set: hill\nof:  lanterns\nfunctions: {f: 1 + }\n", encoding="utf-8")
    done = run("fmt", "--check", str(hill))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "bad-syntax" in done.stderr and "3 | functions: {f: 1 + }" in done.stderr


def test_where_one_file_cannot_be_written_none_is(run: Run, hill: Path) -> None:
    fixed = hill.parent / "fixed.yaml"
    fixed.write_bytes(LOOSE)
    fixed.chmod(0o444)
    done = run("fmt", str(hill.parent))
    assert done.exit_code == 2 and f"nothing was formatted, because of {fixed}" in done.stderr
    assert (hill.read_bytes(), fixed.read_bytes()) == (LOOSE, LOOSE)


@pytest.mark.parametrize("name", ["missing.yaml", "missing", "notes.txt", "empty", "/"])
def test_what_is_no_content_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    done = run("fmt", str(tmp_path / name))
    assert done.exit_code != 0 and name in done.stderr and "Traceback" not in done.stderr


def test_the_ends_of_lines_and_a_mark_stay(run: Run, hill: Path) -> None:
    hill.write_bytes(b"\xef\xbb\xbf" + LOOSE.replace(b"\n", b"\r\n"))
    assert run("fmt", str(hill)).exit_code == 0
    assert hill.read_bytes() == b"\xef\xbb\xbf" + TIDY.replace(b"\n", b"\r\n")


def test_a_link_stays_a_link(run: Run, hill: Path) -> None:
    link = hill.parent.parent / "link.yaml"
    link.symlink_to(hill)
    assert run("fmt", str(link)).exit_code == 0
    assert link.is_symlink() and hill.read_bytes() == TIDY

"""Rewriting several files: all or none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from artrules.text.source.written_file import FileChanged, FileLock, NotRestored, write_files


@pytest.fixture
def files(tmp_path: Path) -> dict[Path, tuple[bytes, bytes]]:
    """Two files with what they hold and what they are to hold."""
    contents = {tmp_path / name: (f"old {name}".encode(), f"new {name}".encode()) for name in "ab"}
    for path, (before, _) in contents.items():
        path.write_bytes(before)
    return contents


def held(files: dict[Path, tuple[bytes, bytes]]) -> list[str]:
    (folder,) = {path.parent for path in files}
    return [path.read_text().partition(" ")[0] for path in sorted(folder.iterdir())]


def test_all_are_written_and_keep_their_modes(files: dict[Path, tuple[bytes, bytes]]) -> None:
    first = min(files)
    first.chmod(0o640)
    write_files(files)
    assert held(files) == ["new", "new"] and first.stat().st_mode & 0o777 == 0o640


def test_a_file_that_has_changed(files: dict[Path, tuple[bytes, bytes]]) -> None:
    max(files).write_bytes(b"other b")
    with pytest.raises(FileChanged, match="changed meanwhile") as raised:
        write_files(files)
    assert raised.value.filename == str(max(files)) and held(files) == ["old", "other"]


def test_a_file_that_may_not_be_written(files: dict[Path, tuple[bytes, bytes]]) -> None:
    max(files).chmod(0o444)
    with pytest.raises(OSError, match="may not be written"):
        write_files(files)
    assert held(files) == ["old", "old"]


def test_a_file_that_is_gone(files: dict[Path, tuple[bytes, bytes]]) -> None:
    max(files).unlink()
    with pytest.raises(FileNotFoundError):
        write_files(files)
    assert held(files) == ["old"]


def test_a_file_that_another_process_writes(files: dict[Path, tuple[bytes, bytes]]) -> None:
    with FileLock(max(files)), pytest.raises(OSError, match="another process"):
        write_files(files)
    assert held(files) == ["old", "old"]


def test_a_link_stays_one(files: dict[Path, tuple[bytes, bytes]], tmp_path: Path) -> None:
    target = min(files)
    link = tmp_path / "link"
    link.symlink_to(target)
    write_files({link: files[target]})
    assert link.is_symlink() and target.read_bytes() == b"new a"


@pytest.mark.parametrize("failing", [1, 2])
def test_when_renaming_fails(
    failing: int, files: dict[Path, tuple[bytes, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files that were replaced before get their old contents back."""
    calls = []

    def replace(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == failing:
            raise OSError(28, "No space left on device")
        rename(old, new)

    rename = os.replace
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(OSError, match="No space left"):
        write_files(files)
    assert held(files) == ["old", "old"]


def test_when_restoring_fails(files: dict[Path, tuple[bytes, bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are restored all the same, and what could not be restored is named with the first reason."""
    first = min(files)
    third = first.with_name("c")
    third.write_bytes(b"old c")
    files[third] = (b"old c", b"new c")
    calls = []

    def replace(old: Path, new: Path) -> None:
        calls.append(new)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        if len(calls) == 4:
            raise OSError(5, "Input/output error")
        rename(old, new)

    rename = os.replace
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(NotRestored, match="No space left") as raised:
        write_files(files)
    assert raised.value.filename == str(third) and raised.value.paths == [first]
    assert held(files) == ["new", "old", "old"]

"""Only ordinary files are opened, and no more of them is read than was asked for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from artrules.model.catalogue import scan as folders
from artrules.model.catalogue.locations import declared_name
from artrules.model.catalogue.scan import scan
from artrules.text.diagnostics.report import Report
from artrules.text.source.bounded_file import read_regular_file, real_path
from artrules.text.source.read import read_bytes
from tools.hostile.watchdog import watched


def lay_out(here: Path) -> dict[str, Path]:
    """One of each kind that is no ordinary file, and links to them."""
    kinds = {name: here / name for name in ("pipe", "socket", "folder", "dangling", "circle", "endless", "tty")}
    os.mkfifo(kinds["pipe"])
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(kinds["socket"]))
    kinds["folder"].mkdir()
    kinds["dangling"].symlink_to("nowhere")
    kinds["circle"].symlink_to("circle")
    kinds["endless"].symlink_to("/dev/zero")
    kinds["tty"].symlink_to("/dev/ptmx")
    kinds["zero in its name"] = here / "a\0b"
    kinds["half a character"] = here / "a\ud800b"
    kinds["long"] = here / ("x" * 5000)
    return kinds


KINDS = ["pipe", "socket", "folder", "dangling", "circle", "endless", "tty"]
KINDS += ["zero in its name", "half a character", "long"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_ordinary_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    path, report = lay_out(tmp_path)[kind], Report()
    with watched():
        with pytest.raises(OSError) as raised:
            read_regular_file(path, 100)
        assert raised.value.strerror
        assert read_bytes(path, "x.yaml", report) is None
        assert [d.slug for d in report.errors] == ["unreadable-file"]
        assert declared_name(path) == ""
        assert real_path(path).parent in (tmp_path, Path("/dev"))


def test_no_more_is_read_than_one_byte_too_many(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for size, read in ((0, 0), (100, 100), (101, 101), (5_000_000, 101)):
        file.write_bytes(b"x" * size)
        assert len(read_regular_file(file, 100)) == read
    with file.open("wb") as stream:
        stream.truncate(1 << 40)
    assert len(read_regular_file(file, 2_000_000)) == 2_000_001


def test_a_file_that_becomes_a_pipe_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, pipe = tmp_path / "plain", tmp_path / "pipe"
    plain.write_text("x")
    os.mkfifo(pipe)
    opened = os.open
    monkeypatch.setattr(os, "open", lambda path, *more: opened(pipe, *more))
    with watched(), pytest.raises(OSError, match="no ordinary file"):
        read_regular_file(plain, 100)


def test_a_ruleset_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    os.mkfifo(tmp_path / "game" / "ruleset.yaml")
    with watched():
        assert declared_name(tmp_path / "game") == ""
        scan([tmp_path / "game" / "ruleset.yaml", tmp_path / "game"])


def test_folders_that_are_named_together_share_one_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_ENTRIES", 10)
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        for number in range(6):
            (tmp_path / name / f"{number}.yaml").write_text("set: x")
    assert scan([tmp_path / "a"]).problems == ()
    found = scan([tmp_path / "a", tmp_path / "b"])
    assert [d.slug for d in found.problems] == ["file-too-large"]
    alone = scan([tmp_path])
    assert [d.slug for d in alone.problems] == ["file-too-large"] and alone.files == ()

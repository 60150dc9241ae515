"""Whatever the files of a ruleset hold: located diagnostics, or a game that can be played. Never anything else."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from tools.hostile.oracle import Violation, judge
from tools.hostile.sources import SOURCES
from tools.hostile.subject import FILES, write
from waiting import PATIENCE

SHARE = 20
SHARE_OF_SLOW = 4
"""A shipped ruleset takes a second for each, and so does content near the limits, or that works a lot."""


@pytest.mark.parametrize("source", SOURCES)
def test_any_input_is_judged(source: str, tmp_path: Path) -> None:
    shipped = source in shipped_rulesets()
    for number in range(SHARE_OF_SLOW if shipped or source in ("large", "heavy") else SHARE):
        files = SOURCES[source](Random(f"{source} {number}"))
        # The scenarios of a shipped ruleset are hundreds: of one input they are run, too.
        judge(write(tmp_path / "input", files), seed=number, scenarios=not shipped or number == 1)


def test_the_subject_itself_is_right(tmp_path: Path) -> None:
    verdict = judge(write(tmp_path / "input", FILES), scenarios=True)
    assert verdict.clean and verdict.chosen > 20


def test_a_traceback_is_found(tmp_path: Path) -> None:
    def reader(folder: Path, shown_as: str) -> Content:
        raise KeyError("oops")

    with pytest.raises(Violation, match="KeyError"):
        judge(write(tmp_path / "input", FILES), reader=reader)


def test_an_error_without_a_place_is_found(tmp_path: Path) -> None:
    def reader(folder: Path, shown_as: str) -> Content:
        content = read_content(folder, shown_as)
        kind = content.report.errors[0].kind
        content.report.add(kind, "something is wrong", None)
        return content

    with pytest.raises(Violation, match="no place"):
        judge(write(tmp_path / "input", {**FILES, "plain.yaml": "set: [\n"}), reader=reader)


def test_a_hang_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.hostile.oracle.PATIENCE", 0.2)

    def reader(folder: Path, shown_as: str) -> Content:
        while True:
            time.sleep(0.01)

    with pytest.raises(Violation, match="still running"):
        judge(write(tmp_path / "input", FILES), reader=reader)


@pytest.mark.parametrize("source", ["noise", "kiln", "lanterns", "typed"])
def test_the_command_ends_with_0_or_1_and_no_traceback(source: str, tmp_path: Path) -> None:
    for number in range(2):
        folder = write(tmp_path / "input", SOURCES[source](Random(f"command {source} {number}")))
        if not (folder / "ruleset.yaml").exists():
            (folder / "ruleset.yaml").write_bytes(b"\xff\x00")
        command = [sys.executable, "-m", "artrules", "check", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
        assert done.returncode in (0, 1), done.stderr
        assert "Traceback" not in done.stderr + done.stdout

"""Whatever a path leads to, every command that is given it ends soon, says why, and touches nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from artrules.table.commands.main import COMMANDS
from tools.hostile import paths
from tools.hostile.oracle import Violation
from tools.hostile.paths import KINDS, USES, Base, Use, any_path, try_path

SHARE = 20
READ = ["replay THING --list", "play --resume WITH_THING", "info LANTERNS --with THING"]
"""One for each of the ways in which files come to be read."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return Base(tmp_path_factory.mktemp("paths"))


def test_any_path_is_judged(base: Base, tmp_path: Path) -> None:
    for number in range(SHARE):
        try_path(base, tmp_path / "here", *any_path(Random(f"paths {number}")))


@pytest.mark.parametrize("kind", ["pipe", "link to /dev/zero", "endless", "link in a circle", "control characters"])
@pytest.mark.parametrize("call", READ)
def test_what_would_hang_or_never_end(call: str, kind: str, base: Base, tmp_path: Path) -> None:
    use = next(use for use in USES if use.call == call)
    assert try_path(base, tmp_path / "here", kind, use, "x\x1b[2J.yaml") in ("refused", "errors in content")


def test_what_is_right_is_done(base: Base, tmp_path: Path) -> None:
    for call in ("info LANTERNS --with THING", "doc LANTERNS --to THING"):
        use = next(use for use in USES if use.call == call)
        assert try_path(base, tmp_path / "here", "a set", use, "thing.yaml") == "done"


def test_every_command_that_takes_a_path_is_tried() -> None:
    assert {use.call.split()[0] for use in USES} == set(COMMANDS) - {"explain", "lsp", "plugins"}
    assert {word for use in USES for word in use.call.split() if word[:2] == "--"} >= {
        *("--with", "--resume", "--save", "--to"),
    }


CAUGHT = {
    "still running": "import time; time.sleep(1000)",
    "reaches the terminal": "print('\\x1b[2J')",
    "nothing is said": "raise SystemExit(1)",
    "ended with 9": "raise SystemExit(9)",
    "not told on one line": "import sys; sys.stderr.write('artrules: a\\nb\\n'); raise SystemExit(2)",
    "Traceback": "1 / 0",
    "left behind": "open('.artrules-0.new', 'w')",
    "was touched": "import os; os.unlink('thing'); open('thing', 'w')",
}


@pytest.mark.parametrize("wrong", CAUGHT)
def test_what_a_command_may_not_do_is_found(
    wrong: str, base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "interpreter" / "artrules"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(CAUGHT[wrong])
    monkeypatch.setattr(paths, "INTERPRETER", tmp_path / "interpreter")
    if wrong == "still running":
        monkeypatch.setattr(paths, "PATIENCE", 1)
    with pytest.raises(Violation, match=wrong):
        try_path(base, tmp_path / "here", "pipe", Use("check THING"), "thing")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_made(kind: str, tmp_path: Path) -> None:
    KINDS[kind](tmp_path / "thing")
    assert [path.name for path in tmp_path.iterdir()] == ["thing"]

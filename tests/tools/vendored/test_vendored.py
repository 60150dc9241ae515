"""The page brings along the libraries that its lock file describes, unchanged, and the wheel brings along the page."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from .lock import LOCK, VENDOR, mistakes, read_lock
from .renew import write

ROOT = Path(__file__).parents[3]


def test_libraries_are_those_of_the_lock_file() -> None:
    assert list(mistakes()) == []


@pytest.mark.parametrize("change", ["edit", "add", "remove"])
def test_differences_are_found(change: str, tmp_path: Path) -> None:
    folder = tmp_path / "vendor"
    shutil.copytree(VENDOR, folder)
    if change == "edit":
        (folder / "htm.js").write_bytes((folder / "htm.js").read_bytes() + b" ")
    elif change == "add":
        (folder / "other.js").write_text("export {};")
    else:
        (folder / "LICENSE.htm").unlink()
    [mistake] = mistakes(folder)
    assert mistake.startswith({"edit": "htm.js isn't", "add": "other.js isn't", "remove": "LICENSE.htm is"}[change])


def test_modules_are_found_by_their_paths_only() -> None:
    """A browser without an import map finds `./hooks.js`, and not `preact`."""
    for package in read_lock():
        for file in package.files:
            if file.name.endswith(".js"):
                code = (VENDOR / file.name).read_text("utf-8")
                assert all(name.startswith("./") for name in re.findall(r'\bfrom"([^"]*)"', code)), file.name


def test_what_is_replaced_must_be_there(tmp_path: Path) -> None:
    hooks = next(file for package in read_lock() for file in package.files if file.name == "hooks.js")
    with pytest.raises(SystemExit, match="once in this version"):
        write(hooks, {hooks.path: b"export {};"}, "preact", tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_wheel_brings_the_page() -> None:
    page = LOCK.parents[1]
    included = {Path(file.path) for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {path for path in page.rglob("*") if path.is_file()} <= included
    assert LOCK in included

"""The examples of changes in `docs/inside/extending/` still apply, and take as many files as `docs/inside/extending.md`
says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "inside" / "extending"
DIVIDER = "Derived files, which commands write:\n"
ROW = re.compile(r"^\| \[(\w+)\]\(extending/\1\.diff\) \| .* \| (\d+) \| (\d+) \|$", re.MULTILINE)
COUNTS = {
    name: (int(by_hand), int(derived))
    for name, by_hand, derived in ROW.findall((ROOT / "docs" / "inside" / "extending.md").read_text("utf-8"))
}
AT_MOST = {
    "builtin": 2,
    "check": 2,
    "operation": 4,
    "sugar": 4,
    "statement": 6,
    "zone_attribute": 4,
    "zone_sight": 4,
    "phase_key": 4,
    "key": 3,
    "log_entry": 4,
}
"""The most files that a person may have to write."""


def files(diff: str) -> list[str]:
    """The paths that a diff changes."""
    return re.findall(r"^diff --git a/(\S+) b/\1$", diff, re.MULTILINE)


def parts(name: str) -> tuple[str, str]:
    """An example's diff of files written by hand, and that of derived files."""
    by_hand, _, derived = (FOLDER / f"{name}.diff").read_text(encoding="utf-8").partition(DIVIDER)
    return by_hand, derived


def applies(diff: str) -> bool:
    """Whether a diff can be applied to the source tree, which need not be a repository."""
    # A repository around an unpacked source tree would hide the files from git.
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(ROOT.parent)}
    command = ["git", "apply", "--check", "-"]
    return subprocess.run(command, input=diff.encode(), cwd=ROOT, env=environment, capture_output=True).returncode == 0


def test_the_page_has_a_row_for_each_diff() -> None:
    assert sorted(COUNTS) == sorted(path.stem for path in FOLDER.iterdir())
    assert AT_MOST.keys() == COUNTS.keys()


@pytest.mark.parametrize("name", COUNTS)
def test_a_diff_applies(name: str) -> None:
    by_hand, derived = parts(name)
    assert applies(by_hand + derived), "docs/inside/extending.md says how to renew it"


def test_a_diff_of_another_tree_does_not_apply() -> None:
    by_hand, _ = parts("builtin")
    changed = by_hand.replace("\n ", "\n not there: ", 1)
    assert changed != by_hand and not applies(changed)


@pytest.mark.parametrize("name", COUNTS)
def test_a_change_takes_as_many_files_as_the_page_says(name: str) -> None:
    by_hand, derived = map(files, parts(name))
    assert (len(by_hand), len(derived)) == COUNTS[name]
    assert by_hand and len(by_hand) <= AT_MOST.get(name, len(by_hand))


@pytest.mark.parametrize("name", COUNTS)
def test_what_counts_as_derived_is_derived(name: str) -> None:
    """Of a page that a person writes too, only rows of tables."""
    for change in re.split(r"^(?=diff --git )", parts(name)[1], flags=re.MULTILINE)[1:]:
        (path,) = files(change)
        if path.startswith(("docs/write/", "docs/extend/")) or path == "docs/inside/machine.md":
            assert re.findall(r"^[+-](?![+-|]).*", change, re.MULTILINE) == []
        else:
            assert path.startswith(("schemas/", "tests/model/ir/dumps/", "tests/table/terminal/screens/"))

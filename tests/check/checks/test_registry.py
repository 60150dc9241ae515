"""Checks are discovered: one file is all that a check needs, wherever the package lies."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from itertools import pairwise
from pathlib import Path

import artrules
from artrules.check.checks import rules
from artrules.check.checks.check import ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.check.checks.registry import all_checks, find, kinds
from artrules.text.diagnostics.kinds import CODE_TOO_DEEP
from check.checks.trying import page_examples


def test_every_file_of_rules_holds_checks() -> None:
    files = {f"{rules.__name__}.{path.stem}" for path in Path(rules.__path__[0]).glob("[!_]*.py")}
    functions = [getattr(check, "find", None) or getattr(check, "holds", None) for check in all_checks()]
    assert {function.__module__ for function in functions} == files


def test_every_sort_of_check_is_in_use() -> None:
    assert {type(check) for check in all_checks()} == {Precondition, ModelCheck, RulesetCheck, ScenarioCheck}


def test_the_order_is_that_of_codes_and_names() -> None:
    keys = [(min(kind.code for kind in check.kinds), check.name) for check in all_checks()]
    assert all(before < after for before, after in pairwise(keys))


def test_each_kind_of_a_check_is_in_the_catalogue_and_shown() -> None:
    for check in all_checks():
        for kind in check.kinds:
            assert kinds()[kind.code] is find(kind.slug) is kind
            # Only code that is nested forty deep brings CODE_TOO_DEEP about: too long to be shown.
            assert page_examples(kind) or kind is CODE_TOO_DEEP


def test_no_two_checks_share_a_kind() -> None:
    """Kinds that only checks report (4xxx) are reported by one check each."""
    declared = [kind.code for check in all_checks() for kind in check.kinds if kind.code // 1000 == 4]
    assert len(declared) == len(set(declared))


def test_checks_are_discovered_in_a_zip(tmp_path: Path) -> None:
    package = Path(artrules.__file__).parent
    with zipfile.ZipFile(tmp_path / "artrules.zip", "w") as archive:
        for path in sorted(package.rglob("*")):
            if path.suffix in {".py", ".lark", ".json"}:
                archive.write(path, f"artrules/{path.relative_to(package)}")
    code = "from artrules.check.checks.registry import all_checks; print(*(check.name for check in all_checks()))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(tmp_path / "artrules.zip")}, capture_output=True, text=True
    )
    assert done.stdout.split() == [check.name for check in all_checks()], done.stderr

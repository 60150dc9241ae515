"""Finds the Pythons on this machine that can run artrules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from artrules.conformance.other_process import PACKAGES

NAMES = [f"python3.{minor}" for minor in range(11, 16)]
PROBE = """
import sys
assert sys.version_info >= (3, 11)
import click, jsonschema, jsonschema_rs, lark, packaging, platformdirs, pluggy, referencing, yaml
print("%d.%d.%d" % sys.version_info[:3])
"""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python that has everything that artrules needs."""

    path: str
    version: str


def usable(given: Iterable[str] = ()) -> list[Interpreter]:
    """The Pythons that can run artrules: those given, and the first of each version found here other than the current
    one."""
    found: dict[str, Interpreter] = {}
    wanted = list(given)
    for path in [*wanted, *_candidates()]:
        interpreter = _asked(path)
        if interpreter is None:
            continue
        version = interpreter.version.rpartition(".")[0]
        if path in wanted or version != "{}.{}".format(*sys.version_info[:2]):
            found.setdefault(version, interpreter)
    return list(found.values())


def _candidates() -> Iterator[str]:
    yield from (path for name in NAMES if (path := shutil.which(name)) is not None)
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from (str(path) for name in NAMES for path in sorted(versions.glob(f"*/bin/{name}")))


@cache
def _asked(path: str) -> Interpreter | None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    try:
        run = subprocess.run([path, "-c", PROBE], env=environment, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Interpreter(path, run.stdout.strip()) if run.returncode == 0 else None


@contextmanager
def package_alone() -> Iterator[Path]:
    """A folder that holds only artrules, so that another Python which has it on its path loads nothing made for this
    one."""
    with TemporaryDirectory() as folder:
        ours = Path(folder) / "artrules"
        shutil.copytree(PACKAGES / "artrules", ours, ignore=shutil.ignore_patterns("__pycache__"))
        for content in ("rulesets", "schemas"):
            beside = PACKAGES.parent / content
            if not (ours / content).exists() and beside.is_dir():
                shutil.copytree(beside, ours / content)
        yield Path(folder)

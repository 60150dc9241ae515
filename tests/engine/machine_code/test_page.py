"""docs/inside/machine.md names all that the machine has."""

from __future__ import annotations

import re
from pathlib import Path

from artrules.engine.machine.language import Element, Kept
from artrules.engine.machine_code.machine import find_machine
from artrules.engine.machine_code.read import OPERATORS

PAGE = (Path(__file__).parents[3] / "docs" / "inside" / "machine.md").read_text("utf-8").replace("\\|", "|")


def test_intrinsics() -> None:
    section = PAGE.split("### Intrinsics")[1].split("\n### ")[0]
    rows = "\n".join(line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `"))
    signatures = set(re.findall(r"`(\w+)\(([^)]*)\)`", rows))
    declared = {(name, ", ".join(c.co_varnames[: c.co_argcount])) for name, c in find_machine().intrinsics.items()}
    assert signatures == declared


def test_elements_and_kinds_of_regions() -> None:
    for name in [*Element.__members__, *Kept.__members__]:
        assert f"| {name} |" in PAGE


def test_operators() -> None:
    for operator in OPERATORS:
        assert re.search(rf"[` ]{re.escape(operator)}[` ]", PAGE), operator

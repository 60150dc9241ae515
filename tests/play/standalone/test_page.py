"""docs/extend/modules.md says what a host must know of a module."""

from __future__ import annotations

import re
from pathlib import Path

import artrules
from artrules.engine.machine.rules import texts
from artrules.engine.webassembly.module import EXPORTS, build_module
from artrules.play.standalone.build import describe_module

PAGE = (Path(__file__).parents[3] / "docs" / "extend" / "modules.md").read_text("utf-8")


def table(heading: str) -> list[str]:
    """The first cells of the tables under a heading."""
    text = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [cell for cell in re.findall(r"^\| ([^|]+) \|", text, re.M) if cell not in ("kind", "export", "function")]


def test_kinds_of_tokens() -> None:
    names = [name for name, kind in vars(texts).items() if name.isupper() and isinstance(kind, int)]
    tokens = names[names.index("TEXT") : names.index("SAID")]
    assert set(table("Texts")) == set(tokens)


def test_exports() -> None:
    told = " ".join(table("Memory and calls"))
    assert {re.sub(r"\d", "N", name) for name in EXPORTS} | {"memory"} == set(re.findall(r"`(\w+)", told))


def test_functions() -> None:
    ruleset = artrules.load("vintage")
    runtime, _ = ruleset.runtime(3)
    functions = describe_module(runtime, runtime.program, build_module(runtime.program), "", {}, None).functions
    told = [name for row in table("Asking") for name in re.findall(r"`(\w+)\(", row)]
    assert told
    assert {*told, "start", "begin", "choose", "rest", "take_up", "pack", "unpack", "play", "step"} <= {*functions}

"""How much work it is to compare the labels of options, and to tell which texts can stand in others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import indent

import pytest
from trying import diagnostics, places, written

from artrules.analyses.possible_texts import Words
from artrules.checks.rules import ambiguous_labels
from artrules.ir.nodes import Expression
from artrules.ir.print_code import print_expression

OPTIONS = 40


def options(folder: Path, option: str) -> Path:
    """Lanterns with a choice of many options that differ in a number."""
    lines = "".join(f"    {option.format(n=n)}:\n        my coins += {n}\n" for n in range(1, OPTIONS + 1))
    code = indent(f"choose one:\n{lines}", "    ")
    return written(folder, f"procedures:\n  try_it: |\n{code}")


def test_labels_are_not_compared_in_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def counted(e: Expression, members: Mapping[str, Sequence[str]]) -> str:
        calls.append(e)
        return print_expression(e, members)

    monkeypatch.setattr(ambiguous_labels, "print_expression", counted)
    assert places(diagnostics(options(tmp_path, '"pay {{left + {n}}}"')), "same-label") == []
    assert OPTIONS <= len(calls) <= 4 * OPTIONS


def test_options_with_conditions_read_the_same_as_one_without(tmp_path: Path) -> None:
    folder = options(tmp_path, '"take it" if left > {n}')
    assert places(diagnostics(folder), "same-label") == []
    part = folder / "part.yaml"
    text = part.read_text(encoding="utf-8")
    for wanting, wrong in ((1, range(2, OPTIONS + 1)), (OPTIONS, [OPTIONS])):
        part.write_text(text.replace(f" if left > {wanting}:", ":"), encoding="utf-8")
        lines = [2 * number + 3 for number in wrong]
        assert places(diagnostics(folder), "same-label") == [("lanterns/part.yaml", line) for line in lines]


def test_parts_of_words() -> None:
    words = Words(["gull", "heron"])
    assert list(words.ends_of_rest("ll on")) == [0, 1, 2]
    assert [part for part in ("", "gu", "her", "ull", "gulls") if words.begins(part)] == ["", "gu", "her"]
    assert [part for part in ("ero", "gull", "go") if words.holds(part)] == ["ero", "gull"]

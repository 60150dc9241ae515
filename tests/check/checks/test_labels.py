"""How much work it is to compare the labels of options, and to tell which texts can stand in others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import indent

import pytest

import artrules
from artrules.check.checks.rules import ambiguous_labels
from artrules.model.analyses.label_texts import label_texts
from artrules.model.analyses.possible_texts import Words
from artrules.model.ir.nodes import Expression
from artrules.model.ir.print_code import print_expression
from check.checks.trying import HOLDER, diagnostics, places, written

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


NAMES = {
    "an item of a list": ("tile {self.cost[1]}", ["tile 1", "tile 3"]),
    "a sum": ("tile {self.cost[1] + self.n}", ["tile 6", "tile 10"]),
    "a function": ("tile {twice(self.n)}", ["tile 10", "tile 14"]),
    "words": ("{'low' if self.n < 6 else 'high'} tile", ["low tile", "high tile"]),
    "a list": ("tile {self.cost}", ["tile 1, 2", "tile 3, 4"]),
}


@pytest.mark.parametrize("label", NAMES)
def test_names_of_cards_are_known_before_a_game(label: str, tmp_path: Path) -> None:
    text, names = NAMES[label]
    folder = written(
        tmp_path,
        f"""
functions:
  twice(1..9 n): n + n
cards:
  tile: {{label: "{text}", attributes: {{n: {{type: 1..9}}, cost: {{type: list of 0..9}}}}}}
pieces:
  tiles: {{kind: tile, start: bag, columns: [n, cost], rows: [[5, [1, 2]], [7, [3, 4]]]}}
zones:
  bag: {{holds: tile, seen_by: everyone}}
""",
    )
    ruleset = artrules.load(folder)
    texts = label_texts(ruleset.model)
    assert texts.has_fixed_labels(["tile"]) and set(texts.card_labels(["tile"])) == set(names)
    assert [card["card"] for card in ruleset.new_game(2).inspect.view()["zones"]["bag"]] == names


BY_CARD = """procedures:
  try_it: |
    may "use {c}" for c in my row, w in c.powers where w.when is buying and usable(w):
        use w
"""


@pytest.mark.parametrize(
    ("second", "lines"),
    [
        ("{when: buying, label: earn, do: my coins += 1}", [4]),
        ("{when: as_played, do: my coins += 1}", []),
        ("{when: buying, label: earn, if: my coins = 0, do: my coins += 1}", [4]),
    ],
)
def test_two_powers_of_a_card_that_the_label_does_not_tell_apart(second: str, lines: list[int], tmp_path: Path) -> None:
    powers = f"      - {{when: buying, label: draw, do: draw(1)}}\n      - {second}\n"
    found = diagnostics(written(tmp_path, BY_CARD, HOLDER + powers))
    assert places(found, "untold-choice") == [("lanterns/part.yaml", line) for line in lines]


def test_two_powers_of_which_one_is_usable(tmp_path: Path) -> None:
    rich_or_poor = [f"      - {{when: buying, if: my coins {w} 0, do: draw(1)}}\n" for w in ("=", ">")]
    found = diagnostics(written(tmp_path, BY_CARD, HOLDER + "".join(rich_or_poor)))
    assert places(found, "untold-choice") == []


@pytest.mark.parametrize(
    ("domain", "is_told"),
    [("1..3", True), ("[1, 3]", True), ("list(size(p.hand) for p in players)", True), ("[left]", False)],
)
def test_a_name_is_told_however_its_values_are_listed(domain: str, is_told: bool, tmp_path: Path) -> None:
    code = indent(f'choose one:\n    "buy one" for n in {domain}:\n        my coins += n\n    "leave": skip\n', "    ")
    found = diagnostics(written(tmp_path, f"procedures:\n  try_it: |\n{code}"))
    assert places(found, "untold-choice") == ([("lanterns/part.yaml", 5)] if is_told else [])

"""What is a number: digits alone, and none but 0 begins with 0 (`docs/write/files.md`, YAML). Wherever one is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.play.pipeline import read_content
from artrules.play.settings import BadSetting
from artrules.text.syntax.parse import parse
from artrules.text.syntax.problem import SyntaxProblem
from test_language import write_ruleset

NO_NUMBERS = ["010", "00", "1_000", "007", "0_1", "1_"]
KINDS = {
    "expression": "1 + {}",
    "effect": "let x = {}",
    "bindings": "n in 1..{}",
    "type": "1..{}",
    "signature": "draw(0..{} n)",
    "table": "1 -> {}",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", NO_NUMBERS)
def test_in_code(word: str, kind: str) -> None:
    text = KINDS[kind].format(word)
    parse(kind, KINDS[kind].format(10))
    with pytest.raises(SyntaxProblem) as refused:
        parse(kind, text)
    problem = refused.value
    assert text[problem.start : problem.end] == word and problem.message == f"`{word}` is no number"
    assert problem.suggestions == (str(int(word.replace("_", ""))),)


@pytest.mark.parametrize("text", ["let x = 0", "let x = 100", "let x = a010", "x_010()", 'say "010"', "x += 10  # 010"])
def test_what_only_looks_alike(text: str) -> None:
    parse("effect", text)


# A place in Lanterns where a number is read, and what stands there.
PLACES = {
    "starts of a variable": ("starts: 18}", "starts: @}"),
    "a type": ("type: 0..40,", "type: 0..@,"),
    "a property": ("red:  {warm: yes}", "red:  {warm: @}"),
    "owners of a zone": ("per: 1..3, ", "per: 1..@, "),
    "keys of a group": ("keyed_by: 1..3", "keyed_by: 1..@"),
    "players": ("players: 2..4", "players: 2..@"),
    "one number of players": ("players: 2..4", "players: @"),
    "a cell": ("[1, red, 4]", "[1, red, @]"),
    "a printed number": ("[1, red, 4]", "[@, red, 4]"),
    "a total": ("is: 18,", "is: @,"),
    "the last round": ("number: 500", "number: @"),
    "a limit": ("at_most: 1}", "at_most: @}"),
    "a step of a table": ("3 -> 2", "@ -> 2"),
    "a ruling": ("    1: A lantern", "    @: A lantern"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("word", ["010", "1_0"])
def test_in_files(word: str, place: str, tmp_path: Path) -> None:
    old, new = PLACES[place]
    path = write_ruleset(tmp_path, combined=False) / "ruleset.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new.replace("@", word), 1), encoding="utf-8")
    errors = read_content(tmp_path).report.errors
    assert [e.span and e.span.line for e in errors][:1] == [line]
    assert word in (errors[0].found or errors[0].message)


def test_in_a_table(tmp_path: Path) -> None:
    path = write_ruleset(tmp_path, combined=False) / "ruleset.yaml"
    text = path.read_text(encoding="utf-8")
    begin, end = text.index("    columns: [printed, shade, count]"), text.index("  candles:")
    path.write_text(text[:begin] + "    table: lanterns.csv\n" + text[end:], encoding="utf-8")
    (tmp_path / "lanterns.csv").write_text("printed,shade,count\n1,red,010\n", encoding="utf-8")
    assert [(e.found, e.span and e.span.line) for e in read_content(tmp_path).report.errors][:1] == [
        ("the text `010`", 2)
    ]


def test_in_a_setting(tmp_path: Path) -> None:
    path = write_ruleset(tmp_path, combined=False) / "ruleset.yaml"
    text = path.read_text(encoding="utf-8").replace("settings:\n", "settings:\n  many: {type: 1..99}\n", 1)
    path.write_text(text, encoding="utf-8")
    ruleset = artrules.load(tmp_path)
    assert ruleset.new_game(players=3, settings={"many": "10"}).setup.settings["many"] == 10
    with pytest.raises(BadSetting):
        ruleset.new_game(players=3, settings={"many": "010"})

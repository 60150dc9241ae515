"""A long row of statements, and calls in calls, are not deep: whatever goes through code stands them."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from play.game.tiny import choose, offered, tiny

ROWS = {
    "assignments": "let k = 0\n" + "k += n\n" * 800 + "require k > 800",
    "variables": "total += 0\n" * 800 + "require n > 1",
    "requirements": "require n < 9\n" * 400 + "require n > 1",
    "conditions": "if n = 1: total += 0\n" * 400 + "require n > 1",
    "conditions that are read": "if n = 9: my x += 1\n" * 400 + "require my x = 0 and n > 1",
    "loops": "for m in 1..n: total += 0\n" * 400 + "require n > 1",
    "happenings": "announce kept(card: pool[1], by: me)\n" * 400 + "require n > 1",
    "names for others": "as left(me): my x += 0\n" * 400 + "require n > 1",
    "calls": "rest()\n" * 400 + "require n > 1",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_of_statements_is_not_deep(name: str, tmp_path: Path) -> None:
    act = f"choose n in 1..3\n{ROWS[name]}"
    game = tiny(tmp_path, act, procedures="rest: total += 0\n").new_game()
    assert offered(game) == ["2", "3"]
    choose(game, "3")
    assert game.finished


@pytest.mark.parametrize("name", [n for n in ROWS if n != "happenings"])
def test_a_row_in_a_branch_with_a_way_out(name: str, tmp_path: Path) -> None:
    rows = "\n".join(f"        {line}" for line in ROWS[name].splitlines())
    act = f'choose one:\n    "take {{n}}" for n in 1..3:\n{rows}\n    "leave": skip'
    game = tiny(tmp_path, act, procedures="rest: total += 0\n").new_game()
    assert offered(game) == ["take 2", "take 3", "leave"]


def test_a_row_of_choices(tmp_path: Path) -> None:
    act = "choose n in 1..3\n" + 'may "more": total += 0\n' * 150 + "require n > 1"
    game = tiny(tmp_path, act).new_game()
    choose(game, "2", *["more", "don't"] * 75)
    assert game.finished


@pytest.mark.parametrize(("deep", "last", "offers"), [(20, "my x += 0\nrequire n > 1", 2), (38, "require n > 1", 2)])
def test_calls_in_calls(deep: int, last: str, offers: int, tmp_path: Path) -> None:
    body = "".join(f"p{i}(1..3 n): |\n" + f"    p{i + 1}(n)\n" * (4 if i < 5 else 1) for i in range(deep))
    body += f"p{deep}(1..3 n): |\n    " + last.replace("\n", "\n    ") + "\n"
    game = tiny(tmp_path, "choose n in 1..3\np0(n)", procedures=body).new_game()
    assert len(offered(game)) == offers


@pytest.mark.parametrize(("head", "each"), [("if my x < 50:", 38), ("as me:", 38), ("for i in 1..1:", 1)])
@pytest.mark.parametrize("last", ["my x += 0\nrequire n > 1", "choose m in 1..3 where m > n or n > 1"])
def test_calls_in_suites_in_calls(head: str, each: int, last: str, tmp_path: Path) -> None:
    def body(calls: int) -> str:
        code = ""
        for i in range(calls):
            suites = "".join("    " * (1 + k) + head + "\n" for k in range(each))
            code += f"p{i}(1..3 n): |\n{suites}" + "    " * (1 + each) + f"p{i + 1}(n)\n"
        return code + f"p{calls}(1..3 n): |\n    " + last.replace("\n", "\n    ") + "\n"

    most = min(37, 190 // (each + 1))
    game = tiny(tmp_path / "t", "choose n in 1..3\np0(n)", procedures=body(most)).new_game()
    assert len(offered(game)) == (2 if "x" in last else 3)
    if each > 1:
        with pytest.raises(artrules.ContentError, match="code-too-deep"):
            tiny(tmp_path / "t", "choose n in 1..3\np0(n)", procedures=body(most + 3))


@pytest.mark.parametrize("around", ["not (HERE)", "(HERE)", "(n > 0 and (HERE))", "any(A in [n] where HERE)"])
def test_functions_in_brackets_in_functions(around: str, tmp_path: Path) -> None:
    def functions(calls: int) -> str:
        code = "functions:\n"
        for i in range(calls):
            value = f"f{i + 1}(n)"
            for k in range(10):
                value = around.replace("HERE", value).replace("A", f"a{k}")
            code += f"  f{i}(1..3 n): {value}\n"
        return code + f"  f{calls}(1..3 n): 3 / n = 1\n"

    game = tiny(tmp_path / "t", "choose n in 1..3\nrequire f0(n)", more=functions(8)).new_game()
    assert offered(game) == ["2", "3"]

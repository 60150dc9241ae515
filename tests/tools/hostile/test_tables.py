"""Whatever a table of pieces holds: located diagnostics, or a game that can be played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tools.hostile.mutations import flipped, one_token
from tools.hostile.noise import CHARACTERS
from tools.hostile.oracle import judge
from tools.hostile.subject import FILES, write

Files = dict[str, bytes]
ROWS = """columns: [n, shade, count],
         rows: [[1, red, 3], [2, blue, 2], [3, red, 2]]}"""
TABLE = b'n,"shade", count\r\n1,red,3\r\n2,"blue",2\r\n\r\n3,red ,"2"\r\n'
KILN = {**{name: text.lstrip("\n").encode() for name, text in FILES.items()}, "pots.csv": TABLE}
KILN["ruleset.yaml"] = KILN["ruleset.yaml"].replace(ROWS.encode(), b"table: pots.csv}")


def random_bytes(random: Random, _: Files) -> Files:
    return {"pots.csv": random.randbytes(random.randrange(300))}


def random_text(random: Random, _: Files) -> Files:
    characters = random.choice([CHARACTERS, 'n,shade\n\r"12 red;'])
    text = "".join(random.choice(characters) for _ in range(random.randrange(200)))
    return {"pots.csv": random.choice(["", "n,shade,count\n"]).encode() + text.encode()}


def test_the_table_itself_is_right(tmp_path: Path) -> None:
    assert b"table: pots.csv" in KILN["ruleset.yaml"]
    verdict = judge(write(tmp_path / "input", KILN), scenarios=True)
    assert verdict.clean and verdict.chosen > 20


@pytest.mark.parametrize("change", [random_bytes, random_text, flipped, one_token])
def test_any_table_is_judged(change: Callable[[Random, Files], Files], tmp_path: Path) -> None:
    for number in range(40):
        table = change(Random(f"{change.__name__} {number}"), {"pots.csv": TABLE})
        judge(write(tmp_path / "input", {**KILN, **table}), seed=number)


def test_a_table_cut_anywhere_is_judged(tmp_path: Path) -> None:
    for length in range(len(TABLE)):
        judge(write(tmp_path / "input", {**KILN, "pots.csv": TABLE[:length]}), seed=length)

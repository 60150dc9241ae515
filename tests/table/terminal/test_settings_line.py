"""How a game is set up, in a heading: in the words of `--setting`, and only what means something at the table."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from artrules.table.commands.main import artrules

HEADINGS = {
    ("art_decko", "--players", "2"): "bonus_tiles=sixteen_tiles, gold_tiles=yes",
    ("vintage", "--players", "3", "--setting", "take_that=no"): "take_that=no",
    ("avant_carde", "--players", "2"): "patrons=new_yorkers, awards_basis=made",
    ("avant_carde", "--players", "1"): "patrons=new_yorkers, awards_basis=made, difficulty=normal",
}


@pytest.mark.parametrize("arguments", HEADINGS)
@pytest.mark.parametrize("command", [("play", "--seed", "1"), ("simulate", "--games", "1")])
def test_headings(command: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(artrules, [*command, *arguments])
    lines = result.output.splitlines()
    assert lines[2].strip() == HEADINGS[arguments]
    assert ("1 player (" in lines[0]) == (arguments[2] == "1")

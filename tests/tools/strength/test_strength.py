"""The table of strength: what was played is kept, and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.lab.matches.match import play_match
from artrules.play.ruleset import Ruleset
from lab.matches.bidding import LEAST, write_bidding
from tools.strength.keep import FILE, Budget, Keeper
from tools.strength.rows import Row, shipped, usual_rows
from tools.strength.table import BEGIN, END, PAGE, put_into_page, table

ROW = Row("bidding", 3, "uniform", "uniform", games=30, all_games=True)


@pytest.fixture
def ruleset(tmp_path: Path) -> Ruleset:
    return artrules.load(write_bidding(tmp_path / "bidding"))


class ForParts(Budget):
    """A budget for so many parts of rows."""

    def __init__(self, parts: int) -> None:
        super().__init__(1)
        self.parts = parts

    @property
    def used_up(self) -> bool:
        self.parts -= 1
        return self.parts < 0


def play(ruleset: Ruleset, keeper: Keeper, budget: Budget, row: Row = ROW) -> bool:
    from tools.strength.__main__ import play

    return play(ruleset, row, keeper, budget)


def test_a_row_can_be_played_in_portions(ruleset: Ruleset, tmp_path: Path) -> None:
    file, portions = tmp_path / "played", 0
    while not play(ruleset, Keeper(file), ForParts(4)):
        portions += 1
    assert portions == 3  # to begin takes one, too
    plan = ROW.plan(ruleset)
    whole = play_match(ruleset, plan, ROW.question(plan)).as_data()
    kept = Keeper(file).result(ROW, ruleset.content_hash)
    assert kept is not None
    assert {**kept, "bot": 0, "against": 0} == {**whole, "bot": 0, "against": 0}
    assert file.read_text(encoding="utf-8").count("\n") == 1


def test_nothing_is_played_twice(ruleset: Ruleset, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "played")
    assert play(ruleset, keeper, ForParts(100))
    assert play(ruleset, keeper, ForParts(0))
    keeper.forget(ROW)
    assert not play(ruleset, keeper, ForParts(0))


def test_what_was_half_written_is_dropped(ruleset: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "played"
    assert not play(ruleset, Keeper(file), ForParts(4))
    text = file.read_text(encoding="utf-8")
    for end in (len(text) - 2, text.rindex("\n", 0, -1) + 1):
        file.write_text(text[:end], encoding="utf-8")
        assert len(Keeper(file).parts(ROW, ruleset.content_hash)) == 2
        assert not play(ruleset, Keeper(file), ForParts(3))
        assert len(Keeper(file).parts(ROW, ruleset.content_hash)) == 4


def test_other_content_is_played_anew(ruleset: Ruleset, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "played")
    assert play(ruleset, keeper, ForParts(100))
    other = artrules.load(write_bidding(tmp_path / "other", LEAST))
    assert other.content_hash != ruleset.content_hash
    assert keeper.result(ROW, other.content_hash) is None
    assert keeper.last_result(ROW) is not None
    assert not play(other, keeper, ForParts(1))


def test_a_row_does_not_come_from_two_engines(
    ruleset: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Keeper(tmp_path / "played")
    assert not play(ruleset, keeper, ForParts(4))
    assert len(keeper.parts(ROW, ruleset.content_hash)) == 3
    monkeypatch.setattr("tools.strength.keep.with_engine", lambda content: f"{content} another")
    assert keeper.parts(ROW, ruleset.content_hash) == []
    assert not play(ruleset, keeper, ForParts(3))
    assert len(keeper.parts(ROW, ruleset.content_hash)) == 2


def test_the_table_has_the_finished_rows(ruleset: Ruleset, tmp_path: Path) -> None:
    keeper, page = Keeper(tmp_path / "played"), tmp_path / "page.md"
    assert play(ruleset, keeper, ForParts(100))
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    put_into_page(table([ROW, Row("bidding", 2, "uniform", "uniform")], keeper), page)
    lines = page.read_text(encoding="utf-8").splitlines()
    assert (lines[:2], lines[-2:], len(lines)) == (["before", BEGIN], [END, "after"], 7)
    cells = [cell.strip() for cell in lines[4].strip("|").split("|")]
    assert cells[:5] == ["bidding", "3", "`uniform`", "`uniform`", "30"]
    assert cells[6] == "2.00" and cells[7].endswith("(54 % against 33 %)")
    with pytest.raises(ValueError):
        put_into_page("x", tmp_path / "bidding" / "ruleset.yaml")


def test_every_shipped_game_has_rows() -> None:
    """All but those for one player. And the page has the rows that are finished."""
    of_each = {name: list(artrules.load(name).player_counts) for name in shipped()}
    counts = {name: can for name, can in of_each.items() if max(can) > 1}
    rows = usual_rows(of_each)
    for name, can in counts.items():
        own = [row for row in rows if row.game == name]
        assert {row.bot for row in own} == {"rules", "learned", "greedy", "search:time=0.05"}
        assert {row.players for row in own} <= set(can)
        assert 2 not in can or any(row.players == 2 for row in own)
    assert len({row.name for row in usual_rows(counts, long=True)}) == len(rows) + len(counts)
    assert table(usual_rows(counts, long=True), Keeper(FILE)) in PAGE.read_text(encoding="utf-8")

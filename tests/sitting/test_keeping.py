"""A file is always whole: the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from artrules.sitting.keeping import Keeper, games_folder, new_place, write_whole


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARTRULES_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for text in ("one", "two é"):
        write_whole(path, text)
        assert path.read_text(encoding="utf-8") == text
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_when_writing_fails_the_old_one_is_still_there(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    write_whole(path, "old")

    def fail(*_: object) -> None:
        assert path.read_text() == "old"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, fails, fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new" * 10_000)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path, link = tmp_path / "far" / "game.json", tmp_path / "link.json"
    path.write_text("old")
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink() and path.read_text() == "new"


def test_each_game_has_a_place_of_its_own(games: Path) -> None:
    places = [new_place("lanterns") for _ in range(5)]
    assert len(set(places)) == 5
    assert all(path.parent == games and path.name.startswith("lanterns-") for path in places)
    assert [path.read_text() for path in places] == [""] * 5


def test_without_a_word_it_is_the_folder_for_a_persons_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARTRULES_GAMES")
    assert games_folder().parts[-2:] == ("artrules", "games")


def test_trouble_is_told_once_and_when_it_is_over(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "folder" / "game.json")
    told = [keeper.keep(lambda: "a"), keeper.keep(lambda: "b")]
    assert told[0] is not None and "can't be kept" in told[0] and "No such file" in told[0]
    assert told[1] is None and keeper.problem is not None
    (tmp_path / "folder").mkdir()
    again = keeper.keep(lambda: "c")
    assert again is not None and "kept again" in again
    assert keeper.keep(lambda: "d") is None and keeper.problem is None
    assert keeper.path.read_text() == "d"

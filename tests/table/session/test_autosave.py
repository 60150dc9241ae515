"""A file is always whole: the old one or the new one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from artrules.table.session.autosave import LARGEST_GAME, GameFile, create_game_file, games_folder, read_game
from artrules.text.source.written_file import FileLocked, write_file


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARTRULES_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for text in ("one", "two é"):
        write_file(path, text)
        assert path.read_text(encoding="utf-8") == text
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.parametrize("fails", ["write", "fsync", "replace"])
def test_when_writing_fails_the_old_one_is_still_there(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    write_file(path, "old")

    def fail(*_: object) -> None:
        monkeypatch.undo()
        assert path.read_text() == "old"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, fails, fail)
    with pytest.raises(OSError, match="No space"):
        write_file(path, "new" * 10_000)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path, link = tmp_path / "far" / "game.json", tmp_path / "link.json"
    path.write_text("old")
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink() and path.read_text() == "new"


def test_each_game_has_a_place_of_its_own(games: Path) -> None:
    places = [create_game_file("lanterns") for _ in range(5)]
    assert len(set(places)) == 5
    assert all(path.parent == games and path.name.startswith("lanterns-") for path in places)
    assert [path.read_text() for path in places] == [""] * 5


def test_without_a_word_it_is_the_folder_for_a_persons_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARTRULES_GAMES")
    assert games_folder().parts[-2:] == ("artrules", "games")


def test_trouble_is_told_once_and_when_it_is_over(tmp_path: Path) -> None:
    game_file = GameFile(tmp_path / "folder" / "game.json")
    told = [game_file.save(lambda: "a"), game_file.save(lambda: "b")]
    assert told[0] is not None and "can't be kept" in told[0] and "No such file" in told[0]
    assert told[1] is None and game_file.problem is not None
    (tmp_path / "folder").mkdir()
    again = game_file.save(lambda: "c")
    assert again is not None and "kept again" in again
    assert game_file.save(lambda: "d") is None and game_file.problem is None
    assert game_file.path.read_text() == "d"


INTERPRETER = Path(__file__).parents[3] / "interpreter"
HOLDING = """
import sys
from pathlib import Path
from artrules.table.session.autosave import GameFile
from artrules.text.source import written_file as write

def stop(*_):
    print("written", flush=True)
    sys.stdin.read()

game_file = GameFile(Path(sys.argv[1]))
game_file.write("theirs")
write.os.replace = stop
game_file.write("half")
"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that keeps a game in `game.json`, and is writing to it just now."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path / "game.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
    )
    assert process.stdout is not None and process.stdout.readline() == "written\n"
    yield process
    process.kill()
    process.communicate()


def test_another_process_does_not_get_the_place(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(path)
    for name in (path, link):
        game_file = GameFile(name)
        with pytest.raises(FileLocked):
            game_file.lock()
        with pytest.raises(OSError, match="another process is writing"):
            write_file(name, "ours")
        told = game_file.save(lambda: "ours")
        assert told is not None and "another process is writing to it" in told
    assert read_game(path) == "theirs"
    write_file(tmp_path / "other.json", "one beside it")


def test_a_killed_process_holds_nothing_and_what_it_left_goes(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    before = set(os.listdir(tmp_path))
    write_file(tmp_path / "other.json", "one beside it")
    assert set(os.listdir(tmp_path)) == before | {"other.json"}, "what a living process writes stays"
    assert len(before) == 3
    other.send_signal(signal.SIGKILL)
    other.wait()
    with GameFile(tmp_path / "game.json") as game_file:
        game_file.lock()
        assert read_game(game_file.path) == "theirs"
        game_file.write("ours")
        assert len(os.listdir(tmp_path)) == 3
    assert sorted(os.listdir(tmp_path)) == ["game.json", "other.json"]


def test_only_one_of_many_gets_a_place(tmp_path: Path) -> None:
    """Processes that hold and let go as fast as they can: no two hold at a time, and nothing is left."""
    code = """
import os, sys
from pathlib import Path
from artrules.text.source.written_file import FileLocked, FileLock
place, inside = Path(sys.argv[1]), sys.argv[1] + ".inside"
for _ in range(int(sys.argv[2])):
    try:
        with FileLock(place):
            os.close(os.open(inside, os.O_CREAT | os.O_EXCL))
            os.unlink(inside)
    except FileLocked:
        pass
"""
    arguments = [sys.executable, "-c", code, str(tmp_path / "game.json"), "2000"]
    environment = {**os.environ, "PYTHONPATH": str(INTERPRETER)}
    processes = [subprocess.Popen(arguments, env=environment) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert os.listdir(tmp_path) == []


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    names = [".artrules-notes", ".game.json.new", "artrules-0.new", ".artrules-folder.new", ".artrules-pipe.lock"]
    for name in names[:3]:
        (tmp_path / name).write_text("mine")
    (tmp_path / names[3]).mkdir()
    os.mkfifo(tmp_path / names[4])
    write_file(tmp_path / "game.json", "x")
    assert sorted(os.listdir(tmp_path)) == sorted([*names, "game.json"])


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_file_has_the_mode_that_the_umask_gives_or_the_one_it_had(umask: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        path = tmp_path / "booklet.html"
        write_file(path, "one")
        assert path.stat().st_mode & 0o777 == 0o666 & ~umask
        for mode in (0o640, 0o604, 0o777):
            path.chmod(mode)
            write_file(path, "two")
            assert path.stat().st_mode & 0o777 == mode
        with GameFile(create_game_file("lanterns")) as game_file:
            game_file.write("a game")
            assert game_file.path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_what_is_no_ordinary_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "circle").symlink_to("circle")
    (tmp_path / "null").symlink_to("/dev/null")
    for name in sorted(os.listdir(tmp_path)):
        with pytest.raises(OSError) as raised:
            write_file(tmp_path / name, "x")
        assert raised.value.strerror
    assert sorted(os.listdir(tmp_path)) == ["circle", "folder", "null", "pipe"]
    assert Path("/dev/null").is_char_device()


def test_a_new_place_that_was_not_used_is_left_empty_by_nobody(games: Path) -> None:
    with GameFile(create_game_file("lanterns"), new=True):
        pass
    assert os.listdir(games) == []
    with GameFile(create_game_file("lanterns"), new=True) as game_file:
        game_file.write("")
    assert os.listdir(games) == [game_file.path.name]


def test_a_game_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    game_file = GameFile(tmp_path / "game.json")
    with game_file:
        game_file.write("x" * LARGEST_GAME)
        told = game_file.save(lambda: "x" * (LARGEST_GAME + 1))
    assert told is not None and "too large" in told
    assert len(read_game(game_file.path)) == LARGEST_GAME
    game_file.path.write_text("x" * (LARGEST_GAME + 1))
    with pytest.raises(OSError, match="too large"):
        read_game(game_file.path)


@pytest.mark.skipif(sys.platform != "linux", reason="the file itself is locked on Linux")
def test_a_file_is_locked_under_all_its_names(tmp_path: Path) -> None:
    path, other = tmp_path / "game.json", tmp_path / "elsewhere" / "same.json"
    other.parent.mkdir()
    path.write_text("old")
    os.link(path, other)
    with GameFile(path) as first:
        first.lock()
        with GameFile(other) as second, pytest.raises(FileLocked):
            second.lock()
        first.write("new")  # from here on the old file is another one
        other.unlink()
        os.link(path, other)
        with GameFile(other) as second, pytest.raises(FileLocked):
            second.lock()
    with GameFile(other) as second:
        second.lock()


def test_no_folder_is_made_for_a_lock(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "gone" / "game.json", "x")
    assert os.listdir(tmp_path) == []

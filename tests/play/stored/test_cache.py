"""The cache keeps entries in a folder of the user's own, and nothing that happens to it does any harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from artrules.play.stored import cache


def test_an_entry_is_found_by_its_kind_and_key(cache_folder: Path) -> None:
    cache.keep("thing", "1f", b"made")
    assert cache.find("thing", "1f") == b"made"
    assert cache.find("thing", "2f") is None
    assert cache.find("other", "1f") is None
    assert cache_folder.stat().st_mode & 0o777 == 0o700


def test_an_entry_can_be_replaced(cache_folder: Path) -> None:
    cache.keep("thing", "1f", b"made")
    cache.keep("thing", "1f", b"made again")
    assert cache.find("thing", "1f") == b"made again"
    assert [path.name for path in cache_folder.iterdir()] == ["thing-1f.artrules"]


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 100])
def test_a_damaged_entry_is_removed(cache_folder: Path, damage: bytes) -> None:
    cache.keep("thing", "1f", b"made")
    path = cache_folder / "thing-1f.artrules"
    path.write_bytes(damage)
    assert cache.find("thing", "1f") is None
    assert not path.exists()


def test_a_cut_entry_is_removed(cache_folder: Path) -> None:
    cache.keep("thing", "1f", b"made" * 100)
    path = cache_folder / "thing-1f.artrules"
    path.write_bytes(path.read_bytes()[:-1])
    assert cache.find("thing", "1f") is None
    assert not path.exists()


def test_an_entry_under_the_name_of_another_is_removed(cache_folder: Path) -> None:
    cache.keep("thing", "1f", b"made")
    (cache_folder / "thing-1f.artrules").rename(cache_folder / "thing-2f.artrules")
    assert cache.find("thing", "2f") is None
    assert not list(cache_folder.iterdir())


def test_other_files_are_left_alone(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where somebody names a home as the folder."""
    cache_folder.mkdir(mode=0o700)
    letter = cache_folder / "letter-1f.txt"
    letter.write_bytes(bytes(9000))
    monkeypatch.setattr(cache, "MOST_BYTES", 4000)
    cache.keep("thing", "1f", b"made")
    assert cache.find("thing", "1f") == b"made"
    assert letter.exists()


def test_keys_tell_parts_apart() -> None:
    keys = {cache.key_of("ab", "c"), cache.key_of("a", "bc"), cache.key_of("abc"), cache.key_of("abc", "")}
    assert len(keys) == 4
    assert cache.key_of("abc") == cache.key_of(b"abc")


def test_another_engine_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.key_of("abc")
    monkeypatch.setattr(cache, "engine_identity", lambda: b"another")
    assert cache.key_of("abc") != before


def test_a_changed_source_makes_another_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "inner" / "stage.py"
    source.parent.mkdir()
    source.write_text("a = 1\n")
    monkeypatch.setattr(cache, "_FOLDER", tmp_path)
    identity = cache.engine_identity.__wrapped__
    before = identity()
    (tmp_path / "inner" / "notes.txt").write_text("no source")
    assert identity() == before
    source.write_text("a = 10\n")
    assert identity() != before


def test_those_used_longest_ago_go_first(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 4000)
    for number in range(3):
        cache.keep("thing", str(number), bytes(1000))
        os.utime(cache_folder / f"thing-{number}.artrules", (number + 1, number + 1))
    assert cache.find("thing", "0") is not None  # now it was used last
    cache.keep("thing", "3", bytes(1000))
    assert {path.name for path in cache_folder.iterdir()} == {"thing-0.artrules", "thing-3.artrules"}


def test_it_never_holds_more_than_an_eighth_too_much(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 50_000)
    sizes = []
    for number in range(200):
        cache.keep("thing", str(number), bytes(1000))
        sizes.append(sum(path.stat().st_size for path in cache_folder.iterdir()))
    assert max(sizes) <= 50_000 * 9 / 8
    assert sizes[-1] >= 25_000


# -- folders that aren't used


def check_unused(cache_folder: Path) -> None:
    before = sorted(cache_folder.iterdir())
    cache.keep("thing", "1f", b"made")
    assert cache.find("thing", "1f") is None
    assert sorted(cache_folder.iterdir()) == before


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701, 0o777])
def test_a_folder_that_others_may_enter(cache_folder: Path, mode: int, caplog: pytest.LogCaptureFixture) -> None:
    cache.keep("thing", "2f", b"made")
    cache_folder.chmod(mode)
    assert cache.find("thing", "2f") is None
    check_unused(cache_folder)
    assert [r.getMessage() for r in caplog.records] == [
        f"nothing is cached, because {cache_folder} is open to other users (its mode should be 0700)"
    ]


def test_a_folder_of_another_user(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: cache_folder.stat().st_uid + 1)
    check_unused(cache_folder)


def test_a_file_of_another_user(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.keep("thing", "1f", b"made")
    monkeypatch.setattr(os, "geteuid", lambda: cache_folder.stat().st_uid + 1)
    monkeypatch.setattr(cache, "cache_folder", lambda: cache_folder)
    assert cache.find("thing", "1f") is None


def test_a_link_to_a_folder(cache_folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir(mode=0o700)
    cache_folder.symlink_to(target)
    check_unused(target)


def test_a_link_to_an_entry(cache_folder: Path, tmp_path: Path) -> None:
    cache.keep("thing", "1f", b"made")
    elsewhere = tmp_path / "elsewhere"
    (cache_folder / "thing-1f.artrules").rename(elsewhere)
    (cache_folder / "thing-1f.artrules").symlink_to(elsewhere)
    assert cache.find("thing", "1f") is None


def test_a_place_where_no_folder_can_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As where the home can't be written; who runs the tests may be able to write everything."""
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "cache", tmp_path / "file"):
        monkeypatch.setenv(cache.VARIABLE, str(place))
        cache.keep("thing", "1f", b"made")
        assert cache.find("thing", "1f") is None


def test_a_full_disk(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError("no space left on device")

    cache.keep("thing", "2f", b"made")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        cache.keep("thing", "1f", b"made")
    assert [path.name for path in cache_folder.iterdir()] == ["thing-2f.artrules"]


def test_a_user_without_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then platformdirs finds no folder, or one that begins with `~`, which would be made wherever the user is."""
    for variable in (cache.VARIABLE, "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    cache.keep("thing", "1f", b"made")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache"))
    cache.keep("thing", "1f", b"made")
    assert not list(tmp_path.iterdir())


def test_an_empty_variable_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "")
    cache.keep("thing", "1f", b"made")
    assert cache.find("thing", "1f") is None


def test_processes_that_write_at_once(cache_folder: Path) -> None:
    """Whoever reads meanwhile sees a whole entry."""
    code = """
import sys
from artrules.play.stored import cache as store
for turn in range(200):
    store.keep("thing", "1f", sys.argv[1].encode() * 100_000)
    found = store.find("thing", "1f")
    assert found is not None and len(set(found)) == 1 and len(found) == 100_000, found[:10] if found else found
"""
    running = [subprocess.Popen([sys.executable, "-c", code, letter]) for letter in "ab"]
    assert [process.wait() for process in running] == [0, 0]
    assert [path.name for path in cache_folder.iterdir()] == ["thing-1f.artrules"]

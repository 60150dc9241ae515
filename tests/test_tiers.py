"""The list of what takes long names what there is."""

from __future__ import annotations

import pytest

from tiers import ALL, TESTS, THOROUGH, is_left_out, is_thorough


@pytest.mark.parametrize("place", THOROUGH)
def test_a_place_is_there(place: str) -> None:
    file, _, function = place.partition("::")
    assert (TESTS / file).exists()
    assert not function or f"\ndef {function}(" in (TESTS / file).read_text(encoding="utf-8")


def test_all_of_a_folder_or_some_of_it() -> None:
    browser, tools = TESTS / "table" / "browser", TESTS / "tools"
    assert not is_left_out(browser) and not is_left_out(browser / "test_hot_seat.py")
    assert is_left_out(browser / "test_pictures.py") and is_left_out(tools) and is_left_out(tools / "hostile")
    assert is_thorough(tools / "hostile" / "test_saves.py", "test_any", "")


def test_some_of_a_module_in_a_folder_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiers.THOROUGH", {"a/b.py": "test_one", "a": ALL})
    assert [is_left_out(TESTS / name) for name in ("a/b.py", "a/c.py", "a")] == [False, True, True]
    assert [is_thorough(TESTS / "a" / "b.py", test, "") for test in ("test_one", "test_two")] == [False, True]


def test_all_of_a_module_or_some_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiers.THOROUGH", {"a.py": "hearts", "b.py::test_one": ALL, "b.py::test_two": "test_three 7"})
    assert [is_left_out(TESTS / name) for name in ("a.py", "b.py", "c.py")] == [False] * 3
    assert is_thorough(TESTS / "a.py", "test_one", "") and not is_thorough(TESTS / "a.py", "test_one", "True-hearts")
    assert is_thorough(TESTS / "b.py", "test_one", "7") and not is_thorough(TESTS / "b.py", "test_two", "7")
    assert not is_thorough(TESTS / "b.py", "test_four", "") and not is_thorough(TESTS / "c.py", "test_one", "")

"""The list of what takes long names what there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tiers import (
    ALL,
    EVERY_GAME,
    LARGE,
    OF_EACH,
    ONE_IN,
    OTHERS,
    TESTS,
    THOROUGH,
    WHOLE,
    Case,
    is_left_out,
    is_thorough,
    left_to_longer_tiers,
    places_of,
)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """The places of a module are those of this test's list."""
    places_of.cache_clear()
    yield
    places_of.cache_clear()


@pytest.mark.parametrize("place", (*THOROUGH, *EVERY_GAME, *OF_EACH))
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


def cases(file: str, function: str, games: Iterable[str]) -> list[Case]:
    """The cases of a test that is tried in games."""
    return [(TESTS / file, function, f"{game}-3") for game in games]


ALL_GAMES = sorted({*WHOLE, *OTHERS} - LARGE)


@pytest.mark.parametrize("long", [False, True])
def test_what_is_tried_in_every_game_is_tried_in_some(long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiers.THOROUGH", {"a.py": ALL} if long else {})
    thorough_games = []
    for function in ("test_one", "test_two", "test_three"):
        every = cases("a.py", function, ALL_GAMES)
        thorough, rare = left_to_longer_tiers(every)
        short = set(every) - thorough - rare
        assert not thorough & rare and not {case.partition("-")[0] for _, _, case in rare} & WHOLE
        assert len(short) == 0 if long else 0 < len(short) < len(every) // 3
        assert abs(len(rare) / len([case for case in every if case not in short]) - (ONE_IN - 1) / ONE_IN) < 0.2
        thorough_games.append(frozenset(case for _, _, case in thorough))
    assert len({*thorough_games}) > 1


def test_what_is_tried_in_few_games_or_says_something_of_each_is_short() -> None:
    for some in (cases("a.py", "test_one", OTHERS[:3]), cases("text/content/a.py", "test_one", ALL_GAMES)):
        assert left_to_longer_tiers(some) == (set(), set())


def test_what_takes_minutes_is_left_to_the_longest_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiers.THOROUGH", {"a.py": ALL})
    monkeypatch.setattr("tiers.EVERY_GAME", {"a.py::test_one": "hearts"})
    hearts, vintage = cases("a.py", "test_one", ["hearts", "vintage"])
    others = set(cases("a.py", "test_two", ["vintage"]))
    assert left_to_longer_tiers([hearts, vintage, *others]) == ({hearts} | others, {vintage})

"""What a game had by another name in the version before: it works, and says where it is now."""

from __future__ import annotations

import re
from operator import attrgetter
from pathlib import Path

import pytest

import artrules
from artrules.play.game.game import RENAMED
from artrules.play.game.log import Log
from author.scenarios.one_scenario import lanterns

CHANGES = Path(__file__).parents[3] / "docs" / "changes.md"


@pytest.fixture(scope="module")
def game() -> artrules.Game:
    return lanterns().new_game(2, seed=4)


@pytest.mark.parametrize(("name", "path"), RENAMED.items())
def test_an_old_name_works_and_names_the_new_one(game: artrules.Game, name: str, path: str) -> None:
    with pytest.warns(DeprecationWarning, match=re.escape(f"`{name}` of a game is `{path}` now")) as warnings:
        old = getattr(game, name)
    assert warnings[0].filename == __file__
    new = attrgetter(path)(game)
    assert getattr(old, "__qualname__", type(old)) == getattr(new, "__qualname__", type(new))


def test_what_old_names_give(game: artrules.Game) -> None:
    with pytest.warns(DeprecationWarning):
        assert game.seed == 4 and game.settings == game.setup.settings
        assert game.view_all() == game.inspect.view() and game.log_of(1) == game.log.read_by(1)
        assert game.resample(1, 7) == game.think.resample(1, 7) and game.played


def test_a_name_that_there_never_was_is_an_error(game: artrules.Game) -> None:
    with pytest.raises(AttributeError, match="'Game' object has no attribute 'sead'"):
        getattr(game, "sead")  # noqa: B009


def test_all_old_names_stand_among_the_changes() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([\w.]+)` \|$", CHANGES.read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(rows) == RENAMED


def test_a_game_fits_a_page() -> None:
    """A state of OpenSpiel has some 20 methods."""
    assert len([name for name in {*dir(artrules.Game)} - RENAMED.keys() if not name.startswith("_")]) <= 27


def test_a_log_is_a_sequence_that_does_not_grow(game: artrules.Game) -> None:
    copy = game.copy()
    before = copy.log
    entries = [*before]
    while copy.log == before:
        copy.choose(0)
    assert [*before] == entries == copy.log[: len(entries)] and len(copy.log) > len(before) == len(entries)
    assert [copy.log[i] for i in range(-len(copy.log), len(copy.log))] == 2 * copy.log.entries
    assert [*reversed(copy.log)] == copy.log.entries[::-1] and entries[0] in before and isinstance(before, Log)
    for player in (0, 3, "1"):
        with pytest.raises(ValueError, match="there is no player"):
            before.read_by(player)


def test_a_determinization_says_nothing_of_the_seed() -> None:
    ruleset = lanterns()
    game = ruleset.new_game(2, seed=4, log=False, knowledge=True)
    copies = [game.think.resample(1, 7), game.think.sample(1, 7), game.copy()]
    copies[2].think.redeal(1, 7)
    assert len({copy.setup.seed for copy in copies}) == 1 and copies[0].setup.seed != game.setup.seed == 4

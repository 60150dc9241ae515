"""A save that is damaged is refused with the reason; nothing else comes of it."""

from __future__ import annotations

import json
from random import Random

import pytest

import artrules
from hostile.subject import FILES, write


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[artrules.Ruleset, str]:
    """A game that is under way, as text."""
    ruleset = artrules.load(write(tmp_path_factory.mktemp("saves") / "kiln", FILES))
    game = ruleset.new_game(seed=3)
    for _ in range(4):
        game.choose(game.decisions[0].options[0])
    return ruleset, game.to_json()


def test_a_whole_save_is_taken_up(saved: tuple[artrules.Ruleset, str]) -> None:
    ruleset, text = saved
    assert ruleset.resume(text).to_json() == text


def test_cut_off_anywhere(saved: tuple[artrules.Ruleset, str]) -> None:
    ruleset, text = saved
    for length in range(0, len(text), 7):
        with pytest.raises(artrules.SaveRefused):
            ruleset.resume(text[:length])


def test_any_character_changed(saved: tuple[artrules.Ruleset, str]) -> None:
    ruleset, text = saved
    random = Random(1)
    for _ in range(1500):
        at = random.randrange(len(text))
        other = random.choice('0123456789,:[]{}"ax -')
        if other != text[at]:
            with pytest.raises(artrules.SaveRefused):
                ruleset.resume(text[:at] + other + text[at + 1 :])


@pytest.mark.parametrize("key", ["state", "choices", "log", "seed", "players", "settings", "check"])
@pytest.mark.parametrize("value", [None, -1, 10**30, "x", [], {}, [[[]]]])
def test_a_part_replaced(saved: tuple[artrules.Ruleset, str], key: str, value: object) -> None:
    ruleset, text = saved
    with pytest.raises(artrules.SaveRefused):
        ruleset.resume(json.dumps({**json.loads(text), key: value}))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 100_000, '{"artrules": 1e999}', "NaN", "\ud800"])
def test_what_is_no_save(saved: tuple[artrules.Ruleset, str], text: str) -> None:
    with pytest.raises(artrules.SaveRefused):
        saved[0].resume(text)

"""The file of a game gives back all of it, or is refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import artrules
from artrules.run.saving import check_sum
from artrules.sitting.record import Record, read_record, record_of, write_record
from artrules.sitting.replay import beginning
from artrules.sitting.sitting import NotTakenBack, Sitting
from sitting.table_of import play_on, table_of

ROOT = Path(__file__).parents[1] / "rulesets"
RULESETS = ["avant_carde", str(ROOT / "crazy_eights"), str(ROOT / "lanterns")]


def kept(sitting: Sitting, where: str = "somewhere") -> str:
    return write_record(record_of(sitting.game, where, sitting.seats, automatic=True))


def taken_up(ruleset: artrules.Ruleset, record: Record) -> Sitting:
    assert record.game is not None and record.seats is not None
    return Sitting(ruleset.resume(record.game), record.seats, beginning(ruleset, record), record.notes)


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_that_is_left_after_each_choice_ends_like_one_that_is_not(name: str) -> None:
    ruleset = artrules.load(name)
    straight, left = table_of(ruleset, 3, (2,), 9), table_of(ruleset, 3, (2,), 9)
    chance = Random(3)
    for step in range(60):
        for sitting in (straight, left):
            sitting.let_bots_choose()
        if not straight.decisions:
            break
        record = read_record(kept(left))
        assert (record.where, record.automatic, record.choices) == ("somewhere", True, tuple(left.game.choices))
        left = taken_up(ruleset, record)
        assert left.seats == straight.seats
        assert left.game.to_json() == straight.game.to_json()
        place = chance.randrange(len(straight.decisions[0].options))
        for sitting in (straight, left):
            sitting.choose(sitting.decisions[0].options[place])
        if step % 3 == 0:
            results = []
            for sitting in (straight, left):
                try:
                    results.append(sitting.take_back(2).text)
                except NotTakenBack as problem:
                    results.append(str(problem))
            assert results[0] == results[1]
    assert left.game.to_json() == straight.game.to_json()
    assert len(left.game.choices) > 20


def test_what_a_game_writes_itself_is_understood() -> None:
    game = artrules.load(RULESETS[2]).new_game(2, 4)
    game.choose(game.decisions[0].options[0])
    record = read_record(game.to_json())
    assert (record.game, record.seats, record.choices) == (game.to_json(), None, tuple(game.choices))
    assert (record.where, record.setup.seed, record.setup.players) == ("lanterns", 4, 2)


def test_a_game_without_a_log_has_no_choices_to_go_back_to() -> None:
    game = artrules.load(RULESETS[2]).new_game(2, 4, log=False)
    with pytest.raises(artrules.SaveRefused, match="without a log"):
        read_record(game.to_json())


def test_any_damage_is_noticed() -> None:
    """A character changed, lost or doubled, anywhere: the file is refused, or says the same as before."""
    sitting = table_of(artrules.load(RULESETS[2]), 2, (1,), 4)
    play_on(sitting, choices=6)
    text = kept(sitting)
    whole = read_record(text)
    chance = Random(1)
    refused = 0
    for _ in range(400):
        place = chance.randrange(len(text) - 1)
        damaged = chance.choice(
            [
                text[:place] + chance.choice('0aZ"{},: é\x00') + text[place + 1 :],
                text[:place] + text[place + 1 :],
                text[:place] + text[place] + text[place:],
                text[:place],
            ]
        )
        try:
            assert read_record(damaged) == whole
        except artrules.SaveRefused as problem:
            refused += 1
            assert str(problem)
    assert refused > 350


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no saved game"),
        ("[1]", "no saved game"),
        ("{}", "no saved game"),
        ('{"artrules_game": 99, "more": 1}', "newer version"),
        ('{"artrules_game": 1}', "check sum"),
        ('{"artrules": 1, "ruleset": "x"}', "damaged"),
        ("[" * 100_000, "no saved game"),
    ],
)
def test_what_is_no_game_is_refused(text: str, reason: str) -> None:
    with pytest.raises(artrules.SaveRefused, match=reason):
        read_record(text)


@pytest.mark.parametrize(
    "seats",
    [
        {"people": [3], "bots": ["", ""], "open": False},
        {"people": [2, 1], "bots": ["", ""], "open": False},
        {"people": [1], "bots": ["uniform"], "open": False},
        {"people": [1], "bots": ["", 7], "open": False},
        {"people": [1], "bots": ["", ""], "open": 7},
        {"people": 1, "bots": ["", ""], "open": False},
        {"people": [1]},
        [],
    ],
)
def test_seats_that_are_not_those_of_the_game(seats: object) -> None:
    sitting = table_of(artrules.load(RULESETS[2]), 2, (1,), 4)
    data = json.loads(kept(sitting))
    data["seats"] = seats
    del data["check"]
    with pytest.raises(artrules.SaveRefused, match="damaged"):
        read_record(_checked(data))


def _checked(data: dict[str, object]) -> str:
    """The file with a check sum that fits."""
    return json.dumps({**data, "check": check_sum(data)})

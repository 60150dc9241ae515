"""The file of a game gives back all of it, or is refused with the reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.game.saves import SETUP
from artrules.play.position.save_document import check_sum
from artrules.table.session.record import Record, read_record, record_of, write_record
from artrules.table.session.replay import play_again
from artrules.table.session.session import Session, UndoRefused
from table.session.table_of import play_on, table_of
from tools.hostile.save_edits import edited, paths

ROOT = Path(__file__).parents[2] / "rulesets"
RULESETS = ["avant_carde", "crazy_eights", str(ROOT / "lanterns")]


def kept(table: Session, where: str = "somewhere") -> str:
    return write_record(record_of(table.game, where, table.seats, automatic=True))


def taken_up(ruleset: artrules.Ruleset, record: Record) -> Session:
    assert record.save is not None and record.seats is not None
    game = ruleset.resume(record.save)
    return Session(game, record.seats, lambda: ruleset.begin(game.setup), game.log.notes)


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_that_is_left_after_each_choice_ends_like_one_that_is_not(name: str) -> None:
    ruleset = artrules.load(name)
    straight, left = table_of(ruleset, 3, (2,), 9), table_of(ruleset, 3, (2,), 9)
    chance = Random(3)
    for step in range(60):
        for table in (straight, left):
            table.let_bots_choose()
        if not straight.decisions:
            break
        record = read_record(kept(left))
        assert (record.where, record.automatic, record.choices) == ("somewhere", True, tuple(left.game.choices))
        left = taken_up(ruleset, record)
        assert left.seats == straight.seats
        assert left.game.to_json() == straight.game.to_json()
        place = chance.randrange(len(straight.decisions[0].options))
        for table in (straight, left):
            table.choose(table.decisions[0].options[place])
        if step % 3 == 0:
            results = []
            for table in (straight, left):
                try:
                    results.append(table.undo(2).text)
                except UndoRefused as problem:
                    results.append(str(problem))
            assert results[0] == results[1]
    assert left.game.to_json() == straight.game.to_json()
    assert len(left.game.choices) > 20


def test_what_a_game_writes_itself_is_understood() -> None:
    game = artrules.load(RULESETS[2]).new_game(2, 4)
    game.choose(game.decisions[0].options[0])
    record = read_record(game.to_json())
    assert (record.save, record.seats, record.choices) == (game.save(), None, tuple(game.choices))
    assert (record.where, record.setup.seed, record.setup.players) == ("lanterns", 4, 2)


def test_the_wish_to_be_asked_in_any_case_is_kept() -> None:
    ruleset = artrules.load(RULESETS[2])
    game = ruleset.new_game(2, 4, single_options=True)
    while len(game.decisions[0].options) > 1:
        game.choose(game.decisions[0].options[-1])
    record = read_record(write_record(record_of(game, "somewhere")))
    assert record.setup.single_options and not read_record(ruleset.new_game(2, 4).to_json()).setup.single_options
    assert ruleset.begin(record.setup).setup.single_options
    assert play_again(ruleset, record).same_end


def test_a_game_that_kept_its_choices_without_a_log_gets_one() -> None:
    ruleset = artrules.load(RULESETS[2])
    game, told = (ruleset.new_game(2, 4, log=log, choices=True) for log in (False, True))
    for each in (game, told):
        each.play(seed=1, choices=12)
    replay = play_again(ruleset, read_record(game.to_json()))
    assert replay.same_end and replay.timeline.at(12).log == told.log and len(replay.steps) == 12


def test_any_damage_is_noticed() -> None:
    """A character changed, lost or doubled, anywhere: the file is refused, or says the same as before."""
    table = table_of(artrules.load(RULESETS[2]), 2, (1,), 4)
    play_on(table, choices=6)
    text = kept(table)
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
    table = table_of(artrules.load(RULESETS[2]), 2, (1,), 4)
    data = json.loads(kept(table))
    data["seats"] = seats
    del data["check"]
    with pytest.raises(artrules.SaveRefused, match="damaged"):
        read_record(_checked(data))


def noted() -> tuple[artrules.Ruleset, Session]:
    """A table with people and a bot, at which something was taken back."""
    ruleset = artrules.load(RULESETS[2])
    table = table_of(ruleset, 3, (1, 2), 4)
    for _ in range(20):
        play_on(table, seed=5, choices=2)
        try:
            table.undo(1)
        except UndoRefused:
            continue
        play_on(table, choices=1)
        return ruleset, table
    raise AssertionError("nothing could be taken back")


def test_a_file_that_was_edited_is_refused_or_is_a_game_to_sit_at() -> None:
    """Any place of it, with a check sum that fits; the game in it is summed anew too."""
    ruleset, table = noted()
    data, other = json.loads(kept(table)), json.loads(kept(table_of(ruleset, 3, (3,), 5)))
    assert data["game"]["notes"]
    chance, counts = Random(2), Counter[str]()
    places = list(paths(data))
    for path in [p for p in places if p[0] not in ("game", "labels")] * 4 + places[:: 1 + len(places) // 150]:
        counts[_sat_at(ruleset, data, edited(data, other, path, chance))] += 1
    assert counts["refused"] > counts["sat at"] > 0


def _sat_at(ruleset: artrules.Ruleset, whole: dict[str, Any], new: dict[str, Any]) -> str:
    if isinstance(new.get("game"), dict):
        new["game"]["check"] = check_sum(new["game"])
    try:
        record = read_record(_checked(new))
        if record.save is None or record.seats is None:
            return "no game"
        game = ruleset.resume(record.save)
        play_again(ruleset, record)
    except artrules.SaveRefused as problem:
        assert str(problem)
        return "refused"
    if set(record.seats.bots) - {"", "uniform"}:
        return "an unknown bot"  # which `artrules play` refuses
    assert tuple(game.choices) == record.choices and len(record.labels) == len(record.choices)
    for seat in range(1, game.players + 1):
        assert game.log.read_by(seat) is not None
    play_on(Session(game, record.seats, lambda: ruleset.begin(game.setup), game.log.notes), choices=10)
    return "sat at"


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda d: d["setup"].update(seed=7), "set up in another way"),
        (lambda d: d["setup"].update(players=True), "players"),
        (lambda d: d.update(setup=[]), "setup"),
        (lambda d: d.update(where=""), "where"),
        (lambda d: d.update(where="a\x00b"), "where"),
        (lambda d: d.update(where=7), "where"),
        (lambda d: d.update({"with": "x"}), "with"),
        (lambda d: d.update({"with": [None]}), "with"),
        (lambda d: d.update(automatic=1), "automatic"),
        (lambda d: d.update(failure={"choice": 1, "diagnostics": []}), "failure"),
        (lambda d: d.update(failure={"choice": None, "diagnostics": [7]}), "failure"),
        (lambda d: d.update(game=None), "no game"),
        (lambda d: d.update(game=[]), "no saved game"),
        (lambda d: d.update(notes=[]), "something else, `notes`"),
        (lambda d: d.pop("where"), "where is missing"),
        (lambda d: d["labels"].pop(), "labels"),
        (lambda d: d["labels"].__setitem__(0, 7), "labels"),
        (lambda d: d.pop("artrules_game"), "no saved game"),
        (lambda d: d.update(artrules_game=True), "no saved game"),
        (lambda d: d["seats"].update(people=[True, 2]), "seats"),
        (lambda d: d["seats"].update(bots=["", "", ""]), "seats"),
        (lambda d: d["seats"].update(people=[], bots=["uniform"] * 3), "seats"),
    ],
)
def test_a_part_that_can_not_be(edit: Callable[[dict[str, Any]], object], reason: str) -> None:
    data = json.loads(kept(noted()[1]))
    edit(data)
    with pytest.raises(artrules.SaveRefused, match=reason):
        read_record(_checked(data))


def test_a_file_of_the_first_format_is_read() -> None:
    """There, notes stood beside the game."""
    ruleset, table = noted()
    data = json.loads(kept(table))
    notes = [{"after": after, "entry": entry} for after, entry in data["game"].pop("notes")]
    kept_then = (*SETUP, "choices")
    log = [entry.as_data() for entry in table.game.log]
    game = {**{key: data["game"][key] for key in kept_then}, "artrules": 1, "state": {}, "log": log}
    game |= {"log_open_from": None, "knowledge": {}}
    old = {**data, "artrules_game": 1, "game": {**game, "check": check_sum(game)}, "notes": notes}
    labels = tuple(old.pop("labels"))
    record = read_record(_checked(old))
    assert record.save is not None and record.labels == labels
    assert record.save.notes == tuple(table.timeline.notes) != ()
    assert ruleset.resume(record.save).to_json() == table.game.to_json()
    assert play_again(ruleset, record).same_end is None
    for wrong in ([7], [{"after": 10**9, "entry": notes[0]["entry"]}], [{"after": 0}]):
        with pytest.raises(artrules.SaveRefused):
            read_record(_checked({**old, "notes": wrong}))


def _checked(data: dict[str, object]) -> str:
    """The file with a check sum that fits."""
    return json.dumps({**data, "check": check_sum(data)})

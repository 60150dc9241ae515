"""A recorded game is played again as it was, or it is said where it is no longer so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import artrules
from artrules.play.game.decision import GameFault
from artrules.table.session.record import Record, failure_of, read_record, record_of, write_record
from artrules.table.session.replay import play_again
from artrules.table.session.seats import Timeline
from play.game.tiny import tiny
from table.session.table_of import by_label, play_on, table_of

ROOT = Path(__file__).parents[2] / "rulesets"
RULESETS = ["avant_carde", "crazy_eights", str(ROOT / "lanterns")]
ACT = """
repeat 3 times:
    choose one:
        "add {n}" for n in 1..3:
            my x += n
        "rest": skip
"""


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_played_again_step_by_step(name: str) -> None:
    ruleset = artrules.load(name)
    table = table_of(ruleset, 2, (1,), 6)
    play_on(table, choices=40)
    replay = play_again(ruleset, read_record(write_record(record_of(table.game, name))))
    assert replay.same_end and replay.fault is None and replay.divergence is None
    chosen = [(e.player, e.option) for e in table.game.log if e.is_choice]
    assert sorted((s.player, s.label) for s in replay.steps) == sorted(chosen)
    assert [s.number for s in replay.steps] == list(range(1, len(chosen) + 1))
    assert replay.timeline.at(len(replay.steps)).to_json() == table.game.to_json()
    assert replay.timeline.at(0) == ruleset.new_game(2, 6)


def recorded(ruleset: artrules.Ruleset, *labels: str) -> Record:
    table = table_of(ruleset, 2, (1, 2))
    by_label(table, *labels)
    return read_record(write_record(record_of(table.game, "x", table.seats)))


def test_what_was_taken_back_is_noted_where_it_was(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, ACT)
    table = table_of(ruleset, 2, (1, 2))
    by_label(table, "add 1", "add 2")
    table.undo(1)
    by_label(table, "add 3")
    record = record_of(table.game, "x", table.seats)
    replay = play_again(ruleset, read_record(write_record(record)))
    assert [s.label for s in replay.steps] == ["add 1", "add 3"]
    notes = [[e.text for e in replay.timeline.at(n).log if e.kind == "undone"] for n in range(3)]
    assert notes == [[], ["takes back: add 2"], ["takes back: add 2"]]
    assert replay.timeline.at(2).log == table.game.log


def test_other_content_is_refused_unless_it_is_wanted(tmp_path: Path) -> None:
    record = recorded(tiny(tmp_path / "a", ACT), "add 1", "add 2", "rest")
    other = tiny(tmp_path / "b", ACT.replace("1..3", "1..4"))
    with pytest.raises(artrules.SaveRefused, match="other content"):
        play_again(other, record)
    replay = play_again(other, record, anyway=True)
    assert [s.label for s in replay.steps] == ["add 1", "add 2", "rest"]
    assert replay.divergence is None and replay.same_end is None
    with pytest.raises(artrules.SaveRefused, match="a game of tiny, not of lanterns"):
        play_again(artrules.load(RULESETS[2]), record)


def test_the_first_choice_that_is_not_offered_any_more(tmp_path: Path) -> None:
    record = recorded(tiny(tmp_path / "a", ACT), "add 1", "add 3", "rest")
    replay = play_again(tiny(tmp_path / "b", ACT.replace("1..3", "1..2")), record, anyway=True)
    gone = replay.divergence
    assert gone is not None
    assert (gone.number, gone.player, gone.label, gone.offered) == (2, 1, "add 3", ("add 1", "add 2", "rest"))
    assert [s.label for s in replay.steps] == ["add 1"]
    assert replay.timeline.at(1).inspect.view()["players"][1]["x"] == 1


def with_choices(record: Record, choices: tuple[str, ...]) -> Record:
    assert record.save is not None
    return replace(record, save=replace(record.save, choices=choices))


def test_choices_that_do_not_lead_to_the_position_are_damage(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, ACT)
    record, other = recorded(ruleset, "add 1", "add 2"), recorded(ruleset, "add 1", "add 3")
    with pytest.raises(artrules.SaveRefused, match="don't lead"):
        play_again(ruleset, with_choices(record, other.choices))
    with pytest.raises(artrules.SaveRefused, match="don't lead"):
        play_again(ruleset, with_choices(record, (*record.choices, "1:nothing()")))


BAD = ACT.replace("my x += n", "my x += n * 40")


def failed(folder: Path) -> tuple[artrules.Ruleset, Record, GameFault]:
    ruleset = tiny(folder, BAD)
    table = table_of(ruleset, 2, (1, 2))
    by_label(table, "add 2")
    with pytest.raises(GameFault) as caught:
        by_label(table, "add 1")
    record = record_of(table.game, "x", table.seats, failure=failure_of(caught.value))
    return ruleset, read_record(write_record(record)), caught.value


def test_a_fault_comes_about_again(tmp_path: Path) -> None:
    ruleset, record, fault = failed(tmp_path)
    assert record.failure is not None and record.failure.choice == fault.choice
    replay = play_again(ruleset, record)
    assert [s.label for s in replay.steps] == ["add 2"]
    assert replay.fault is not None and replay.fault.diagnostics == fault.diagnostics
    assert not replay.mended


def test_a_fault_that_was_mended(tmp_path: Path) -> None:
    _, record, _ = failed(tmp_path / "a")
    replay = play_again(tiny(tmp_path / "b", ACT), record, anyway=True)
    assert replay.fault is None and replay.mended


def test_content_that_fails_earlier_now(tmp_path: Path) -> None:
    record = recorded(tiny(tmp_path / "a", ACT), "add 1", "add 3", "rest")
    replay = play_again(tiny(tmp_path / "b", BAD), record, anyway=True)
    assert replay.fault is not None and [s.label for s in replay.steps] == ["add 1"]


def test_a_setup_that_fails(tmp_path: Path) -> None:
    edits = [("    begin: |\n      skip", "    begin: |\n      for p in players:\n          p.x -= 1")]
    ruleset = tiny(tmp_path, "skip", edits=edits)
    with pytest.raises(GameFault) as caught:
        ruleset.new_game(2, 1)
    assert caught.value.choice is None
    setup = ruleset.setup(2, 1)
    record = read_record(write_record(Record(setup, "x", None, failure=failure_of(caught.value))))
    assert record.setup == setup
    with pytest.raises(GameFault):
        play_again(ruleset, record)


def test_what_players_saw_is_found_out_once_and_forgotten_where_choices_are_taken_back() -> None:
    ruleset = artrules.load(ROOT / "lanterns")
    game = ruleset.new_game(2, 3)
    game.play(seed=1, choices=12)
    begun: list[artrules.Game] = []

    def begin() -> artrules.Game:
        begun.append(ruleset.new_game(2, 3))
        return begun[-1]

    timeline = Timeline(begin, game.choices)
    seen = list(timeline.seen())
    assert [each.choice for each in seen] == game.choices and all(each.label for each in seen)
    assert list(timeline.seen()) == seen and len(begun) == 1
    timeline.back_to(5)
    assert list(timeline.seen()) == seen[:5]

"""A save that is damaged or edited is refused with the reason, or is a game that can be played; nothing else comes of
it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.game.saves import format as save_format
from artrules.play.position import save_document
from artrules.play.position.save_document import canonical_json, parse_json
from game.tiny import choose, tiny
from tools.hostile.edited_saves import KILN, OWN, SOURCES, WAYS, Save, judge_edit, one_edit, saves, summed
from tools.hostile.oracle import Violation
from tools.hostile.save_edits import edited, paths
from tools.hostile.subject import FILES, write


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


@pytest.mark.parametrize("key", ["digest", "choices", "seed", "players", "settings", "content", "check"])
@pytest.mark.parametrize("value", [None, -1, 10**30, "x", [], {}, [[[]]]])
def test_a_part_replaced(saved: tuple[artrules.Ruleset, str], key: str, value: object) -> None:
    ruleset, text = saved
    with pytest.raises(artrules.SaveRefused):
        ruleset.resume(json.dumps({**json.loads(text), key: value}))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 100_000, '{"artrules": 1e999}', "NaN", "\ud800"])
def test_what_is_no_save(saved: tuple[artrules.Ruleset, str], text: str) -> None:
    with pytest.raises(artrules.SaveRefused):
        saved[0].resume(text)


# -- edited, with a check sum that fits


def real(way: str, subject: str = KILN) -> Save:
    """A save of a game under way, with cards in hands."""
    return saves(subject, way, 1)[3]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("subject", [KILN, str(OWN / "lanterns")])
def test_every_place_edited(subject: str, way: str) -> None:
    save, other = real(way, subject), saves(subject, way, 2)[4]
    data, random = save.data, Random(way)
    every = list(paths(data))
    found = [
        judge_edit(save, edited(data, other.data, path, random), random) for path in every[:: 1 + len(every) // 120]
    ]
    assert len(found) > (20 if way == "played" else 60) and found.count("refused") > len(found) / 2


@pytest.mark.parametrize("source", SOURCES)
def test_edited_saves_are_refused_or_can_be_played(source: str) -> None:
    verdicts = []
    for number in range(40 if source == "one edit" else 6):
        save, data = SOURCES[source](number)
        verdicts.append(judge_edit(save, data, Random(number)))
    assert set(verdicts) <= {"refused", "equal", "accepted"} and len(set(verdicts)) > (source == "one edit")


def test_an_edit_that_is_taken_up_unseen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle finds what it is there for: an engine that takes a save at its word."""
    monkeypatch.setattr("artrules.play.game.saves.restore._play_again", lambda game, data: game.begin())
    monkeypatch.setattr("artrules.play.game.saves.restore.disagreement", lambda game, data: None)
    with pytest.raises(Violation, match="isn't what was saved"):
        for number in range(300):
            judge_edit(*one_edit(number), Random(number))


def test_a_position_that_nobody_looks_at_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.play.position.proof.scene._check_zones", lambda values, zones: None)
    monkeypatch.setattr("artrules.play.game.saves.restore.disagreement", lambda game, data: None)
    save = real("without a log")
    data = save.data
    zone = next(zone for zone in data["position"]["scene"]["zones"] if zone)
    zone.append(zone[0])
    with pytest.raises(Violation, match=r"twice or nowhere|isn't what was saved"):
        judge_edit(save, data, Random(1))


UNDONE = {"kind": "undone", "round": 1, "phase": "", "player": 1, "text": "x", "own": "x", "public": "x"}
PLAYED = {
    "the digest": lambda d: d.update(digest=32 * "0"),
    "a digest that is none": lambda d: d.update(digest="x"),
    "no digest": lambda d: d.update(digest=None),
    "a position": lambda d: d.update(position={}),
    "a log": lambda d: d.update(log=[]),
    "what seats know": lambda d: d.update(knowledge={}),
    "where the log is open": lambda d: d.update(log_open_from=0),
    "a choice that isn't offered": lambda d: d["choices"].__setitem__(-1, "1:nothing()"),
    "a choice too many": lambda d: d["choices"].append(d["choices"][-1]),
    "a choice too few": lambda d: d["choices"].pop(),
    "a choice that is a number": lambda d: d["choices"].__setitem__(0, 1),
    "a choice of a player that there isn't": lambda d: d["choices"].__setitem__(0, "9:nothing()"),
    "no choices": lambda d: d.update(choices=[]),
    "the seed": lambda d: d.update(seed=d["seed"] + 1),
    "a seed that is a truth value": lambda d: d.update(seed=True),
    "players that are a truth value": lambda d: d.update(players=True),
    "other players": lambda d: d.update(players=5 - d["players"]),
    "players that there can't be": lambda d: d.update(players=10**30),
    "a setting that there isn't": lambda d: d["settings"].update(cold="yes"),
    "a setting that is a list": lambda d: d["settings"].update(length=[]),
    "a set that there isn't": lambda d: d["settings"].update(guilds="x"),
    "files from outside": lambda d: d.update(added=["set x"]),
    "a note that is none": lambda d: d.update(notes=[[0, {}]]),
    "a note of another kind": lambda d: d.update(notes=[[0, {**UNDONE, "kind": "said"}]]),
    "a note after the last choice": lambda d: d.update(notes=[[99, UNDONE]]),
    "played": lambda d: d.update(played=True),
    "one thing more": lambda d: d.update(more=1),
    "one thing less": lambda d: d.pop("knowledge"),
    "another format": lambda d: d.update(artrules=0),
    "a format that is none": lambda d: d.update(artrules=True),
}


@pytest.mark.parametrize("what", PLAYED)
def test_what_choices_do_not_lead_to(what: str) -> None:
    save = real("played", str(OWN / "lanterns"))
    data = save.data
    PLAYED[what](data)
    assert canonical_json(data) != canonical_json(save.data)
    with pytest.raises(artrules.SaveRefused):
        save.ruleset.resume(summed(data))


POSITIONS = {
    "a card twice": lambda p: next(z for z in p["scene"]["zones"] if z).append(0),
    "a card that there isn't": lambda p: p["scene"]["zones"][0].append(999),
    "a zone less": lambda p: p["scene"]["zones"].pop(),
    "a zone more": lambda p: p["scene"]["zones"].append([]),
    "a face that there isn't": lambda p: p["scene"]["faces"].__setitem__(0, 2),
    "a value less": lambda p: p["scene"]["variables"].pop(),
    "a truth value for a number": lambda p: p["scene"]["drawn"].__setitem__(-1, True),
    "too much chance": lambda p: p["scene"]["drawn"].__setitem__(-1, 1 << 63),
    "a round too late": lambda p: p["clock"].__setitem__(0, 10**6),
    "nothing that waits": lambda p: p["stacks"][0].clear(),
    "no decision": lambda p: p["stacks"][0].pop(),
    "a frame that there isn't": lambda p: p["stacks"][0].append([9999]),
    "a frame twice": lambda p: p["stacks"][0].append(copy.deepcopy(p["stacks"][0][-1])),
    "a frame of the engine elsewhere": lambda p: p["stacks"][0].insert(1, [5, 0, 0, 1]),
    "a phase's end in place of a turn's": lambda p: p["stacks"][0].__setitem__(0, [10, 2]),
    "a stack more": lambda p: p["stacks"].append([]),
    "a gained power that there isn't": lambda p: p["scene"]["gained"].append([0, [999]]),
    "a use that can't be": lambda p: p["uses"].append([99, 0, 0, 1]),
    "a kept event before it has happened": lambda p: p["records"].append([10**6, 0, 0, []]),
    "a watch that there isn't": lambda p: p["watches"].append([0, 0, 99, 0, []]),
    "a phase that has begun": lambda p: p.update(phase_start=p["scene"]),
}


@pytest.mark.parametrize("what", POSITIONS)
def test_positions_that_can_not_be(what: str) -> None:
    save = real("without a log")
    data = save.data
    POSITIONS[what](data["position"])
    with pytest.raises(artrules.SaveRefused, match="the saved game is damaged"):
        save.ruleset.resume(summed(data))


def test_a_player_who_decides_for_another() -> None:
    """In a phase played all at once, what waits for one player waits on another's stack."""
    found = [save for seed in range(3) for save in saves(str(OWN / "lanterns"), "without a log", seed)]
    data = next(
        data
        for data in (save.data for save in found)
        if len(data["position"]["stacks"]) > 2 and all(data["position"]["stacks"][1:3])
    )
    stacks = data["position"]["stacks"]
    stacks[1], stacks[2] = stacks[2], stacks[1]
    with pytest.raises(artrules.SaveRefused, match="what waits in it can't wait there"):
        found[0].ruleset.resume(summed(data))


KNOWN = {
    "a seat less": lambda k: k["seats"].pop(),
    "a group that never was": lambda k: k["seats"][0][0][1].append(10**6),
    "a group twice": lambda k: k["seats"][0][0][1].append(k["seats"][0][0][1][-1]),
    "no group": lambda k: k["seats"][0][0][1].clear(),
    "a card twice": lambda k: k["seats"][0].insert(0, k["seats"][0][0]),
    "a card that there isn't": lambda k: k["seats"][0].append([999, [64], [0, 0]]),
    "something carried that nothing is": lambda k: k["seats"][0][0].__setitem__(2, [1, 0]),
    "an attribute that there isn't": lambda k: k["seats"][0][0].__setitem__(2, [2, 0, 99, 0]),
    "powers that there aren't": lambda k: k["seats"][0][0].__setitem__(2, [0, 2, 1, 9999]),
    "half a place": lambda k: k["seats"][0][0].__setitem__(2, [0, 0, 1]),
    "a place of no kind": lambda k: k["seats"][0][0].__setitem__(2, [0, 0, 7, 1]),
    "fewer groups than there were": lambda k: k.update(latest=[0 for _ in k["latest"]]),
    "a phase that has begun, or hasn't": lambda k: k.update(
        phase_start=None if k["phase_start"] else {"seats": k["seats"], "uses": [], "watches": []}
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_what_seats_can_not_know(what: str) -> None:
    save = real("dealt anew", str(OWN / "lanterns"))
    data = save.data
    KNOWN[what](data["knowledge"])
    with pytest.raises(artrules.SaveRefused, match="what seats know in it can't be"):
        save.ruleset.resume(summed(data))


ACT = """
for c in pool:
    move c to my hand
let d = last(e in my row)
repeat 2 times:
    if d is not none:
        choose one:
            "turn": skip
            "rest": skip
        move d to my hand
    choose c in my hand
    move c to my row
    d becomes last(e in my row)
"""


def test_a_value_that_was_tested_before_must_pass_the_test(tmp_path: Path) -> None:
    """Where it is known that there is a card, a frame without one would stop the game with an exception."""
    ruleset = tiny(tmp_path, ACT)
    game = ruleset.new_game(players=2, seed=1, log=False)
    refused = []
    while game.decisions:
        data = json.loads(game.to_json())
        frame = data["position"]["stacks"][0][-1]
        for slot in range(1, len(frame)):
            new = copy.deepcopy(data)
            new["position"]["stacks"][0][-1][slot] = None
            try:
                again = ruleset.resume(summed(new))
            except artrules.SaveRefused:
                refused.append(game.decisions[0].options[0].label)
                continue
            while again.decisions:
                again.choose(again.decisions[0].options[0])
        game.choose(game.decisions[0].options[0])
    assert "turn" in refused


# -- any text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "a": 1}', "twice"),
        ('{"a": NaN}', "no whole number"),
        ('{"a": 1e999}', "no whole number"),
        ('{"a": 1.0}', "no whole number"),
        ('{"a": "\\ud800"}', "a character in it is none"),
        ('{"\\ud800": 1}', "a character in it is none"),
        ("[" * 65 + "]" * 65, "too deep"),
        ("1" * 5000, "damaged"),
    ],
)
def test_text_that_no_game_writes(text: str, reason: str) -> None:
    with pytest.raises(artrules.SaveRefused, match=reason):
        parse_json(text)


def test_a_save_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    save = real("played")
    text = save.game.to_json()
    monkeypatch.setattr(save_format, "MOST_CHOICES", len(save.game.choices) - 1)
    with pytest.raises(artrules.SaveRefused, match="`choices` can't be that"):
        save.ruleset.resume(text)
    monkeypatch.setattr(save_document, "MOST_CHARACTERS", len(text) - 1)
    with pytest.raises(artrules.SaveRefused, match="longer than"):
        save.ruleset.resume(text)


# -- older formats


def of_format(number: int, data: dict[str, Any], **parts: Any) -> str:
    """A save with the keys of an older format, as far as they are read."""
    beside = {"state": {}, "log": [], "log_open_from": None, "knowledge": None}
    kept = {key: data[key] for key in (*save_format.SETUP, "choices")}
    newer = {"played": True, "notes": data["notes"]} if number > 1 else {}
    return summed({**kept, **beside, **newer, **parts, "artrules": number})


@pytest.mark.parametrize("number", [1, 2])
def test_older_saves_are_played_again(number: int) -> None:
    save = real("played")
    assert save.ruleset.resume(of_format(number, save.data)).to_json() == save.game.to_json()
    with pytest.raises(artrules.SaveRefused, match="choice 1 is not offered there"):
        save.ruleset.resume(of_format(number, save.data, choices=["1:nothing()"]))
    with pytest.raises(artrules.SaveRefused, match="settings are not as"):
        save.ruleset.resume(of_format(number, save.data, settings={}))


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("parts", [{"log": None}, {"played": False}])
def test_older_saves_without_choices_are_refused(number: int, parts: dict[str, Any]) -> None:
    save = real("without a log")
    if number == 1 and "played" in parts:
        return
    if number == 2:
        parts = {"played": False, **parts}
    with pytest.raises(artrules.SaveRefused, match="saved by an older version"):
        save.ruleset.resume(of_format(number, save.data, **parts))


def test_what_was_taken_back_is_read_from_the_log_of_the_first_format(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, 'repeat 2 times:\n    choose one:\n        "rest": skip\n        "stay": skip')
    game = ruleset.new_game(players=2, seed=1)
    choose(game, "rest")
    entry = save_format.entries_of([{**game.log[-1].as_data(), "kind": "undone", "player": 1}], 2)[0]
    game.note(entry)
    choose(game, "stay")
    old = of_format(1, json.loads(game.to_json()), log=[e.as_data() for e in game.log])
    again = ruleset.resume(old)
    assert again.notes == [(1, entry)] and again.log == game.log and again.to_json() == game.to_json()

"""A save that is damaged or edited is refused with the reason, or is a game that can be played; nothing else comes of
it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import artrules
from artrules.play.game import saves as saves_of_games
from artrules.play.game.log import Note
from artrules.play.game.saves import SETUP
from artrules.play.position import save_document
from artrules.play.position.save_document import canonical_json, parse_json
from play.game.tiny import choose, tiny
from tools.hostile.edited_saves import KILN, OWN, WAYS, Save, judge_edit, one_edit, saves, summed
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
    assert len(found) > 20 and found.count("refused") > len(found) / 2


def test_edited_saves_are_refused_or_can_be_played() -> None:
    verdicts = set()
    for number in range(60):
        save, data = one_edit(number)
        verdicts.add(judge_edit(save, data, Random(number)))
    assert verdicts <= {"refused", "equal", "accepted"} and len(verdicts) > 1


def test_an_edit_that_is_taken_up_unseen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle finds what it is there for: an engine that takes a save at its word."""
    monkeypatch.setattr("artrules.play.ruleset.play_save", lambda game, save: game.inspect.begin())
    with pytest.raises(Violation, match="isn't what was saved"):
        for number in range(300):
            judge_edit(*one_edit(number), Random(number))


def test_no_more_is_played_than_there_are_choices(
    saved: tuple[artrules.Ruleset, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save from anybody costs at most as many choices as it lists, and ends with the first that isn't offered."""
    ruleset, text = saved
    data, made = json.loads(text), []
    choose = artrules.Game.choose
    monkeypatch.setattr(artrules.Game, "choose", lambda game, option: made.append(option) or choose(game, option))
    data["choices"] += ["1:nothing()"] * 50_000
    with pytest.raises(artrules.SaveRefused, match="choice 5 is not offered there"):
        ruleset.resume(summed(data))
    assert len(made) == 5


UNDONE = {"kind": "undone", "round": 1, "phase": "", "player": 1, "text": "x", "own": "x", "public": "x"}
PLAYED = {
    "the digest": lambda d: d.update(digest=32 * "0"),
    "no digest": lambda d: d.update(digest=None),
    "a digest that is none": lambda d: d.update(digest="x"),
    "a position": lambda d: d.update(position={}),
    "a log": lambda d: d.update(log=[]),
    "a log that is there": lambda d: d.update(log=True),
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
    "one thing less": lambda d: d.pop("digest"),
    "another format": lambda d: d.update(artrules=0),
    "a format that is none": lambda d: d.update(artrules=True),
}


@pytest.mark.parametrize("what", PLAYED)
def test_what_choices_do_not_lead_to(what: str) -> None:
    save = real("with a log", str(OWN / "lanterns"))
    data = save.data
    PLAYED[what](data)
    assert canonical_json(data) != canonical_json(save.data)
    with pytest.raises(artrules.SaveRefused):
        save.ruleset.resume(summed(data))


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
    save = real("with a log")
    text = save.game.to_json()
    monkeypatch.setattr(saves_of_games, "MOST_CHOICES", len(save.game.choices) - 1)
    with pytest.raises(artrules.SaveRefused, match="`choices` can't be that"):
        save.ruleset.resume(text)
    monkeypatch.setattr(save_document, "MOST_CHARACTERS", len(text) - 1)
    with pytest.raises(artrules.SaveRefused, match="longer than"):
        save.ruleset.resume(text)


# -- older formats


def of_format(number: int, data: dict[str, Any], **parts: Any) -> str:
    """A save with the keys of an older format."""
    beside: dict[str, Any] = {"log": [], "log_open_from": None, "knowledge": None}
    kept = {key: data[key] for key in (*SETUP, "choices")}
    if number == 3:
        beside = {"position": None, "log": None, "log_open_from": None, "knowledge": None}
        kept |= {"notes": data["notes"], "digest": data["digest"]}
    else:
        beside["state"] = {}
    newer = {"played": True, "notes": data["notes"]} if number == 2 else {}
    return summed({**kept, **beside, **newer, **parts, "artrules": number})


@pytest.mark.parametrize("number", [1, 2, 3])
def test_older_saves_are_played_again(number: int) -> None:
    save = real("with a log")
    assert save.ruleset.resume(of_format(number, save.data)).to_json() == save.game.to_json()
    with pytest.raises(artrules.SaveRefused, match="choice 1 is not offered there"):
        save.ruleset.resume(of_format(number, save.data, choices=["1:nothing()"]))
    with pytest.raises(artrules.SaveRefused, match="of its setup"):
        save.ruleset.resume(of_format(number, save.data, settings={}))


def test_the_digest_in_a_save_of_the_third_format_counts() -> None:
    save = real("with a log")
    with pytest.raises(artrules.SaveRefused, match="don't lead to its position"):
        save.ruleset.resume(of_format(3, save.data, digest=32 * "0"))


@pytest.mark.parametrize(
    ("number", "parts"),
    [
        (1, {"log": None, "choices": []}),
        (2, {"log": None, "played": False, "choices": []}),
        (2, {"played": False}),
        (3, {"position": {"clock": []}, "choices": []}),
        (3, {"position": {}, "log": [], "knowledge": {}}),
    ],
)
def test_older_saves_without_choices_are_refused(number: int, parts: dict[str, Any]) -> None:
    save = real("with a log")
    with pytest.raises(artrules.SaveRefused, match="saved by an older version without its choices"):
        save.ruleset.resume(of_format(number, save.data, **parts))


def test_what_was_taken_back_is_read_from_the_log_of_the_first_format(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, 'repeat 2 times:\n    choose one:\n        "rest": skip\n        "stay": skip')
    game = ruleset.new_game(players=2, seed=1)
    choose(game, "rest")
    entry = saves_of_games.entry_of({**game.log[-1].as_data(), "kind": "undone", "player": 1}, 2)
    game.note(entry)
    choose(game, "stay")
    old = of_format(1, json.loads(game.to_json()), log=[e.as_data() for e in game.log])
    again = ruleset.resume(old)
    assert [*again.log.notes] == [Note(1, entry)] and again.log == game.log and again.to_json() == game.to_json()

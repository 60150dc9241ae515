"""A save: one game as a document (`position/save_document.py`).

What is read here has the keys of a save, and values of the kinds that a save has, within bounds. Whether it is a game
at all is proved afterwards (`restore.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from artrules.engine.chance import LARGEST_SEED
from artrules.play.game.log import LogEntry
from artrules.play.position.save_document import DocumentFormat, SaveRefused, damaged, parse_json, whole

FORMAT = 3
"""The number of the format that `Game.to_json` writes.

Saves of formats 1 and 2 held the position, the log and what seats know of every game, in another engine's terms. Of
these saves only the choices are read. In format 1 notes stood in the log alone.
"""
SETUP = ("ruleset", "content", "players", "settings", "seed")
"""The keys that say how a game was set up."""
UNPLAYED = ("position", "log", "log_open_from", "knowledge")
"""The keys that only a game needs which wasn't played from its seed; None in other games. `log` and the keys after it
are None in a game without a log, too."""
MOST_CHOICES = 100_000
ENTRIES = frozenset({"round", "phase", "turn", "chose", "took", "said", "end", "undone"})
"""The kinds of entries of a log."""
_OLD = frozenset({*SETUP, "choices", "state", "log", "log_open_from", "knowledge"})
SAVE = DocumentFormat(
    "artrules",
    FORMAT,
    {1: _OLD, 2: _OLD | {"notes", "played"}, 3: frozenset({*SETUP, *UNPLAYED, "choices", "notes", "digest"})},
    optional=frozenset({"added", "notes", "played", "single_options"}),
)
_CHOICE = re.compile(r"([1-9][0-9]{0,3}):[^\x00-\x1f\x7f]*")
_DIGEST = re.compile("[0-9a-f]{32}")


def read_save(text: str) -> dict[str, Any]:
    """The data of a save, each part of the kind that it must be. An older save has the keys of the present format, too,
    but its own number and no digest. Raises SaveRefused."""
    return check_save(parse_json(text))


def check_save(data: Any) -> dict[str, Any]:
    """The same for data that was parsed already."""
    save = SAVE.check(data)
    if save[SAVE.tag] < FORMAT:
        save = _as_format_3(save)
    _check_parts(save)
    if save["log"] is not None:
        entries_of(save["log"], save["players"])
    notes_of(save)
    return save


def is_played(save: Mapping[str, Any]) -> bool:
    """Whether the choices in a save lead from its seed to its position."""
    return save["position"] is None


def has_log(save: Mapping[str, Any]) -> bool:
    """Whether a save is that of a game with a log."""
    return is_played(save) or save["log"] is not None


def _check_parts(data: Mapping[str, Any]) -> None:
    check_setup(data)
    if data.keys() & {"played"}:
        raise damaged("it holds something else, `played`")
    position, log = data["position"], data["log"]
    has_digest = isinstance(data["digest"], str) and _DIGEST.fullmatch(data["digest"]) is not None
    for key, good in (
        ("choices", _choices(data["choices"], data["players"])),
        ("position", position is None or isinstance(position, dict)),
        ("digest", has_digest or (data["digest"] is None and data[SAVE.tag] < FORMAT)),
        ("log", log is None or position is not None),
        ("log_open_from", data["log_open_from"] is None or (log is not None and whole(data["log_open_from"], 0))),
        ("knowledge", isinstance(data["knowledge"], dict) if log is not None else data["knowledge"] is None),
        ("choices", position is None or log is not None or not data["choices"]),
        ("notes", position is None or data["notes"] == []),
        ("added", _texts(data.get("added", ["x"]))),
        ("single_options", data.get("single_options", True) is True),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")


def check_setup(data: Mapping[str, Any]) -> None:
    """Check that the parts of a save that say how its game was set up are of the right kinds. Raises SaveRefused."""
    for key, good in (
        ("ruleset", isinstance(data["ruleset"], str)),
        ("content", isinstance(data["content"], str)),
        ("players", whole(data["players"], 1)),
        ("settings", _settings(data["settings"])),
        ("seed", whole(data["seed"], 0, LARGEST_SEED)),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")


def _as_format_3(data: dict[str, Any]) -> dict[str, Any]:
    """An older save with the keys of format 3, as far as it is read: a game that was played from its seed. Raises
    SaveRefused.

    In the log of format 1 a choice that was taken back stands at about the choice where that happened; the file of a
    session, which knows the place, gives `notes`.
    """
    played = data.get("played", data["log"] is not None)
    if not isinstance(played, bool) or (played and data["log"] is None):
        raise damaged("`played` can't be that")
    if not played:
        raise SaveRefused("this game was saved by an older version, and its choices aren't known: it can't be resumed")
    notes = data.get("notes")
    if notes is None:
        notes, chosen = [], 0
        for entry in data["log"] if isinstance(data["log"], list) else ():
            kind = entry.get("kind") if isinstance(entry, dict) else None
            chosen += kind == "chose"
            if kind == "undone":
                notes.append([chosen, entry])
    kept = {key: data[key] for key in (SAVE.tag, *SETUP, "choices", "added") if key in data}
    return {**kept, **dict.fromkeys(UNPLAYED), "notes": notes, "digest": None}


def _texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(text, str) for text in value)


def _settings(value: Any) -> bool:
    return isinstance(value, dict) and all(v is None or isinstance(v, (str, int)) for v in value.values())


def _choices(value: Any, players: Any) -> bool:
    if not isinstance(value, list) or len(value) > MOST_CHOICES:
        return False
    found = [_CHOICE.fullmatch(choice) if isinstance(choice, str) else None for choice in value]
    return whole(players) and all(match is not None and int(match[1]) <= players for match in found)


# -- the log


def entries_of(value: Any, players: int) -> list[LogEntry]:
    """The entries of a log. Raises SaveRefused."""
    if not isinstance(value, list):
        raise damaged("`log` can't be that")
    return [_entry(entry, players) for entry in value]


def _entry(value: Any, players: int) -> LogEntry:
    good = (
        isinstance(value, dict)
        and value.keys() | {"apart"} == set(LogEntry.__slots__)
        and all(isinstance(value[key], str) for key in ("kind", "phase", "text", "own", "public"))
        and value["kind"] in ENTRIES
        and whole(value["round"], 0)
        and (value["player"] is None or whole(value["player"], 1, players))
    )
    if not good or not _are_apart(value.get("apart", []), players):
        raise damaged("an entry of its log is none")
    return LogEntry(**{**value, "apart": tuple((seat, text) for seat, text in value.get("apart", []))})


def _are_apart(value: Any, players: int) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and whole(pair[0], 1, players) and isinstance(pair[1], str)
        for pair in value
    )


def notes_of(data: Mapping[str, Any]) -> list[tuple[int, LogEntry]]:
    """The entries added to a game's log beside the rules, in order, each with the number of choices before it.

    Raises SaveRefused.
    """
    value, found = data["notes"], []
    if not isinstance(value, list):
        raise damaged("`notes` can't be that")
    least = 0
    for note in value:
        if not isinstance(note, list) or len(note) != 2 or not whole(note[0], least, len(data["choices"])):
            raise damaged("one of its notes is none")
        least, entry = note[0], _entry(note[1], data["players"])
        if entry.kind != "undone" or entry.player is None:
            raise damaged("one of its notes is none")
        found.append((least, entry))
    return found

"""A save: one game as a document (`save_document.py`).

What is read here has the keys of a save, and values of the kinds that a save has, within bounds. Whether it is a game
at all is proved afterwards: by playing it again, or by checking all of its position (`proof/`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from artrules.run.log import LogEntry
from artrules.run.save_document import DocumentFormat, canonical_json, damaged, parse_json, whole

FORMAT = 2
"""The number of the format that `Game.to_json` writes. In format 1 notes stand in the log alone, and logs told less."""
SETUP = ("ruleset", "content", "players", "settings", "seed")
"""The keys that say how a game was set up."""
MOST_CHOICES = 100_000
ENTRIES = frozenset({"round", "phase", "turn", "chose", "took", "said", "end", "undone"})
"""The kinds of entries of a log."""
_OF_FORMAT_1 = frozenset({*SETUP, "choices", "state", "log", "log_open_from", "knowledge"})
_OF_FORMAT_2 = _OF_FORMAT_1 | {"notes", "played"}
SAVE = DocumentFormat(
    "artrules", FORMAT, {1: _OF_FORMAT_1, 2: _OF_FORMAT_2}, optional=frozenset({"added", "notes", "played"})
)
_CHOICE = re.compile(r"([1-9][0-9]{0,3}):[^\x00-\x1f\x7f]*")


def read_save(text: str) -> dict[str, Any]:
    """The data of a save, each part of the kind that it must be. Raises SaveRefused."""
    return check_save(parse_json(text))


def check_save(data: Any) -> dict[str, Any]:
    """The same for data that was parsed already."""
    save = SAVE.check(data)
    if save[SAVE.tag] == 1:
        save = _add_parts_of_format_2(save)
    _check_parts(save)
    if save["log"] is not None:
        entries_of(save["log"], save["players"])
    notes_of(save)
    return save


def _check_parts(data: Mapping[str, Any]) -> None:
    check_setup(data)
    for key, good in (
        ("choices", _choices(data["choices"], data["players"])),
        ("played", isinstance(data["played"], bool) and not (data["played"] and data["log"] is None)),
        ("state", isinstance(data["state"], dict)),
        ("log_open_from", data["log_open_from"] is None or whole(data["log_open_from"], 0)),
        ("knowledge", data["knowledge"] is None or isinstance(data["knowledge"], dict)),
        ("added", _texts(data.get("added", ["x"]))),
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
        ("seed", whole(data["seed"])),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")


def _add_parts_of_format_2(data: dict[str, Any]) -> dict[str, Any]:
    """A save of format 1 with the parts that it lacks.

    In its log a choice that was taken back stands at about the choice where that happened; the file of a session, which
    knows the place, gives `notes`.
    """
    notes = data.get("notes")
    if notes is None:
        notes, chosen = [], 0
        for entry in data["log"] if isinstance(data["log"], list) else ():
            kind = entry.get("kind") if isinstance(entry, dict) else None
            chosen += kind == "chose"
            if kind == "undone":
                notes.append([chosen, entry])
    return {**data, "notes": notes, "played": data["log"] is not None}


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
        and value.keys() == set(LogEntry.__slots__)
        and all(isinstance(value[key], str) for key in ("kind", "phase", "text", "own", "public"))
        and value["kind"] in ENTRIES
        and whole(value["round"], 0)
        and (value["player"] is None or whole(value["player"], 1, players))
    )
    if not good:
        raise damaged("an entry of its log is none")
    return LogEntry(**value)


def notes_of(data: dict[str, Any]) -> list[tuple[int, LogEntry]]:
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
    if found and not data["played"]:
        raise damaged("`notes` can't be that")
    return found


def first_difference(one: dict[str, Any], other: dict[str, Any], keys: Iterable[str]) -> str | None:
    """The first of some keys under which two saves don't hold the same."""
    return next((key for key in keys if canonical_json(one.get(key)) != canonical_json(other.get(key))), None)

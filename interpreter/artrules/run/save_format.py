"""A saved game as text: how it is spelled, its check sum, and reading a text that may be anything.

What is read here has the kinds of data and the keys that a save has, within bounds. Whether it is a game at all is
proved afterwards: by playing it again, or by looking at all of its position (`proof/`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from artrules.run.log import LogEntry

FORMAT = 2
"""Of what `Game.to_json` writes. In format 1 notes stand in the log alone, and logs told less."""
MOST_CHARACTERS = 64 * 1024 * 1024
MOST_CHOICES = 100_000
DEEPEST = 64
"""Lists and mappings in one another."""
ENTRIES = frozenset({"round", "phase", "turn", "chose", "took", "said", "end", "undone"})
"""The kinds of entries of a log."""
_KEYS = ("ruleset", "content", "players", "settings", "seed", "choices", "state", "log", "log_open_from", "knowledge")
_SURROGATE = re.compile("[\ud800-\udfff]")
_CHOICE = re.compile(r"([1-9][0-9]{0,3}):[^\x00-\x1f\x7f]*")


class SaveRefused(ValueError):
    """A saved game that can't be taken up: damaged, edited, of other content, or of a newer version."""


def damaged(why: str) -> SaveRefused:
    """What refuses a save that no game has written."""
    return SaveRefused(f"the saved game is damaged: {why}")


def spelled_out(data: Any) -> str:
    """A save's data as text, always in the same way."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def check_sum(data: dict[str, Any]) -> str:
    """What tells that a save's data, but for the check sum itself, are as they were written."""
    text = spelled_out({key: value for key, value in data.items() if key != "check"})
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# -- any text


def parsed(text: str) -> Any:
    """The data that a text of JSON holds: no fractions, no key twice, text that is text, not too deep.

    Raises SaveRefused.
    """
    if len(text) > MOST_CHARACTERS:
        raise SaveRefused(f"this is no saved game: it is longer than {MOST_CHARACTERS:,} characters")
    try:
        data = json.loads(text, object_pairs_hook=_mapping, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:
        reason = "too deep" if isinstance(problem, RecursionError) else problem
        raise SaveRefused(f"this is no saved game, or a damaged one ({reason})") from None
    _see_depth_and_text(data)
    return data


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in it")
    return found


def _no_number(spelled: str) -> Any:
    raise ValueError(f"{spelled[:20]} is no whole number")


def _see_depth_and_text(data: Any) -> None:
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if _SURROGATE.search(value):
                    raise SaveRefused("this is no saved game, or a damaged one (a character in it is none)")
            elif isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
        if not below:
            return
        level = below
    raise SaveRefused("this is no saved game, or a damaged one (too deep)")


# -- a save


def read_save(text: str) -> dict[str, Any]:
    """The data of a save, each part of the kind of data that it must be. Raises SaveRefused."""
    return see_save(parsed(text))


def see_save(data: Any) -> dict[str, Any]:
    """The same for what was parsed."""
    if not isinstance(data, dict) or not whole(data.get("artrules")):
        raise SaveRefused("this is no saved game")
    number = data["artrules"]
    if number > FORMAT:
        raise SaveRefused(f"this game was saved by a newer version (format {number}; this one reads {FORMAT})")
    missing = [key for key in (*_KEYS, *(("notes", "played") if number == FORMAT else ())) if key not in data]
    if missing:
        raise damaged(f"{', '.join(missing)} is missing")
    if data.get("check") != check_sum(data):
        raise damaged("its check sum doesn't fit")
    save: dict[str, Any] = data if number == FORMAT else _of_format_1(data)
    _see_parts(save)
    if save["log"] is not None:
        entries_of(save["log"], save["players"])
    notes_of(save)
    return save


def _see_parts(data: dict[str, Any]) -> None:
    see_setup(data)
    for key, good in (
        ("artrules", data["artrules"] >= 1),
        ("choices", _choices(data["choices"], data["players"])),
        ("played", isinstance(data["played"], bool) and not (data["played"] and data["log"] is None)),
        ("state", isinstance(data["state"], dict)),
        ("log_open_from", data["log_open_from"] is None or whole(data["log_open_from"], 0)),
        ("knowledge", data["knowledge"] is None or isinstance(data["knowledge"], dict)),
        ("added", _texts(data.get("added", ["x"]))),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")
    for key in data.keys() - {"artrules", "check", "added", "notes", "played", *_KEYS}:
        raise damaged(f"it holds something else, `{key[:40]}`")


def see_setup(data: dict[str, Any]) -> None:
    """See that the parts of a save that say how its game was set up are of the right kinds. Raises SaveRefused."""
    for key, good in (
        ("ruleset", isinstance(data["ruleset"], str)),
        ("content", isinstance(data["content"], str)),
        ("players", whole(data["players"], 1)),
        ("settings", _settings(data["settings"])),
        ("seed", whole(data["seed"])),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")


def _of_format_1(data: dict[str, Any]) -> dict[str, Any]:
    """A save of the first format: what was taken back stands in its log, at about the choice where that happened,
    unless the file of a session says where."""
    notes = data.get("notes")
    if notes is None:
        notes, chosen = [], 0
        for entry in data["log"] if isinstance(data["log"], list) else ():
            kind = entry.get("kind") if isinstance(entry, dict) else None
            chosen += kind == "chose"
            if kind == "undone":
                notes.append([chosen, entry])
    return {**data, "notes": notes, "played": data["log"] is not None}


def whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    """Whether something is a whole number within bounds. A truth value is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(text, str) for text in value)


def _settings(value: Any) -> bool:
    return isinstance(value, dict) and all(v is None or isinstance(v, (str, int)) for v in value.values())


def _choices(value: Any, players: Any) -> bool:
    if not isinstance(value, list) or len(value) > MOST_CHOICES:
        return False
    found = [_CHOICE.fullmatch(choice) if isinstance(choice, str) else None for choice in value]
    return whole(players) and all(match is not None and int(match[1]) <= players for match in found)


# -- its story


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
    """What was added to a game's log beside the rules, in order: after how many choices, and the entry. Raises
    SaveRefused."""
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
    return next((key for key in keys if spelled_out(one.get(key)) != spelled_out(other.get(key))), None)

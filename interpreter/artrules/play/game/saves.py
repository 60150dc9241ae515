"""Saves: a game as text, and what such text tells.

A save is a setup and its choices, as a document (`position/save_document.py`). `Ruleset.resume` plays its game again
from its seed: each choice must be offered where it is made, and the position at the end must have the digest in the
save. So whatever the text says, what comes of it is a game that could have been played, or SaveRefused. The work is
bounded by the number of choices.
"""

import re
from collections.abc import Mapping
from typing import Any

from artrules.engine.chance import LARGEST_SEED
from artrules.play.game.log import ENTRY_KINDS, LogEntry, Note
from artrules.play.position.save_document import DocumentFormat, SaveRefused, damaged, parse_json, whole
from artrules.text.record import dataclass

FORMAT = 4
"""The number of the format that `Game.to_json` writes.

Saves of formats 1 to 3 could hold a position instead of choices; of these only games that were played from their seeds
are read. Formats 1 and 2 have no digest, and in format 1 notes stood in the log alone.
"""
SETUP = ("ruleset", "content", "players", "settings", "seed")
"""The keys that say how every game was set up."""
_WISHES = {"single_options": True, "log": False, "knowledge": True}
"""The keys of what else a game may have been begun with, each with the one value that stands in a save."""
OPTIONS = frozenset({"added", "given", *_WISHES})
"""The keys that a setup may have beside those of SETUP."""
MOST_CHOICES = 100_000
MOST_GIVEN = 200_000
"""Characters of a position that a setup gives."""
_POSITION = ("position", "log", "log_open_from", "knowledge")
"""The keys of format 3 that a game needed which wasn't played from its seed; None in other games."""
_OLD = frozenset({*SETUP, "choices", "state", "log", "log_open_from", "knowledge"})
_PARTS = frozenset({*SETUP, "choices", "notes", "digest"})
SAVE = DocumentFormat(
    "artrules",
    FORMAT,
    {1: _OLD, 2: _OLD | {"notes", "played"}, 3: _PARTS | frozenset(_POSITION), 4: _PARTS},
    optional=frozenset({"notes", "played", *OPTIONS}),
)
_CHOICE = re.compile(r"([1-9][0-9]{0,3}):[^\x00-\x1f\x7f]*")
_DIGEST = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game was begun with: the ruleset's name, the hash of its content, and all that was chosen then. `added`
    names the sets and overlays from outside; `given` is the position in which it begins, as a scenario writes it under
    `given`, and empty where that is what the setup has made (`inspection/start_position.py`)."""

    ruleset: str
    content: str
    players: int
    settings: dict[str, Any]
    seed: int
    single_options: bool = False
    log: bool = True
    knowledge: bool = False
    added: tuple[str, ...] = ()
    given: str = ""

    def as_data(self) -> dict[str, Any]:
        """It as it stands in saves."""
        data = {key: getattr(self, key) for key in SETUP}
        data |= {key: value for key, value in _WISHES.items() if getattr(self, key) == value}
        data |= {"added": list(self.added)} if self.added else {}
        return data | ({"given": self.given} if self.given else {})


def setup_in(data: Mapping[str, Any]) -> Setup:
    """The setup in the data of a save. Raises SaveRefused."""
    for key, good in (
        ("ruleset", isinstance(data["ruleset"], str)),
        ("content", isinstance(data["content"], str)),
        ("players", whole(data["players"], 1)),
        ("settings", _are_settings(data["settings"])),
        ("seed", whole(data["seed"], 0, LARGEST_SEED)),
        ("added", _are_texts(data.get("added", ["x"]))),
        ("given", _is_given(data.get("given", "x"))),
        *((key, data.get(key, value) is value) for key, value in _WISHES.items()),
    ):
        if not good:
            raise damaged(f"`{key}` can't be that")
    wishes: dict[str, Any] = {key: value for key, value in _WISHES.items() if key in data}
    more = {"added": tuple(data.get("added", ())), "given": data.get("given", "")}
    return Setup(**{key: data[key] for key in SETUP} | wishes | more)


@dataclass(frozen=True, slots=True)
class Save:
    """A setup and its choices, by their ids. `notes` were added to the log. `digest` is None in older saves."""

    setup: Setup
    choices: tuple[str, ...]
    notes: tuple[Note, ...]
    digest: str | None

    def as_data(self) -> dict[str, Any]:
        """It as the data of a document, without the check sum."""
        return {
            SAVE.tag: FORMAT,
            **self.setup.as_data(),
            "choices": list(self.choices),
            "notes": [[note.after, note.entry.as_data()] for note in self.notes],
            "digest": self.digest,
        }

    def ends_at(self, digest: str) -> bool:
        """Whether its game stood at the position with a digest (`Position.digest`), as far as the save tells."""
        return self.digest in (None, digest)


# -- reading


def read_save(text: str) -> Save:
    """What the text of a save tells. Raises SaveRefused."""
    return check_save(parse_json(text))


def check_save(data: Any) -> Save:
    """The same for data that was parsed already."""
    parts = SAVE.check(data)
    if parts[SAVE.tag] < FORMAT:
        parts = _as_format_4(parts)
    setup, choices, digest = setup_in(parts), parts["choices"], parts["digest"]
    if parts.keys() & {"played"}:
        raise damaged("it holds something else, `played`")
    if not _are_choices(choices, setup.players):
        raise damaged("`choices` can't be that")
    if not (isinstance(digest, str) and _DIGEST.fullmatch(digest)) and not (digest is None and data[SAVE.tag] < 3):
        raise damaged("`digest` can't be that")
    return Save(setup, tuple(choices), _notes(parts["notes"], len(choices), setup.players), digest)


def _as_format_4(data: dict[str, Any]) -> dict[str, Any]:
    """An older save with the keys of format 4. Raises SaveRefused for one without choices.

    In the log of format 1 a choice that was taken back stands at about the choice where that happened; the file of a
    session, which knows the place, gives `notes`.
    """
    if data[SAVE.tag] == 3:
        played, fields = data["position"] is None, data
    else:
        played, fields = data.get("played", data["log"] is not None), {"notes": _old_notes(data["log"]), **data}
        if not isinstance(played, bool) or (played and data["log"] is None):
            raise damaged("`played` can't be that")
    if not played:
        raise SaveRefused("this game was saved by an older version without its choices, so it can't be played again")
    keys = (*SETUP, "choices", "notes", "digest", "added", "single_options")
    return {"digest": None, **{key: fields[key] for key in keys if key in fields}}


def _old_notes(log: Any) -> list[Any]:
    """The notes in a log of format 1."""
    notes, chosen = [], 0
    for entry in log if isinstance(log, list) else ():
        kind = entry.get("kind") if isinstance(entry, dict) else None
        chosen += kind == "chose"
        if kind == "undone":
            notes.append([chosen, entry])
    return notes


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(text, str) for text in value)


def _is_given(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_GIVEN


def _are_settings(value: Any) -> bool:
    return isinstance(value, dict) and all(v is None or isinstance(v, (str, int)) for v in value.values())


def _are_choices(value: Any, players: int) -> bool:
    if not isinstance(value, list) or len(value) > MOST_CHOICES:
        return False
    matches = [_CHOICE.fullmatch(choice) if isinstance(choice, str) else None for choice in value]
    return all(match is not None and int(match[1]) <= players for match in matches)


_FROM_OUTSIDE = {("undone", False), ("renewed", True)}
"""The kinds of the entries that notes may be, and whether they are of no player."""


def _notes(value: Any, choices: int, players: int) -> tuple[Note, ...]:
    if not isinstance(value, list):
        raise damaged("`notes` can't be that")
    notes: list[Note] = []
    for note in value:
        least = notes[-1].after if notes else 0
        if not isinstance(note, list) or len(note) != 2 or not whole(note[0], least, choices):
            raise damaged("one of its notes is none")
        entry = entry_of(note[1], players)
        if (entry.kind, entry.player is None) not in _FROM_OUTSIDE:
            raise damaged("one of its notes is none")
        notes.append(Note(note[0], entry))
    return tuple(notes)


def entry_of(value: Any, players: int) -> LogEntry:
    """The entry of a log in the data of a save. Raises SaveRefused."""
    good = (
        isinstance(value, dict)
        and value.keys() | {"apart", "label"} == set(LogEntry.__slots__)
        and all(isinstance(value.get(key, ""), str) for key in ("kind", "phase", "text", "own", "public", "label"))
        and value["kind"] in ENTRY_KINDS
        and whole(value["round"], 0)
        and (value["player"] is None or whole(value["player"], 1, players))
    )
    if not good or not _are_apart(value.get("apart", []), players):
        raise damaged("an entry of its log is none")
    return LogEntry(**{**value, "apart": tuple((seat, text) for seat, text in value.get("apart", []))})


def _are_apart(value: Any, players: int) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and whole(pair[0], 0, players) and isinstance(pair[1], str)
        for pair in value
    )

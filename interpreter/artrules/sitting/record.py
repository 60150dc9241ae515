"""The file of a game: the game itself, and what it takes to go on with it, or to show it again.

It is JSON with a check sum over all of it, so that damage of any kind is noticed. What `Game.to_json` writes is
understood too; it has no seats.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from artrules.ruleset import SaveRefused
from artrules.run.log import LogEntry
from artrules.sitting.course import Note
from artrules.sitting.seats import Seats, seats_from

if TYPE_CHECKING:
    from artrules.run.decision import GameFault
    from artrules.run.game import Game

FORMAT = 1
_SETUP = ("ruleset", "content", "players", "settings", "seed")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game was begun with: the ruleset's name, the hash of its content, and all that was chosen."""

    ruleset: str
    content: str
    players: int
    settings: dict[str, Any]
    seed: int


@dataclass(frozen=True, slots=True)
class Failure:
    """The fault that stopped a game: the id of the option it came from, if one was chosen, and its diagnostics."""

    choice: str | None
    diagnostics: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Record:
    """All that a file holds. `where` is the name or the folder by which the ruleset was found; `game` is what
    `Game.to_json` gave, None for a game that failed before its first decision."""

    setup: Setup
    where: str
    game: str | None
    seats: Seats | None = None
    notes: tuple[Note, ...] = ()
    failure: Failure | None = None
    automatic: bool = False
    """It is written after each choice; a file that somebody asked for is never written again by itself."""
    choices: tuple[str, ...] = ()
    log: tuple[LogEntry, ...] = field(default=(), repr=False)
    extra: tuple[str, ...] | None = None
    """The paths of the files from outside with which the ruleset was opened; None where that isn't written down."""
    added: tuple[str, ...] = ()
    """What these held, as `Ruleset.added` says it."""


def record_of(
    game: Game,
    where: str,
    seats: Seats | None = None,
    notes: tuple[Note, ...] = (),
    failure: Failure | None = None,
    *,
    extra: tuple[str, ...] = (),
    automatic: bool = False,
) -> Record:
    """The record of a game as it stands."""
    text = game.to_json()
    data = json.loads(text)
    setup = Setup(**{key: data[key] for key in _SETUP})
    story = (tuple(game.choices), tuple(game.log))
    return Record(setup, where, text, seats, notes, failure, automatic, *story, extra, _added(data))


def failure_of(fault: GameFault) -> Failure:
    """What a record says of a fault."""
    return Failure(fault.choice, [diagnostic.as_data() for diagnostic in fault.diagnostics])


def write_record(record: Record) -> str:
    """The text of a file."""
    setup = record.setup
    data: dict[str, Any] = {
        "artrules_game": FORMAT,
        "automatic": record.automatic,
        "failure": None,
        "game": json.loads(record.game) if record.game is not None else None,
        "notes": [{"after": note.after, "entry": note.entry.as_data()} for note in record.notes],
        "seats": record.seats.as_data() if record.seats is not None else None,
        "setup": {key: getattr(setup, key) for key in _SETUP},
        "where": record.where,
    }
    if record.extra is not None:
        data["with"] = list(record.extra)
    if record.failure is not None:
        data["failure"] = {"choice": record.failure.choice, "diagnostics": record.failure.diagnostics}
    return _plain({**data, "check": _check(data)}) + "\n"


def read_record(text: str) -> Record:
    """What a file holds. Raises SaveRefused with the reason."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise SaveRefused(f"this is no saved game, or a damaged one ({problem})") from None
    if not isinstance(data, dict):
        raise SaveRefused("this is no saved game")
    try:
        if "artrules_game" in data:
            return _read(data)
        if "artrules" in data:
            return _bare(data, text)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        if isinstance(problem, SaveRefused):
            raise
        raise SaveRefused(f"the saved game is damaged ({problem})") from None
    raise SaveRefused("this is no saved game")


def _read(data: dict[str, Any]) -> Record:
    number = data["artrules_game"]
    if isinstance(number, int) and number > FORMAT:
        raise SaveRefused(f"this game was saved by a newer version (format {number}; this one reads {FORMAT})")
    if data.pop("check", None) != _check(data):
        raise SaveRefused("the saved game is damaged: its check sum doesn't fit")
    game, failure, setup = data["game"], data["failure"], Setup(**data["setup"])
    choices, log = _story(game)
    return Record(
        setup,
        data["where"],
        _plain(game) if game is not None else None,
        seats_from(data["seats"], setup.players) if data["seats"] is not None else None,
        tuple(Note(note["after"], LogEntry(**note["entry"])) for note in data["notes"]),
        Failure(failure["choice"], failure["diagnostics"]) if failure is not None else None,
        data["automatic"],
        choices,
        log,
        tuple(map(str, data["with"])) if "with" in data else None,
        _added(game),
    )


def _bare(data: dict[str, Any], text: str) -> Record:
    """What `Game.to_json` wrote; `Ruleset.resume` judges the rest of it."""
    choices, log = _story(data)
    setup = Setup(**{key: data[key] for key in _SETUP})
    return Record(setup, data["ruleset"], text, choices=choices, log=log, added=_added(data))


def _story(game: dict[str, Any] | None) -> tuple[tuple[str, ...], tuple[LogEntry, ...]]:
    if game is None:
        return (), ()
    if game["log"] is None:
        raise SaveRefused("this game was played without a log: what was chosen isn't known")
    return tuple(game["choices"]), tuple(LogEntry(**entry) for entry in game["log"])


def _added(game: dict[str, Any] | None) -> tuple[str, ...]:
    return tuple(map(str, game.get("added", ()))) if game is not None else ()


def _plain(data: Any) -> str:
    """As `Game.to_json` spells it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _check(data: dict[str, Any]) -> str:
    return blake2b(_plain(data).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

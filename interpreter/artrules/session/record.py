"""The file of a game: the game itself, and what it takes to go on with it, or to show it again.

It is JSON with a check sum over all of it, so that damage of any kind is noticed. Edits are found by what is proved:
the game, by playing it again (`Ruleset.resume`, `replay.py`); all else here. What `Game.to_json` writes is understood
too; it has no seats.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from artrules.ruleset import SaveRefused
from artrules.run.log import LogEntry
from artrules.run.save_format import (
    check_sum,
    damaged,
    entries_of,
    notes_of,
    parsed,
    see_save,
    see_setup,
    spelled_out,
    whole,
)
from artrules.session.seats import Seats, seats_from
from artrules.session.timeline import Note

if TYPE_CHECKING:
    from artrules.run.decision import GameFault
    from artrules.run.game import Game

FORMAT = 2
"""In format 1 what was noted stands beside the game, not in it."""
_SETUP = ("ruleset", "content", "players", "settings", "seed")
_KEYS = {"artrules_game", "automatic", "check", "failure", "game", "seats", "setup", "where"}
MOST_PATH = 4096
"""Characters of a path."""


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
    failure: Failure | None = None,
    *,
    extra: tuple[str, ...] = (),
    automatic: bool = False,
) -> Record:
    """The record of a game as it stands."""
    data = game.as_data()
    setup = Setup(**{key: data[key] for key in _SETUP})
    notes = tuple(Note(after, entry) for after, entry in game.notes)
    story = (tuple(game.choices), tuple(game.log))
    return Record(setup, where, game.to_json(), seats, notes, failure, automatic, *story, extra, _added(data))


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
        "game": parsed(record.game) if record.game is not None else None,
        "seats": record.seats.as_data() if record.seats is not None else None,
        "setup": {key: getattr(setup, key) for key in _SETUP},
        "where": record.where,
    }
    if record.extra is not None:
        data["with"] = list(record.extra)
    if record.failure is not None:
        data["failure"] = {"choice": record.failure.choice, "diagnostics": record.failure.diagnostics}
    return spelled_out({**data, "check": check_sum(data)}) + "\n"


def read_record(text: str) -> Record:
    """What a file holds. Raises SaveRefused with the reason."""
    data = parsed(text)
    if isinstance(data, dict) and "artrules_game" in data:
        return _read(data)
    if isinstance(data, dict) and "artrules" in data:
        return _bare(see_save(data))
    raise SaveRefused("this is no saved game")


def _read(data: dict[str, Any]) -> Record:
    number = data["artrules_game"]
    if not whole(number, 1):
        raise SaveRefused("this is no saved game")
    if number > FORMAT:
        raise SaveRefused(f"this game was saved by a newer version (format {number}; this one reads {FORMAT})")
    if data.get("check") != check_sum(data):
        raise damaged("its check sum doesn't fit")
    if data.keys() - {"with"} != (_KEYS | {"notes"} if number == 1 else _KEYS):
        raise damaged("it lacks something, or holds something else")
    setup = _setup(data["setup"])
    game, save = _game(data)
    if save is not None and any(spelled_out(save[key]) != spelled_out(data["setup"][key]) for key in _SETUP):
        raise damaged("its game was set up in another way")
    failure = _failure(data["failure"])
    if save is None and failure is None:
        raise damaged("it holds no game")
    if not isinstance(data["automatic"], bool) or not _is_path(data["where"]):
        raise damaged("`automatic` or `where` can't be that")
    extra = data.get("with", [])
    if not isinstance(extra, list) or not all(_is_path(path) for path in extra):
        raise damaged("`with` can't be that")
    seats = seats_from(data["seats"], setup.players) if data["seats"] is not None else None
    return Record(
        setup,
        data["where"],
        spelled_out(game) if game is not None else None,
        seats,
        _notes(save),
        failure,
        data["automatic"],
        *_story(save),
        tuple(extra) if "with" in data else None,
        _added(save),
    )


def _setup(value: Any) -> Setup:
    if not isinstance(value, dict) or value.keys() != set(_SETUP):
        raise damaged("`setup` can't be that")
    see_setup(value)
    return Setup(**value)


def _game(data: dict[str, Any]) -> tuple[Any, dict[str, Any] | None]:
    """The save in a file, and its parts. Of the first format it doesn't say itself what was noted where."""
    game, notes = data["game"], data.get("notes", [])
    if game is None:
        return None, None
    save = see_save(game)
    if data["artrules_game"] > 1 or save["artrules"] > 1:
        if notes:
            raise damaged("one of its notes is none")
        return game, save
    if not isinstance(notes, list) or not all(isinstance(n, dict) and n.keys() == {"after", "entry"} for n in notes):
        raise damaged("one of its notes is none")
    game = {**game, "notes": [[note["after"], note["entry"]] for note in notes]}
    game["check"] = check_sum(game)
    return game, see_save(game)


def _failure(value: Any) -> Failure | None:
    if value is None:
        return None
    good = (
        isinstance(value, dict)
        and value.keys() == {"choice", "diagnostics"}
        and (value["choice"] is None or isinstance(value["choice"], str))
        and isinstance(value["diagnostics"], list)
        and all(_is_diagnostic(diagnostic) for diagnostic in value["diagnostics"])
    )
    if not good:
        raise damaged("`failure` can't be that")
    return Failure(**value)


def _is_diagnostic(value: Any) -> bool:
    texts = ("code", "slug", "severity", "message")
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in texts)


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_PATH and "\0" not in value


def _bare(data: dict[str, Any]) -> Record:
    """What `Game.to_json` wrote."""
    story, setup = _story(data), Setup(**{key: data[key] for key in _SETUP})
    text = spelled_out({**data, "check": check_sum(data)})
    return Record(setup, data["ruleset"], text, None, _notes(data), None, False, *story, None, _added(data))


def _story(save: dict[str, Any] | None) -> tuple[tuple[str, ...], tuple[LogEntry, ...]]:
    if save is None:
        return (), ()
    if save["log"] is None:
        raise SaveRefused("this game was played without a log: what was chosen isn't known")
    if not save["played"]:
        raise SaveRefused("this game was not played from its seed: what was chosen isn't known")
    return tuple(save["choices"]), tuple(entries_of(save["log"], save["players"]))


def _notes(save: dict[str, Any] | None) -> tuple[Note, ...]:
    return tuple(Note(after, entry) for after, entry in notes_of(save)) if save is not None else ()


def _added(save: dict[str, Any] | None) -> tuple[str, ...]:
    return tuple(save.get("added", ())) if save is not None else ()

"""The file of a session: a save, with what it takes to go on with the game, or to show it again.

It is a document like a save (`position/save_document.py`), and has the save in it. A save alone, as `Game.to_json`
writes it, is read too: it is a record without seats. Edits are found by what is proved: those of the game by playing it
again (`Ruleset.resume`, `replay.py`), all others here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from artrules.play.game.log import LogEntry
from artrules.play.game.saves.format import SAVE, SETUP, check_save, check_setup, entries_of, is_played, notes_of
from artrules.play.position.save_document import (
    DocumentFormat,
    SaveRefused,
    canonical_json,
    check_sum,
    damaged,
    parse_json,
    write_document,
)
from artrules.table.session.seats import Note, Seats, seats_from
from artrules.table.session.session import chooser

if TYPE_CHECKING:
    from artrules.play.game.decision import GameFault
    from artrules.play.game.game import Game

FORMAT = 3
"""In format 1 the notes stand beside the game, not in it. Before format 3 the log of the game says what its choices are
called."""
_SECTIONS = frozenset({"automatic", "failure", "game", "seats", "setup", "where"})
RECORD = DocumentFormat(
    "artrules_game",
    FORMAT,
    {1: _SECTIONS | {"notes"}, 2: _SECTIONS, 3: _SECTIONS | {"labels"}},
    frozenset({"with"}),
)
MOST_PATH = 4096
"""Characters of a path."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game was begun with: the ruleset's name, the hash of its content, and all that was chosen then."""

    ruleset: str
    content: str
    players: int
    settings: dict[str, Any]
    seed: int
    single_options: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """The fault that stopped a game: the id of the option it came from, if one was chosen, and its diagnostics."""

    choice: str | None
    diagnostics: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Record:
    """All that the file of a session holds."""

    setup: Setup
    where: str
    """The name or the folder by which the ruleset was found."""
    game: str | None
    """What `Game.to_json` wrote; None for a game that failed before its first decision."""
    seats: Seats | None = None
    notes: tuple[Note, ...] = ()
    failure: Failure | None = None
    automatic: bool = False
    """Whether the file is written again after each choice. One that a person asked for is written once."""
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = field(default=(), repr=False)
    """What each choice is called, for its player, as far as the file says."""
    extra: tuple[str, ...] | None = None
    """The paths of the files from outside with which the ruleset was opened; None where the file doesn't say."""
    added: tuple[str, ...] = ()
    """What these files held, as in `Ruleset.added`."""

    @property
    def labelled_choices(self) -> list[tuple[str, str]]:
        """Each choice with its label; without one, a choice is called by its id."""
        return list(zip(self.choices, [*self.labels, *self.choices[len(self.labels) :]], strict=False))


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
    return Record(
        _setup_of(data),
        where,
        game.to_json(),
        seats,
        tuple(Note(after, entry) for after, entry in game.notes),
        failure,
        automatic,
        tuple(game.choices),
        _labels(game.choices, game.log),
        extra,
        tuple(data.get("added", ())),
    )


def failure_of(fault: GameFault) -> Failure:
    """The fault of a game, as a record keeps it."""
    return Failure(fault.choice, [diagnostic.as_data() for diagnostic in fault.diagnostics])


def write_record(record: Record) -> str:
    """The text of a session's file."""
    data: dict[str, Any] = {
        RECORD.tag: FORMAT,
        "automatic": record.automatic,
        "failure": None,
        "game": parse_json(record.game) if record.game is not None else None,
        "labels": list(record.labels),
        "seats": record.seats.as_data() if record.seats is not None else None,
        "setup": _setup_as_data(record.setup),
        "where": record.where,
    }
    if record.extra is not None:
        data["with"] = list(record.extra)
    if record.failure is not None:
        data["failure"] = {"choice": record.failure.choice, "diagnostics": record.failure.diagnostics}
    return write_document(data) + "\n"


def read_record(text: str) -> Record:
    """The record in the text of a session's file or of a save. Raises SaveRefused with the reason."""
    data = parse_json(text)
    if isinstance(data, dict) and RECORD.tag in data:
        return _read_sections(RECORD.check(data))
    save = check_save(data)
    return _with_game(Record(_setup_of(save), save["ruleset"], None), data, save)


def _read_sections(data: dict[str, Any]) -> Record:
    setup = _setup(data["setup"])
    written = _save_in(data)
    save = check_save(written) if written is not None else None
    as_data = canonical_json(_setup_as_data(setup))
    if save is not None and canonical_json(_setup_as_data(_setup_of(save))) != as_data:
        raise damaged("its game was set up in another way")
    failure = _failure(data["failure"])
    if save is None and failure is None:
        raise damaged("it holds no game")
    if not isinstance(data["automatic"], bool) or not _is_path(data["where"]):
        raise damaged("`automatic` or `where` can't be that")
    paths = data.get("with", [])
    if not isinstance(paths, list) or not all(_is_path(path) for path in paths):
        raise damaged("`with` can't be that")
    labels = data.get("labels")
    if labels is not None and not _are_labels(labels, save["choices"] if save is not None else []):
        raise damaged("`labels` can't be that")
    seats = seats_from(data["seats"], setup.players) if data["seats"] is not None else None
    extra = tuple(paths) if "with" in data else None
    record = Record(setup, data["where"], None, seats, (), failure, data["automatic"], extra=extra)
    return record if save is None else _with_game(record, written, save, labels)


def _are_labels(value: Any, choices: list[str]) -> bool:
    return isinstance(value, list) and len(value) == len(choices) and all(isinstance(label, str) for label in value)


def _setup(value: Any) -> Setup:
    if not isinstance(value, dict) or value.keys() - {"single_options"} != set(SETUP):
        raise damaged("`setup` can't be that")
    check_setup(value)
    if value.get("single_options", True) is not True:
        raise damaged("`setup` can't be that")
    return Setup(**value)


def _setup_as_data(setup: Setup) -> dict[str, Any]:
    data = {key: getattr(setup, key) for key in SETUP}
    return {**data, "single_options": True} if setup.single_options else data


def _setup_of(save: dict[str, Any]) -> Setup:
    """The setup in the data of a save."""
    return Setup(**{key: save[key] for key in SETUP}, single_options="single_options" in save)


def _save_in(data: dict[str, Any]) -> Any:
    """The save in a record's data, which is to be checked; None where there is none. Format 1 has the notes beside
    it."""
    save: Any = data["game"]
    if data[RECORD.tag] > 1 or not isinstance(save, dict):
        return save
    notes = data["notes"]
    if save.get(SAVE.tag) != 1:
        if notes:
            raise damaged("one of its notes is none")
        return save
    if not isinstance(notes, list) or not all(isinstance(n, dict) and n.keys() == {"after", "entry"} for n in notes):
        raise damaged("one of its notes is none")
    SAVE.check(save)
    save = {**save, "notes": [[note["after"], note["entry"]] for note in notes]}
    return {**save, "check": check_sum(save)}


def _with_game(record: Record, written: Any, save: dict[str, Any], labels: list[str] | None = None) -> Record:
    """A record with a game in it, from its save as it was written and as it was checked. Raises SaveRefused where its
    choices aren't known."""
    if not is_played(save):
        raise SaveRefused("this game was not played from its seed, or without a log: what was chosen isn't known")
    if labels is None and save[SAVE.tag] < 3:
        labels = list(_labels(save["choices"], entries_of(written["log"], save["players"])))
    return replace(
        record,
        game=write_document(written),
        notes=tuple(Note(after, entry) for after, entry in notes_of(save)),
        choices=tuple(save["choices"]),
        labels=tuple(labels or ()),
        added=tuple(save.get("added", ())),
    )


def _labels(choices: Sequence[str], log: Sequence[LogEntry]) -> tuple[str, ...]:
    """What each choice is called. The log has the labels of each player in order."""
    chosen: dict[int, list[str]] = defaultdict(list)
    for entry in reversed(log):
        if entry.kind == "chose" and entry.player is not None:
            chosen[entry.player].append(entry.text)
    found = []
    for choice in choices:
        texts = chosen[chooser(choice)]
        found.append(texts.pop() if texts else choice)
    return tuple(found)


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

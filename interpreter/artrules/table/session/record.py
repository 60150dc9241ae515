"""The file of a session: a save, with what it takes to go on with the game, or to show it again.

It is a document like a save (`play/position/save_document.py`), and has the save in it. A save alone, as `Game.to_json`
writes it, is read too: it is a record without seats. Whether the choices in it can be made is found by playing the game
again (`Ruleset.resume`, `replay.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from artrules.play.game.log import LogEntry
from artrules.play.game.saves import OPTIONS, SAVE, SETUP, Save, Setup, check_save, entry_of, setup_in
from artrules.play.position.save_document import DocumentFormat, check_sum, damaged, parse_json, write_document
from artrules.table.session.seats import Seats, chooser, seats_from

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
    save: Save | None
    """The game; None for one that failed before its first decision."""
    seats: Seats | None = None
    failure: Failure | None = None
    automatic: bool = False
    """Whether the file is written again after each choice. One that a person asked for is written once."""
    labels: tuple[str, ...] = field(default=(), repr=False)
    """What each choice is called, for its player, as far as the file says."""
    extra: tuple[str, ...] | None = None
    """The paths of the files from outside with which the ruleset was opened; None where the file doesn't say."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The ids of the options that were chosen."""
        return () if self.save is None else self.save.choices

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
    """The record of a game as it stands. Raises CannotSave."""
    save = game.save()
    return Record(game.setup, where, save, seats, failure, automatic, _labels(save.choices, game.log), extra)


def failure_of(fault: GameFault) -> Failure:
    """The fault of a game, as a record keeps it."""
    return Failure(fault.choice, [diagnostic.as_data() for diagnostic in fault.diagnostics])


def write_record(record: Record) -> str:
    """The text of a session's file."""
    data: dict[str, Any] = {
        RECORD.tag: FORMAT,
        "automatic": record.automatic,
        "failure": None,
        "game": _document(record.save) if record.save is not None else None,
        "labels": list(record.labels),
        "seats": record.seats.as_data() if record.seats is not None else None,
        "setup": record.setup.as_data(),
        "where": record.where,
    }
    if record.extra is not None:
        data["with"] = list(record.extra)
    if record.failure is not None:
        data["failure"] = {"choice": record.failure.choice, "diagnostics": record.failure.diagnostics}
    return write_document(data) + "\n"


def _document(save: Save) -> dict[str, Any]:
    data = save.as_data()
    return {**data, "check": check_sum(data)}


def read_record(text: str) -> Record:
    """The record in the text of a session's file or of a save. Raises SaveRefused with the reason."""
    data = parse_json(text)
    if isinstance(data, dict) and RECORD.tag in data:
        return _read_sections(RECORD.check(data))
    save = _read_save(data)
    return Record(save.setup, save.setup.ruleset, save, labels=_older_labels(data, save))


def _read_sections(data: dict[str, Any]) -> Record:
    setup = _setup(data["setup"])
    written = _save_in(data)
    save = _read_save(written) if written is not None else None
    if save is not None:
        if not _are_same(setup, save.setup):
            raise damaged("its game was set up in another way")
        setup = save.setup
    failure = _failure(data["failure"])
    if save is None and failure is None:
        raise damaged("it holds no game")
    if not isinstance(data["automatic"], bool) or not _is_path(data["where"]):
        raise damaged("`automatic` or `where` can't be that")
    paths = data.get("with", [])
    if not isinstance(paths, list) or not all(_is_path(path) for path in paths):
        raise damaged("`with` can't be that")
    seats = seats_from(data["seats"], setup.players) if data["seats"] is not None else None
    extra = tuple(paths) if "with" in data else None
    record = Record(setup, data["where"], save, seats, failure, data["automatic"], extra=extra)
    labels = data.get("labels")
    if labels is None:
        return record if save is None else replace(record, labels=_older_labels(written, save))
    if not _are_labels(labels, record.choices):
        raise damaged("`labels` can't be that")
    return replace(record, labels=tuple(labels))


def _read_save(data: Any) -> Save:
    """The save in some data, of a game that has a log from now on: people read it."""
    save = check_save(data)
    return replace(save, setup=replace(save.setup, log=True, knowledge=False))


def _are_same(one: Setup, other: Setup) -> bool:
    """Whether two setups are those of the same game. Older files say of additions in the save alone."""
    return replace(one, log=True, knowledge=False, added=()) == replace(other, added=())


def _are_labels(value: Any, choices: Sequence[str]) -> bool:
    return isinstance(value, list) and len(value) == len(choices) and all(isinstance(label, str) for label in value)


def _setup(value: Any) -> Setup:
    if not isinstance(value, dict) or value.keys() - OPTIONS != set(SETUP):
        raise damaged("`setup` can't be that")
    return setup_in(value)


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


def _older_labels(written: dict[str, Any], save: Save) -> tuple[str, ...]:
    """What the choices of a save are called, by its log if it is old enough to have one."""
    log = written["log"] if written[SAVE.tag] < 3 else []
    if not isinstance(log, list):
        raise damaged("`log` can't be that")
    return _labels(save.choices, [entry_of(entry, save.setup.players) for entry in log]) if log else ()


def _labels(choices: Sequence[str], log: Sequence[LogEntry]) -> tuple[str, ...]:
    """What each choice is called. The log has the labels of each player in order."""
    chosen: dict[int, list[str]] = defaultdict(list)
    for entry in reversed(log):
        if entry.is_choice and entry.player is not None:
            chosen[entry.player].append(entry.option)
    labels = []
    for choice in choices:
        texts = chosen[chooser(choice)]
        labels.append(texts.pop() if texts else choice)
    return tuple(labels)


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

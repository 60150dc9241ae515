"""Makes a game from a save, which is proved first.

A check sum finds damage, but it is no signature: anybody can compute one. So a game that was played from its seed is
played again, and the saved position, log and knowledge must be what its choices lead to. Games without choices to go by
(those without a log, and determinizations) have their whole position checked instead (`position.py`, `stacks.py`,
`knowledge.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.run.decision import GameFault, IllegalChoice
from artrules.run.log import Log
from artrules.run.proof.knowledge import restore_knowledge
from artrules.run.proof.position import restore_position
from artrules.run.save_document import damaged
from artrules.run.save_format import entries_of, first_difference, notes_of

if TYPE_CHECKING:
    from artrules.run.game import Game

BESIDE = {
    "state": "its choices don't lead to its position",
    "log": "its choices don't lead to its log",
    "log_open_from": "its choices don't lead to its log",
    "knowledge": "its choices don't lead to what its seats know",
    "settings": "its settings are not as a game writes them",
    "added": "what it says of files from outside is wrong",
}
OF_FORMAT_1 = ("state", "settings", "added")
"""The parts of a save in format 1 that can be compared with a game of today: it wrote logs and knowledge in another
way."""


def restore_game(game: Game, data: dict[str, Any]) -> None:
    """Turn a game that hasn't begun into that of a save with the same content, players and seed. Raises SaveRefused."""
    try:
        if data["played"]:
            _play_again(game, data)
        else:
            _look_through(game, data)
    except GameFault as fault:
        raise damaged(f"it leads to a fault of the content ({fault.diagnostics[0].message})") from None
    if (wrong := disagreement(game, data)) is not None:
        raise damaged(wrong)


def disagreement(game: Game, data: dict[str, Any]) -> str | None:
    """How a save differs from a game that made the same choices, in words; None when it doesn't."""
    key = first_difference(game.as_data(), data, BESIDE if data["artrules"] > 1 else OF_FORMAT_1)
    return BESIDE[key] if key is not None else None


def _play_again(game: Game, data: dict[str, Any]) -> None:
    notes = notes_of(data)
    game.begin()
    for number, choice in enumerate(["", *data["choices"]]):
        if number:
            try:
                game.choose(choice)
            except IllegalChoice:
                raise damaged(f"choice {number} is not offered there") from None
        for after, entry in notes:
            if after == number:
                game.note(entry)


def _look_through(game: Game, data: dict[str, Any]) -> None:
    state = game._state
    restore_position(state, data["state"])
    log = data["log"]
    told = [data[key] for key in ("knowledge", "log_open_from") if data[key] is not None] + data["choices"]
    if (log is not None and data["knowledge"] is None) or (log is None and told):
        raise damaged("it has a part of a log")
    if log is not None:
        state.knowledge = restore_knowledge(state, data["knowledge"])
        _take_log(game, data)
    game.begin()


def _take_log(game: Game, data: dict[str, Any]) -> None:
    """Take over a log that can't be compared with anything."""
    state, open_from = game._state, data["log_open_from"]
    entries = entries_of(data["log"], game.players)
    phases = {phase.name for phase in state.runtime.program.model.flow.phases} | {"", "setup"}
    if not all(entry.round <= game.round and entry.phase in phases for entry in entries):
        raise damaged("an entry of its log is none")
    if (open_from is None) != (state.began is None) or (open_from or 0) > len(entries):
        raise damaged("an entry of its log is none")
    game._story_from(Log(entries, open_from), data["choices"])

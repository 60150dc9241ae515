"""Writes saves (`format.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.play.game.log import LogEntry
from artrules.play.game.moment import Course
from artrules.play.game.saves.format import FORMAT, SAVE, UNPLAYED
from artrules.play.information.saved_knowledge import knowledge_as_data
from artrules.play.position.codec import decode, digest_of_values, position_as_data
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a save is made of. `played` says whether the seed and the choices lead to the position. `content` is the
    hash of the rules, `added` names what was added to them from outside, `notes` are entries added to the log, each
    with the number of choices before it."""

    course: Course
    played: bool
    content: str
    added: Sequence[str]
    settings: Mapping[str, Any]
    notes: Sequence[tuple[int, LogEntry]]


def save_as_data(game: SavedGame) -> dict[str, Any]:
    """A game as the data of a save, without the check sum. Its parts belong to the game: don't change them."""
    moment, log, played = game.course.moment, game.course.log, game.played
    runtime = moment.load()
    data: dict[str, Any] = {
        SAVE.tag: FORMAT,
        "ruleset": runtime.model.name,
        "content": game.content,
        "players": runtime.players,
        "settings": game.settings,
        "seed": moment.seed,
        "choices": game.course.choices.items,
        "notes": [[after, entry.as_data()] for after, entry in game.notes] if played else [],
        "digest": digest_of_values(runtime.program, runtime.instance, game.course.choices.length),
        **dict.fromkeys(UNPLAYED),
    }
    if not played:
        data["position"] = position_as_data(decode(runtime.program, runtime.instance))
    if not played and log is not None and moment.knowledge is not None:
        runtime.load(moment.position, moment.knowledge)
        data["log"] = [entry.as_data() for entry in log.entries]
        data["log_open_from"] = log.open_from
        data["knowledge"] = knowledge_as_data(runtime.layout, runtime.instance)
    if moment.single_options:
        data["single_options"] = True
    if game.added:
        data["added"] = list(game.added)
    return data

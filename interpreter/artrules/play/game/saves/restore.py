"""Makes a game from a save, which is proved first.

A check sum finds damage, but it is no signature: anybody can compute one. So a game that was played from its seed is
played again; every choice must be offered, and lead to a position with the saved digest. The position of any other game
is checked (`position/proof/`) before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.log import Log, log_of
from artrules.play.game.moment import Moment
from artrules.play.game.saves.format import entries_of, is_played, notes_of
from artrules.play.information.knowledge_proof import check_knowledge
from artrules.play.information.saved_knowledge import put_knowledge
from artrules.play.position.codec import DecodedPosition, encode
from artrules.play.position.proof.position import prove_position
from artrules.play.position.proof.stacks import wrong_stack
from artrules.play.position.save_document import canonical_json, damaged

if TYPE_CHECKING:
    from artrules.play.game.game import Game

_BESIDE = {
    "digest": "its choices don't lead to its position",
    "position": "its position isn't as a game writes it",
    "log": "its log isn't as a game writes it",
    "log_open_from": "its log isn't as a game writes it",
    "knowledge": "what its seats know isn't as a game writes it",
    "single_options": "whether single options are put is not as a game writes it",
    "settings": "its settings are not as a game writes them",
    "added": "what it says of files from outside is wrong",
}


def restore_game(game: Game, data: dict[str, Any]) -> None:
    """Turn a game that hasn't begun into that of a save with the same content, players and seed. Raises SaveRefused."""
    try:
        if is_played(data):
            _play_again(game, data)
        else:
            _go_on_from_position(game, data)
    except GameFault as fault:
        raise damaged(f"it leads to a fault of the content ({fault.diagnostics[0].message})") from None
    if (wrong := disagreement(game, data)) is not None:
        raise damaged(wrong)


def disagreement(game: Game, data: dict[str, Any]) -> str | None:
    """How a save differs from a game that made the same choices, in words; None when it doesn't.

    Older saves have no digest: of them it is only known that each choice was offered.
    """
    own = game.as_data()
    for key, words in _BESIDE.items():
        if key == "digest" and data[key] is None:
            continue
        if canonical_json(own.get(key)) != canonical_json(data.get(key)):
            return words
    return None


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


def _go_on_from_position(game: Game, data: dict[str, Any]) -> None:
    runtime, old = game._runtime, game._moment
    position = prove_position(runtime.program, data["position"])
    knowledge, log = None, None
    runtime.release()
    runtime.forget_knowledge()
    encode(runtime.program, runtime.instance, position)
    if data["log"] is not None:
        check_knowledge(runtime.program, position, data["knowledge"], lambda card: runtime.ask("sight", card))
        put_knowledge(runtime.layout, runtime.instance, data["knowledge"])
        knowledge = runtime.save_knowledge()
        log = _log(game, data, position)
    kept = runtime.instance.save()
    moment = Moment(runtime, kept, old.seed, len(data["choices"]), old.keys, knowledge)
    game._go_on_from(moment, log, data["choices"])
    if any(asked.stack and asked.player != asked.stack - 1 for asked in game._moment.asked):
        raise wrong_stack()


def _log(game: Game, data: dict[str, Any], position: DecodedPosition) -> Log:
    """A log that can't be compared with anything."""
    entries, open_from = entries_of(data["log"], game.players), data["log_open_from"]
    phases = {phase.name for phase in game.model.flow.phases} | {"", "setup"}
    if not all(entry.round <= position.clock.round and entry.phase in phases for entry in entries):
        raise damaged("an entry of its log is none")
    if (open_from is None) != (position.phase_start is None) or (open_from or 0) > len(entries):
        raise damaged("an entry of its log is none")
    return log_of(entries, open_from)

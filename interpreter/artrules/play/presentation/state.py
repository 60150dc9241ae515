"""What a page gets of a game: once the description of its table, then a state after each change.

`table/page/module/` makes the same states of a game in a module, byte for byte: `tests/play/standalone` compares them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import Any

from artrules.play.game.decision import Option
from artrules.play.game.game import Game
from artrules.play.game.log import LogEntry
from artrules.play.game.scores import is_last_round, scored_by, sides_of, totals_of_sides
from artrules.play.presentation import messages
from artrules.play.presentation.log_lines import line_of, told_of
from artrules.play.presentation.offers import offer
from artrules.play.presentation.view import view_data_of
from artrules.text.record import dataclass

# How a game came out, as data for a page: each part of a score with its lines, and the tie-break in words.

_OF_PLAYER = re.compile(r"\b([A-Za-z_]\w*)\(\w+\)")
"""A function of a player, in code: `wealth(p)`."""
_OF_THING = re.compile(r"\b([A-Za-z_]\w*)\(\w+\.([A-Za-z_]\w*)\)")
"""A function of something that a player has: `size(p.hand)`."""
_OWNER = re.compile(r"\b[A-Za-z_]\w*\.(?=[A-Za-z_])")
"""The name of a player before what belongs to it: `p.` of `p.income`."""


def result_data(result: dict[str, Any]) -> messages.Result:
    """The data of a `Game.result`. `parts` are lists with `label`, `points`, and `lines` (`label`, `points`)."""
    return {
        "winners": result["winners"],
        "tie_break": _tie_break(result["tie_break"]),
        "scores": [_score(players, result["scores"][players[0] - 1]) for players in scored_by(result)],
        "stalled": result["stalled"],
        "rounds": result["rounds"],
        "sides": [
            {"players": players, "total": total}
            for players, total in zip(sides_of(result), totals_of_sides(result), strict=True)
        ],
    }


def _score(players: Sequence[int], score: dict[str, Any]) -> messages.Score:
    return {"players": players, "total": score["total"], "parts": _parts(score)}


def _parts(score: dict[str, Any]) -> list[messages.ScorePart]:
    lines: dict[str, list[messages.ScoreLine]] = {label: [] for label in score["parts"]}
    for line in score["lines"]:
        lines[line["part"]].append({"label": line["label"], "points": line["points"]})
    return [{"label": label, "points": points, "lines": lines[label]} for label, points in score["parts"].items()]


def _tie_break(tie_break: dict[str, Any] | None) -> messages.TieBreak | None:
    if tie_break is None:
        return None
    return {"text": key_in_words(tie_break["by"]), "tied": tie_break["tied"]}


def key_in_words(key: str) -> str:
    """A key of `best` as players say it: `most wealth(p)` is `most wealth`, `fewest size(p.hand)` is `fewest size of
    hand`."""
    plain = _OF_PLAYER.sub(r"\1", _OF_THING.sub(r"\1 of \2", key))
    return _OWNER.sub("", plain).replace("_", " ")


def description_data(game: Game) -> dict[str, Any]:
    """The description of a game's table as data: the same for every seat, and for each game of one configuration.
    Raises GameFault when the content fails to make a label."""
    return game.description.as_data()


def state_and_options(
    game: Game, seat: int | None, *, open_table: bool = False
) -> tuple[dict[str, Any], list[list[Option]]]:
    """What a seat (counted from 1) may know of a game at this moment, as data without version, tokens and log; then,
    for each of its offers, the options in the same order.

    At an open table nothing is hidden; without a seat it has the offers of all players. OUTSIDER has none, and may
    know what everybody may know. Raises ValueError for a seat that there isn't, and for none where the table isn't
    open; GameFault.
    """
    if seat is None and not open_table:
        raise ValueError("a table that isn't open is shown to a seat")
    reader = None if seat == OUTSIDER else seat
    whole, places = view_data_of(game).view(game.inspect.view() if open_table else game.view(reader), seat)
    description, decisions = game.description, game.decisions
    offers = [offer(each, whole, places, description) for each in decisions if seat in (None, each.player)]
    result = game.result
    data = {
        "pause": _pause(game, reader, open_table),
        "view": whole,
        "waiting": sorted({decision.player for decision in decisions}),
        "last_round": game.playing.answer(lambda: is_last_round(game.playing.moment)),
        "offers": [data for data, _ in offers],
        "result": None if result is None else result_data(result),
    }
    return data, [options for _, options in offers]


def _pause(game: Game, seat: int | None, open_table: bool) -> str | None:
    """What there is to see at a pause, in words; None where players must choose, or the game is over."""
    if not game.playing.is_paused:
        return None
    entries = game.log.entries if open_table else game.log.read_by(seat)
    return entries[-1].text if entries and entries[-1].how.sort == "pause" else ""


# What a seat is shown: the state of its table as text, and the options that its tokens stand for.
#
# It changes only where the seat can see a change. So neither its version nor when it is sent tells what others do in
# secret.


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The state of a table for a seat, until the seat can see a change. `body` is the inside of a JSON object, without
    the log."""

    moment: int
    """A number that whoever keeps the game counts with each change of it."""
    digest: str
    body: str
    entries: list[LogEntry]
    """What the seat has read."""
    options: dict[str, Option]
    """By token: what the seat can choose."""
    pauses: tuple[Shown, ...] = ()
    """The pauses on the way here, each of which whoever was shown an earlier moment is shown first."""

    is_pause: bool = False

    @property
    def version(self) -> int:
        """A number of 40 bits that is another one for each state that the seat can tell from the last. It is the same
        after the server was stopped and started again."""
        return int(self.digest[:10], 16)

    @property
    def seed(self) -> int:
        """A number of 48 bits for what is left to chance: it follows from what the seat is shown, and so from nothing
        that the seat can't know."""
        return int(self.digest[:12], 16)

    def message(self, had: list[LogEntry]) -> str:
        """The message `state` for a page that has had some entries of the log already."""
        same = same_beginning(had, self.entries)
        log = as_json([entry_data(entry) for entry in self.entries[same:]])
        return f'{{"type":"state","version":{self.version},{self.body},"from":{same},"log":{log}}}'


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
EVERYBODY = 0
"""Stands for all seats of an open table together: there one page may choose for several people."""
OUTSIDER = -1
"""Stands for the seat of somebody who has none, and watches."""


def shown_to(game: Game, seat: int, moment: int = 0, *, open_table: bool = False, bots: Collection[int] = ()) -> Shown:
    """What the seat of a player (counted from 1) is shown, or an OUTSIDER; at an open table nothing is hidden, and
    EVERYBODY has the offers of all seats but those of `bots`. Raises GameFault."""
    data, options = state_and_options(game, seat or None, open_table=open_table)
    mine = [n for n, offer in enumerate(data["offers"]) if offer["player"] not in bots]
    data["offers"], options = [data["offers"][n] for n in mine], [options[n] for n in mine]
    entries = game.log.entries if open_table else game.log.read_by(None if seat == OUTSIDER else seat)
    offers = data.pop("offers")
    text = as_json(data)[1:-1]
    offered = as_json(offers)
    digest = _digest(f"{len(entries)} {text} {offered}")
    # Others may go on meanwhile: what is offered here stays valid until this seat has chosen, or something else is.
    own = len(entries) if open_table else sum([entry.player == seat for entry in entries])
    offered = _digest(f"{own} {offered}")
    tokens: dict[str, Option] = {}
    for each, of_offer in zip(offers, options, strict=True):
        for written, option in zip(each["options"], of_offer, strict=True):
            written["token"] = f"{offered}.{len(tokens)}"
            tokens[written["token"]] = option
    is_pause = data["pause"] is not None
    return Shown(moment, digest, f'{text},"offers":{as_json(offers)}', entries, tokens, is_pause=is_pause)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def as_json(data: Any) -> str:
    """Data as JSON without spaces."""
    return _ENCODER.encode(data)


def same_beginning(one: list[LogEntry], other: list[LogEntry]) -> int:
    """How many entries two logs have in common from their beginning."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:
        return most
    return next(i for i in range(most) if one[i] != other[i])


def entry_data(entry: LogEntry) -> messages.Entry:
    """An entry of the log as its reader gets it."""
    return {
        "round": entry.round,
        "phase": entry.phase,
        "player": told_of(entry),
        "kind": entry.kind,
        "sort": entry.how.sort,
        "text": line_of(entry),
        "aside": entry.how.aside,
    }

"""What a seat is shown: the state of its table as text, and the options that its tokens stand for.

It changes only where the seat can see a change. So neither its version nor when it is sent tells what others do in
secret.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from artrules.presentation import entry_data, state_and_options
from artrules.record import dataclass

if TYPE_CHECKING:
    from artrules.game.decision import Option
    from artrules.game.game import Game
    from artrules.game.log import LogEntry


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The state of a table for a seat, until the seat can see a change. `body` is the inside of a JSON object, without
    the log."""

    moment: int
    """How many times something had happened at the table since it came into memory."""
    digest: str
    body: str
    entries: list[LogEntry]
    """What the seat has read."""
    options: dict[str, Option]
    """By token: what the seat can choose."""

    @property
    def version(self) -> int:
        """A number of 40 bits that is another one for each state that the seat can tell from the last. It is the same
        after the server was stopped and started again."""
        return int(self.digest[:10], 16)

    def message(self, had: list[LogEntry]) -> str:
        """The message `state` for a page that has had some entries of the log already."""
        same = same_beginning(had, self.entries)
        log = as_json([entry_data(entry) for entry in self.entries[same:]])
        return f'{{"type":"state","version":{self.version},{self.body},"from":{same},"log":{log}}}'


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
EVERYBODY = 0
"""Stands for all seats of an open table together: there one page may choose for several people."""


def shown_to(game: Game, seat: int, moment: int = 0, *, open_table: bool = False, bots: Collection[int] = ()) -> Shown:
    """What the seat of a player (counted from 1) is shown; at an open table nothing is hidden, and EVERYBODY has the
    offers of all seats but those of `bots`. Raises GameFault."""
    data, options = state_and_options(game, seat or None, open_table=open_table)
    mine = [n for n, offer in enumerate(data["offers"]) if offer["player"] not in bots]
    data["offers"], options = [data["offers"][n] for n in mine], [options[n] for n in mine]
    entries = game.log if open_table else game.log_of(seat)
    offers = data.pop("offers")
    text = as_json(data)[1:-1]
    offered = as_json(offers)
    digest = _digest(f"{len(entries)} {text} {offered}")
    # Others may go on meanwhile: what is offered here stays valid until this seat has chosen, or something else is.
    own = len(entries) if open_table else sum([entry.player == seat for entry in entries])
    offered = _digest(f"{own} {offered}")
    tokens: dict[str, Option] = {}
    for offer, of_offer in zip(offers, options, strict=True):
        for written, option in zip(offer["options"], of_offer, strict=True):
            written["token"] = f"{offered}.{len(tokens)}"
            tokens[written["token"]] = option
    return Shown(moment, digest, f'{text},"offers":{as_json(offers)}', entries, tokens)


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

"""What seats know (`machine/knowledge.py`), as JSON data and back.

By seat, for each card that it doesn't know: the card, its history, and what it carried into its last shuffle group
(`machine/carried.py`), as lists of words. While all play at once, also what was known when the phase began.
"""

from __future__ import annotations

from typing import Any

from artrules.engine.lower.layout import Layout
from artrules.engine.machine.hidden.carried import NOTHING_CARRIED
from artrules.engine.machine.memory import COMPACTED, USES_THEN, WATCHES_THEN
from artrules.play.position.codec import Memory

Seat = list[list[Any]]
"""By unknown card, in rising order: the card, its history, what it carried."""


def knowledge_as_data(layout: Layout, memory: Memory) -> dict[str, Any]:
    """What seats know, from memory."""
    places = memory.region("known_places")
    return {
        "seats": _seats(layout, memory, "of"),
        "latest": memory.region("latest_group")[: 1 + layout.players],
        "phase_start": {
            "uses": _words(memory, places[USES_THEN]),
            "watches": _words(memory, places[WATCHES_THEN]),
            "seats": _seats(layout, memory, "then"),
        }
        if places[USES_THEN]
        else None,
    }


def _seats(layout: Layout, memory: Memory, when: str) -> list[Seat]:
    cards = len(layout.card_kind)
    histories, carried = memory.region(f"history_{when}"), memory.region(f"carried_{when}")
    return [
        [
            [card, _words(memory, histories[place]), _words(memory, carried[place])]
            for card in range(cards)
            if histories[place := seat * cards + card]
        ]
        for seat in range(layout.players)
    ]


def _words(memory: Memory, place: int) -> list[int]:
    words = memory.region("known_lists")
    return words[place + 1 : place + 1 + words[place]]


def put_knowledge(layout: Layout, memory: Memory, data: dict[str, Any]) -> None:
    """Put what seats know into memory, from data that has been checked (`knowledge_proof.py`)."""
    memory.call("begin_knowing")
    places = memory.region("known_places")
    writer = _Writer(memory, len(layout.card_kind))
    writer.put_seats("of", data["seats"])
    memory.region("latest_group")[: len(data["latest"])] = data["latest"]
    then = data["phase_start"]
    if then is not None:
        count = layout.players * len(layout.card_kind)
        for region in ("history_then", "carried_then"):
            memory.make_room(region, count)[:count] = [0] * count
        memory.set_register("then_known_count", count)
        writer.put_seats("then", then["seats"])
        places[USES_THEN], places[WATCHES_THEN] = writer.put_list(then["uses"]), writer.put_list(then["watches"])
    places[COMPACTED] = memory.register("known_top")


class _Writer:
    """Writes lists, each only once."""

    def __init__(self, memory: Memory, cards: int) -> None:
        self._memory = memory
        self._cards = cards
        self._lists: dict[tuple[int, ...], int] = {(0, 0): NOTHING_CARRIED}

    def put_seats(self, when: str, seats: list[Seat]) -> None:
        histories, carried = self._memory.region(f"history_{when}"), self._memory.region(f"carried_{when}")
        for seat, unknown in enumerate(seats):
            for card, history, words in unknown:
                histories[seat * self._cards + card] = self.put_list(history)
                carried[seat * self._cards + card] = self.put_list(words)

    def put_list(self, words: list[int]) -> int:
        """Where the list of some words lies."""
        key = tuple(words)
        if key not in self._lists:
            place = self._memory.register("known_top")
            end = place + 1 + len(words)
            self._memory.make_room("known_lists", end)[place:end] = [len(words), *words]
            self._memory.set_register("known_top", end)
            self._lists[key] = place
        return self._lists[key]

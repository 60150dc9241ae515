"""Cards in words: one, and those of a zone. Equal cards share an entry; where cards lie in an order, it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from artrules.game.description import TableDescription, ZoneDescription
from artrules.terminal.values import render_value

Card = Mapping[str, Any]
"""A card that is seen, in a state (`docs/table_protocol.md`)."""


def render_card(card: Card, zone: ZoneDescription, description: TableDescription, *, whole: bool = False) -> str:
    """A card that is seen: in round brackets when it lies face down, followed by what its printed side doesn't say, in
    square brackets. Of its figures those that say something; with `whole` all of them."""
    text = str(card["card"])
    said = [*_figures_on(card, description, whole=whole), *changes_on(card)]
    if said:
        text += f" [{'; '.join(said)}]"
    face_up = card["face"] == "up" if "face" in card else zone.face_up
    return text if face_up else f"({text})"


def _figures_on(card: Card, description: TableDescription, *, whole: bool) -> Iterator[str]:
    """What the table computes for a card, in words. A `yes` is told by its title alone, a `no` only with `whole`."""
    for title, value in card.get("figures", {}).items():
        if whole or value is not False:
            yield title if value is True and not whole else f"{title} {render_value(value, description)}"


def changes_on(card: Card) -> list[str]:
    """What has changed on a card since it was printed, in words."""
    changed = [_changed(title, value) for title, value in card.get("changed", {}).items()]
    return [*changed, *(f"gained {power}" for power in card.get("gained", ()))]


def _changed(title: str, value: str) -> str:
    return {"yes": title, "no": f"not {title}"}.get(value, f"{title} {value}")


def render_cards(
    cards: Sequence[Card | None], zone: ZoneDescription, description: TableDescription, *, whole: bool = False
) -> list[str]:
    """The cards of a zone, to be joined by commas; empty for an empty zone. Of a pile only the top card and the number
    of cards, of a card's figures those that say something; with `whole` all of them."""
    if not cards:
        return []
    if all(card is None for card in cards):
        return [several(len(cards))]
    piled = zone.as_ == "pile" and not whole
    if piled and zone.order == "loose":
        return [several(len(cards))]
    texts = [None if card is None else render_card(card, zone, description, whole=whole) for card in cards]
    if zone.order == "loose":
        return _counted(texts)
    placed = [f"face down #{place}" if text is None else text for place, text in enumerate(texts, 1)]
    if piled and len(set(placed)) > 1:
        return ["face down" if texts[0] is None else texts[0], f"top of {len(texts)}"]
    return [_times(text, sum(1 for _ in same)) for text, same in groupby(placed)]


def _counted(cards: Sequence[str | None]) -> list[str]:
    """The cards of a zone without order, each that is seen once, with how many there are; None for those that aren't
    seen."""
    times: dict[str, int] = {}
    for text in cards:
        if text is not None:
            times[text] = times.get(text, 0) + 1
    hidden = len(cards) - sum(times.values())
    texts = [_times(text, number) for text, number in times.items()]
    return [*texts, f"{several(hidden)} face down"] if hidden else texts


def _times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"  # noqa: RUF001


def several(number: int) -> str:
    """Cards that nobody looks at: how many."""
    return "1 card" if number == 1 else f"{number} cards"

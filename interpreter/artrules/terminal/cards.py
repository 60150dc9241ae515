"""Cards in words: one, and those of a zone. Equal cards share an entry; where cards lie in an order, it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from artrules.game.description import TableDescription, ZoneDescription

Card = Mapping[str, Any]
_OWN = {"card", "id", "face", "shown_to", "gained"}
"""The keys of a card in a view that aren't attributes."""


def render_value(name: str, value: Any, description: TableDescription) -> str:
    """The value of a variable or attribute in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(render_value(name, each, description) for each in value) or "none"
    if value is None:
        return "none"
    if isinstance(value, int) and name in description.of_players:
        return f"player {value}"
    return str(value).replace("_", " ")


def render_card(card: Card, zone: ZoneDescription, description: TableDescription) -> str:
    """A card that is seen: in round brackets when it lies face down, followed by what has changed on it in square
    brackets."""
    text = str(card["card"])
    changed = [_changed(name, value, description) for name, value in card.items() if name not in _OWN]
    changed += [f"gained {power}" for power in card.get("gained", ())]
    if changed:
        text += f" [{'; '.join(changed)}]"
    face_up = card["face"] == "up" if "face" in card else zone.face_up
    return text if face_up else f"({text})"


def _changed(name: str, value: Any, description: TableDescription) -> str:
    plain = name.replace("_", " ")
    if isinstance(value, bool):
        return plain if value else f"not {plain}"
    return f"{plain} {render_value(name, value, description)}"


def render_cards(
    cards: Sequence[Card | None], zone: ZoneDescription, description: TableDescription, *, whole: bool = False
) -> list[str]:
    """The cards of a zone, to be joined by commas; empty for an empty zone. Of a pile, only the top card and the number
    of cards, unless `whole` is given."""
    if not cards:
        return []
    if all(card is None for card in cards):
        return [_several(len(cards))]
    if zone.order == "loose":
        return _loose(cards, zone, description)
    texts = [
        f"face down #{place}" if card is None else render_card(card, zone, description)
        for place, card in enumerate(cards, 1)
    ]
    if zone.order == "pile" and not whole and len(set(texts)) > 1:
        return ["face down" if cards[0] is None else texts[0], f"top of {len(texts)}"]
    return [_times(text, sum(1 for _ in same)) for text, same in groupby(texts)]


def _loose(cards: Sequence[Card | None], zone: ZoneDescription, description: TableDescription) -> list[str]:
    """The cards of a zone without order, in the order in which the ruleset lists its pieces."""
    seen = sorted((card for card in cards if card is not None), key=lambda card: int(card["id"]))
    times: dict[str, int] = {}
    for card in seen:
        text = render_card(card, zone, description)
        times[text] = times.get(text, 0) + 1
    texts = [_times(text, number) for text, number in times.items()]
    hidden = len(cards) - len(seen)
    return [*texts, f"{_several(hidden)} face down"] if hidden else texts


def _times(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ×{number}"  # noqa: RUF001


def _several(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"

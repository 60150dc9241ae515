"""What a piece of code stands in: whose it is, whether there is a player, and which card is `self`."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.ir.types import Card


@dataclass(frozen=True, slots=True)
class Context:
    """`container` names the code for sites of decisions; `title` is what a player is told is being decided."""

    container: str
    title: str
    owner: str | None = None
    me: bool = True
    self_card: Card | None = None

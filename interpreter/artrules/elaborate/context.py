"""What a piece of code stands in: whose it is, whether a player acts, and which card is `self`."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.ir.types import Card


@dataclass(frozen=True, slots=True)
class Context:
    """What a code string takes from the declaration that it belongs to."""

    container: str
    """The declaration's name within the model, such as `procedure draw`: the identities of its decisions begin so."""
    title: str
    """What players are told is being decided."""
    owner: str | None = None
    """The set whose own names the code sees before the game's; None for code of the game."""
    me: bool = True
    """Whether a player acts."""
    self_card: Card | None = None
    """The type of `self`, if the code belongs to a card."""

"""The context of a code string: its declaration, whether a player acts in it, and which card is `self`."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.ir.types import Card


@dataclass(frozen=True, slots=True)
class Context:
    """What a code string inherits from its declaration."""

    container: str
    """The declaration's full name, such as `procedure draw`. The identities of its decisions begin with it."""
    title: str
    """The prompt of the code's decisions: what players read is being decided."""
    owner: str | None = None
    """The set that declares the code, whose names hide the game's; None for the game's own code."""
    me: bool = True
    """Whether a player acts, so that the code may use `me`."""
    self_card: Card | None = None
    """The type of `self`, if the code belongs to a card."""

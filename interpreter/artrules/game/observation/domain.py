"""Finite sets of values, each with an index from 0 on: what one-hot features and numbers of actions are made of.

Players are counted from the seat that looks: index 0 is the seat itself, 1 the next player. A card counts by what is
printed on it; every card that the seat can't see has one index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from artrules.game.runtime import Runtime
from artrules.ir.types import Bool, Card, Member, Number, Optional, Player, Power, SetOf, Type
from artrules.lower.representation import is_wide
from artrules.machine.numbers import NONE, SLOTS
from artrules.record import dataclass

MOST_SETS = 64
"""The most sets of values that are told apart one by one."""
NO_VALUE = "none"
HIDDEN = "hidden"

Sees = Callable[[int], bool]
"""Whether the seat that looks sees a card."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of a type in their order, by what they are called. `low` is the word with the index 0."""

    kind: Literal["word", "player", "card", "power"]
    names: Sequence[str]
    low: int = 0
    optional: bool = False
    """Whether the last index stands for none."""

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.names)


def relative_players(players: int) -> list[str]:
    """What players are called from a seat: the seat itself, then the others in turn order."""
    return ["me", *(f"me+{i}" for i in range(1, players))]


class Domains:
    """The domains of one configuration, and the index of a word in each."""

    def __init__(self, runtime: Runtime) -> None:
        """The position in memory is lost."""
        self.runtime = runtime
        self.players = runtime.players
        layout = runtime.layout
        region = runtime.instance.region
        cards = len(layout.card_kind)
        raw = region("look_of")[:cards]
        first: dict[int, int] = {}
        for card, look in enumerate(raw):
            first.setdefault(look, card)
        number = {look: i for i, look in enumerate(first)}
        self.looks = [number[look] for look in raw]
        """By card: its look, counted from 0 without gaps."""
        self.look_names = [runtime.first_card_text(card) for card in first.values()]
        self.look_kinds = [layout.card_kind[card] for card in first.values()]
        own = runtime.instance.region("own_count")
        firsts, powers = region("own_first"), region("own_powers")
        self._own = [powers[firsts[card] : firsts[card] + own[card]] if own[card] else [] for card in range(cards)]

    def looks_of(self, kinds: frozenset[str]) -> list[int]:
        """The looks of cards of some kinds."""
        return [look for look, kind in enumerate(self.look_kinds) if kind in kinds]

    def of(self, type_: Type | None, most: int) -> Domain | None:
        """The domain of a type that has at most so many values; None where it has more, or can't be listed."""
        model = self.runtime.model
        match type_:
            case Optional(of):
                inner = self.of(of, most)
                if inner is None:
                    return None
                return Domain(inner.kind, (*inner.names, NO_VALUE), inner.low, True)
            case Bool():
                return Domain("word", ("no", "yes"))
            case Number(low, high) if high - low < most:
                return Domain("word", [str(n) for n in range(low, high + 1)], low)
            case Member(enum):
                return Domain("word", [name.replace("_", " ") for name in model.enums[enum].members])
            case Player():
                return Domain("player", relative_players(self.players))
            case Card():
                return Domain("card", (*self.look_names, HIDDEN))
            case Power():
                return Domain("power", (*[power.title for power in model.powers], HIDDEN))
            case SetOf(of) if not is_wide(model, type_):
                return self._of_set(of)
        return None

    def _of_set(self, of: Type) -> Domain | None:
        """The domain of small sets, by their bits; sets of players aren't listed, for they would have to be turned."""
        members = members_of(self, of)
        if isinstance(of, Player) or members is None or 1 << (members[0] + len(members[1])) > MOST_SETS:
            return None
        low, names = members
        told = [""] * low + list(names)
        sets = range(1 << len(told))
        return Domain("word", ["+".join(n for i, n in enumerate(told) if s >> i & 1) or "nothing" for s in sets])

    def index(self, domain: Domain, word: int, seat: int, sees: Sees) -> int:
        """The index of the value that a word means, for a seat counted from 0."""
        if word == NONE:
            return domain.size - 1
        match domain.kind:
            case "word":
                return word - domain.low
            case "player":
                return (word - seat) % self.players
            case "card":
                return self.looks[word] if sees(word) else domain.size - 1 - domain.optional
        card, slot = divmod(word, SLOTS)
        if not sees(card):
            return domain.size - 1 - domain.optional
        own = self._own[card]
        if slot < len(own):
            return own[slot]
        return self._gained(card, slot - len(own))

    def _gained(self, card: int, place: int) -> int:
        """The definition of a power that a card has gained."""
        instance = self.runtime.instance
        cards = instance.region("gained_card")[: instance.register("gained_count")]
        found: int = instance.region("gained_power")[cards.index(card) + place]
        return found


def members_of(domains: Domains, of: Type) -> tuple[int, Sequence[str]] | None:
    """The members that a set may have: the bit of the first one, and what they are called."""
    match of:
        case Number(low, high) if low >= 0:
            return low, [str(n) for n in range(low, high + 1)]
        case Member(enum):
            return 0, [name.replace("_", " ") for name in domains.runtime.model.enums[enum].members]
        case Player():
            return 0, relative_players(domains.players)
    return None

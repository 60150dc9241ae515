"""Determinizations of a game whose hidden cards are assigned in a certain way, and options that correspond in them.

To a seat a determinization looks like the game itself. Comparing the two shows whether the seat is told anything that
it may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.compile.references import SLOTS
from artrules.run import resample as resampling
from artrules.run.decision import Decision, Option
from artrules.run.determinize import Assignment, exchange_pairs, exchangeable_cards
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.advance import Candidate
    from artrules.run.game import Game
    from artrules.run.knowledge import SeatKnowledge
    from artrules.run.state import State


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card that a seat can't tell from others."""

    zone: int
    """Equal for cards in the same zone."""
    player: int
    """Whose zone it is, counted from 1; 0 for the table."""
    is_seen_by_player: bool
    """Whether that player sees the cards of the zone."""
    appearance: int
    """Equal for cards that were printed alike."""
    groups: frozenset[int]
    """The shuffle groups it went through. Two cards may change places if they have one in common."""


Exchange = Callable[[Mapping[int, HiddenCard]], Iterable[tuple[int, int]]]
"""Chooses pairs of hidden cards (by number) that change places; no card may be in two pairs."""


class OptionKey(NamedTuple):
    """Names an option across games: equal for the same option of the same decision."""

    decision: int
    candidate: Candidate


def option_key(option: Option) -> OptionKey:
    """The key of an option."""
    return OptionKey(option.decision.number, option.candidate)


def option_with_key(decision: Decision, key: OptionKey) -> Option | None:
    """The option of a decision that has a key, if the decision offers it."""
    if decision.number != key.decision:
        return None
    return next((option for option in decision.options if option.candidate == key.candidate), None)


class Determinization:
    """A determinization of a game for one player, in which nobody has been asked yet.

    `game` is the determinization. `ask` asks the players who decide in the original game; `game.begin()` asks all who
    must decide from here on.
    """

    def __init__(self, original: Game, player: int, game: Game, assignment: Assignment) -> None:
        self.original = original
        self.player = player
        self.game = game
        self._assignment = assignment
        log = game._log
        assert log is not None
        self.entries_read = len(log.entries) if log.open_from is None else log.open_from
        """How many entries of the seat's log are settled. In a phase played all at once later ones may change their
        order when the phase ends."""

    @property
    def moved(self) -> dict[int, int]:
        """By card that lies elsewhere now: the card that lies in its place."""
        return {there: card for there, card in self._assignment.card_at.items() if there != card}

    def ask(self) -> None:
        """Ask the players who decide in the original game. Raises GameFault, as one of the original game, where a
        player has no option."""
        try:
            resampling.ask(self.original, resampling.ResampledGame(self.game, self._assignment))
        except (Fail, Fault) as problem:
            raise self.original._as_fault(problem) from None

    def counterpart(self, option: Option) -> OptionKey:
        """The key of the option that corresponds to one in the other game: it is about the cards that lie in the places
        of the option's cards."""
        types = option.decision._table.branches[option.candidate[0]].values
        values = (self._there(v, t) for v, t in zip(option.candidate[1:], types, strict=True))
        return OptionKey(option.decision.number, (option.candidate[0], *values))

    def _there(self, value: Any, type_: tuple[Any, ...]) -> Any:
        match type_[0]:
            case "optional" if value is not None:
                return self._there(value, type_[1])
            case "list":
                return tuple(self._there(v, type_[1]) for v in value)
            case "card":
                return self._assignment[value]
            case "power":
                return self._assignment[value // SLOTS] * SLOTS + value % SLOTS
        return value

    def histories(self) -> dict[int, tuple[int, ...]]:
        """By card that the player doesn't know now: the shuffle groups that the card has gone through since the player
        last knew it, in order."""
        knowledge = self.game._state.knowledge
        assert knowledge is not None
        return dict(knowledge.seats[self.player - 1].histories)


def random_determinization(game: Game, player: int, seed: int) -> Determinization:
    """A random determinization, as `Game.resample` makes it, but with the chance to come unchanged; its players have
    been asked. Raises GameFault."""
    return Determinization(game, player, *resampling.resample(game, player, seed, game._state.keys))


def exchange_hidden_cards(game: Game, player: int, exchange: Exchange) -> Determinization:
    """The determinization in which some pairs of cards that a player can't tell apart have changed places. A pair whose
    cards may not lie so stays. Chance to come is unchanged."""

    def assign(S: State, known: SeatKnowledge) -> Assignment:
        runtime = S.runtime
        hidden: dict[int, HiddenCard] = {}
        for card, groups in exchangeable_cards(S, known).items():
            zone = S.cells[card]
            owner = runtime.zone_player[zone]
            seen = owner > 0 and bool(runtime.seen[zone] >> owner - 1 & 1)
            hidden[card] = HiddenCard(zone, owner, seen, runtime.look[card], groups)
        return exchange_pairs(S, known, exchange(hidden))

    return Determinization(game, player, *resampling.reassign(game, player, assign))

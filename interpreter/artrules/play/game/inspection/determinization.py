"""Determinizations of a game whose hidden cards are assigned in a certain way, and options that correspond in them.

To a seat a determinization looks like the game itself. Comparing the two shows whether the seat is told anything that
it may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.engine.machine.numbers import SLOTS
from artrules.model.ir.types import Card, ListOf, Optional, Power, Type, Zone
from artrules.play.explain.faults import Stopped
from artrules.play.game import resample as resampling
from artrules.play.game.decision import Decision, Option, decision_at, option_at
from artrules.play.game.moment import Course
from artrules.play.game.offers import Candidate
from artrules.play.game.runtime import Runtime
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.game.game import Game


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


def hypothetical_option(decision: Decision, key: OptionKey) -> Option:
    """The option of a decision that has a key, whether the decision offers it or not. It can't be chosen."""
    return option_at(decision_at(decision.moment, -1, asked=decision.asked.about(key.candidate)), 0)


class Determinization:
    """A determinization of a game for one player, in which nobody has been asked yet.

    `game` is the determinization. `ask` asks the players who decide in the original game;
    `game.inspect.begin()` asks all who must decide from here on.
    """

    def __init__(self, original: Game, player: int, game: Game, card_at: tuple[int, ...]) -> None:
        self.original = original
        self.player = player
        self.game = game
        self._card_at = card_at
        log = game.playing.log
        assert log is not None
        self.entries_read = log.length if log.open_from is None else log.open_from
        """How many entries of the seat's log are settled. In a phase played all at once later ones may change their
        order when the phase ends."""

    @property
    def moved(self) -> dict[int, int]:
        """By card that lies elsewhere now: the card that lies in its place."""
        return {there: card for there, card in enumerate(self._card_at) if there != card}

    def ask(self) -> None:
        """Ask the players who decide in the original game. Raises GameFault, as one of the original game, where a
        player has no option."""
        try:
            course = resampling.ask_anew(self.game.playing.course)
            self.game.playing.go_to(course.moment, course.log, course.choices)
        except Stopped as stopped:
            raise self.original.playing.moment.fault(stopped) from None

    def counterpart(self, option: Option) -> OptionKey:
        """The key of the option that corresponds to one in the other game: it is about the cards that lie in the places
        of the option's cards."""
        branch, *values = option.candidate
        types = option.decision.asked.table.branches[branch].types
        there = [self._there(value, type_) for value, type_ in zip(values, types, strict=True)]
        return OptionKey(option.decision.number, (branch, *there))

    def _there(self, value: Any, type_: Type) -> Any:
        match type_:
            case Optional(of) if value is not None:
                return self._there(value, of)
            case ListOf(of):
                return tuple([self._there(item, of) for item in value])
            case Zone():
                return tuple([self._card_at[card] for card in value])
            case Card():
                return self._card_at[value]
            case Power():
                return self._card_at[value // SLOTS] * SLOTS + value % SLOTS
        return value

    def histories(self) -> dict[int, tuple[int, ...]]:
        """By card that the player doesn't know now: the shuffle groups that the card has gone through since the player
        last knew it, in order."""
        moment = self.game.playing.moment
        moment.runtime.load(moment.position, moment.knowledge)
        return _histories(moment.runtime, self.player - 1)

    def assumed(self) -> tuple[frozenset[int], int]:
        """The cards whose histories leave out something that the player doesn't know, and has not seen since; and the
        latest shuffle group that such a card has left."""
        moment, seat = self.game.playing.moment, self.player - 1
        moment.runtime.load(moment.position, moment.knowledge)
        region = moment.runtime.instance.region
        cards = frozenset(card for card, seats in enumerate(region("assumed_by")) if seats >> seat & 1)
        return cards, region("latest_assumed")[seat]


def random_determinization(game: Game, player: int, seed: int) -> Determinization:
    """A random determinization, as `Thinking.resample` makes it, but with the chance to come unchanged; its players
    have been asked. Raises GameFault."""
    course, card_at = resampling.resample(game.playing.course, player, seed, game.playing.moment.keys)
    return _determinization(game, player, course, card_at)


def exchange_hidden_cards(game: Game, player: int, exchange: Exchange) -> Determinization:
    """The determinization in which some pairs of cards that a player can't tell apart have changed places. A pair whose
    cards may not lie so stays. Chance to come is unchanged. Raises GameFault."""

    def assign(runtime: Runtime, seat: int) -> None:
        runtime.run("find_movable", seat)
        for one, other in exchange(_hidden_cards(runtime, seat)):
            runtime.run("exchange", seat, one, other)

    moment = game.playing.moment
    try:
        course, card_at = resampling.reassign(game.playing.course, player, moment.seed, moment.keys, assign)
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    return _determinization(game, player, course, card_at)


def _determinization(original: Game, player: int, course: Course, card_at: tuple[int, ...]) -> Determinization:
    game = original.copy()
    game.playing.change_course(course)
    return Determinization(original, player, game, card_at)


def _hidden_cards(runtime: Runtime, seat: int) -> dict[int, HiddenCard]:
    """The cards in memory that may lie elsewhere for all that a seat knows, after `find_movable`."""
    region = runtime.instance.region
    hidden: dict[int, HiddenCard] = {}
    for card, groups in _histories(runtime, seat).items():
        if region("moving")[card]:
            zone = region("zone_of")[card]
            owner = region("player_of_zone")[zone]
            seen = owner > 0 and bool(region("seen_by")[zone] >> owner - 1 & 1)
            hidden[card] = HiddenCard(zone, owner, seen, region("look_of")[card], frozenset(groups))
    return hidden


def _histories(runtime: Runtime, seat: int) -> dict[int, tuple[int, ...]]:
    """By card that a seat doesn't know, in memory: the shuffle groups that it has gone through, in order."""
    lists, cards = runtime.instance.region("known_lists"), len(runtime.layout.card_kind)
    places = runtime.instance.region("history_of")[seat * cards : (seat + 1) * cards]
    return {card: tuple(lists[p + 1 : p + 1 + lists[p]]) for card, p in enumerate(places) if p}

"""Compares two positions of one game: has anybody learned anything between them?

Part of the API, for clients that let players take choices back. `before` is the earlier of the two positions; both are
games on their own (`Game.copy`), of the same ruleset, settings and seed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from artrules.play.explain.faults import Stopped
from artrules.play.explain.text import resighted
from artrules.play.game.decision import Option
from artrules.play.game.moment import Moment
from artrules.play.position.codec import SceneReader

if TYPE_CHECKING:
    from artrules.play.game.game import Game


class _Scene:
    """The zones of a moment, and who sees which card."""

    def __init__(self, moment: Moment) -> None:
        runtime = moment.load()
        reader = SceneReader(runtime.program, runtime.instance)
        self.zones = [reader.cards_in(zone) for zone in range(runtime.layout.aside)]
        self._sight = [runtime.ask("sight", card) for card in range(len(runtime.layout.card_kind))]

    def seen_in(self, zone: int, seat: int) -> list[int]:
        """The cards of a zone that a seat sees."""
        return [card for card in self.zones[zone] if self._sight[card] >> seat & 1]


def in_same_simultaneous_phase(before: Game, now: Game) -> bool:
    """Whether both positions belong to the same phase that all players play at once, or to the same question that
    several are asked at once."""
    one, other = before.playing.moment, now.playing.moment
    if not (one.simultaneous and other.simultaneous and one.phase_start == other.phase_start):
        return False
    # What is asked twice without any change in between has been told twice.
    return before.log.open_from == now.log.open_from


def used_same_chance(before: Game, now: Game, player: int | None = None) -> bool:
    """Whether no random number was drawn between the positions: by one player (counted from 1), or with None by
    anybody."""
    return _drawn(before, player) == _drawn(now, player)


def visible_cards(game: Game, player: int) -> frozenset[int]:
    """The numbers of the cards that the seat of a player (counted from 1) sees. In a phase played all at once other
    players' cards count as they lay when the phase began."""
    moment = game.playing.moment
    owner = moment.runtime.instance.region("player_of_zone")
    then = _Scene(moment.at_phase_start())
    now = _Scene(moment) if moment.simultaneous else then
    cards: set[int] = set()
    for zone in range(len(now.zones)):
        cards.update((now if owner[zone] in (0, player) else then).seen_in(zone, player - 1))
    return frozenset(cards)


def labels_for(game: Game, cards: Collection[int], player: int) -> list[str]:
    """What those of some cards are called, in alphabetical order, of which a player (counted from 1) knows where they
    lie. Raises GameFault when the content fails to make a label."""
    zones, view = game.inspect.model.zones, game.view(player)
    return sorted(
        {
            card["card"]
            for things in (view["zones"], *view["players"].values())
            for name, contents in things.items()
            if name.partition("[")[0] in zones
            for card in contents
            if card is not None and card.get("id") in cards
        }
    )


def moved_hidden_cards(before: Game, now: Game, player: int, *, only_own: bool = False) -> bool:
    """Whether a card that a player (counted from 1) couldn't see has left its zone or its place among such cards.
    With `only_own` only that player's own zones count."""
    owner = before.playing.moment.runtime.instance.region("player_of_zone")
    here, there = _Scene(before.playing.moment), _Scene(now.playing.moment)
    zones = [z for z in range(len(here.zones)) if owner[z] == player or not only_own]
    hidden = {card for z in zones for card in {*here.zones[z]} - {*here.seen_in(z, player - 1)}}
    return any([c for c in here.zones[z] if c in hidden] != [c for c in there.zones[z] if c in hidden] for z in zones)


def label_for_others(option: Option) -> str:
    """What everybody may read of an option that is taken back: it names only cards that all could see before it was
    chosen, in a phase played all at once before that began. Empty for an option that declines.

    Raises GameFault when the content fails to make the text.
    """
    if option.declines:
        return ""
    moment = option.decision.moment
    runtime = moment.runtime
    try:
        tokens = moment.label_tokens(option.decision.asked, option.index)
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    if moment.simultaneous:
        moment.at_phase_start().load()
        tokens = resighted(tokens, lambda card: runtime.ask("sight", card))
    return runtime.words.joined(tokens, 0, len(tokens), runtime.outsiders, [])


def _drawn(game: Game, player: int | None) -> list[int]:
    """How many numbers were drawn from each stream of chance: those of one player, or all."""
    runtime = game.playing.moment.load()
    counters = runtime.instance.region("drawn")[:]
    return counters if player is None else counters[player :: runtime.players + 1]

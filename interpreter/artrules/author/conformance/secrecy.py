"""Hides: what a seat can't know makes no difference to it. Fair: nor to a bot that plays for it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product

from artrules.author.conformance.lockstep import LockstepGames, ParallelGame, difference, observe
from artrules.author.conformance.random_play import Counts, RandomGame, Table, fault_account
from artrules.author.conformance.soundness import misfit
from artrules.engine.chance import Stream
from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import bot_names, make_bot, practises, takes_time, with_budget
from artrules.play.game.decision import Decision, GameFault
from artrules.play.game.game import Game
from artrules.play.game.inspection.determinization import (
    Determinization,
    HiddenCard,
    exchange_hidden_cards,
    random_determinization,
)
from artrules.play.game.seat import Bot, Seat
from artrules.play.ruleset import Ruleset

# Which hidden cards change places: each in turn, so that a leak of any single card is found.
#
# A random determinization seldom takes a certain card out of a certain hand. So this exchanges cards that a seat can't
# tell apart in pairs: across zones where possible, and first those that have moved least often.

Hidden = Mapping[int, HiddenCard]
Pairs = list[tuple[int, int]]


class Exchanges:
    """The exchanges at the positions of one game, for the seat of one player (counted from 1). Its methods choose the
    pairs of hidden cards that change places."""

    def __init__(self, player: int, stream: Stream) -> None:
        self.player = player
        self.stream = stream
        self.across: Counter[int] = Counter()
        """By card: how often it has changed places with a card in another zone."""

    def of_all(self, hidden: Hidden) -> Pairs:
        """As many pairs as possible."""
        return self._pairs(hidden, hidden, None)

    def of_two(self, hidden: Hidden) -> Pairs:
        """One pair, with a card of another player's if there is one, best one that this player sees; or no pair."""
        theirs = [card for card, about in hidden.items() if about.player not in (0, self.player)]
        seen = [card for card in theirs if hidden[card].is_seen_by_player]
        for first in (seen, theirs, hidden):
            pairs = self._pairs(hidden, first, 1)
            if pairs:
                return pairs
        return []

    @staticmethod
    def of_none(hidden: Hidden) -> Pairs:
        """No pair: every card stays where it is."""
        return []

    def _pairs(self, hidden: Hidden, first: Iterable[int], most: int | None) -> Pairs:
        """Up to `most` pairs (None: no limit), each with a card of `first`."""
        wanted = set(first)
        remaining_cards = dict.fromkeys(self._in_turn(hidden))
        pairs: Pairs = []
        for card in [c for c in remaining_cards if c in wanted]:
            if card not in remaining_cards:
                continue
            other = self._partner(hidden, card, remaining_cards)
            if other is None:
                continue
            del remaining_cards[card], remaining_cards[other]
            pairs.append((card, other))
            if hidden[card].zone != hidden[other].zone:
                self.across.update((card, other))
            if len(pairs) == most:
                break
        return pairs

    def _in_turn(self, hidden: Hidden) -> list[int]:
        """The cards in random order, those first that have moved least often."""
        cards = list(hidden)
        self.stream.shuffle(cards)
        return sorted(cards, key=lambda card: self.across[card])

    @staticmethod
    def _partner(hidden: Hidden, card: int, remaining_cards: dict[int, None]) -> int | None:
        """A card that looks different and may lie in this one's place: in another zone, if there is one."""
        here, near = hidden[card], None
        for other in remaining_cards:
            there = hidden[other]
            if there.appearance == here.appearance or there.groups.isdisjoint(here.groups):
                continue
            if there.zone != here.zone:
                return other
            near = other if near is None else near
        return near


# Hides: what a seat can't know makes no difference to it.
#
# At positions of a game, everything that a seat can't know is assigned anew: at random (as `Thinking.resample` does),
# and so that every hidden card lies elsewhere (`Exchanges`). The seat must then see, read, be offered and be
# answered the same, in the same order, under the same ids. Dealt at random, hidden values and cards are as content says
# that they may be. And the game is played on side by side with one in which two
# hidden cards have changed places (`lockstep.py`): what is done in both must be told in the same words, as often,
# whether or not there was anything else to do.

POSITIONS = 20
"""Positions of each game that are examined, from every seat."""
MOST_DECISIONS = 1_000
ONE_IN = 12
"""On average one in this many positions is examined."""
QUESTIONS = 4
"""Times in each game that a seat which must choose asks why not, about a card that has changed places."""
FOLLOWED = 8
"""Choices that are made side by side."""
FOLLOWED_AT_ONCE = 25
"""Choices for each player that are made side by side in a phase played all at once: enough to reach its end."""


def check_secrecy(ruleset: Ruleset, table: Table, counts: Counts, *, one_in: int = ONE_IN) -> None:
    """Play the game of a table and examine some of its positions. Raises Violation."""
    walk = RandomGame(ruleset, table, counts, log=True)
    exchanges = {p: Exchanges(p, table.stream("exchanges", p)) for p in range(1, walk.game.players + 1)}
    remaining_positions = POSITIONS
    for step in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for seat in range(1, walk.game.players + 1):
            _Examination(walk, walk.game, seat, exchanges[seat]).run(step)
        for paused, seat in product(walk.game.pauses, exchanges):
            counts["pauses"] += 1
            _Examination(walk, paused, seat, exchanges[seat]).look(step)
        remaining_positions -= 1
        if not remaining_positions:
            break


class _Examination:
    """One position from one seat, counted from 1: that of the game, or one at a pause on the way there."""

    def __init__(self, walk: RandomGame, game: Game, seat: int, exchanges: Exchanges) -> None:
        self.walk = walk
        self.game = game
        self.seat = seat
        self.exchanges = exchanges

    def run(self, seed: int) -> None:
        self.look(seed)
        self._side_by_side()

    def look(self, seed: int) -> None:
        """See that the seat can't tell the position from others."""
        dealt = self._at_random(seed)
        self._compare(dealt, [])
        if (complaint := misfit(dealt.game)) is not None:
            raise self.walk.broken(f"seat {self.seat}, when what it can't know is dealt anew: {complaint}")
        everything = exchange_hidden_cards(self.game, self.seat, self.exchanges.of_all)
        if self._asks(everything):
            self._compare(everything, list(self._questions(everything)) if self.game.decisions else [])

    def _at_random(self, seed: int) -> Determinization:
        try:
            return random_determinization(self.game, self.seat, seed)
        except GameFault as fault:
            raise self._faulty(fault) from None

    def _asks(self, determinization: Determinization) -> bool:
        """Ask the players in a determinization. Gives whether the seat can compare it with the game: others may have
        no option there, or their earlier choices don't go with the cards that they hold."""
        game = self.game
        try:
            determinization.ask()
        except GameFault as fault:
            if any(d.player == self.seat for d in game.decisions) and not game.simultaneous:
                raise self._faulty(fault) from None
            return False
        return game.simultaneous == determinization.game.simultaneous

    def _faulty(self, fault: GameFault) -> Exception:
        return self.walk.broken(f"seat {self.seat}, when what it can't know is dealt anew: {fault_account(fault)}")

    def _compare(self, determinization: Determinization, questions: list[str]) -> None:
        """See that the seat can't tell the determinization from the game. Raises Violation."""
        counts = self.walk.counts
        counts["deals"] += 1
        counts["cards elsewhere"] += len(determinization.moved)
        mismatch = difference(
            observe(self.game, self.seat, questions), observe(determinization.game, self.seat, questions)
        )
        if mismatch is not None:
            account = f"seat {self.seat} can tell when what it can't know is dealt anew: {mismatch}"
            raise self.walk.broken(account)

    def _questions(self, determinization: Determinization) -> Iterator[str]:
        """Questions about cards that lie elsewhere, in the words with which labels begin."""
        position, stream = self.game.inspect.position, self.exchanges.stream
        asked = [d for d in self.game.decisions if d.player == self.seat]
        branches = [b for d in asked or self.game.decisions for b in d.node.branches if b.label.parts]
        words = [first for b in branches if isinstance(first := b.label.parts[0], str)] or [""]
        now, moved_to = determinization.game.inspect.position, determinization.moved
        moved = list(moved_to)
        moved = [there for there in moved if now.zone_of(there) != now.zone_of(moved_to[there])] or moved
        # When there is only one card of its look, an answer can't be about another card.
        looks = Counter(position.appearance(card) for card in position.cards)
        fewest = min((looks[position.appearance(card)] for card in moved), default=0)
        moved = [card for card in moved if looks[position.appearance(card)] == fewest]
        if moved and (not asked or self.walk.counts["questions"] < QUESTIONS * self.walk.counts["games"]):
            self.walk.counts["questions"] += bool(asked)
            name = position.first_label(moved[stream.below(len(moved))])
            yield f"{words[stream.below(len(words))]} {name}"

    def _side_by_side(self) -> None:
        """Play on beside a game in which two hidden cards have changed places."""
        walk = self.walk
        there = exchange_hidden_cards(self.game, self.seat, self.exchanges.of_two)
        if not there.moved:
            return
        here = exchange_hidden_cards(self.game, self.seat, Exchanges.of_none)
        stream = self.exchanges.stream
        try:
            worlds = ParallelGame(here), ParallelGame(there)
        except GameFault:
            return  # what others have chosen before doesn't go with the cards that they hold there
        apart = stream.below(3) == 0
        most = FOLLOWED_AT_ONCE * walk.game.players if self.game.simultaneous else FOLLOWED
        LockstepGames(walk, self.seat, *worlds, stream, apart=apart).follow(most)


# Fair: a bot makes the same choice in two games that its seat can't tell apart.
#
# At positions of a game, for each player who decides: everything that the seat can't know is dealt anew, once at random
# and once so that every hidden card lies elsewhere. Then each bot, made anew with the same seed, must choose the same
# option there as in the real game.

POSITIONS_OF_BOTS = 8
"""Positions of each game that are examined."""
"""On average one in this many positions is examined."""
ITERATIONS = 20
"""For so long each bot thinks that takes a number of iterations."""

MakeBot = Callable[[int, int], Bot]
"""Makes a bot of a seed and a player, counted from 1."""


def all_bots() -> dict[str, MakeBot]:
    """Every bot there is, those of plugins included, by name. Raises PluginProblem."""
    texts = [with_budget(name, "iterations", str(ITERATIONS)) if takes_time(name) else name for name in bot_names()]
    texts = [f"{text}:rounds=1" if practises(text) else text for text in texts]
    return {text: partial(make_bot, text) for text in texts}


def check_fairness(
    ruleset: Ruleset,
    table: Table,
    counts: Counts,
    *,
    bots: Mapping[str, MakeBot] | None = None,
    positions: int = POSITIONS_OF_BOTS,
    one_in: int = ONE_IN,
) -> None:
    """Play the game of a table and let bots, or those that are given by name, choose at some of its positions. Raises
    Violation."""
    walk = RandomGame(ruleset, table, counts, log=True)
    makers = all_bots() if bots is None else bots
    remaining_positions = positions
    for step in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for decision in walk.game.decisions:
            for other in _alike(walk, decision.player, step):
                _compare(walk, decision, other, makers, step)
        remaining_positions -= 1
        if not remaining_positions:
            break


def _alike(walk: RandomGame, player: int, seed: int) -> Iterator[Game]:
    """Games that the seat of a player can't tell from the one in progress. Raises Violation."""
    game = walk.game
    try:
        yield game.think.resample(player, seed)
    except GameFault as fault:
        raise walk.broken(f"seat {player}, when what it can't know is dealt anew: {fault_account(fault)}") from None
    elsewhere = exchange_hidden_cards(game, player, Exchanges(player, walk.table.stream("exchanges", player)).of_all)
    try:
        elsewhere.ask()
    except GameFault:
        return  # what others have chosen before doesn't go with the cards that they hold there
    yield elsewhere.game


def _compare(walk: RandomGame, decision: Decision, other: Game, bots: Mapping[str, MakeBot], seed: int) -> None:
    """Let bots choose in the game in progress and in another one. Raises Violation."""
    player = decision.player
    there = next((d for d in other.decisions if d.player == player), None)
    if there is None:
        return  # others must come first there
    walk.counts["games that look the same"] += 1
    for name, make in bots.items():
        try:
            chosen = make(seed, player).choose(decision, Seat(walk.game, player))
        except BotProblem:
            continue  # it can't play this game at all: there are no hints for it, say
        instead = make(seed, player).choose(there, Seat(other, player))
        walk.counts["choices"] += 1
        if chosen.id != instead.id:
            account = f"seat {player}: the bot {name} chooses `{chosen.label}`, but `{instead.label}`"
            raise walk.broken(f"{account} when what the seat can't know is dealt anew")

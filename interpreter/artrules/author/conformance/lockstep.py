"""Plays on a game and a determinization of it side by side: the same is done in both as long as possible.

What a player chooses in one game may be the only option in the other, where it is taken at once. And one game may ask
something that can be declined where the other asks nothing. So the games are brought level by what was taken, not by
what was chosen. While they are level and the exchanged cards stay hidden, a seat must read the same in both, line by
line. When something that everybody sees comes out differently, the games part, and there is nothing more to compare.

In a phase played all at once nobody sees what others do. There others may act differently in the two games: a seat must
see the same until the phase ends.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from artrules.author.conformance.random_play import RandomGame, Violation
from artrules.engine.chance import Stream
from artrules.play.game.comparison import in_same_simultaneous_phase
from artrules.play.game.decision import Decision, GameFault, IllegalChoice, Option
from artrules.play.game.game import Game
from artrules.play.game.inspection.determinization import (
    Determinization,
    OptionKey,
    hypothetical_option,
    option_key,
    option_with_key,
)
from artrules.play.game.inspection.position import Position
from artrules.play.presentation.log_lines import render_log_section
from artrules.text.plain_text import Style

# A game that is played beside another. It notes which options its players take, by choice or for want of another.


class ParallelGame:
    """A determinization for a seat, played on from where its players are asked. Raises GameFault when a player has no
    option there.

    It doesn't note what players decline: others can't know that there was anything to decline.
    """

    def __init__(self, determinization: Determinization) -> None:
        self.determinization = determinization
        self.game = determinization.game
        self.seat = determinization.player
        """The player (counted from 1) whose seat it looks the same for."""
        self.taken: defaultdict[int, list[Option]] = defaultdict(list)
        """By player: the options that were taken, in order."""
        self.read = determinization.entries_read
        """How many entries the seat's log had before."""
        self._histories = determinization.histories()
        self._latest = max((group for groups in self._histories.values() for group in groups), default=0)
        self._before = self.game.copy()
        self.game.inspect.observe(self._note)
        self.game.inspect.begin()

    def _note(self, option: Option) -> None:
        if not option.declines:
            self.taken[option.decision.player].append(option)

    @property
    def at_once(self) -> bool:
        """Whether a phase played all at once, or such a question, is still in progress that was so when the cards were
        exchanged."""
        return in_same_simultaneous_phase(self._before, self.game)

    def asked(self, player: int) -> Decision | None:
        """What a player (counted from 1) is to decide now."""
        return next((d for d in self.game.decisions if d.player == player), None)

    def still_hidden(self, cards: Iterable[int]) -> bool:
        """Whether the seat still can't know any of some cards that changed places. A card that was seen and then
        shuffled away, for instance with a discard pile, is unknown again, but it has come there another way. What the
        engine only assumes is still hidden, as long as it is about what was unknown when the cards changed places."""
        position, now = self.game.inspect.position, self.determinization.histories()
        assumed, latest = self.determinization.assumed()
        if latest > self._latest:
            assumed = frozenset()
        if self.at_once:
            # What others do with their cards isn't seen before the phase ends.
            cards = [card for card in cards if self._is_shared(card, position)]
        return all(card in assumed or self._went_on(card, now) for card in cards)

    def _went_on(self, card: int, now: Mapping[int, tuple[int, ...]]) -> bool:
        """Whether all that was hidden of a card still is."""
        return card in now and now[card][: len(self._histories[card])] == self._histories[card]

    def _is_shared(self, card: int, position: Position) -> bool:
        """Whether a card lies on the table or in a zone of the seat's player."""
        zone = position.zone_of(card)
        return zone is None or position.player_of(zone) in (0, self.seat)


# Everything that a seat is shown, as plain data, and where two such observations differ.


def observe(game: Game, seat: int, questions: Iterable[str] = ()) -> dict[str, Any]:
    """What a seat (counted from 1) sees, reads and is offered, how a wrong choice is refused, and the answers to
    questions why not; and what an outsider sees and reads, who knows no more than any seat."""
    return {
        "view": game.view(seat),
        "from outside": game.view(None),
        "decisions": [
            {
                "prompt": decision.prompt,
                "source": str(decision.source),
                "options": [[option.id, option.label, str(option.source)] for option in decision.options],
            }
            for decision in game.decisions
            if decision.player == seat
        ],
        "refusal": _refusal(game, seat),
        "answers": {text: game.why_not(seat, text).as_data() for text in questions},
    }


def new_log_lines(game: Game, seat: int, since: int) -> list[str]:
    """The lines that a seat has read since some number of entries of its log: the entries, and how a terminal renders
    them."""
    entries = game.log.read_by(seat)[since:]
    plain = [f"{e.kind}: {e.text}" for e in entries]
    return plain + list(render_log_section(entries, Style()))


def _refusal(game: Game, seat: int) -> str:
    try:
        game.choose(f"{seat}:nothing.1()")
    except IllegalChoice as refused:
        return str(refused)
    return "accepted"


def difference(one: Any, other: Any, at: str = "") -> str | None:
    """The first place where two pieces of plain data differ, and how; None when they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(k for k in other if k not in one)]:
            if key not in one or key not in other:
                return f"{at}{key} is there only once"
            mismatch = difference(one[key], other[key], f"{at}{key}.")
            if mismatch is not None:
                return mismatch
        return None
    if isinstance(one, list) and isinstance(other, list):
        for index, (here, there) in enumerate(zip(one, other, strict=False)):
            mismatch = difference(here, there, f"{at}{index}.")
            if mismatch is not None:
                return mismatch
        return None if len(one) == len(other) else f"{at.rstrip('.')} has {len(one)} or {len(other)} entries"
    return None if one == other else f"{at.rstrip('.')} is {one!r} or {other!r}"


PUBLIC_VIEW_KEYS = ("round", "phase", "turn", "finished", "players", "zones", "variables")
"""The parts of a view that the content changes and everybody sees."""
MOST_AHEAD = 30
"""Options that may be taken in one game to catch up with the other."""
MOST_LABELS = 20
"""Options of a decision whose texts are compared."""
T = TypeVar("T")


class Diverged(Exception):
    """The two games go different ways; there is nothing more to compare."""


class LockstepGames:
    """Two games that one seat (a player counted from 1) can't tell apart. With `apart`, others act differently in the
    two while all play at once."""

    def __init__(
        self, walk: RandomGame, seat: int, here: ParallelGame, there: ParallelGame, stream: Stream, *, apart: bool
    ) -> None:
        self.walk = walk
        self.seat = seat
        self.here = here
        self.there = there
        self.stream = stream
        self.apart = apart and here.at_once
        self.moving = bool(stream.below(2))
        """Whether it prefers options about exchanged cards. When it avoids them, the cards may stay hidden longer."""

    def follow(self, most: int) -> None:
        """Play on, up to this many choices. Raises Violation when the seat can tell the games apart."""
        try:
            for _ in range(most):
                self._make_even()
                self._compare()
                self._choose()
        except (Diverged, GameFault):
            return  # what others have chosen before may not go with the cards that they hold there

    # -- comparing

    def _compare(self) -> None:
        here, there, at_once = self.here, self.there, self.here.at_once
        if here.game.finished or there.game.finished:
            raise Diverged  # nothing is hidden any more
        moved = there.determinization.moved
        if not there.still_hidden(moved):
            raise Diverged
        a, b = observe(here.game, self.seat), observe(there.game, self.seat)
        if not at_once and here.still_hidden(moved):
            self._see_that_hidden_cards_are(a["view"])
        if not at_once and any(a["view"][key] != b["view"][key] for key in PUBLIC_VIEW_KEYS):
            raise Diverged
        self.walk.counts["moments side by side"] += 1
        lines = new_log_lines(here.game, self.seat, here.read), new_log_lines(there.game, self.seat, there.read)
        for one, other in zip(*lines, strict=False):
            self.walk.counts["choices told"] += 1
            self._same(one, other)
        mismatch = difference(a, b) or difference(len(lines[0]), len(lines[1]), "how much it has read")
        if mismatch is not None:
            raise self._broken(f"seat {self.seat} can tell when what it can't know is dealt anew: {mismatch}")
        for decision in here.game.decisions if not at_once else ():
            other_decision = there.asked(decision.player)
            if decision.player != self.seat and other_decision is not None:
                for one, other in self._public_labels(decision, other_decision):
                    self.walk.counts["labels told"] += 1
                    self._same(one, other)

    def _see_that_hidden_cards_are(self, view: Mapping[str, Any]) -> None:
        """See that a view of the seat shows none of the cards that changed places, all of which are still hidden."""
        for things in (view["zones"], *view["players"].values()):
            for card in chain.from_iterable(each for each in things.values() if isinstance(each, list)):
                if isinstance(card, dict) and card.get("id") in self.there.determinization.moved:
                    raise self._broken(f"the view of seat {self.seat} shows {card['card']}, which it can't know")

    def _same(self, here: str, there: str) -> None:
        if here != there:
            account = f"seat {self.seat} would read `{here}`, but `{there}` when what it can't know is dealt anew"
            raise self._broken(account)

    def _broken(self, account: str) -> Violation:
        return self.walk.broken(account)

    def _public_labels(self, decision: Decision, other: Decision) -> Iterator[tuple[str, str]]:
        """What others would read of the options of a decision, here and in the other game."""
        for option in decision.options[:MOST_LABELS]:
            there = hypothetical_option(other, self._counterpart(option))
            try:
                yield option.public_label, there.public_label
            except GameFault:
                continue  # the content fails to call one of them anything

    # -- going on

    def _make_even(self) -> None:
        """Let each game catch up with what was taken in the other."""
        if self.apart:
            if not (self.here.at_once and self.there.at_once):
                raise Diverged
            return
        for _ in range(MOST_AHEAD):
            if not self._catch_up(self.here, self.there) and not self._catch_up(self.there, self.here):
                break
        if self._asked(self.here) != self._asked(self.there):
            raise Diverged

    @staticmethod
    def _asked(world: ParallelGame) -> list[tuple[int, int]]:
        return sorted((d.player, d.number) for d in world.game.decisions)

    def _catch_up(self, ahead: ParallelGame, behind: ParallelGame) -> bool:
        """Take in the game behind what was taken in the other, or decline what the other doesn't ask. Gives whether
        there was anything to do."""
        for player in range(1, ahead.game.players + 1):
            done, todo = behind.taken[player], ahead.taken[player]
            if any(self._counterpart(t) != option_key(d) for d, t in zip(done, todo, strict=False)):
                raise Diverged
            decision = behind.asked(player)
            if decision is None:
                continue
            if len(todo) > len(done):
                key = self._counterpart(todo[len(done)])
                if decision.number == key.decision:
                    self._take(behind, decision, key)
                else:
                    self._decline(behind, decision)
                return True
            same = ahead.asked(player)
            if len(todo) == len(done) and (same is None or same.number != decision.number):
                if not self._declining(decision):
                    continue
                self._decline(behind, decision)
                return True
        return False

    def _counterpart(self, option: Option) -> OptionKey:
        """What corresponds to an option in the other game, whichever it is: cards have changed places in pairs."""
        return self.there.determinization.counterpart(option)

    @staticmethod
    def _declining(decision: Decision) -> list[Option]:
        return [option for option in decision.options if option.declines]

    def _decline(self, world: ParallelGame, decision: Decision) -> None:
        declining = self._declining(decision)
        if not declining:
            raise Diverged
        world.game.choose(declining[0])

    @staticmethod
    def _take(world: ParallelGame, decision: Decision, key: OptionKey) -> None:
        option = option_with_key(decision, key)
        if option is None:
            raise Diverged
        world.game.choose(option)

    def _choose(self) -> None:
        """Make a random choice, the same in both games."""
        decision = self._any(self.here.game.decisions)
        other = self.there.asked(decision.player)
        if self.apart and decision.player != self.seat:
            self.here.game.choose(self._any(decision.options))
            if other is not None:
                self.there.game.choose(self._any(other.options))
            return
        if other is None:
            raise Diverged
        pairs: list[tuple[OptionKey, OptionKey]] = []
        offered = {option_key(option) for option in other.options}
        for option in decision.options:
            same = self._counterpart(option)
            if same in offered:
                pairs.append((option_key(option), same))
        mine, theirs = self._any([p for p in pairs if (p[0] != p[1]) == self.moving] or pairs)
        self._take(self.here, decision, mine)
        if self.there.asked(other.player) is other:
            self._take(self.there, other, theirs)

    def _any(self, things: Sequence[T]) -> T:
        if not things:
            raise Diverged
        return things[self.stream.below(len(things))]

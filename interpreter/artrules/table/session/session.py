"""A game with people and bots at its seats: who must choose, choosing, and taking choices back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from artrules.engine.chance import stream_key
from artrules.lab.bots.registry import make_bot
from artrules.play.game.comparison import (
    in_same_simultaneous_phase,
    label_for_others,
    labels_for,
    moved_hidden_cards,
    used_same_chance,
    visible_cards,
)
from artrules.play.game.decision import IllegalChoice
from artrules.play.game.log import LogEntry, Note
from artrules.play.game.seat import Seat
from artrules.table.session.seats import Timeline, chooser

if TYPE_CHECKING:
    from artrules.play.game.decision import Decision, Option
    from artrules.play.game.game import Game
    from artrules.table.session.seats import Seats


# Whether a choice may be taken back: only while nobody has learned anything by it.
#
# A pure function of two positions: the one before the choice, and the present one. What people can learn is what a
# client shows them. Options and the log never name a card to people who can't see it; so this compares what seats see,
# the random numbers drawn, and the cards that lie hidden.


def undo_refusal(before: Game, now: Game, player: int) -> str | None:
    """Why what a player (counted from 1) chose between two positions can't be taken back; None when it can.

    In a phase played all at once others see nothing of it before the phase ends. So what they did doesn't matter there.
    It names no card but those of which the player knows where they lie. Raises GameFault when the content fails to make
    a label.
    """
    apart = in_same_simultaneous_phase(before, now)
    if not used_same_chance(before, now, player if apart else None):
        return "chance has been used since"
    for seat in [player] if apart else range(1, now.players + 1):
        if cards := visible_cards(now, seat) - visible_cards(before, seat):
            who = "you have" if seat == player else f"player {seat} has"
            return f"{who} seen {_cards_in_words(labels_for(now, cards, player))}"
    if moved_hidden_cards(before, now, player, only_own=apart):
        return "cards that you can't see have been moved since"
    return None


MOST_NAMED = 3
"""How many cards a refusal names."""


def _cards_in_words(labels: Sequence[str]) -> str:
    if not labels:
        return "a card that lay hidden before"
    *others, last = [*labels[:MOST_NAMED], "others"] if len(labels) > MOST_NAMED else labels
    return f"{', '.join(others)} and {last}, which lay hidden before" if others else f"{last}, which lay hidden before"


def revealed_choice(before: Game, now: Game, player: int) -> int | None:
    """Another player of whose choice the seat of a player has read between two positions; None when there is none. All
    players count from 1. A move without a choice reads like a choice, and nobody reads what others declined."""
    earlier_entries = Counter(before.log.read_by(player))
    for entry in now.log.read_by(player):
        if earlier_entries[entry]:
            earlier_entries[entry] -= 1
        elif entry.is_choice and entry.player != player:
            return entry.player
    return None


# What a bot chooses in a game that people may leave and continue.
#
# A new bot is made for each choice, from the game's seed, the bot's seat and the number of its choices so far. So its
# random numbers depend on nothing that a saved game doesn't hold, and taking a choice back doesn't change them.


def bot_option(bot: str, game: Game, decision: Decision) -> Option:
    """The option that a bot (`lab/bots/kind.py`) chooses. Raises BotProblem when there is no such bot."""
    seat = decision.player
    chosen = sum(chooser(choice) == seat for choice in game.choices)
    seed = stream_key(game.setup.seed, seat, f"bot's choice {chosen + 1}") >> 11
    return make_bot(bot, seed, seat).choose(decision, Seat(game, seat))


Thinking = Callable[[int], AbstractContextManager[None]]
"""Makes what a bot at a seat (counted from 1) thinks in."""


class UndoRefused(ValueError):
    """A choice can't be taken back; the message says why."""


class Session:
    """One game, and who sits at it.

    `begin` makes the same game again, at its first decisions; `notes` are the entries that were added to its log.
    """

    def __init__(self, game: Game, seats: Seats, begin: Callable[[], Game], notes: Iterable[Note] = ()) -> None:
        self.game = game
        self.seats = seats
        self.timeline = Timeline(begin, game.choices, notes)
        self.timeline.reached(game)

    @property
    def decisions(self) -> list[Decision]:
        """The decisions of people. Empty when a bot must decide, or the game is over."""
        return [d for d in self.game.decisions if d.player in self.seats.people]

    def let_bots_choose(self) -> int:
        """Let bots choose as long as one of them can; gives the number of choices they made. Raises GameFault."""
        choice_count = 0
        while self.let_bot_choose() is not None:
            choice_count += 1
        return choice_count

    def let_bot_choose(self, thinking: Thinking | None = None) -> str | None:
        """Let a bot make one choice, and give its text; None when no bot can choose. Raises GameFault.

        In a phase played all at once bots go first, so that people's choices come last and can be taken back. The bot
        thinks inside of `thinking(its seat)`, if that is given. Whatever is raised then leaves the game as it was.
        """
        decision = self._bots_decision()
        if decision is None:
            return None
        bot = self.seats.bots[decision.player - 1]
        with nullcontext() if thinking is None else thinking(decision.player):
            option = bot_option(bot, self.game, decision)
        self.choose(option)
        return bot

    def _bots_decision(self) -> Decision | None:
        return next((d for d in self.game.decisions if d.player not in self.seats.people), None)

    def choose(self, option: Option | str) -> None:
        """Choose an option for its player. Raises IllegalChoice, and GameFault when the content makes a mistake; the
        game is then unchanged."""
        self.game.choose(option)
        self.timeline.reached(self.game)

    # -- taking back

    def undo(self, seat: int, *, agreed: bool = False) -> LogEntry:
        """Take back the last choice of a seat (counted from 1); gives the log entry that says so. Raises UndoRefused.

        At an open table it takes back the last choice of any person, and everything that came after it. So it does
        where all others have `agreed`, of the seat's.
        """
        choices = self.game.choices
        last, option, before = self._last_choice(seat)
        seat = chooser(choices[last])
        # What others have declined since is asked again.
        apart = not self.seats.open and not agreed and in_same_simultaneous_phase(before, self.game)
        others = choices[last + 1 :] if apart else []
        if not agreed:
            self._see_if_allowed(before, seat, others)
        said = next(e for e in reversed(self.game.log) if e.is_choice and e.player == seat)
        how = ", as all have agreed" if agreed else ""
        text, own, public = (
            label and f"takes back: {label}{how}" for label in (said.option, option.label, label_for_others(option))
        )
        # A seat that saw more of it than others, and read a text of its own, reads what all others do.
        entry = replace(said, kind="undone", text=text, own=own, public=public, apart=(), label="")
        self.timeline.back_to(last)
        self.timeline.choices += others
        now = len(self.timeline.choices)
        self.timeline.note(Note(now, entry))
        self.game = self.timeline.at(now)
        return entry

    def last_choice_told(self, seat: int) -> tuple[int, str]:
        """The last choice of a seat (counted from 1): its number, and what all others may read of it now, which is
        nothing while they don't see what happens. Raises UndoRefused."""
        last, option, before = self._last_choice(seat)
        return last, "" if in_same_simultaneous_phase(before, self.game) else label_for_others(option)

    def _last_choice(self, seat: int) -> tuple[int, Option, Game]:
        """The number of the last choice that `undo` takes back, its option, and the position before it. Raises
        UndoRefused."""
        choices = self.game.choices
        whose = self.seats.people if self.seats.open else (seat,)
        last = next((i for i in range(len(choices) - 1, -1, -1) if chooser(choices[i]) in whose), None)
        if last is None:
            raise UndoRefused("you have chosen nothing yet")
        before = self.timeline.at(last)
        return last, next(o for d in before.decisions for o in d.options if o.id == choices[last]), before

    def _see_if_allowed(self, before: Game, seat: int, later: list[str]) -> None:
        """See that a choice may be taken back. `later` are the choices that others made at the same time, which must be
        possible without it. Raises UndoRefused."""
        if self.seats.open:
            return
        other = None if in_same_simultaneous_phase(before, self.game) else revealed_choice(before, self.game, seat)
        if other is not None:
            raise UndoRefused(f"you have read what player {other} chose after it")
        reason = undo_refusal(before, self.game, seat)
        if reason is not None:
            raise UndoRefused(reason)
        trial = before.copy()
        for choice in later:
            try:
                trial.choose(choice)
            except IllegalChoice:
                raise UndoRefused(f"what player {chooser(choice)} has chosen since follows from it") from None

"""Who sits at which seat, and all positions of their game, by the number of choices that led to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from artrules.play.game.log import Note
from artrules.play.position.save_document import damaged, whole

if TYPE_CHECKING:
    from artrules.play.game.decision import Option
    from artrules.play.game.game import Game


# Who sits at which seat.


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of people (counted from 1), and for each seat its bot as text ("" where a person sits; see
    `lab/bots/kind.py`).

    At an `open` table nothing is hidden, and any choice may be taken back.
    """

    people: tuple[int, ...]
    bots: tuple[str, ...]
    open: bool = False

    def as_data(self) -> dict[str, Any]:
        return {"people": list(self.people), "bots": list(self.bots), "open": self.open}


def seats_from(data: Any, players: int) -> Seats:
    """The seats that `as_data` wrote. Raises SaveRefused for other data."""
    if not isinstance(data, dict) or data.keys() != {"people", "bots", "open"}:
        raise damaged("its seats are not those of the game")
    people, bots, open_table = data["people"], data["bots"], data["open"]
    good = (
        isinstance(people, list)
        and all(whole(seat, 1, players) for seat in people)
        and people == sorted(set(people))
        and isinstance(bots, list)
        and len(bots) == players
        and all(isinstance(name, str) for name in bots)
        and people == [seat for seat, name in enumerate(bots, 1) if not name]
        and bool(people)
        and isinstance(open_table, bool)
    )
    if not good:
        raise damaged("its seats are not those of the game")
    return Seats(tuple(people), tuple(bots), open_table)


# All positions of a game, by the number of choices that led to them.
#
# A position is made from the nearest earlier one in memory: the last few, and every 32nd before. A game from a file has
# none of them, so its choices are made again from the beginning.


@dataclass(frozen=True, slots=True)
class Seen:
    """A choice as its player saw it: its id, what it was called, None where it wasn't offered, and the view before
    it."""

    choice: str
    player: int
    label: str | None
    view: dict[str, Any]


def chooser(choice: str) -> int:
    """The player (counted from 1) who chose the option with an id."""
    return int(choice.partition(":")[0])


def offered(game: Game, choice: str) -> Option | None:
    """The option with an id, if it is offered."""
    return next((o for d in game.decisions for o in d.options if o.id == choice), None)


def seen_before(game: Game, choice: str) -> Seen:
    """What the player of a choice sees before it. Raises GameFault."""
    player, option = chooser(choice), offered(game, choice)
    return Seen(choice, player, None if option is None else option.label, game.view(player))


_STRIDE = 32
_RECENT = 8
MOST_SEEN = 300
"""Choices of which it is kept what their players saw."""


class Timeline:
    """The positions of one game; `begin` makes the first."""

    def __init__(self, begin: Callable[[], Game], choices: Iterable[str] = (), notes: Iterable[Note] = ()) -> None:
        self._begin = begin
        self.choices = list(choices)
        self.notes = list(notes)
        self._snapshots: dict[int, Game] = {}
        self._seen: list[Seen] = []
        """What players saw before the first choices, as far as somebody has asked."""

    def reached(self, game: Game) -> None:
        """Remember a game that has come one choice further, or that begins."""
        number = len(game.choices)
        if number:
            self.choices[number - 1 :] = game.choices[-1:]
        self._keep(number, game)

    def at(self, number: int) -> Game:
        """The position after some number of choices, as a game of its own.

        Raises IllegalChoice or GameFault when the content has changed so that the choices don't work any more.
        """
        start = max((n for n in self._snapshots if n <= number), default=None)
        if start is None:
            start, game = 0, self._begin()
            self.add_notes(game)
            self._keep(0, game)
        else:
            game = self._snapshots[start].copy()
        for n in range(start + 1, number + 1):
            game.choose(self.choices[n - 1])
            self.add_notes(game)
            if n % _STRIDE == 0:
                self._keep(n, game)
        return game

    def positions(self, start: int, end: int) -> Iterator[tuple[int, Game]]:
        """The positions after `start` choices, and on to those before `end`, with these numbers: one game, which goes
        on from one to the next. Raises what `at` raises."""
        choices = self.choices[:end]  # of now: later something may be taken back
        if start >= end:
            return
        game = self.at(start)
        yield start, game
        for number in range(start + 1, end):
            game.choose(choices[number - 1])
            self.add_notes(game)
            yield number, game

    def seen(self) -> Iterator[Seen]:
        """What players saw before each choice, one after the other. Raises what `at` raises."""
        choices = list(self.choices)
        pairs = zip(self._seen, choices, strict=False)
        prefix = [each for each, _ in takewhile(lambda pair: pair[0].choice == pair[1], pairs)]
        del self._seen[len(prefix) :]
        yield from prefix
        for number, game in self.positions(len(prefix), len(choices)):
            each = seen_before(game, choices[number])
            if self.choices[: number + 1] == choices[: number + 1]:
                self.saw(number, each)
            yield each

    @property
    def has_unseen(self) -> bool:
        """Whether it isn't known of all choices what players saw before them, though it is to be kept."""
        return len(self._seen) < min(len(self.choices), MOST_SEEN)

    def saw(self, number: int, seen: Seen) -> None:
        """Keep what a player saw before a choice, after so many others, if that is kept of all of these."""
        if number == len(self._seen) < MOST_SEEN:
            self._seen.append(seen)

    def back_to(self, number: int) -> None:
        """Forget all but the first choices. The notes stay."""
        del self.choices[number:], self._seen[number:]
        self._snapshots = {n: game for n, game in self._snapshots.items() if n <= number}
        later = [Note(number, note.entry) for note in self.notes if note.after > number]
        self.notes = [note for note in self.notes if note.after <= number]
        for note in later:
            self.note(note)

    def note(self, note: Note) -> None:
        """Add an entry to the log of a position and of all later ones."""
        self.notes.append(note)
        self._snapshots = {n: game for n, game in self._snapshots.items() if n <= note.after}
        if note.after in self._snapshots:
            self._snapshots[note.after].note(note.entry)

    def add_notes(self, game: Game) -> None:
        """Add to a game's log the notes that belong to its position."""
        for note in self.notes:
            if note.after == len(game.choices):
                game.note(note.entry)

    def _keep(self, number: int, game: Game) -> None:
        self._snapshots[number] = game.copy()
        old = number - _RECENT
        if old % _STRIDE and number == len(self.choices):
            self._snapshots.pop(old, None)

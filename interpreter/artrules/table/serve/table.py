"""A table: one game with its seats, kept in the file of games, and what its seats are shown. Only the thread of the
engine uses it (`engine.py`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.presentation import Shown, description_data, shown_to
from artrules.table.serve.database import StoreProblem
from artrules.table.serve.requests import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_QUESTION,
    MOST_PINS,
    Refused,
    default_name,
    looks_of,
    text_of,
)
from artrules.table.serve.store import Course, GameDamaged, Pin, SeatOfTable, Store, StoredGame
from artrules.table.serve.workers import BotsTurn, Request, about_game
from artrules.table.session.session import Session, UndoRefused

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.plugins.notify_listeners import Listeners
    from artrules.play.ruleset import Ruleset


STALE = "The table has changed meanwhile. Look again, and choose again."
AT_FAULT = "The rules of this game have a mistake here, so this can't be done. Whoever runs the table can see which."
LOADING_SLICE = 0.01
"""Seconds of a stored game that are played again at once: other tables wait so long at most."""

MOST_PAUSES = 20
"""So many pauses are shown to a page that hasn't been shown anything since: the last ones."""

TellFault = Callable[[GameFault], None]
Listen = Callable[["Ruleset", "Game", Sequence[str]], "Listeners | None"]


class UndoRequest:
    """A seat (counted from 1) asks the others to take back its last choice, which they know as `text`."""

    def __init__(self, by: int, text: str) -> None:
        self.by = by
        self.text = text
        self.agreed: tuple[int, ...] = ()
        self.refused_by: int | None = None


class _Pause:
    """A pause on the way to a moment, and what seats are shown there."""

    def __init__(self, game: Game, moment: int) -> None:
        self._game = game
        self._moment = moment
        self._shown: dict[int, Shown] = {}

    def shown_to(self, seat: int, open_table: bool) -> Shown:
        """What a seat (counted from 1, or EVERYBODY) is shown. Raises GameFault."""
        if seat not in self._shown:
            self._shown[seat] = shown_to(self._game, seat, self._moment, open_table=open_table)
        return self._shown[seat]


class Table:
    """One game, who sits at it, and what each seat is shown."""

    def __init__(
        self, stored: StoredGame, ruleset: Ruleset, store: Store, listen: Listen, tell_fault: TellFault
    ) -> None:
        """Begin the game from its seed. `load` makes its choices again. Raises GameFault, and ValueError where it can't
        be set up so."""
        self.stored = stored
        self.ruleset = ruleset
        self._store = store
        self._listen = listen
        self._tell_fault = tell_fault
        self._listeners: Listeners | None = None
        self.session = Session(self._begin(), stored.session_seats, self._begin)
        self.pins: list[Pin] = []
        self._shown: dict[int, Shown] = {}
        self._pauses: deque[_Pause] = deque(maxlen=MOST_PAUSES)
        self._moment = 0
        self.is_left = False
        """Whether its game goes on at another table, with other rules or another way: nothing happens here any more."""
        self.undo_request: UndoRequest | None = None
        self._undo_asked: set[tuple[int, int, str]] = set()
        """What was asked already: by whom, and which choice."""
        self.description = description_data(self.session.game)

    def _begin(self) -> Game:
        return self.ruleset.begin(self.stored.setup)

    def load(self, course: Course) -> Iterator[None]:
        """Make the choices of a stored game again, and yield after each slice of time. Raises GameDamaged where that
        can't be done."""
        session, late = self.session, monotonic() + LOADING_SLICE
        if not all(1 <= pin.seat <= self.stored.setup.players for pin in course.pins):
            raise GameDamaged("a note is of a seat that there isn't")
        for number in range(len(course.choices) + 1):
            if number:
                try:
                    session.choose(course.choices[number - 1])
                except (IllegalChoice, GameFault):
                    raise GameDamaged(f"choice {number} can't be made again") from None
            for note in course.notes:
                if note.after == number:
                    session.timeline.note(note)
                    session.game.note(note.entry)
            if monotonic() > late:
                yield
                late = monotonic() + LOADING_SLICE
        self.pins = list(course.pins)
        self.stored = replace(self.stored, result=session.game.result)

    def ready(self) -> None:
        """The table stands: plugins may listen to what happens at it from now on."""
        self._listeners = self._listen(self.ruleset, self.session.game, self.session.seats.bots)

    def follow(self, earlier: Table) -> None:
        """The game of another table goes on here, and nothing happens there any more."""
        earlier.is_left = True
        self._moment = earlier._moment + 1
        self._shown.clear()
        self.ready()

    # -- looking

    def look(self, seats: Sequence[int]) -> dict[int, Shown]:
        """What some seats (counted from 1, or EVERYBODY) are shown. Raises Refused where the content fails."""
        for seat in seats:
            if seat not in self._shown:
                try:
                    bots = [number for number, each in enumerate(self.stored.seats, 1) if each.bot]
                    game, is_open = self.session.game, self.stored.open
                    shown = shown_to(game, seat, self._moment, open_table=is_open, bots=bots)
                    self._shown[seat] = replace(shown, pauses=tuple(self._pauses_for(seat)))
                except GameFault as fault:
                    self._tell_fault(fault)
                    raise Refused(AT_FAULT) from None
        return {seat: self._shown[seat] for seat in seats}

    def _pauses_for(self, seat: int) -> Iterator[Shown]:
        """What a seat is shown at the last pauses. One at which the content fails to make it is left out."""
        for pause in list(self._pauses):
            try:
                yield pause.shown_to(seat, self.stored.open)
            except GameFault as fault:
                self._tell_fault(fault)
                self._pauses.remove(pause)

    @property
    def waiting(self) -> list[int]:
        """The players who must choose, as everybody may know."""
        return sorted({decision.player for decision in self.session.game.decisions})

    def pins_for(self, seat: int) -> list[Pin]:
        """The notes that a seat may read: its own, and all of them when the game is over, and at an open table."""
        everything = self.stored.open or self.session.game.finished
        return [pin for pin in self.pins if everything or pin.seat == seat]

    # -- what others are asked about the game

    def request(self, asked: Request) -> Request:
        """A request about the game as it stands now, for a process that plays it again."""
        notes = [(note.after, note.entry.as_data()) for note in self.session.timeline.notes]
        return {**about_game(self.stored), "choices": tuple(self.session.game.choices), "notes": notes, **asked}

    def why(self, seat: int, text: Any, thing: Any) -> Request:
        """The question why a seat can't do what a text says, or can do nothing with a thing; for EVERYBODY,
        why the one can't who must choose. Raises Refused."""
        question = text_of(text, "A question", LONGEST_QUESTION) if thing is None else None
        if question is None and not isinstance(thing, dict):
            raise Refused("What is asked about is a thing of the state.")
        asker = seat or next(iter(self.waiting), 1)
        return self.request({"do": "why", "seat": asker, "text": question, "thing": thing})

    def advice(self, seat: int) -> Request:
        """The question what a bot would do at a seat; for EVERYBODY, at the first one who must choose. Raises
        Refused."""
        if not self.stored.advice:
            raise Refused("At this table nobody says what a bot would do.")
        shown = self.look([seat])[seat]
        player = seat or next((option.decision.player for option in shown.options.values()), 1)
        tokens = {option.id: token for token, option in shown.options.items() if option.decision.player == player}
        return self.request({"do": "advise", "seat": player, "seed": shown.seed, "tokens": tokens})

    # -- what people do

    def choose(self, seat: int, token: Any, may: Sequence[int]) -> None:
        """Choose the option of a token, which was shown to a seat; it must be one of a player among `may`. Raises
        Refused."""
        offered = self.look([seat])[seat].options  # of now: the page may not know yet what others have done
        option = offered.get(token) if isinstance(token, str) else None
        if option is None:
            raise Refused(STALE)
        player = option.decision.player
        if player not in may:
            raise Refused(f"It is for {self.stored.seats[player - 1].name} to choose.")
        if self.stored.seats[player - 1].bot:
            raise Refused("A bot has this seat. Take it back first.")
        self._choose(option.id)

    def _choose(self, choice: str) -> None:
        """Make a choice and keep it, both or neither. Raises Refused."""
        if self.is_left:
            raise Refused(STALE)
        session = self.session
        number = len(session.game.choices)

        def make() -> dict[str, Any] | None:
            session.choose(choice)
            return session.game.result

        try:
            self._store.add_choice(self.stored.id, number, choice, make)
        except GameFault as fault:
            self._tell_fault(fault)
            raise Refused(AT_FAULT) from None
        except StoreProblem as problem:
            if len(session.game.choices) > number:
                session.timeline.back_to(number)
                session.game = session.timeline.at(number)
            raise Refused(f"The choice can't be kept: {problem}. Nothing has changed.", 507) from None
        self._moved()
        self._pauses += [_Pause(paused, self._moment) for paused in session.game.pauses]

    def undo(self, seat: int) -> None:
        """Take back the last choice of a seat; where that isn't allowed, bots agree. Raises Refused."""
        try:
            self._take_back_among_bots(seat)
        except UndoRefused as refusal:
            raise Refused(f"This can't be taken back: {refusal}.") from None

    def ask_undo(self, seat: int) -> None:
        """Take back the last choice of a seat, or where that isn't allowed ask all other people. Raises Refused."""
        try:
            self._take_back_among_bots(seat)
            return
        except UndoRefused:
            pass
        if self.undo_request is not None:
            raise Refused("Somebody asks for something already. Wait for the answers.")
        try:
            number, text = self.session.last_choice_told(seat)
        except UndoRefused as refusal:
            raise Refused(f"This can't be taken back: {refusal}.") from None
        asked = seat, number, self.session.game.choices[number]
        if asked in self._undo_asked:
            raise Refused("The others have been asked for this already.")
        self._undo_asked.add(asked)
        self.undo_request = UndoRequest(seat, text)

    def answer_undo(self, seat: int, agree: Any) -> None:
        """Say for a seat whether something that is asked may be taken back. Raises Refused."""
        request = self.undo_request
        if not isinstance(agree, bool):
            raise Refused("`agree` must be true or false.")
        waits_for = [] if request is None else self.asked_for_undo(request)
        if request is None or seat not in waits_for:
            raise Refused("Nobody asks you to take something back.")
        if not agree:
            request.refused_by, self.undo_request = seat, None
        elif waits_for == [seat]:
            # Nobody is told that all agree before it is done: it takes a while, and may be impossible to keep.
            self._take_back(request.by, agreed=True)
        else:
            request.agreed = (*request.agreed, seat)

    def asked_for_undo(self, request: UndoRequest) -> list[int]:
        """The seats that must still say whether something may be taken back: those of the other people who have
        come."""
        return [seat for seat in self._people_but(request.by) if seat not in request.agreed]

    def _people_but(self, seat: int) -> list[int]:
        """The seats of the people who have come, without one."""
        seats = enumerate(self.stored.seats, 1)
        return [number for number, each in seats if each.met and not each.bot and number != seat]

    def _take_back_among_bots(self, seat: int) -> None:
        """Take back the last choice of a seat: whatever has come to light since where nobody but bots is there. Raises
        UndoRefused, and Refused."""
        try:
            self._take_back(seat)
        except UndoRefused:
            if self._people_but(seat):
                raise
            self._take_back(seat, agreed=True)

    def _take_back(self, seat: int, *, agreed: bool = False) -> None:
        """Take back the last choice of a seat. Raises UndoRefused, and Refused."""
        if self.is_left:
            raise Refused(STALE)
        session = self.session
        if session.game.finished and not self.stored.open:
            raise Refused("This can't be taken back: the game is over, and what it hid can be seen.")
        before = session.game, list(session.timeline.choices), list(session.timeline.notes)
        session.undo(seat, agreed=agreed)
        try:
            self._store.take_back(self.stored.id, session.timeline.choices, session.timeline.notes)
        except StoreProblem as problem:
            self.session = Session(before[0], session.seats, self._begin, before[2])
            raise Refused(f"It can't be taken back: {problem}. Nothing has changed.", 507) from None
        self._pauses.clear()
        self._moved()

    def _moved(self) -> None:
        """Something has happened in the game."""
        self._forget_shown()
        game = self.session.game
        result = game.result
        self.stored = replace(self.stored, result=result)
        if self._listeners:
            self._listeners.hear(game)
            if result is not None:
                from artrules.play.plugins.notify_listeners import result_of

                game_result = result_of(game)
                if game_result is not None:
                    self._listeners.end(game_result)

    def name(self, seat: int, name: Any) -> None:
        """Give a seat another name. Raises Refused."""
        self._set_seat(seat, replace(self.stored.seats[seat - 1], name=self._name_for(seat, name)))

    def _name_for(self, seat: int, name: Any) -> str:
        """A name that a seat may have. Raises Refused."""
        text = text_of(name, "A name", LONGEST_NAME)
        others = [looks_of(other.name) for n, other in enumerate(self.stored.seats, 1) if n != seat]
        if looks_of(text) in others:
            raise Refused(f"Somebody at this table is called {text} already.")
        return text

    def meet(self, seats: Sequence[int]) -> None:
        """A person has come to some seats."""
        for seat in seats:
            if not self.stored.seats[seat - 1].met:
                self._set_seat(seat, replace(self.stored.seats[seat - 1], met=True))

    def join(self, seat: int, name: Any, secret: str) -> None:
        """Give a seat that is free to a person who was invited. Raises Refused."""
        taken = self.stored.seats[seat - 1]
        if taken.bot or taken.met:
            raise Refused(f"{taken.name} has this seat already.", 409)
        seats = self._with_seat(seat, SeatOfTable(self._name_for(seat, name), met=True))
        self._keep_seats(seats, self._store.take_seat, seat, secret)

    def free(self, seat: int) -> None:
        """Let an invitation open a person's seat again. Raises Refused."""
        if self.stored.seats[seat - 1].bot:
            raise Refused("A bot has this seat. Take it back first.")
        seats = self._with_seat(seat, SeatOfTable(default_name(seat, "")))
        self._keep_seats(seats, self._store.free_seat, seat)

    def give_to_bot(self, seat: int, bot: str) -> None:
        """Let a bot play on at a seat, or with "" a person. Raises Refused."""
        others = [s for n, s in enumerate(self.stored.seats, 1) if n != seat and not s.bot]
        if bot and not others and not self.stored.open:
            raise Refused("At least one seat must stay a person's.")
        self._set_seat(seat, replace(self.stored.seats[seat - 1], bot=bot))
        self._forget_shown()

    def _forget_shown(self) -> None:
        self.undo_request = None
        self._shown.clear()
        self._moment += 1

    def _set_seat(self, seat: int, changed: SeatOfTable) -> None:
        self._keep_seats(self._with_seat(seat, changed), self._store.set_seats)

    def _with_seat(self, seat: int, changed: SeatOfTable) -> tuple[SeatOfTable, ...]:
        seats = [*self.stored.seats]
        seats[seat - 1] = changed
        return tuple(seats)

    def _keep_seats(self, seats: tuple[SeatOfTable, ...], keep: Callable[..., None], *arguments: Any) -> None:
        """Keep who has which seat, by a method of the file of games. Raises Refused."""
        try:
            keep(self.stored.id, seats, *arguments)
        except StoreProblem as problem:
            raise Refused(f"This can't be kept: {problem}.", 507) from None
        self.stored = replace(self.stored, seats=seats)
        self.session.seats = self.stored.session_seats

    def pin(self, seat: int, text: Any) -> None:
        """Pin a note of a seat to this moment. Raises Refused."""
        note = text_of(text, "A note", LONGEST_NOTE)
        if len(self.pins) >= MOST_PINS:
            raise Refused(f"A game has at most {MOST_PINS:,} notes.")
        game = self.session.game
        pin = Pin(len(game.choices), seat, len(game.log.read_by(seat)), len(game.log), note)
        try:
            self._store.add_pin(self.stored.id, len(self.pins), pin)
        except StoreProblem as problem:
            raise Refused(f"The note can't be kept: {problem}.", 507) from None
        self.pins.append(pin)

    # -- bots

    def bot_to_choose(self) -> BotsTurn | None:
        """The next choice of a bot; None when people must choose, or nobody."""
        game = self.session.game
        for decision in game.decisions if not self.is_left else ():
            bot = self.stored.seats[decision.player - 1].bot
            if bot:
                return BotsTurn(self.stored, decision.player, bot, tuple(game.choices))
        return None

    def take_bots_choice(self, turn: BotsTurn, choice: str) -> bool:
        """Make the choice of a bot. False where the table has changed meanwhile. Raises Refused."""
        now = self.bot_to_choose()
        if now is None or (now.seat, now.bot, now.choices) != (turn.seat, turn.bot, turn.choices):
            return False
        try:
            self._choose(choice)
        except IllegalChoice:
            raise Refused("a bot chose what isn't offered") from None
        return True

"""A game as its clients see it: decisions, views, a log, copies and saves. The public API (`docs/extend/api.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import ref

from artrules.engine.execute.position import Knowledge
from artrules.engine.execute.position import Position as PackedPosition
from artrules.model.ir.model import Model
from artrules.play.explain.faults import Stopped
from artrules.play.game.describe import describe
from artrules.play.game.description import TableDescription
from artrules.play.game.inspection.position import Position
from artrules.play.game.log import Log, LogEntry, Note, SharedList, log_of
from artrules.play.game.moment import Course, Moment, first_moment
from artrules.play.game.playing import MOST_OPTIONS, with_costliest
from artrules.play.game.playout import Playout, Rollouts, roll_out
from artrules.play.game.resample import redeal, resample
from artrules.play.game.runtime import Runtime
from artrules.play.game.saves import Save, Setup
from artrules.play.game.scores import outcome
from artrules.play.game.step import Observer, extended
from artrules.play.game.thinking import Thinking
from artrules.play.game.view import view
from artrules.play.position.codec import digest_of_bytes
from artrules.play.position.save_document import CannotSave, SaveRefused, write_document
from artrules.play.stored.cache import source_digest
from artrules.text.diagnostics.suggest import closest
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.explain.why_not.answer import WhyNot
    from artrules.play.explain.why_not.question import Question
    from artrules.play.game.decision import CardPlace


# Powers that do nothing for some players of a game: for finding out what a power is worth.
#
# The same game, from the same seed, goes on without the power for one player and with it for all others. Whatever else
# the game does with a power stays: it lies on its cards, is copied and lost. Only nobody from whom it is withheld can
# use it, and code that uses it nevertheless has no effect.

Withheld = Mapping[int, Iterable[str]]
"""By player, counted from 1: keys of powers (`SET/GROUP.KEY.N`), or of all powers of a key of a set
(`SET/GROUP.KEY`)."""


def seats_without(model: Model, players: int, withheld: Withheld) -> list[int]:
    """By definition of a power: the seats from which it is withheld, as bits. Raises ValueError for a player that there
    isn't and for a key that no power has."""
    seats = [0] * len(model.powers)
    by_key: dict[str, list[int]] = {}
    for power in model.powers:
        whole, _, _ = power.key.rpartition(".")
        by_key.setdefault(whole, []).append(power.index)
        by_key.setdefault(power.key, []).append(power.index)
    for player, keys in withheld.items():
        if not 1 <= player <= players:
            raise ValueError(f"there is no player {player}: players count from 1 to {players}")
        for key in keys:
            if key not in by_key:
                near = closest(key, by_key)
                raise ValueError(f"there is no power {key!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            for index in by_key[key]:
                seats[index] |= 1 << player - 1
    return seats


T = TypeVar("T")
MOST_ASKED = 1_000
"""Characters of a question that are read. No label is so long."""


class Game(Thinking):
    """One game, at a moment when players must decide or when it is over.

    `Ruleset.new_game` and `Ruleset.resume` make games. Players count from 1. A method that raises leaves the game
    unchanged.
    """

    __slots__ = ("_leads_here", "_notes", "_ruleset", "setup")

    def __init__(
        self,
        ruleset: RulesetOfGame,
        runtime: Runtime,
        setup: Setup,
        *,
        choices: bool = False,
        withheld: Withheld | None = None,
    ) -> None:
        """`choices` says that a game without a log keeps its choices."""
        seats = seats_without(runtime.model, runtime.players, withheld) if withheld else ()
        if any(seats):
            runtime = runtime.withholding
        moment = first_moment(runtime, setup.seed, knowing=setup.log or setup.knowledge)
        if setup.single_options:
            moment = moment.with_single_options()
        if any(seats):
            moment = moment.with_withheld(seats)
        super().__init__(moment, Log() if setup.log else None, keeps_choices=choices)
        self._ruleset = ruleset
        self.setup = setup
        """What it was begun with."""
        self._leads_here = True
        self._notes: tuple[Note, ...] = ()

    # -- running

    def begin(self, prepare: Callable[[Position], None] | None = None) -> None:
        """Run a game that hasn't begun to its first decisions.

        For tools: `prepare` may put together another position first, as scenarios do. Such a game counts as not played
        (`played`). Raises GameFault.
        """
        try:
            if prepare is not None:
                self._leave_course()
                prepare(self.position)
                self._take(self._moment.with_knowledge_of_position(), 0)
            self._begin()
        except Stopped as stopped:
            raise self._moment.fault(with_costliest(stopped, self._moment)) from None

    def play(
        self, bot: str = "uniform", *, seed: int = 0, choices: int | None = None, last_round: int | None = None
    ) -> int:
        """Let a bot play on at all seats, up to the end, for a number of `choices`, or until a round after `last_round`
        has begun. Gives how many choices were made.

        `uniform` chooses any option, all equally likely, as the bot of that name does in a game with this seed; `first`
        takes the first one. Where several players decide, seats go in order. A game without a log is played inside the
        machine, which takes a fraction of the time. Raises ValueError for another bot, and GameFault.
        """
        return Playout(self, bot, seed, choices, last_round).run()

    def rollouts(self, count: int, bot: str = "uniform", *, seed: int = 0) -> Rollouts:
        """Play copies of the game out, so many of them, and count how they end. The game itself stays as it is.

        The bots are those of `play`; their random numbers go on from one copy to the next. The game's own random
        numbers and hidden cards are the same in all of them: `redeal` a copy first for others. Raises ValueError for
        another bot, and GameFault.
        """
        return roll_out(self._moment, bot, seed, count)

    def observe(self, observer: Observer | None) -> None:
        """Call `observer` with each option from now on, just before it takes effect: those that players choose and
        those that the engine takes because there is no other. For tools; copies of the game have no observer."""
        self._runtime.release()
        self._observer = observer

    # -- looking

    def view(self, player: int) -> dict[str, Any]:
        """What the seat of a player may know, as plain data (`docs/extend/api.md`, Looking). Raises GameFault when the
        content fails to make a label, ValueError for a player that there isn't."""
        self._check_player(player)
        shown = self._asked(lambda: view(self._moment, player - 1))
        shown["log"] = self._log.texts_read_by(player) if self._log is not None else []
        return shown

    def view_all(self) -> dict[str, Any]:
        """The view of one who sees everything, hidden cards included: for tools, not for players."""
        return self._asked(lambda: view(self._moment, None))

    def why_not(self, player: int, text: str) -> WhyNot:
        """Why a player can't do now what a text says ("buy a 7", "play r5"), or that they can.

        Of a long text only the first MOST_ASKED characters are read. The answer tells nothing that the player may not
        know. Raises ValueError for a player that there isn't, and for what is no text.
        """
        from artrules.play.explain.why_not.ask import why_not  # imported when needed: most games never ask

        self._check_player(player)
        answer = self._asked(lambda: why_not(self._question(player, text)))
        return answer if len(text) <= MOST_ASKED else replace(answer, asked=text)

    def why_not_card(self, player: int, place: CardPlace) -> WhyNot:
        """Why a player can do nothing now with the card at a place in the view of their seat, of all that might be
        offered here, or what they can do with it.

        The answer tells nothing that the player may not know. Raises ValueError for a player that there isn't, and
        where the seat sees no card at this place; GameFault.
        """
        from artrules.play.explain.why_not.ask import why_not_card  # imported when needed: most games never ask

        view = self.view(player)
        cards = (view["players"].get(place.player, {}) if place.player else view["zones"]).get(place.zone, ())
        card = cards[place.index] if isinstance(cards, list) and 0 <= place.index < len(cards) else None
        if not isinstance(card, dict):
            raise ValueError(f"player {player} sees no card at {place}")
        return self._asked(lambda: why_not_card(self._question(player, card["card"]), card["id"]))

    def _question(self, player: int, text: str) -> Question:
        from artrules.play.explain.why_not.question import Question

        if not isinstance(text, str):
            raise ValueError(f"what is asked is a text, not {text!r}")
        moment = self._moment
        runtime = moment.load()
        return Question(
            text=text[:MOST_ASKED],
            player=player,
            program=runtime.program,
            instance=runtime.instance,
            decisions=self.decisions,
            stacks=[asked.stack for asked in moment.asked],
            all_at_once=moment.simultaneous,
            first_label=runtime.first_card_text,
        )

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int) or not 1 <= player <= self._runtime.players:
            raise ValueError(f"there is no player {player!r}: players count from 1 to {self._runtime.players}")

    @property
    def seed(self) -> int:
        """The seed from which all chance of the game comes."""
        return self._moment.seed

    @property
    def choices(self) -> list[str]:
        """The ids of all options that players have chosen so far, in order. Options that the engine took because there
        was no other are not among them.

        They are empty in a game that keeps none. A game that keeps them without a log plays itself again to find the
        ids.
        """
        return self._choices.items if self._picks is None else self._ids_of(self._picks.items)

    def _ids_of(self, picks: Sequence[int]) -> list[str]:
        game = Game(self._ruleset, self._runtime, replace(self.setup, knowledge=False))
        game.begin()
        ids: list[str] = []
        for pick in picks:
            place, index = divmod(pick, MOST_OPTIONS)
            option = game.decisions[place].options[index]
            ids.append(option.id)
            game.choose(option)
        return ids

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._runtime.players

    @property
    def model(self) -> Model:
        """What the rules declare for this game: with the overlays that apply to it."""
        return self._runtime.model

    @property
    def description(self) -> TableDescription:
        """What the table looks like, whatever happens at it. Raises GameFault when content fails to make a label."""
        return self._asked(lambda: describe(self._runtime))

    @property
    def position(self) -> Position:
        """The position by names and values, hidden things included: for tools, not for players."""
        return Position(self._moment, self._set_position)

    def _set_position(self, moment: Moment, tokens: list[int]) -> None:
        """Take over a position that was put together, and what the machine has logged by that."""
        log = self._log
        self._leave_course()
        self._go_to(moment, log if log is None else extended(log, tokens, self._runtime), self._choices)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the game by name, as plain data, defaults included."""
        return dict(self.setup.settings)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self._count == 0 and self._moment.finished

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; 0 during the setup."""
        return self._moment.round

    @property
    def phase(self) -> str:
        """The name of the phase, or `setup`."""
        return self._moment.phase

    @property
    def simultaneous(self) -> bool:
        """Whether a phase is in progress that all players play at once: nobody sees what others do in it."""
        return self._moment.simultaneous

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game came out, as plain data; None while it goes on.

        The keys: `winners` (players), `tie_break` (None, or what decided between whom), `scores` (for each player
        `player`, `total`, `parts` by label, and `lines`), `stalled` (whether the last round ended the game) and
        `rounds`. Raises GameFault.
        """
        return self._asked(lambda: outcome(self._moment)) if self.finished else None

    @property
    def log(self) -> list[LogEntry]:
        """Everything that has happened, for a reader who may know everything. Empty in a game without a log."""
        return self._log.entries if self._log is not None else []

    def note(self, entry: LogEntry) -> None:
        """Add an entry to the log for something outside of the rules, such as that a choice was taken back."""
        if self._log is not None:
            log = self._log.plus([entry])
            self._notes, self._log = (*self._notes, Note(self._chosen, entry)), log

    @property
    def played(self) -> bool:
        """Whether the choices that the game keeps lead from its seed to its position: then it can be saved."""
        return self._leads_here and (self._log is not None or self._picks is not None)

    @property
    def notes(self) -> list[Note]:
        """The entries that `note` added to the log."""
        return list(self._notes)

    def log_of(self, player: int | None) -> list[LogEntry]:
        """The part of the log that the seat of a player may read; with None, the part that everybody may read. Raises
        ValueError for a player that there isn't."""
        if player is not None:
            self._check_player(player)
        return self._log.read_by(player) if self._log is not None else []

    # -- copying and saving

    def copy(self) -> Game:
        """An independent game in the same position, made in microseconds."""
        new = Game.__new__(Game)
        new._runtime, new._ruleset, new.setup = self._runtime, self._ruleset, self.setup
        new._log, new._choices, new._picks = self._log, self._choices, self._picks
        new._leads_here, new._notes = self._leads_here, self._notes
        new._observer, new._reference = None, ref(new)
        new._known, new._origin, new._chosen = self._moment, self._origin, self._chosen
        new._count, new._decisions, new._place = self._count, self._decisions, 0
        return new

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[RulesetOfGame, Setup, PickledGame]]:
        """A pickle holds the position, the identity of its program, and where the ruleset lies. It is trusted: nothing
        in it is proved. Raises TypeError for a game that plays a tool's variant of the ruleset."""
        if self._runtime.key is None or self._runtime.program.numbers["WITHHOLDING"]:
            raise TypeError("a game of a variant made by a tool can't be pickled")
        moment, log = self._moment, self._log
        pickled = PickledGame(
            program=program_identity(self._runtime),
            position=moment.position.data,
            knowledge=None if moment.knowledge is None else moment.knowledge.data,
            seed=moment.seed,
            chosen=moment.chosen,
            log=None if log is None else (log.entries, log.open_from),
            choices=self._choices.items,
            picks=None if self._picks is None else self._picks.items,
            notes=self._notes,
            leads_here=self._leads_here,
        )
        return _unpickled, (self._ruleset, self.setup, pickled)

    def resample(self, player: int, seed: int) -> Game:
        """A determinization: a game that the seat of a player can't tell from this one. What the seat can't know is
        drawn at random; the same `seed` draws the same.

        Raises ValueError for a game that doesn't keep what seats know and for a player that there isn't, and GameFault
        when what a player may do depends on what that player can't know.
        """
        self._check_player(player)
        return self._in_course(resample(self._course, player, seed).course)

    def redeal(self, player: int, seed: int) -> None:
        """Become the game that `resample` would give, without a log: for bots that play on from a copy. From then on
        the game keeps no longer what seats know, which makes it as fast as any without a log.

        Raises the same as `resample`, and ValueError for a game with a log.
        """
        self._check_player(player)
        if self._log is not None:
            raise ValueError("a game with a log can't be dealt anew in place: `resample` makes another game of it")
        moment = self._moment
        try:
            new_moment, count = redeal(moment, player, seed)
        except Stopped as stopped:
            raise moment.fault(stopped) from None
        self._leave_course()
        self._hold(new_moment, count)

    def sample(self, player: int, seed: int) -> Game:
        """A determinization that keeps neither a log nor what seats know: the same as `redeal` makes of a copy. It may
        be made of a game with a log, too. Raises the same as `resample`."""
        new = self.copy()
        new._log, new._choices, new._notes = None, SharedList(), ()
        new.redeal(player, seed)
        return new

    @property
    def _course(self) -> Course:
        return Course(self._moment, self._log, self._choices)

    def _leave_course(self) -> None:
        """Its choices don't lead to its position from now on."""
        self._leads_here, self._picks = False, None

    def _in_course(self, course: Course) -> Game:
        """A copy that has taken another course, to which its own choices don't lead."""
        new = self.copy()
        new._leave_course()
        new._go_to(course.moment, course.log, course.choices)
        return new

    def digest(self) -> str:
        """A hash of the position, as 32 hexadecimal digits: the same on every machine."""
        return digest_of_bytes(self.setup.content, self._moment.position.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.digest() == other.digest()

    def to_json(self) -> str:
        """The game as text, of which `Ruleset.resume` makes the game again, in this or another process: what it was
        begun with, and its choices. Raises CannotSave for a game that doesn't keep its choices."""
        return write_document(self.save().as_data())

    def save(self) -> Save:
        """What `to_json` writes, as it is. Raises CannotSave."""
        if self._runtime.program.numbers["WITHHOLDING"]:
            raise CannotSave("a game in which powers are withheld from players can't be saved")
        if not self._leads_here:
            raise CannotSave(
                "a game whose position was put together or dealt anew can't be saved, for no choices lead there: "
                "save the game that it was made of, or pickle this one"
            )
        if not self.played:
            raise CannotSave("a game that keeps no choices can't be saved: begin it with a log, or with `choices=True`")
        return Save(self.setup, tuple(self.choices), self._notes, self.position.digest)


class RulesetOfGame(Protocol):
    """What a game knows of the ruleset whose game it is."""

    def runtime(self, players: int, settings: Mapping[str, Any] | None = None) -> tuple[Runtime, dict[str, Any]]:
        """The runtime of one configuration, and the settings completed with defaults."""
        ...


@dataclass(frozen=True, slots=True)
class PickledGame:
    """A game in a pickle, beside its ruleset and its setup: the identity of its program, its position and what seats
    know as bytes; `log` are the entries and where the open phase begins; all else is as the game has it."""

    program: str
    position: bytes
    knowledge: bytes | None
    seed: int
    chosen: int
    log: tuple[list[LogEntry], int | None] | None
    choices: list[str]
    picks: list[int] | None
    notes: tuple[Note, ...]
    leads_here: bool


def program_identity(runtime: Runtime) -> str:
    """What tells a program from others: a hash of the content, the configuration and the engine that made it."""
    return blake2b(f"{source_digest()} {runtime.key}".encode(), digest_size=16).hexdigest()


def _unpickled(ruleset: RulesetOfGame, setup: Setup, pickled: PickledGame) -> Game:
    """The game in a pickle. Raises SaveRefused where the program is another one now."""
    runtime, _ = ruleset.runtime(setup.players, setup.settings)
    if pickled.program != program_identity(runtime):
        raise SaveRefused("this game was pickled with another version of artrules: only `to_json` outlasts versions")
    game = Game(ruleset, runtime, setup)
    position = PackedPosition.unpack(runtime.instance.form, pickled.position)
    knowledge = None if pickled.knowledge is None else Knowledge.unpack(runtime.instance.form, pickled.knowledge)
    keys = runtime.keys(pickled.seed)
    game._log = None if pickled.log is None else log_of(*pickled.log)
    game._choices = SharedList.of(pickled.choices)
    game._picks = None if pickled.picks is None else SharedList.of(pickled.picks)
    game._notes, game._leads_here = pickled.notes, pickled.leads_here
    moment = Moment(runtime, position, pickled.seed, pickled.chosen, keys, knowledge, None)
    game._take(moment, moment.asked[0].count if moment.asked else 0)
    return game

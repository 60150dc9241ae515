"""A game as its clients see it: decisions, views, a log, copies and saves. The public API (`docs/extend/api.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol
from warnings import warn

from artrules.engine.execute.position import Knowledge
from artrules.engine.execute.position import Position as PackedPosition
from artrules.model.ir.model import Model
from artrules.play.game.decision import Decision, Option
from artrules.play.game.describe import describe
from artrules.play.game.description import TableDescription
from artrules.play.game.inspection.position import Inspection
from artrules.play.game.log import Log, LogEntry, Note, SharedList, log_of
from artrules.play.game.moment import Moment, first_moment
from artrules.play.game.option_things import CardPlace, OptionThings, Thing
from artrules.play.game.playing import MOST_OPTIONS, Playing
from artrules.play.game.playout import Playout
from artrules.play.game.runtime import Runtime
from artrules.play.game.saves import Save, Setup
from artrules.play.game.scores import PlayedGame, outcome, played_game
from artrules.play.game.thinking import Thinking
from artrules.play.game.view import OUTSIDER, view
from artrules.play.position.codec import digest_of_bytes
from artrules.play.position.save_document import CannotSave, SaveRefused, write_document
from artrules.play.stored.cache import source_digest
from artrules.text.diagnostics.suggest import closest
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.explain.why_not.answer import WhyNot
    from artrules.play.explain.why_not.question import Question
    from artrules.play.explain.why_not.sources import AttributeSources
    from artrules.play.game.draws import Draw, Outcome


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


RENAMED = {
    "compile": "think.compile",
    "greedy": "think.greedy",
    "hinted": "think.hinted",
    "prepare_to_think": "think.prepare",
    "redeal": "think.redeal",
    "resample": "think.resample",
    "rollouts": "think.rollouts",
    "sample": "think.sample",
    "search": "think.search",
    "begin": "inspect.begin",
    "model": "inspect.model",
    "observe": "inspect.observe",
    "played": "inspect.played",
    "position": "inspect.position",
    "view_all": "inspect.view",
    "log_of": "log.read_by",
    "notes": "log.notes",
    "seed": "setup.seed",
    "settings": "setup.settings",
    "why_not_card": "why_not",
}
"""By names that a game had in the version before: where that is now. They work in this version, with a warning."""
MOST_ASKED = 1_000
"""Characters of a question that are read. No label is so long."""


def begin_as_set_up(playing: Playing, stands: Callable[[], None] | None = None) -> None:
    """Run a game that hasn't begun to its first decisions: from the position that its setup gives, if it gives one.
    `stands` is called once it stands at that position, before it runs on from there. Raises BadPosition, and
    GameFault."""
    if not playing.setup.given:
        playing.begin()
        return
    # What reads positions reads content as well, which no other game needs.
    from artrules.play.game.inspection.start_position import begin_at_given_position

    begin_at_given_position(playing, stands)


class Game:
    """One game, at a moment when players must decide or when it is over.

    `Ruleset.new_game` and `Ruleset.resume` make games. Players count from 1. A method that raises leaves the game
    unchanged.
    """

    __slots__ = ("__weakref__", "_ruleset", "playing")

    def __init__(
        self,
        ruleset: RulesetOfGame,
        runtime: Runtime,
        setup: Setup,
        *,
        choices: bool = False,
        withheld: Withheld | None = None,
        explicit_chance: bool = False,
    ) -> None:
        """`choices` says that a game without a log keeps its choices. With `explicit_chance` the game stops at each
        draw. Raises ValueError for what can't be."""
        seats = seats_without(runtime.model, runtime.players, withheld) if withheld else ()
        if any(seats):
            runtime = runtime.withholding
        if explicit_chance:
            from artrules.play.game.draws import ScriptedRuntime

            runtime = runtime.derive(ScriptedRuntime)
        moment = first_moment(runtime, setup.seed, knowing=setup.log or setup.knowledge)
        if setup.single_options:
            moment = moment.with_single_options()
        if any(seats):
            moment = moment.with_withheld(seats)
        self._ruleset = ruleset
        self.playing = Playing(moment, setup, keeps_choices=choices)
        """The engine's own form of it: opaque to clients."""

    # -- what is known of it from the beginning

    @property
    def setup(self) -> Setup:
        """What it was begun with: the ruleset's name, the hash of its content, players, settings, seed, and wishes."""
        return self.playing.setup

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.playing.runtime.players

    @property
    def description(self) -> TableDescription:
        """What the table looks like, whatever happens at it. Raises GameFault when content fails to make a label."""
        return self.playing.answer(lambda: describe(self.playing.runtime))

    # -- deciding

    @property
    def option_count(self) -> int:
        """How many options the first decision has; 0 when the game is over, and at a draw. To ask this takes less time
        than to look at `decisions`."""
        return self.playing.count

    @property
    def decisions(self) -> list[Decision]:
        """What must be decided now: one decision, or one for each player who chooses at the same time. Empty when the
        game is over."""
        playing = self.playing
        decisions = playing.seen
        return playing.look() if decisions is None else decisions

    @property
    def chance(self) -> Draw | None:
        """The draw at which a game with explicit chance waits; None where players decide or the game is over, and in
        all other games. Everything else is then as it was before the choice that has led there."""
        chance = self.playing.chance
        return None if chance is None else chance.draw

    def choose(self, option: Option | Outcome | str | int) -> None:
        """Choose an option of one of the decisions, given as the option or its id, or an option of the first decision
        by its index; at a draw choose one of its outcomes, given in the same ways. Runs to the next decisions, or to
        the next draw.

        Raises IllegalChoice when the option isn't offered now, and GameFault when the content makes a mistake.
        """
        self.playing.choose(option)

    def play(
        self, bot: str = "uniform", *, seed: int = 0, choices: int | None = None, last_round: int | None = None
    ) -> int:
        """Let a bot play on at all seats, up to the end, for a number of `choices`, or until a round after `last_round`
        has begun. Gives how many choices were made.

        `uniform` chooses any option, all equally likely, as the bot of that name does in a game with this seed; `first`
        takes the first one; `rules` and `learned` do as the bots of these names, in games whose hints tell nothing
        hidden. Where several players decide, seats go in order. A game without a log is played inside the machine,
        which takes a fraction of the time. Raises ValueError for another bot, and GameFault.
        """
        return Playout(self.playing, bot, seed, choices, last_round).run()

    @property
    def choices(self) -> list[str]:
        """The ids of all options that players have chosen so far, in order. Options that the engine took because there
        was no other are not among them.

        They are empty in a game that keeps none. A game that keeps them without a log plays itself again to find the
        ids.
        """
        playing = self.playing
        return playing.choices.items if playing.picks is None else self._ids_of(playing.picks.items)

    def _ids_of(self, picks: Sequence[int]) -> list[str]:
        game = Game(self._ruleset, self.playing.runtime, replace(self.setup, knowledge=False))
        begin_as_set_up(game.playing)
        ids: list[str] = []
        for pick in picks:
            place, index = divmod(pick, MOST_OPTIONS)
            option = game.decisions[place].options[index]
            ids.append(option.id)
            game.choose(option)
        return ids

    # -- where it is

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; 0 during the setup."""
        return self.playing.moment.round

    @property
    def phase(self) -> str:
        """The name of the phase, or `setup`."""
        return self.playing.moment.phase

    @property
    def simultaneous(self) -> bool:
        """Whether a phase is in progress that all players play at once: nobody sees what others do in it."""
        return self.playing.moment.simultaneous

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.playing.count == 0 and self.playing.moment.finished

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game came out, as plain data; None while it goes on.

        The keys: `winners` (players), `tie_break` (None, or what decided between whom), `scores` (for each player
        `player`, `total`, `parts` by label, and `lines`), `stalled` (whether the last round ended the game),
        `rounds`, and where content says who is on whose side `sides` (for each `players`, `total` and `place`). Raises
        GameFault.
        """
        return self.playing.answer(lambda: outcome(self.playing.moment)) if self.finished else None

    # -- looking

    def view(self, player: int | None) -> dict[str, Any]:
        """What the seat of a player may know, as plain data; with None what an outsider may know, who has no seat
        (`docs/extend/api.md`, Looking). Raises GameFault when the content fails to make a label, ValueError for a
        player that there isn't."""
        playing = self.playing
        if player is not None:
            playing.check_player(player)
        seat = OUTSIDER if player is None else player - 1
        shown = playing.answer(lambda: view(playing.moment, seat))
        shown["log"] = playing.log.texts_read_by(player) if playing.log is not None else []
        return shown

    @property
    def pauses(self) -> list[Game]:
        """The game at each pause on the way here from the choice before: what each seat could see there, and what the
        log said, whose last entry is the pause. Nobody is asked anything in these games. Empty in a game without a
        log."""
        return [self._at(playing) for playing in self.playing.at_pauses]

    def why_not(self, player: int, asked: str | Thing) -> WhyNot:
        """Why a player can't do now what a text says ("buy a 7", "play r5"), or that they can. For a thing in the view
        of their seat: why they can do nothing with it now, of all that might be offered here, or what they can do with
        it.

        Of a long text only the first MOST_ASKED characters are read. The answer tells nothing that the player may not
        know. Raises ValueError for a player that there isn't, for what is neither a text nor a thing, and where the
        view shows no such thing; GameFault.
        """
        from artrules.play.explain.why_not.ask import why_not, why_not_thing  # imported when needed: most never ask
        from artrules.play.explain.why_not.meant import meant_by

        playing = self.playing
        playing.check_player(player)
        if isinstance(asked, Thing):
            runtime = playing.moment.runtime
            meant = meant_by(asked, player, self.view(player), runtime.derive(OptionThings), runtime.model)
            return playing.answer(lambda: why_not_thing(self._question(player, meant.name), meant))
        answer = playing.answer(lambda: why_not(self._question(player, asked)))
        return answer if len(asked) <= MOST_ASKED else replace(answer, asked=asked)

    def sources(self, player: int, place: CardPlace) -> tuple[AttributeSources, ...]:
        """What makes up the attributes with modifiers of a card in the view of a player's seat, in words: what is
        printed, what powers give, and what statements have given. Attributes that are as they start are left out, and
        so are those of which the player may not know everything. Raises ValueError where the player sees no card;
        GameFault.
        """
        from artrules.play.explain.why_not.meant import meant_by
        from artrules.play.explain.why_not.sources import sources_of

        playing = self.playing
        playing.check_player(player)
        runtime = playing.moment.runtime
        card = meant_by(place, player, self.view(player), runtime.derive(OptionThings), runtime.model).card
        if card is None:
            raise ValueError("You don't see which card that is.")
        return playing.answer(lambda: sources_of(self._question(player, ""), card))

    def _question(self, player: int, text: str) -> Question:
        from artrules.play.explain.why_not.question import Question

        if not isinstance(text, str):
            raise ValueError(f"what is asked is a text, not {text!r}")
        moment = self.playing.moment
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
            things=runtime.derive(OptionThings),
        )

    @property
    def log(self) -> Log:
        """What has happened up to now: the entries, for a reader who may know everything. `log.read_by(player)` is what
        a seat may read. Empty in a game without a log."""
        log = self.playing.log
        return log if log is not None else Log(players=self.players)

    def note(self, entry: LogEntry) -> None:
        """Add an entry to the log for something outside of the rules, such as that a choice was taken back."""
        playing = self.playing
        if playing.log is not None:
            playing.log = playing.log.noted(Note(playing.chosen, entry))

    # -- what works with it

    @property
    def think(self) -> Thinking[Game]:
        """Thinking about it: searches, rollouts, and games that a seat can't tell from it. Raises ValueError for a game
        with explicit chance, in which nothing is drawn by itself."""
        if self.playing.chance is not None:
            raise ValueError("bots don't think in a game with explicit chance: begin one with a seed for them")
        return Thinking(self)

    @property
    def inspect(self) -> Inspection:
        """Its inside, hidden things included: for tools, not for players."""
        return Inspection(self.playing)

    # -- copying and saving

    def copy(self) -> Game:
        """An independent game in the same position, made in microseconds."""
        return self._at(self.playing.copy())

    def _at(self, playing: Playing) -> Game:
        """A game of the same ruleset, by the engine's own form of it."""
        new = Game.__new__(Game)
        new._ruleset, new.playing = self._ruleset, playing
        return new

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[RulesetOfGame, Setup, PickledGame]]:
        """A pickle holds the position, the identity of its program, and where the ruleset lies. It is trusted: nothing
        in it is proved. Raises TypeError for a game that plays a tool's variant of the ruleset."""
        playing = self.playing
        runtime, moment, log = playing.runtime, playing.moment, playing.log
        if playing.chance is not None:
            raise TypeError("a game with explicit chance can't be pickled: keep its `choices`")
        if runtime.key is None or runtime.program.numbers["WITHHOLDING"]:
            raise TypeError("a game of a variant made by a tool can't be pickled")
        pickled = PickledGame(
            program=program_identity(runtime),
            position=moment.position.data,
            knowledge=None if moment.knowledge is None else moment.knowledge.data,
            seed=moment.seed,
            chosen=moment.chosen,
            log=None if log is None else (log.entries, log.open_from, log.players, log.notes),
            choices=playing.choices.items,
            picks=None if playing.picks is None else playing.picks.items,
            leads_here=playing.leads_here,
        )
        return _unpickled, (self._ruleset, self.setup, pickled)

    def digest(self) -> str:
        """A hash of the position, as 32 hexadecimal digits: the same on every machine."""
        return digest_of_bytes(self.setup.content, self.playing.moment.position.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or self.digest() != other.digest():
            return False
        mine, theirs = self.playing.chance, other.playing.chance
        return mine is theirs or bool(mine and theirs and mine.situation == theirs.situation)

    def to_json(self) -> str:
        """The game as text, of which `Ruleset.resume` makes the game again, in this or another process: what it was
        begun with, and its choices. Raises CannotSave for a game that doesn't keep its choices."""
        return write_document(self.save().as_data())

    def save(self) -> Save:
        """What `to_json` writes, as it is. Raises CannotSave."""
        if self.playing.runtime.program.numbers["WITHHOLDING"]:
            raise CannotSave("a game in which powers are withheld from players can't be saved")
        if self.playing.chance is not None:
            raise CannotSave("a game with explicit chance can't be saved, for no seed leads there: keep its `choices`")
        if not self.playing.leads_here:
            raise CannotSave(
                "a game whose position was put together or dealt anew can't be saved, for no choices lead there: "
                "save the game that it was made of, or pickle this one"
            )
        if not self.inspect.played:
            raise CannotSave("a game that keeps no choices can't be saved: begin it with a log, or with `choices=True`")
        return Save(self.setup, tuple(self.choices), self.log.notes, self.inspect.position.digest)


class Renamed:
    """An attribute that has another name now."""

    def __init__(self, name: str, path: str) -> None:
        self._name = name
        self._path = path

    def __get__(self, game: Game | None, owner: type[Game]) -> object:
        if game is None:
            return self
        warn(f"`{self._name}` of a game is `{self._path}` now", DeprecationWarning, stacklevel=2)
        return attrgetter(self._path)(game)


# Who checks types is told that the old names are gone. A `__getattr__` would make each look at a game slower.
for _name, _path in RENAMED.items():
    setattr(Game, _name, Renamed(_name, _path))


class RulesetOfGame(Protocol):
    """What a game knows of the ruleset whose game it is."""

    def runtime(self, players: int, settings: Mapping[str, Any] | None = None) -> tuple[Runtime, dict[str, Any]]:
        """The runtime of one configuration, and the settings completed with defaults."""
        ...


@dataclass(frozen=True, slots=True)
class PickledGame:
    """A game in a pickle, beside its ruleset and its setup: the identity of its program, its position and what seats
    know as bytes; `log` are the entries, where the open phase begins, the players and
    the notes; all else is as the game has it."""

    program: str
    position: bytes
    knowledge: bytes | None
    seed: int
    chosen: int
    log: tuple[list[LogEntry], int | None, int, tuple[Note, ...]] | None
    choices: list[str]
    picks: list[int] | None
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
    playing = game.playing
    playing.log = None if pickled.log is None else log_of(*pickled.log)
    playing.choices = SharedList.of(pickled.choices)
    playing.picks = None if pickled.picks is None else SharedList.of(pickled.picks)
    playing.leads_here = pickled.leads_here
    moment = Moment(runtime, position, pickled.seed, pickled.chosen, keys, knowledge, None)
    playing.take(moment, moment.asked[0].count if moment.asked else 0)
    return game


def sum_up(game: Game, choices: int) -> PlayedGame:
    """What has become of a game that is over, after so many choices, as `Ruleset.play_games` gives it. Raises
    GameFault."""
    return game.playing.answer(lambda: played_game(game.playing.moment, choices, game.digest()))

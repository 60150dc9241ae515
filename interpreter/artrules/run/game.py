"""A game as its clients see it: decisions, views, a log, copies and saves. The public API (`docs/api.md`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds import runtime as kinds
from artrules.diagnostics.span import Span
from artrules.run import engine
from artrules.run.advance import Candidate, acting
from artrules.run.chance import commit
from artrules.run.decision import Decision, GameFault, IllegalChoice, Option
from artrules.run.knowledge import knowledge_at_start
from artrules.run.log import Log, LogEntry
from artrules.run.metering import aside
from artrules.run.moves import Redaction, may_see
from artrules.run.options import options
from artrules.run.place import place_of
from artrules.run.resample import resample
from artrules.run.save_document import write_document
from artrules.run.save_format import FORMAT
from artrules.run.scores import outcome
from artrules.run.signals import Fail, Fault
from artrules.run.size import check_size
from artrules.run.state import Frame, State
from artrules.run.update_knowledge import knowledge_of_position
from artrules.run.view import view

if TYPE_CHECKING:
    from artrules.ir.model import Model
    from artrules.run.description import TableDescription
    from artrules.run.inspection.position import Position
    from artrules.run.runtime import Runtime
    from artrules.run.why_not.answer import WhyNot

Observer = Callable[[Option], None]
"""Told of each option that is taken."""


class Game:
    """One game, at a moment when players must decide or when it is over.

    `Ruleset.new_game` and `Ruleset.resume` make games. Players count from 1. A method that raises leaves the game
    unchanged.
    """

    def __init__(
        self,
        runtime: Runtime,
        seed: int,
        settings: dict[str, Any],
        content: str,
        added: tuple[str, ...] = (),
        *,
        log: bool = True,
    ) -> None:
        self._runtime = runtime
        self._settings = settings
        self._content = content
        self._added = added
        self.seed = seed
        self.choices: list[str] = []
        """The ids of all options that players have chosen so far, in order; empty in a game without a log. Options that
        the engine took because there was no other are not among them."""
        self._chosen = 0
        self._log = Log() if log else None
        self._played = log
        """Whether the seed and the choices lead to the position."""
        self._observer: Observer | None = None
        self._notes: tuple[tuple[int, LogEntry], ...] = ()
        self._decisions: list[Decision] = []
        self._state: State
        try:
            self._state = runtime.first_state(seed)
        except (Fail, Fault) as problem:
            raise self._as_fault(problem) from None
        if log:
            self._state.knowledge = knowledge_at_start(self._state)

    # -- deciding

    @property
    def decisions(self) -> list[Decision]:
        """What must be decided now: one decision, or one for each player who chooses at the same time. Empty when the
        game is over."""
        return self._decisions

    def choose(self, option: Option | str) -> None:
        """Choose an option of one of the decisions, given as the option or its id, and run to the next decisions.

        Raises IllegalChoice when the option isn't offered now, and GameFault when the content makes a mistake.
        """
        decision, candidate = self._find(option)
        before = self._state.copy()
        log_before = self._log.copy() if self._log is not None else None
        decisions = self._decisions
        state = self._state
        state.activate(decision._stack)
        if self._log is not None:
            self.choices.append(Option(decision, candidate).id)
        self._chosen += 1
        try:
            state.steps = 0
            state.log = self._log
            if self._log is not None:
                self._log.now = 0
            self._take(state, "chose", decision, candidate)
            self._settle(keep=[d for d in decisions if d is not decision])
        except BaseException as problem:
            fault = self._as_fault(problem) if isinstance(problem, (Fail, Fault)) else None
            self._state, self._decisions = before, decisions
            for d in decisions:
                d._game = self
            if fault is not None:
                fault.choice = Option(decision, candidate).id
            self._chosen -= 1
            if self._log is not None:
                self._log = log_before
                self.choices.pop()
            if fault is None:
                raise
            raise fault from None

    def _find(self, option: Option | str) -> tuple[Decision, Candidate]:
        if isinstance(option, Option):
            for decision in self._decisions:
                if decision is option.decision and option.candidate in decision._candidates:
                    return decision, option.candidate
            option = option.id
        for decision in self._decisions:
            for offered in decision.options:
                if offered.id == option:
                    return decision, offered.candidate
        raise IllegalChoice(f"{option!r} is not offered now")

    # -- running

    def begin(self, prepare: Callable[[Position], None] | None = None) -> None:
        """Run a game that hasn't begun to its first decisions.

        For tools: `prepare` may put together another position first, as scenarios do. Such a game counts as not played
        (`played`). Raises GameFault.
        """
        state = self._state
        state.log = self._log
        try:
            if prepare is not None:
                self._played = False
                prepare(self.position)
                if state.knowledge is not None:
                    state.knowledge = knowledge_of_position(state)
            self._settle(keep=[])
        except (Fail, Fault) as problem:
            raise self._as_fault(problem) from None

    def _settle(self, keep: list[Decision]) -> None:
        """Run to the next decisions, and take the option wherever there is only one. Decisions in `keep` stay as they
        are while their player still waits for them."""
        state = self._state
        kept = {d._stack: d for d in keep}
        while True:
            found: list[Decision] = []
            took = False
            for index in engine.step(state):
                frame = state.stacks[index][-1]
                decision = kept.get(index)
                if decision is None or decision._frame is not frame:
                    state.activate(index)
                    decision = self._ask(state, index, frame)
                if len(decision._candidates) == 1:
                    self._take(state, "took", decision, decision._candidates[0])
                    took = True
                    break
                kept[index] = decision
                found.append(decision)
            if not took:
                check_size(state)
                self._decisions = found
                return

    def _ask(self, state: State, index: int, frame: Frame) -> Decision:
        player = state.runtime.deciders[frame[0]](state, *frame[1:])
        if acting(state) not in (None, player):
            commit(state)
        candidates = options(state, frame)
        if not candidates:
            table = state.runtime.decisions[frame[0]]
            raise Fault(
                kinds.DEAD_END,
                f"player {player + 1} must choose ({table.prompt}) and nothing can be chosen",
                -2 - frame[0],
            )
        return Decision(self, index, frame, candidates, player + 1)

    def _take(self, state: State, kind: str, decision: Decision, candidate: Candidate) -> None:
        """Take an option and log it; `kind` is that of the log entry.

        The entry names no card to anyone who sees it neither before nor after. Of an option that declines it tells
        others nothing.
        """
        if self._observer is not None:
            self._observer(Option(decision, candidate))
        if self._log is None:
            engine.take_now(state, decision._frame, candidate)
            return
        player = decision.player - 1
        others = [p for p in range(state.runtime.players) if p != player]
        mine, theirs = Redaction(state, [player]), Redaction(state, others)
        own, public = decision._label(candidate, mine), decision._public(candidate, theirs)
        text = decision._label(candidate) if mine.named else own
        place = len(self._log.entries)
        self._log.add(state, kind, player, text, own, public)
        engine.take_now(state, decision._frame, candidate)
        if mine.named and all(may_see(state, player, c) for c in mine.named):
            self._log.entries[place] = replace(self._log.entries[place], own=text)
        if theirs.named and all(may_see(state, p, c) for p in others for c in theirs.named):
            self._log.entries[place] = replace(self._log.entries[place], public=text)

    def observe(self, observer: Observer | None) -> None:
        """Call `observer` with each option from now on, just before it takes effect: those that players choose and
        those that the engine takes because there is no other. For tools; copies of the game have no observer."""
        self._observer = observer

    def _as_fault(self, problem: Fail | Fault) -> GameFault:
        """The error for clients, with a place in the content and the way to come to it again."""
        runtime = self._runtime
        site = problem.site
        span: Span | None = None
        what = ""
        if 0 <= site < len(runtime.program.sites):
            span, what = runtime.program.sites[site]
        else:
            span = place_of(self._state, -2 - site) if hasattr(self, "_state") else runtime.program.model.at
        trace = f"seed {self.seed}, after {self._chosen} choices"
        if isinstance(problem, Fail):
            message = f"{what or 'something'}, and nothing can be taken back here ({trace})"
            return GameFault([Diagnostic(kinds.FAILED, message, span, None, None, (), ())])
        message = f"{what} {problem.message}".strip() + f" ({trace})"
        return GameFault([Diagnostic(problem.kind, message, span, problem.expected, problem.found, (), ())])

    # -- looking

    def view(self, player: int) -> dict[str, Any]:
        """What the seat of a player may know, as plain data (`docs/api.md`, Looking). Raises GameFault when the content
        fails to make a label, ValueError for a player that there isn't."""
        self._check_player(player)
        shown: dict[str, Any] = self._asked(lambda: view(self._state, player - 1))
        shown["log"] = [e.text for e in self._log.seen_by(player)] if self._log is not None else []
        return shown

    def view_all(self) -> dict[str, Any]:
        """The view of one who sees everything, hidden cards included: for tools, not for players."""
        shown: dict[str, Any] = self._asked(lambda: view(self._state, None))
        return shown

    def _asked(self, what: Callable[[], Any]) -> Any:
        """The result of a function that runs the content's code for a client. What it costs doesn't count as play."""
        try:
            with aside(self._state):
                return what()
        except (Fail, Fault) as problem:
            raise self._as_fault(problem) from None

    def why_not(self, player: int, text: str) -> WhyNot:
        """Why a player can't do now what a text says ("buy a 7", "play r5"), or that they can.

        The answer tells nothing that the player may not know. Raises ValueError for a player that there isn't.
        """
        from artrules.run.why_not.ask import why_not  # imported when needed: most games never ask

        self._check_player(player)
        return why_not(self, player, text)

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int) or not 1 <= player <= self._runtime.players:
            raise ValueError(f"there is no player {player!r}: players count from 1 to {self._runtime.players}")

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._runtime.players

    @property
    def model(self) -> Model:
        """What the rules declare for this game: with the overlays that apply to it."""
        return self._runtime.program.model

    @property
    def description(self) -> TableDescription:
        """What the table looks like, whatever happens at it."""
        from artrules.run.description import describe

        return describe(self._runtime)

    @property
    def position(self) -> Position:
        """The position by names and values, hidden things included: for tools, not for players."""
        from artrules.run.inspection.position import Position

        return Position(self._state)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the game by name, as plain data, defaults included."""
        return dict(self._settings)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self._state.cells[self._runtime.finished])

    @property
    def round(self) -> int:
        """The number of the round, counted from 1; 0 during the setup."""
        return int(self._state.cells[self._runtime.round])

    @property
    def phase(self) -> str:
        """The name of the phase, or `setup`."""
        state, runtime = self._state, self._runtime
        return runtime.program.model.flow.phases[state.cells[runtime.phase]].name if self.round else "setup"

    @property
    def simultaneous(self) -> bool:
        """Whether a phase is in progress that all players play at once: nobody sees what others do in it."""
        return self._state.began is not None

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game came out, as plain data; None while it goes on.

        The keys: `winners` (players), `tie_break` (None, or what decided between whom), `scores` (for each player
        `player`, `total`, `parts` by label, and `lines`), `stalled` (whether the last round ended the game) and
        `rounds`. Raises GameFault.
        """
        result: dict[str, Any] | None = self._asked(lambda: outcome(self._state)) if self.finished else None
        return result

    @property
    def log(self) -> list[LogEntry]:
        """Everything that has happened, for a reader who may know everything. Empty in a game without a log."""
        return list(self._log.entries) if self._log is not None else []

    def note(self, entry: LogEntry) -> None:
        """Add an entry to the log for something outside of the rules, such as that a choice was taken back."""
        if self._log is not None:
            self._log.entries.append(entry)
            self._notes = (*self._notes, (len(self.choices), entry))

    @property
    def played(self) -> bool:
        """Whether the choices lead from the seed to the position. They don't in a game without a log, in one that
        `resample` made, and in one whose position was put together."""
        return self._played

    @property
    def notes(self) -> list[tuple[int, LogEntry]]:
        """The entries that `note` added to the log, each with the number of choices made before it."""
        return list(self._notes)

    def log_of(self, player: int | None) -> list[LogEntry]:
        """The part of the log that the seat of a player may read; with None, the part that everybody may read. Raises
        ValueError for a player that there isn't."""
        if player is not None:
            self._check_player(player)
        return self._log.seen_by(player) if self._log is not None else []

    # -- copying and saving

    def copy(self) -> Game:
        """An independent game in the same position, made in microseconds."""
        new = Game.__new__(Game)
        new._runtime, new._settings, new._content, new.seed = self._runtime, self._settings, self._content, self.seed
        new._added = self._added
        new.choices, new._chosen = self.choices[:], self._chosen
        new._log = self._log.copy() if self._log is not None else None
        new._played, new._notes = self._played, self._notes
        new._observer = None
        new._state = self._state.copy()
        new._decisions = [Decision(new, d._stack, d._frame, d._candidates, d.player) for d in self._decisions]
        return new

    def resample(self, player: int, seed: int) -> Game:
        """A determinization: a game that the seat of a player can't tell from this one. What the seat can't know is
        drawn at random; the same `seed` draws the same.

        Raises ValueError for a game without a log and for a player that there isn't, and GameFault when what a player
        may do depends on what that player can't know.
        """
        self._check_player(player)
        return resample(self, player, seed).game

    def digest(self) -> str:
        """A hash of the position, as 32 hexadecimal digits: the same on every machine."""
        return self._state.digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._content == other._content and self._state == other._state

    def to_json(self) -> str:
        """The whole game as text, of which `Ruleset.resume` makes the game again, in this or another process."""
        return write_document(self.as_data())

    def as_data(self) -> dict[str, Any]:
        """The data that `to_json` writes, without the check sum. Its parts belong to the game: don't change them."""
        data = {
            "artrules": FORMAT,
            "ruleset": self._runtime.program.model.name,
            "content": self._content,
            "players": self.players,
            "settings": self._settings,
            "seed": self.seed,
            "choices": self.choices,
            "notes": [[after, entry.as_data()] for after, entry in self._notes] if self._played else [],
            "played": self._played,
            "state": self._state.as_data(),
            "log": [e.as_data() for e in self._log.entries] if self._log is not None else None,
            "log_open_from": self._log.open_from if self._log is not None else None,
            "knowledge": self._state.knowledge.as_data() if self._state.knowledge is not None else None,
        }
        if self._added:
            data["added"] = list(self._added)
        return data

    def _story_from(self, log: Log, choices: list[str]) -> None:
        """Take over the log and the choices of a saved game that can't be replayed."""
        self._log, self._played, self.choices, self._chosen = log, False, list(choices), len(choices)

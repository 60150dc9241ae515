"""How a game goes from decision to decision.

A game with a log, with knowledge or with an observer takes one `Step` after another, each from one moment to the next.
Any other plays *in memory*: as long as nobody looks, all that it remembers is how many options it has. Its position
stays in the machine's memory, and so do the rows of its options. When somebody looks, or when other games need that
memory, a moment is made of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from threading import get_ident
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from weakref import ref

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import MachineTrap
from artrules.model.ir.code import every_code
from artrules.play.explain.faults import Stopped
from artrules.play.game.decision import Decision, IllegalChoice, Option, decisions_at, decisions_in_memory
from artrules.play.game.log import Log, SharedList
from artrules.play.game.moment import Course, Moment, Origin, Passage, fault_after
from artrules.play.game.offers import Asked
from artrules.play.game.resample import redeal
from artrules.play.game.runtime import STEPPING, InMemory, Runtime
from artrules.play.game.saves import Setup
from artrules.play.game.step import Observer, Step, extended
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span

if TYPE_CHECKING:
    from artrules.play.game.draws import Attempt, Chance, Outcome

# Names the code that takes most of the work of a step which takes too much of it.
#
# The step runs again under CPython, up to a part of the work that is allowed, and all functions of the program count
# what they do. So nothing counts by function while games are played.

MOST_COUNTED = 5_000_000
"""The step runs again up to so many units of work, and twice as many of looking ahead."""
Related = tuple[tuple[str, Span], ...]


def _costliest(runtime: Runtime) -> dict[tuple[object, ...], Related]:
    """What takes most of the work where there was too much, by fault: nothing yet."""
    return {}


def with_costliest(stopped: Stopped, moment: Moment, asked: Asked | None = None, index: int = 0) -> Stopped:
    """What stopped the machine after an option was taken at a moment (where nothing is asked, when the game began). If
    that was too much work, it names the code that takes most of it. Another position may be in memory then."""
    fault = stopped.fault
    if fault.kind not in (kinds.TOO_LONG, kinds.TOO_MANY_LOOKED_AT):
        return stopped
    costliest_by_fault = moment.runtime.derive(_costliest)
    key = fault.kind.name, fault.span, fault.message
    if key not in costliest_by_fault:
        costliest_by_fault[key] = _find(moment, asked, index)
    return Stopped(replace(fault, related=fault.related + costliest_by_fault[key]))


def _find(moment: Moment, asked: Asked | None, index: int) -> Related:
    work, calls = _count(moment, asked, index)
    places = {code.name: code.at for code in every_code(moment.runtime.model)}
    everything = sum(work.values())
    for of, units in work.most_common():
        if of in places and everything:
            share = f"{100 * units // everything} % of the work that was counted, in {calls[of]:,} calls"
            return ((f"the {of} takes most: {share}", places[of]),)
    return ()


def _count(moment: Moment, asked: Asked | None, index: int) -> tuple[Counter[str], Counter[str]]:
    """The units of work of each declaration's code without the code that it calls, and how often it was called."""
    program = moment.runtime.program
    instance = CPythonInstance(program)
    instance.call("start")
    names = instance.names
    work, calls = Counter[str](), Counter[str]()
    inside = [0]
    """Of each call in progress: the units that were counted in calls inside it."""

    def counted(function: Callable[..., Any], of: str) -> Callable[..., Any]:
        def count(*arguments: int) -> Any:
            before = names["steps"]
            inside.append(0)
            try:
                return function(*arguments)
            finally:
                units = names["steps"] - before
                work[of] += units - inside.pop()
                inside[-1] += units
                calls[of] += 1

        return count

    for function in program.functions:
        if isinstance(names.get(function.name), FunctionType):
            names[function.name] = counted(names[function.name], function.of)
    for table, entries in program.function_tables.items():
        names[table] = [names[entry] if entry else None for entry in entries]
    names["MOST_STEPS"] = MOST_COUNTED
    instance.load(moment.position)
    if moment.knowledge is not None:
        instance.load_knowledge(moment.knowledge)
    instance.set_keys(moment.keys)
    instance.set_register("knowing", int(moment.knowledge is not None))
    try:
        if asked is None:
            instance.call("begin")
        else:
            asked.put(index, program, instance)
            instance.call("choose", asked.stack)
    except MachineTrap:
        pass  # what was counted up to there will do
    return work, calls


T = TypeVar("T")
MOST_OPTIONS = 1 << 31
"""More than a decision has."""
MOST_PAUSES = 20
"""Of one step, people look at so many pauses, the last ones."""
NOWHERE = object()
"""Stands for the reference of a game that has never been in memory: to make one takes time, and most copies are for
looking at."""


class Playing:
    """A game as the modules of `play` have it: where it is, and what it has logged and chosen. `Game` is what clients
    see of it, and has nothing else."""

    __slots__ = (
        "__weakref__",
        "_known",
        "_origin",
        "_place",
        "_reference",
        "chance",
        "choices",
        "chosen",
        "count",
        "leads_here",
        "log",
        "observer",
        "passage",
        "picks",
        "runtime",
        "seen",
        "setup",
    )

    def __init__(self, moment: Moment, setup: Setup, *, keeps_choices: bool = False) -> None:
        """`keeps_choices` is for a game without a log."""
        self.runtime: Runtime = moment.runtime
        self.setup = setup
        self.log = Log(players=setup.players) if setup.log else None
        self.choices: SharedList[str] = SharedList()
        """In a game with a log: the ids of the options that were chosen."""
        self.picks: SharedList[int] | None = SharedList() if keeps_choices and not setup.log else None
        """In one that keeps its choices without a log: the index of each option, and MOST_OPTIONS times the place of
        its decision. To write an option's id takes longer than to take the option."""
        self.leads_here = True
        """Whether its choices lead from its seed to its position."""
        self.observer: Observer | None = None
        self.chance: Chance | None = None
        """Where it is on the way through what chance decides, if that is explicit."""
        if self.runtime.is_scripted:
            from artrules.play.game.draws import Chance  # here, because few games are played so

            self.chance = Chance()
        self._reference: object = NOWHERE
        """It since it was in memory (`MemoryUse.held`)."""
        self.take(moment, 0)

    def take(self, moment: Moment, count: int) -> None:
        """Be at a moment, whose first decision has so many options."""
        self._known: Moment | None = moment
        self.passage: Passage | None = None
        """How it has come here, if the content has paused on the way."""
        self._origin = Origin(moment.runtime, moment.seed, moment.keys)
        self.chosen = moment.chosen
        self.count = count
        """How many options the first decision has; 0 when the game is over."""
        self.seen: list[Decision] | None = None
        self._place = 0
        """Which decision memory has as the first one, among those that wait in the moment."""

    def copy(self) -> Playing:
        """An independent game at the same place."""
        new = Playing.__new__(Playing)
        new.runtime, new.setup = self.runtime, self.setup
        new.log, new.choices, new.picks, new.leads_here = self.log, self.choices, self.picks, self.leads_here
        new.observer, new.passage, new._reference = None, self.passage, NOWHERE
        new.chance = self.chance
        new._known, new._origin, new.chosen = self._known or self.moment, self._origin, self.chosen
        new.count, new.seen, new._place = self.count, self.seen, 0
        return new

    def check_player(self, player: int) -> None:
        """Raise ValueError for a player that there isn't."""
        if not isinstance(player, int) or not 1 <= player <= self.runtime.players:
            raise ValueError(f"there is no player {player!r}: players count from 1 to {self.runtime.players}")

    def answer(self, question: Callable[[], T]) -> T:
        """The result of a function that runs the content's code for a client. Raises GameFault."""
        runtime = self.runtime
        before = runtime.enter()
        try:
            return question()
        except Stopped as stopped:
            raise self.moment.fault(stopped) from None
        finally:
            runtime.user = before

    # -- other courses

    @property
    def course(self) -> Course:
        """The course up to here."""
        return Course(self.moment, self.log, self.choices)

    def leave_course(self) -> None:
        """Its choices don't lead to its position from now on. Raises ValueError for a game with explicit chance, whose
        position can't be told apart from what isn't drawn yet."""
        if self.chance is not None:
            raise ValueError("a game with explicit chance can't be dealt anew, nor can its position be changed")
        self.leads_here, self.picks = False, None

    def change_course(self, course: Course) -> None:
        """Be where another course has led, to which its own choices don't lead."""
        self.leave_course()
        self.setup = replace(self.setup, seed=course.moment.seed)
        self.go_to(course.moment, course.log, course.choices)

    def change_position(self, moment: Moment, tokens: list[int]) -> None:
        """Take over a position that was put together, and what the machine has logged by that."""
        log = self.log
        self.leave_course()
        self.go_to(moment, log if log is None else extended(log, tokens, self.runtime), self.choices)

    def redeal(self, player: int, seed: int) -> None:
        """Become a determinization that keeps neither a log nor what seats know (`Thinking.redeal`). Raises ValueError,
        and GameFault."""
        moment = self.moment
        try:
            determinization, count = redeal(moment, player, seed)
        except Stopped as stopped:
            raise moment.fault(stopped) from None
        self.leave_course()
        self.setup = replace(self.setup, seed=determinization.seed)
        self.hold(determinization, count)

    # -- where it is

    def go_to(
        self, moment: Moment, log: Log | None, choices: SharedList[str], picks: SharedList[int] | None = None
    ) -> None:
        """Be at a moment in which all that is asked has been read. If it is interrupted, the game stays where it
        was."""
        before, count = self._known, self.count
        had = self.log, self.choices, self.picks
        try:
            self.log, self.choices, self.picks = log, choices, picks
            self.take(moment, moment.asked[0].count if moment.asked else 0)
        except BaseException:
            self.log, self.choices, self.picks = had
            if before is not None:
                self.take(before, count)
            raise

    # -- deciding

    @property
    def decisions(self) -> list[Decision]:
        """What must be decided now: one decision, or one for each player who chooses at the same time. Empty when the
        game is over."""
        decisions = self.seen
        return self.look() if decisions is None else decisions

    def look(self) -> list[Decision]:
        """The decisions, when somebody asks for them for the first time."""
        runtime = self.runtime
        user = runtime.user
        if user:
            runtime.enter()
        try:
            runtime.user = get_ident()  # where this is interrupted, the same thread may go on
            if self._known is None and self.count:
                instance = runtime.instance
                position, waiting = instance.save(), instance.count_waiting()
                self.seen = seen = decisions_in_memory(self._origin, position, self.chosen, self.count, waiting)
                return seen
        finally:
            runtime.user = user
        in_memory = runtime.held is self._reference
        waiting = runtime.instance.count_waiting() if in_memory else len(self.moment.asked)
        self.seen = decisions_at(self.moment, waiting, self.count)
        return self.seen

    def choose(self, option: Option | Outcome | str | int) -> None:
        """Choose an option of one of the decisions, given as the option or its id, or an option of the first decision
        by its index; at a draw choose one of its outcomes. Runs to the next decisions, or to the next draw.

        Raises IllegalChoice when the option isn't offered now, and GameFault when the content makes a mistake.
        """
        runtime, seen = self.runtime, self.seen
        index = option
        if type(option) is Option and seen and option.decision is seen[0]:
            index = option.index
        if type(index) is int and runtime.held is self._reference and 0 <= index < self.count:
            user = runtime.user
            if user:
                runtime.enter()
            step, latest, picks = runtime.step, runtime.instance.latest, self.picks
            if picks is not None:
                picks = picks.plus(index + MOST_OPTIONS * self._place)
            try:
                runtime.user = STEPPING
                count = step(index)
                if count < 0:
                    runtime.user = get_ident()
                    self._look_closer()
                    self.picks = picks
                runtime.user = user
                if count >= 0:
                    # Whatever interrupts this comes before the last of these lines or after it.
                    self.count = count
                    self.seen = None
                    self.chosen, self._known, self.picks = self.chosen + 1, None, picks
            except BaseException as problem:
                runtime.user = 0
                runtime.enter()
                try:
                    self._go_back(index, problem, latest, picks, seen)
                finally:
                    runtime.user = user
            return
        before = runtime.enter()
        try:
            if self.chance is not None and self.chance.draw is not None:
                self._choose_outcome(self.chance, self.chance.draw.find(option))
                return
            place, index = self._find(option)
            if self.is_plain:
                self._choose_in_memory(place, index)
            else:
                self._choose_with_log(place, index)
        finally:
            runtime.user = before

    def _find(self, option: object) -> tuple[int, int]:
        """The place of an option's decision, and the option's index in it. Raises IllegalChoice."""
        if isinstance(option, int) and not isinstance(option, bool):
            if 0 <= option < self.count:
                return 0, int(option)
            raise IllegalChoice(f"there is no option {option!r} now")
        if isinstance(option, Option):
            for place, decision in enumerate(self.decisions):
                if decision.is_same(option.decision):
                    return place, option.index
            option = option.id
        if not isinstance(option, str):
            raise IllegalChoice(f"{option!r} is no option, nor an id or index of one")
        for place, decision in enumerate(self.decisions):
            match = decision.with_id(option)
            if match is not None:
                return place, match.index
        raise IllegalChoice(f"{option!r} is not offered now")

    # -- with a log

    @property
    def is_plain(self) -> bool:
        """Whether the game plays in memory."""
        moment = self._known
        knows = moment is not None and moment.knowledge is not None
        return self.log is None and self.observer is None and self.chance is None and not knows

    def _choose_with_log(self, place: int, index: int) -> None:
        chosen = self.decisions[place].options[index]
        choices = self.choices if self.log is None else self.choices.plus(chosen.id)
        picks = self.picks and self.picks.plus(index + MOST_OPTIONS * place)
        moment = self.moment
        try:
            self._step_to(place, index, choices, picks)
        except Stopped as stopped:
            stopped = with_costliest(stopped, moment, moment.asked[place], index)
            fault = fault_after(stopped, moment.seed, moment.chosen + 1)
            fault.choice = chosen.id
            raise fault from None

    def begin(self, prepare: Callable[[], None] | None = None, *, of_setup: bool = False) -> None:
        """Run to the first decisions. `prepare` may put together another position first; then the game counts as not
        played, unless the position is that `of_setup`. Raises GameFault."""
        picks = self.picks
        try:
            if prepare is not None:
                self.leave_course()
                prepare()
                if of_setup:
                    self.leads_here, self.picks = True, picks
                self.take(self.moment.with_knowledge_of_position(), 0)
            if self.is_plain:
                self.moment.put_into(self.runtime, logging=False)
                self._go_on_after(0, self.runtime.play_on("first_step"))
            else:
                self._step_to(None, 0, self.choices, self.picks)
        except Stopped as stopped:
            raise self.moment.fault(with_costliest(stopped, self.moment)) from None

    def _step_to(self, place: int | None, index: int, choices: SharedList[str], picks: SharedList[int] | None) -> None:
        """Take an option of the decision at a place; with None run to the first decisions. Raises Stopped."""
        if self.chance is not None:
            self._try(self.chance, self.chance.attempt_at(place, index, choices))
            return
        before = self.course
        step = Step(before.moment, before.log, self.observer)
        reached = step.begin() if place is None else step.choose(before.moment.asked[place], index)
        self.go_to(*reached, choices, picks)
        if step.pauses_passed:
            self.passage = Passage(before, place, index, step.pauses_passed)

    # -- with explicit chance

    def _try(self, chance: Chance, attempt: Attempt) -> None:
        """Take the step of an attempt, up to the next decisions or up to a draw that its script doesn't tell. Raises
        Stopped."""
        from artrules.play.game.draws import Chance, NeedsDraw, NeedsEarlierDraw, ScriptedRuntime

        runtime, before = self.runtime, self.course
        assert isinstance(runtime, ScriptedRuntime)
        while True:
            runtime.follow(attempt, chance.undrawn)
            try:
                step, place = Step(before.moment, before.log), attempt.place
                reached = step.begin() if place is None else step.choose(before.moment.asked[place], attempt.option)
            except NeedsEarlierDraw as needed:
                attempt = needed.added_to(attempt)
            except NeedsDraw as needed:
                draw = runtime.draw_of(needed)
                self.chance, self.count, self.seen = Chance(chance.undrawn, draw, attempt), 0, []
                return
            else:
                undrawn = runtime.undrawn
                self.go_to(*reached, attempt.choices)
                self.chance = Chance(undrawn)
                return

    def _choose_outcome(self, chance: Chance, index: int) -> None:
        draw, attempt = chance.draw, chance.attempt
        assert draw is not None and attempt is not None
        choices = attempt.choices if self.log is None else attempt.choices.plus(draw.outcomes[index].id)
        try:
            self._try(chance, replace(attempt, choices=choices, script=(*attempt.script, index)))
        except Stopped as stopped:
            raise self.moment.fault(stopped) from None

    @property
    def is_paused(self) -> bool:
        """Whether it is the game at a pause: nobody is asked, and the last that has happened is the pause."""
        log = self.log
        ends_paused = log is not None and log.length > 0 and log[-1].how.sort == "pause"
        return ends_paused and not self.decisions and not self.moment.finished

    @property
    def at_pauses(self) -> list[Playing]:
        """The game as it was at each pause on the way here: at the last ones, if there were very many."""
        return self.answer(self._find_pauses)

    def _find_pauses(self) -> list[Playing]:
        passage, paused = self.passage, []
        if passage is not None:
            for number in range(1, passage.pauses + 1)[-MOST_PAUSES:]:
                moment, log, choices = passage.before.moment, passage.before.log, passage.before.choices
                step, place = Step(moment, log, pause=number), passage.place
                reached = step.begin() if place is None else step.choose(moment.asked[place], passage.option)
                game = self.copy()
                game.leave_course()
                game.go_to(*reached, choices)
                paused.append(game)
        return paused

    # -- in memory

    def _choose_in_memory(self, place: int, index: int) -> None:
        moment, count, decisions, picks = self.moment, self.count, self.seen, self.picks
        try:
            self.put_first(place)
            self.choose(index)
            self._place = 0
        except BaseException:
            self.runtime.held = None
            self.take(moment, count)
            self.seen, self.picks = decisions, picks
            raise

    @property
    def moment(self) -> Moment:
        """The moment where the game is."""
        if self._known is None:
            before = self.runtime.enter()
            try:
                self.leave_memory()
            finally:
                self.runtime.user = before
            assert self._known is not None
        return self._known

    def _moment_in_memory(self, choice_count: int = 0) -> Moment:
        """The moment to which so many choices have led from where the game is."""
        return self._origin.moment(self.runtime.instance.save(), self.chosen + choice_count)

    def _moment_of(self, latest: Any, chosen: int) -> Moment:
        """The moment before a step in memory that has failed or was interrupted, after so many choices; `latest` is
        what the instance had for its position."""
        return self._origin.moment(self.runtime.instance.position_of(latest), chosen)

    def leave_memory(self) -> None:
        """Keep the position: memory will be used for something else."""
        if self._known is None:
            self._known = self.seen[0].moment if self.seen else self._moment_in_memory()

    def come_back(self) -> None:
        """Go on in other memory, in the middle of `choose`."""
        self.put_first(self._place)

    def is_at(self, moment: object) -> bool:
        """Whether a moment is the one in memory."""
        return moment is (self.seen[0].moment if self.seen else self._known)

    def hold(self, moment: Moment, count: int) -> None:
        """Go on from the moment that has come to rest in memory; `count` is what `step` gives."""
        runtime = self.runtime
        runtime.held = None
        if count < 0:  # the rows are lost
            instance = runtime.instance
            self.take(moment, instance.region("offered_count")[instance.region("waiting")[0]])
        else:
            self.take(moment, count)
            self._stay_in_memory()

    def _go_on_after(self, choice_count: int, count: int) -> None:
        """So many choices were made inside the machine; `count` is what `step` gives."""
        if count < 0:
            self.hold(self._moment_in_memory(choice_count), count)
            return
        self.count, self.chosen, self._place = count, self.chosen + choice_count, 0
        self._known, self.seen = None, None
        self._stay_in_memory()

    def play_inside(self, function: str, most: int, last_round: int, bot: int) -> int | None:
        """Let a bot of the machine's own play on, by one of its functions (`machine/thinking/playouts.py`). Gives how
        many choices were made; None where the game breaks off, which stays where it was then."""
        runtime = self.runtime
        if runtime.held is not self._reference:
            self.put_first(0)
        known = self.seen[0].moment if self._known is None and self.seen else self._known
        count, chosen = self.count, self.chosen
        latest = runtime.instance.latest
        try:
            choices = runtime.play_on(function, most, last_round, bot)
            if choices:
                waits = runtime.instance.register("waiting_count")
                self._go_on_after(choices, runtime.instance.ask("offered_now") if waits else 0)
        except BaseException as problem:
            runtime.held = None
            self.take(known or self._moment_of(latest, chosen), count)
            if isinstance(problem, Stopped):
                return None
            raise
        return choices

    def _stay_in_memory(self) -> None:
        reference: ref[InMemory] = ref(self)
        self._reference = self.runtime.held = reference

    @property
    def is_in_memory(self) -> bool:
        """Whether memory holds its position and the rows of its options."""
        return self.runtime.held is self._reference

    def put_first(self, place: int) -> None:
        """Put the game into memory, if it isn't there, with the decision at a place as the first one. Raises
        GameFault."""
        runtime, moment = self.runtime, self.moment
        before = runtime.enter()
        try:
            if runtime.held is not self._reference:
                moment.put_into(runtime, logging=False)
                runtime.run("ask_anew")
                self._stay_in_memory()
            if place:
                self._place = place
                self.count = len(self.decisions[place].options)
                runtime.run("decide_first", place)
        except Stopped as stopped:
            raise moment.fault(stopped) from None
        finally:
            runtime.user = before

    def _look_closer(self) -> None:
        """A step in memory has given -1. Raises Stopped."""
        stopped = self.runtime.what_stopped()
        if stopped is not None:
            raise stopped
        self._go_on_after(1, -1)

    def _go_back(
        self,
        option: int,
        problem: BaseException,
        latest: Any,
        picks: SharedList[int] | None,
        seen: list[Decision] | None,
    ) -> NoReturn:
        """Go back to the moment before a step in memory that has failed or was interrupted, and raise the problem; as a
        GameFault where the content makes it. `latest` is what the instance had for the position before, `picks` are
        those with this option, `seen` what was asked before."""
        runtime, moment = self.runtime, self._known
        if moment is not None:
            seen = self.seen
        elif seen:
            moment = seen[0].moment
        else:
            moment = self._moment_of(latest, self.chosen)
        runtime.held = None
        if isinstance(problem, MachineTrap):
            problem = runtime.stopped_by(problem)
        place = self._place
        self.take(moment, moment.asked[0].count if moment.asked else 0)
        self.seen = seen
        if picks is not None and picks.length == moment.chosen:
            self.picks = picks  # it was interrupted after the step
        if not isinstance(problem, Stopped):
            raise problem
        problem = with_costliest(problem, moment, moment.asked[place], option)
        fault = fault_after(problem, moment.seed, self.chosen + 1)
        fault.choice = self.decisions[place].options[option].id
        raise fault from None

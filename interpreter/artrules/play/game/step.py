"""Runs a game that keeps a log from one moment to the next: what is chosen, and what follows up to the next
decisions.
"""

from collections.abc import Callable, Sequence

from artrules.engine.machine.numbers import NONE
from artrules.engine.machine.rules.texts import CHOSE, PLAYERS_ASKED, PLAYERS_JOIN, TOOK
from artrules.play.explain.faults import Stopped, fault_here
from artrules.play.explain.text import beginning_of_story
from artrules.play.game.decision import Option, decision_at, option_at
from artrules.play.game.log import ENTRY_KINDS, NOTED, Log, LogEntry
from artrules.play.game.moment import Moment
from artrules.play.game.offers import Asked
from artrules.play.game.runtime import Runtime
from artrules.text.diagnostics import kinds

# Reads the tokens that the machine has written into its log, as entries for people.

MOST_TOLD_AT_ONCE = 500_000
"""The most characters logged between two decisions. A text counts once for each form in which seats may read it."""
MOST_TOLD = 50_000_000
"""The most characters logged in one game."""
Texts = tuple[str, str, str, tuple[tuple[int, str], ...]]
"""The texts of an entry: `text`, `own`, `public` and `apart`."""
COUNTERS = ("steps", "pause_count")
"""Registers that count something in one step, and so go on after an observer has used the machine."""
_HEAD = 6
"""Words before the tokens of an entry."""


def extended(log: Log, tokens: list[int], runtime: Runtime, characters: int = 0) -> Log:
    """A log with the entries in some tokens; so many characters have been logged since the latest choice. Raises
    Stopped when there is more to tell than a game may keep."""
    entries: list[LogEntry] = []
    place = 0
    while place < len(tokens):
        kind = tokens[place + 1]
        first = place + _HEAD
        place = first + tokens[first - 1]
        if kind == PLAYERS_ASKED:
            log, entries = log.plus(entries).open(), []
            continue
        if kind == PLAYERS_JOIN:
            log, entries = log.plus(entries).join(), []
            continue
        entry = _entry(runtime, tokens, first, place)
        entries.append(entry)
        characters += entry.size
        if characters > MOST_TOLD_AT_ONCE:
            raise _too_much_told(runtime, f"{MOST_TOLD_AT_ONCE:,} characters after one choice")
    log = log.plus(entries)
    if log.size > MOST_TOLD:
        raise _too_much_told(runtime, f"{MOST_TOLD:,} characters in one game")
    return log


def _too_much_told(runtime: Runtime, most: str) -> Stopped:
    message = f"there is more to tell than {most}"
    return Stopped(fault_here(runtime.program, runtime.instance, kinds.TOO_MUCH_TOLD, message))


def _entry(runtime: Runtime, tokens: list[int], first: int, end: int) -> LogEntry:
    """The entry whose own tokens stand between two places."""
    _, noted, number, phase, player, _ = tokens[first - _HEAD : first]
    kind = NOTED[noted]
    phases = runtime.model.flow.phases
    name = phases[phase].name if phases and number else "setup"
    seat = None if player == NONE else player
    if kind.wording:
        texts = _one(kind.wording.format(round=number, phase=runtime.model.title_of_phase(name), player=player + 1))
    elif kind.sort in ("saying", "pause"):
        texts = _said(runtime, tokens, first, end, seat)
    else:
        assert seat is not None
        declines = runtime.program.decisions[tokens[first]].branches[tokens[first + 1]].declines
        if declines and kind.sort == "choice":
            kind = ENTRY_KINDS["declined"]
        return LogEntry(kind.name, number, name, seat + 1, *_taken(runtime, tokens, first + 2, end, seat, declines))
    return LogEntry(kind.name, number, "" if kind.name == "round" else name, None if seat is None else seat + 1, *texts)


def _one(text: str) -> Texts:
    return text, text, text, ()


def _said(runtime: Runtime, tokens: list[int], first: int, end: int, me: int | None) -> Texts:
    """The texts of what the content says. A reader who can't see a card now doesn't read its name."""
    joined = runtime.words.joined
    hidden: list[int] = []
    public = joined(tokens, first, end, runtime.outsiders, hidden)
    if not hidden:
        return _one(public)
    text = joined(tokens, first, end, None, [])
    own = text
    if me is not None:
        own = joined(tokens, first, end, 1 << me, [])
        public = joined(tokens, first, end, runtime.others_of(me), [])
    return text, own, public, _apart(runtime, me, public, lambda seats: joined(tokens, first, end, seats, []))


def _apart(runtime: Runtime, me: int | None, public: str, read: Callable[[int], str]) -> tuple[tuple[int, str], ...]:
    """What somebody without a seat reads, and single seats except a player's own, where that isn't what all others
    read. `read` gives what all of some seats read."""
    others = [seat for seat in range(runtime.players) if seat != me]
    readers = [(0, runtime.outsiders), *((seat + 1, 1 << seat) for seat in others if len(others) > 1)]
    return tuple([(reader, text) for reader, seats in readers if (text := read(seats)) != public])


def _taken(
    runtime: Runtime, tokens: list[int], first: int, end: int, player: int, declines: bool
) -> tuple[str, str, str, tuple[tuple[int, str], ...], str]:
    """The texts of an option that a player takes, given its label and perhaps what is told in place of that; then the
    label, if it isn't told."""
    story = beginning_of_story(tokens, first, end) if runtime.model.layout.story else end
    if story == end:
        return *_texts_of_option(runtime, tokens, first, end, player, declines), ""
    texts = _texts_of_option(runtime, tokens, story + 2, end, player, declines)
    return *texts, runtime.words.joined(tokens, first, story, None, [])


def _texts_of_option(runtime: Runtime, tokens: list[int], first: int, end: int, player: int, declines: bool) -> Texts:
    """The texts of an option, of which some tokens tell. They name no card to anyone who sees it neither before nor
    after. Of an option that declines others read nothing."""
    joined = runtime.words.joined
    hidden: list[int] = []
    text = joined(tokens, first, end, runtime.outsiders, hidden)
    if not hidden:
        return text, text, "" if declines else text, ()
    seats = 1 << player
    hidden = []
    own = public = joined(tokens, first, end, seats, hidden)
    text = joined(tokens, first, end, None, []) if hidden else own
    if hidden and _all_seen(hidden, seats):
        own = text
    if declines:
        return text, own, "", ()

    def read(seats: int) -> str:
        hidden: list[int] = []
        read = joined(tokens, first, end, seats, hidden)
        return text if hidden and _all_seen(hidden, seats) else read

    public = read(runtime.others_of(player))
    return text, own, public, _apart(runtime, player, public, read)


def _all_seen(sights: list[int], seats: int) -> bool:
    """Whether all of some seats will see each of some cards."""
    return all(sight & seats == seats for sight in sights)


Observer = Callable[[Option], None]
"""Told of each option that is taken."""


class Step:
    """One step of a game, from a moment on. It leaves the moment and the log as they are. Its methods raise Stopped.

    `pause` is the number of the pause at which it ends, counted from 1, in a game that keeps a log: then nothing is
    asked in the moment that it leads to. `pauses_passed` says how many there were.
    """

    def __init__(self, moment: Moment, log: Log | None, observer: Observer | None = None, *, pause: int = 0) -> None:
        self._moment = moment
        self._log = log
        self._observer = observer
        self._told_before = log.size if log is not None else 0
        self._runtime = moment.runtime
        self._pause_wanted = pause
        self.pauses_passed = 0
        self._runtime.count_choices(1)
        self._take_up(moment)

    def _take_up(self, moment: Moment) -> None:
        """Put a moment into memory, to go on from there."""
        moment.put_into(self._runtime, logging=self._log is not None)
        self._runtime.instance.set_register("pause_wanted", self._pause_wanted)

    def begin(self) -> tuple[Moment, Log | None]:
        """Run to the next decisions without taking an option."""
        self._count_anew()
        self._set_offered(())
        asked: tuple[Asked, ...] = ()
        if self._observer is None:
            self._runtime.run("begin")
        else:
            asked = self._settle_observed(self._observer)
        return self._finish(asked, self._moment.chosen)

    def ask_anew(self) -> tuple[Moment, Log | None]:
        """Ask who must decide, in a position that was put together; in a phase played all at once, run to the next
        decisions."""
        self._runtime.run("ask_anew")
        return self._finish((), self._moment.chosen)

    def choose(self, asked: Asked, index: int) -> tuple[Moment, Log | None]:
        """Take an option, and run to the next decisions."""
        runtime, chosen = self._runtime, self._moment.chosen + 1
        waiting = tuple([each for each in self._moment.asked if each is not asked])
        if self._observer is not None:
            self._observe(self._observer, self._moment, asked, index)
        if self._moment.simultaneous:
            self._set_offered(waiting)
        asked.put(index, runtime.program, runtime.instance)
        if self._observer is None:
            runtime.run("choose", asked.stack)
        else:
            self._count_anew()
            self._take(CHOSE, asked.stack)
            waiting += self._settle_observed(self._observer)
        return self._finish(waiting, chosen)

    def _count_anew(self) -> None:
        """Count what is counted in a step from 0 on."""
        for register in COUNTERS:
            self._runtime.instance.set_register(register, 0)

    def _set_offered(self, waiting: Sequence[Asked]) -> None:
        """Let the machine know which decisions wait already, for the host keeps their options. Outside of phases that
        all play at once none does."""
        offered = self._runtime.instance.region("offered_count")
        for stack in range(len(offered)):
            offered[stack] = 0
        for asked in waiting:
            offered[asked.stack] = asked.count

    def _finish(self, waiting: Sequence[Asked], chosen: int) -> tuple[Moment, Log | None]:
        runtime, moment = self._runtime, self._moment
        self.pauses_passed = runtime.instance.register("pause_count")
        log = self._read_log()
        asked = runtime.offers.asked_now(waiting)
        position = runtime.rest()
        knowledge = runtime.save_knowledge() if moment.knowledge is not None else None
        return Moment(runtime, position, moment.seed, chosen, moment.keys, knowledge, asked), log

    def _read_log(self) -> Log | None:
        """The log with what the machine has written up to now."""
        if self._log is None:
            return None
        instance = self._runtime.instance
        top = instance.register("text_top")
        if top:
            characters = self._log.size - self._told_before
            self._log = extended(self._log, instance.region("text")[:top], self._runtime, characters)
            instance.set_register("text_top", 0)
        return self._log

    # -- with an observer

    def _settle_observed(self, observer: Observer) -> tuple[Asked, ...]:
        """What the function `settle` does, with an observer told of each option that is taken. Gives what has been
        asked and waits: its rows don't stay in memory while others are asked."""
        asked_by_stack: dict[int, Asked] = {}
        runtime, instance = self._runtime, self._runtime.instance
        offered = instance.region("offered_count")
        while True:
            runtime.run("run_to_decisions")
            for stack in instance.region("waiting")[: instance.register("waiting_count")]:
                runtime.run("activate", stack)
                if offered[stack] == 0:
                    runtime.run("ask")
                    asked_by_stack[stack] = runtime.offers.read(stack)
                if instance.call("takes_only_option", stack):
                    asked = asked_by_stack.pop(stack)
                    moment = self._pause(asked)
                    counts = offered[:]
                    self._observe(observer, moment, asked, 0)
                    for i, count in enumerate(counts):
                        offered[i] = count
                    asked.put(0, runtime.program, instance)
                    self._take(TOOK, stack)
                    break
            else:
                return tuple(asked_by_stack.values())

    def _pause(self, asked: Asked) -> Moment:
        """The moment in the middle of a step."""
        runtime, moment = self._runtime, self._moment
        self._read_log()
        position = runtime.rest()
        knowledge = runtime.save_knowledge() if moment.knowledge is not None else None
        return Moment(runtime, position, moment.seed, moment.chosen, moment.keys, knowledge, (asked,))

    def _observe(self, observer: Observer, moment: Moment, asked: Asked, index: int) -> None:
        """Tell the observer of an option. It may look at the game, and even play others."""
        instance = self._runtime.instance
        counts = [instance.register(register) for register in COUNTERS]
        observer(option_at(decision_at(moment, moment.asked.index(asked)), index))
        self._take_up(moment)
        for register, count in zip(COUNTERS, counts, strict=True):
            instance.set_register(register, count)

    def _take(self, kind: int, stack: int) -> None:
        """Take the option whose row stands at the beginning of `candidates`."""
        runtime, instance = self._runtime, self._runtime.instance
        runtime.run("activate", stack)
        number = instance.region("stack")[instance.register("stack_top") - 1]
        instance.set_register("candidates_top", instance.region("row_words")[number])
        runtime.run("take", kind, 0)
        instance.set_register("candidates_top", 0)

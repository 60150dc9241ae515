"""Finds the rules that no random game reached, and why: only those that had many chances to be reached.

What is nested in a rule that wasn't reached isn't reported itself, nor what is called only from there: one cause, one
diagnostic.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

from artrules.author.random_testing.trial import Tally
from artrules.author.scenarios.coverage import text_of
from artrules.author.scenarios.units import Suite, Unit
from artrules.model.declare.files import read_unread_scenarios
from artrules.model.declare.ruleset_files import RulesetFiles
from artrules.text.content.scenarios import Scenarios
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import Kind
from artrules.text.diagnostics.report import Report, ReportFull

FEW = 100
"""What had fewer chances than this isn't reported: that it didn't happen says little."""
FEW_GAMES = 30
"""The same for games in which a card had a power."""


def unreached(
    tally: Tally, games: int, files: RulesetFiles, source_text: Callable[[str], str | None]
) -> list[Diagnostic]:
    """A warning for each rule that wasn't reached in so many games, and that no exception from coverage excuses."""
    search = _Search(tally, games, source_text)
    with suppress(ReportFull):
        read_unread_scenarios(files, Report())  # what is wrong with them is reported by those who run them
    excused = {
        (each.at.text, " ".join(each.what.text.split()))
        for document in files.scenarios
        for each in read(Scenarios, document).uncovered
        if each.at is not None and each.what is not None
    }
    warnings = [(unit, each) for unit, each in search.all() if (unit.suite.body.name, search.text(unit)) not in excused]
    if search.has_unused_powers:
        # Where powers aren't used, the options that would use them aren't taken either.
        warnings = [(unit, each) for unit, each in warnings if unit.number not in tally.of_powers]
    return list(dict.fromkeys(each for _, each in warnings))


class _Search:
    def __init__(self, tally: Tally, games: int, source_text: Callable[[str], str | None]) -> None:
        self.tally, self.games, self.source_text = tally, games, source_text
        self.has_unused_powers = False
        """Whether a card had a power that nobody has used, be it in a few games only."""
        self.suites: dict[int, Suite] = {}
        self.leading: set[int] = set()
        """The numbers of conditions that stand for a whole statement: of `if`, of a loop, of `require`."""
        for unit in tally.units:
            suite: Suite | None = unit.suite
            while suite is not None and id(suite) not in self.suites:
                self.suites[id(suite)] = suite
                self.leading |= {each.number for each in (suite.by, suite.asked) if each is not None}
                suite = suite.within

    def all(self) -> Iterator[tuple[Unit, Diagnostic]]:
        for suite in self.suites.values():
            sequence = [unit for unit in suite.units if self._is_statement(unit)]
            starts = [unit for unit in sequence if unit.before is None]
            if starts and not any(map(self.tally.ran, starts)):
                yield from self._not_begun(suite, starts[0])
            for unit in sequence:
                yield from self._cut_off(suite, unit)
            for unit in suite.units:
                if unit.what == "option":
                    yield from self._option(unit)

    def text(self, unit: Unit) -> str:
        """The code of a unit, as exceptions from coverage name it."""
        return text_of(unit, self.source_text)

    def _is_statement(self, unit: Unit) -> bool:
        leads = unit.number in self.leading or self.tally.is_requirement(unit)
        return unit.what == "statement" or (unit.what == "condition" and leads)

    # -- what wasn't reached

    def _not_begun(self, suite: Suite, first: Unit) -> Iterator[tuple[Unit, Diagnostic]]:
        if suite.within is None:
            yield from self._body(suite, first)
        elif (why := self._why_not_begun(suite)) is not None:
            chances, reason, place = why
            message = f"{self._quoted(first)} was not reached in {self._in_games()}: {reason}"
            yield from self._diagnostics(kinds.UNREACHED_RULE, first, chances, message, place)

    def _body(self, suite: Suite, first: Unit) -> Iterator[tuple[Unit, Diagnostic]]:
        body, tally = suite.body, self.tally
        if body.kind == "power":
            self.has_unused_powers = True
            place = tally.places[id(body)]
            games, offered = tally.games_with_power[place], tally.powers_offered[place]
            condition = next((u for u in suite.units if u.what == "condition" and u not in self._after(first)), None)
            reason = "no code asked for it while its card was where it can be used"
            if offered:
                reason = f"it was offered {_times(offered)}, and never chosen"
            if not offered and condition is not None and tally.times[condition.number]:
                reason = self._outcome(condition, True)
            message = f"the power `{body.name}` was not used in the {games:,} games with a card that has it: {reason}"
            if games >= FEW_GAMES:
                yield first, Diagnostic(kinds.UNUSED_POWER, message, place)
        elif body.kind == "phase":
            condition = next((u for u in suite.units if tally.times[u.number]), None)
            reason = (
                self._outcome(condition, True) if condition is not None else "no game came to it, or nobody takes part"
            )
            message = f"the phase `{body.name}` did not begin in {self._in_games()}: {reason}"
            decides = condition.at if condition is not None else None
            yield from self._diagnostics(kinds.UNREACHED_RULE, first, self.games, message, decides)

    @staticmethod
    def _after(first: Unit) -> list[Unit]:
        """The units of a body from its first statement on."""
        units = first.suite.units
        return units[units.index(first) :]

    def _why_not_begun(self, suite: Suite) -> tuple[int, str, Span | None] | None:
        """Why a suite never began: the number of chances, the reason, and the place that decides. None when it did
        begin, or when what is around it wasn't reached either."""
        by, asked, times = suite.by, suite.asked, self.tally.times
        match suite.cause:
            case "yes" | "no" if by is not None:
                wanted = suite.cause == "yes"
                if times[by.number][wanted] == 0 and (chances := times[by.number].total()):
                    return chances, self._outcome(by, wanted), by.at
            case "watch" if by is not None and (chances := self.tally.ran(by)):
                if asked is not None and times[asked.number]:
                    return None if times[asked.number][True] else (chances, self._outcome(asked, True), asked.at)
                return chances, "what it waits for never happened while it waited", by.at
            case "question" if suite.before is not None and (chances := self.tally.ran(suite.before)):
                return chances, f"there was nobody to ask (asked {_times(chances)})", suite.before.at
            case "loop":
                if asked is not None and (chances := times[asked.number].total()):
                    return None if times[asked.number][True] else (chances, self._outcome(asked, True), asked.at)
                before = suite.before
                if before is not None and before.suite is suite.within and (chances := self.tally.ran(before)):
                    return chances, f"there was nothing to go through (looked {_times(chances)})", None
        return None

    def _cut_off(self, suite: Suite, unit: Unit) -> Iterator[tuple[Unit, Diagnostic]]:
        before = unit.before
        if before is None or before.suite is not suite or self.tally.times[unit.number]:
            return
        if chances := self.tally.ran(before):
            reason = f"line {before.at.line} before it, which ran {_times(chances)}, ends it or never gets here"
            message = f"{self._quoted(unit)} was not reached in {self._in_games()}: {reason}"
            yield from self._diagnostics(kinds.UNREACHED_RULE, unit, chances, message, before.at)

    def _option(self, unit: Unit) -> Iterator[tuple[Unit, Diagnostic]]:
        tally, asking = self.tally, unit.before
        if tally.ran(unit) or asking is None:
            return
        if offered := tally.offered[unit.number]:
            message = f"{self._quoted(unit)} was offered {_times(offered)} in {self._in_games()}, and never chosen"
            yield from self._diagnostics(kinds.OPTION_NEVER_TAKEN, unit, offered, message, None)
        elif chances := tally.ran(asking):
            guard, place = unit.guard, None
            message = f"{self._quoted(unit)} was not offered in {self._in_games()}: "
            if guard is not None and tally.times[guard.number] and not tally.times[guard.number][True]:
                message, place = message + self._outcome(guard, True), guard.at
            else:
                message += f"there was nothing to choose here (asked {_times(chances)})"
            yield from self._diagnostics(kinds.OPTION_NEVER_TAKEN, unit, chances, message, place)

    # -- texts

    def _diagnostics(
        self, kind: Kind, unit: Unit, chances: int, message: str, place: Span | None
    ) -> Iterator[tuple[Unit, Diagnostic]]:
        if chances >= FEW:
            related = (("this decides it", place),) if place is not None and place != unit.at else ()
            yield unit, Diagnostic(kind, message, unit.at, related=related)

    def _outcome(self, condition: Unit, wanted: bool) -> str:
        asked = self.tally.times[condition.number].total()
        return f"`{self.text(condition)}` was never {'true' if wanted else 'false'} (asked {_times(asked)})"

    def _quoted(self, unit: Unit) -> str:
        return f"`{self.text(unit)}`"

    def _in_games(self) -> str:
        return f"{self.games:,} games"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"

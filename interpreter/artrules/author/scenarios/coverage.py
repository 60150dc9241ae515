"""Coverage: which of the content's code runs in scenarios, which never does, and why (`docs/write/scenarios.md`).

In: a ruleset and its scenarios. Out: the units (`units.py`) that were covered, reasons for the others, and a report
for people or programs. Start with `measure`. Programs are compiled with probes for the units, and a `Recorder` notes
which really run: trials don't count.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from artrules.author.scenarios.run import ScenarioResult, run_scenario
from artrules.author.scenarios.units import Body, Suite, Unit, UnitNumbers, Units, collect
from artrules.check.scenario_files.scenario import Scenario
from artrules.model.declare.ruleset_files import RulesetFiles
from artrules.play.game.game import Game
from artrules.play.game.inspection.counting import Execution, powers_on_cards, sets_in_play, used_power
from artrules.play.ruleset import Ruleset
from artrules.text.content.scenarios import Scenarios, Uncovered
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import word

# Collects what runs in the games that scenarios play, and what players are offered in them.


class Recorder:
    """What all scenarios so far have brought about. It watches scenarios of games that count what they run."""

    def __init__(self) -> None:
        self.seen: dict[int, set[bool | None]] = {}
        """By the number of a unit: its outcomes, None when it simply ran."""
        self.offered: set[int] = set()
        """The branches that some player could choose, by identity of the node."""
        self.offered_powers: set[str] = set()
        """The keys of powers that some player could choose to use."""
        self.powers_in_games: set[str] = set()
        """The keys of powers that cards had from the start in some game."""
        self.requirements: dict[int, list[int]] = {}
        """The conditions of `require`: for each the conditions that are false with it, which are itself and, where it
        calls a function, what that function gives."""
        self.numbers: dict[int, UnitNumbers] = {}
        """By identity of a model: the numbers of its units."""
        self.played: set[tuple[int, frozenset[str]]] = set()
        """What games were of: the identity of a model, and the sets in play."""
        self._execution: Execution | None = None
        self._numbers = UnitNumbers()

    def begins(self, game: Game) -> None:
        """Count what runs in this game from now on."""
        self.take_in()
        self._execution, self._numbers = Execution(game), self.numbers[id(game.inspect.model)]
        self.played.add((id(game.inspect.model), sets_in_play(game)))
        self.powers_in_games |= powers_on_cards(game)

    def goes_on(self, game: Game) -> None:
        """Note what is offered now."""
        for decision in game.decisions:
            for option in decision.options:
                self.offered.add(id(option.node))
                power = used_power(option)
                if power is not None:
                    self.offered_powers.add(power)

    def take_in(self) -> None:
        """Note what has run in the latest game."""
        if self._execution is None:
            return
        for counter, outcome in self._execution.happened():
            number = self._numbers.of(counter.what, counter.node)
            if number is not None:
                self.seen.setdefault(number, set()).add(outcome)
                if outcome is False:
                    for each in self.requirements.get(number, ()):
                        self.seen.setdefault(each, set()).add(False)


# Why a unit wasn't covered: the nearest thing that would have had to happen and didn't.

COMMENT = re.compile(r'[ \t]+#[^"\n]*$', re.MULTILINE)
BEGUN = {
    "power": "never used",
    "procedure": "never called",
    "function": "never called",
    "menu": "never chosen from",
    "phase": "the phase never begins",
    "limit": "never asked",
    "flow": "never asked",
}


class Reasons:
    """Finds reasons. `written` are the numbers of the units in programs that were compiled, `offered` those of options
    that somebody could choose."""

    def __init__(
        self, recorder: Recorder, written: set[int], offered: set[int], source_text: Callable[[str], str | None]
    ) -> None:
        self.recorder, self.written, self.offered = recorder, written, offered
        self.source_text = source_text

    def reason(self, unit: Unit) -> str:
        """Why a unit wasn't covered, in a few words."""
        if unit.number not in self.written or self._left_out(unit.suite.body):
            return self._not_in_games(unit.suite.body)
        seen = self._seen(unit)
        if unit.what == "condition" and seen and self._happened(unit):
            return "always true" if seen == {True} else "always false"
        if unit.what in ("option", "declined") and self._happened(unit.before):
            return "offered, never chosen" if unit.number in self.offered else "never offered"
        if unit.what == "condition" and self._happened(unit.before):
            return "never asked: there was nothing to ask it of"
        return self._reach(unit.suite, unit.before)

    def text(self, unit: Unit) -> str:
        """The code of a unit: all of a condition, the first line of anything else."""
        return text_of(unit, self.source_text)

    def _left_out(self, body: Body) -> bool:
        return body.kind == "power" and body.name not in self.recorder.powers_in_games

    def _not_in_games(self, body: Body) -> str:
        if body.owner is not None:
            return f"in no scenario's game: none plays with it, of {body.owner}"
        return "in no scenario's game: none is set up so that this applies"

    def _seen(self, unit: Unit) -> set[bool | None]:
        return self.recorder.seen.get(unit.number, set())

    def _happened(self, unit: Unit | None) -> bool:
        """Whether a unit ran. That a requirement failed in a trial doesn't show that it ran."""
        if unit is None:
            return False
        return bool(self._seen(unit) - ({False} if unit.number in self.recorder.requirements else set()))

    def _entered(self, suite: Suite) -> bool:
        return any(self._seen(unit) for unit in suite.units)

    def _called(self, suite: Suite) -> bool:
        return suite.within is None and any(self._seen(caller) for caller in suite.body.callers)

    def _reach(self, suite: Suite, before: Unit | None) -> str:
        """Why nothing reached a place in a suite: the one after a unit, or the beginning."""
        if before is not None and before.suite is suite and self._happened(before):
            return f"never reached: line {before.at.line} ends it, or never gets here"
        if before is not None and before.suite is suite:
            return self._reach(suite, before.before)
        return self._enter(suite)

    def _enter(self, suite: Suite) -> str:
        """Why a suite never began."""
        by, outer = suite.by, suite.within
        if outer is None:
            return self._begin(suite.body)
        if by is not None and not self._seen(by):
            return self.reason(by)
        match suite.cause:
            case "yes" | "no" if by is not None:
                always = "false" if suite.cause == "yes" else "true"
                return f"`{self.text(by)}` is always {always}"
            case "watch":
                if suite.asked is not None and self._seen(suite.asked):
                    return f"`{self.text(suite.asked)}` is always false"
                return "nothing that is watched for happens while it is watched for"
            case "question" if self._happened(suite.before):
                return "there is nobody to ask"
            case "loop":
                if suite.asked is not None and self._seen(suite.asked):
                    return f"`{self.text(suite.asked)}` never lets it turn"
                if self._happened(suite.before) or self._entered(outer) or self._called(outer):
                    return "there is nothing to go through"
                return self._reach(outer, suite.before)
        return self._reach(outer, suite.before)

    def _begin(self, body: Body) -> str:
        if body.waits:
            return "what it waits for never happens while its card is in play"
        if body.kind == "power":
            offered = body.name in self.recorder.offered_powers
            return "the power is offered, never chosen" if offered else "the power is never offered"
        return BEGUN.get(body.kind, "the step is never run")


def text_of(unit: Unit, source_text: Callable[[str], str | None]) -> str:
    """The code of a unit: all of a condition, the first line of anything else."""
    text = COMMENT.sub("", stretch(source_text(unit.at.file) or "", unit.at))
    return " ".join(text.split()) if unit.what == "condition" else text.strip().partition("\n")[0].strip()


def stretch(text: str, span: Span) -> str:
    """The part of a file's text that a span covers."""
    lines = text.splitlines()[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if span.line == span.end_line:
        return lines[0][span.column - 1 : span.end_column - 1]
    return "\n".join([lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]])


# Runs a ruleset's scenarios on programs that count what they run, and gives what the scenarios covered.


@dataclass(frozen=True)
class Miss:
    """A unit that no scenario has run, or outcomes of a condition that no scenario has brought about (None for a unit
    that isn't a condition)."""

    unit: Unit
    outcomes: tuple[bool | None, ...]
    text: str
    """The code as the author wrote it."""
    reason: str


@dataclass
class Coverage:
    """The results of scenarios, all units of the content, and those that were missed."""

    results: list[ScenarioResult]
    units: list[Unit]
    misses: list[Miss]
    text: Callable[[Unit], str]
    """Gives the code of a unit as the author wrote it."""

    def of_files(self, files: Container[str]) -> Coverage:
        """The coverage of the code in some files, given by the names that diagnostics show."""
        units = [unit for unit in self.units if unit.at.file in files]
        return replace(self, units=units, misses=[miss for miss in self.misses if miss.unit.at.file in files])


def measure(ruleset: Ruleset, scenarios: Iterable[Scenario]) -> Coverage:
    """Run scenarios and find out which of the content's code runs in them."""
    measuring = _Measuring(ruleset)
    results = [run_scenario(measuring.counting, scenario, measuring.recorder) for scenario in scenarios]
    reasons = measuring.reasons()
    return Coverage(results, measuring.units.all, measuring.misses(reasons), reasons.text)


class _Measuring:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.recorder = Recorder()
        self.units = Units()
        for model in ruleset.content.models.values():
            numbers = self.recorder.numbers[id(model)] = UnitNumbers()
            collect(model, self.units, numbers, self.recorder.requirements)
        self.counting = ruleset.counting()

    def reasons(self) -> Reasons:
        """What finds the reasons for misses, once all scenarios have run."""
        recorder = self.recorder
        recorder.take_in()
        offered = {
            number
            for numbers in recorder.numbers.values()
            for node, number in numbers.nodes.items()
            if node in recorder.offered
        }
        written = {
            number
            for model, sets in recorder.played
            for number in recorder.numbers[model].all()
            if self.units.all[number].suite.body.owner in (None, *sets)
        }
        return Reasons(recorder, written, offered, self.ruleset.content.source_text)

    def misses(self, reasons: Reasons) -> list[Miss]:
        """The misses, in the order of the files."""
        misses = []
        for unit in sorted(self.units.all, key=lambda u: (u.at.file, u.at.line, u.at.column, u.number)):
            seen = self.recorder.seen.get(unit.number, set())
            missing = tuple(outcome for outcome in unit.outcomes if outcome not in seen)
            if missing:
                misses.append(Miss(unit, missing, reasons.text(unit), reasons.reason(unit)))
        return misses


# Exceptions: code that may stay uncovered, with the reason. Files of scenarios hold them under `uncovered`.
#
# Each exception is checked: it must name code that exists and that no scenario covers.

Key = tuple[int, bool | None]
"""The number of a unit, and an outcome."""


@dataclass(frozen=True)
class CoverageException:
    """A miss with the reason that excuses it."""

    miss: Miss
    reason: str


def apply_exceptions(
    files: RulesetFiles, coverage: Coverage, report: Report
) -> tuple[list[Miss], list[CoverageException]]:
    """The misses that are left, and those that are excused. Mistakes in the exceptions go to the report."""
    missing = {(m.unit.number, outcome): m for m in coverage.misses for outcome in m.outcomes}
    excepted: list[CoverageException] = []
    for document in files.scenarios:
        for exception in read(Scenarios, document).uncovered:
            for key in _named(exception, coverage, missing, report):
                miss = missing.pop(key)
                excepted.append(CoverageException(_only(miss, (key[1],)), word(exception.reason)))
    remaining_misses = []
    for miss in coverage.misses:
        if outcomes := tuple(o for o in miss.outcomes if (miss.unit.number, o) in missing):
            remaining_misses.append(_only(miss, outcomes))
    return remaining_misses, excepted


def _named(exception: Uncovered, coverage: Coverage, missing: dict[Key, Miss], report: Report) -> list[Key]:
    """The misses that an exception excuses; none, with a diagnostic, when the code is unknown or covered."""
    at, what, outcome = exception.at, exception.what, exception.outcome
    if at is None or what is None:
        return []
    wanted = outcome.value if outcome is not None else None
    there = [u for u in coverage.units if u.suite.body.name == at.text]
    units = [u for u in there if coverage.text(u) == " ".join(what.text.split())]
    if not units:
        names = sorted({u.suite.body.name for u in coverage.units})
        texts = list(dict.fromkeys(coverage.text(u) for u in there))
        wrong, candidates = (what, texts) if there else (at, names)
        report.add(
            kinds.UNKNOWN_EXCEPTION,
            f"there is no such code in `{at.text}`" if there else f"nothing is called `{at.text}`",
            wrong.span,
            found=f"`{wrong.text}`",
            suggestions=closest(wrong.text, candidates),
        )
        return []
    keys = [(u.number, o) for u in units for o in u.outcomes if wanted is None or _as_told(u, o) is wanted]
    missing_keys = [key for key in keys if key in missing]
    if not missing_keys:
        report.add(kinds.COVERED_AFTER_ALL, f"`{what.text}` is covered", what.span)
    return missing_keys


def _as_told(unit: Unit, outcome: bool | None) -> bool:
    """How an exception writes an outcome: yes when an option is chosen, no when it is declined."""
    return outcome if outcome is not None else unit.what != "declined"


def _only(miss: Miss, outcomes: tuple[bool | None, ...]) -> Miss:
    return Miss(miss.unit, outcomes, miss.text, miss.reason)


# Renders coverage for people, in 80 columns, and as plain data for programs.

WIDTH = 80
Keys = set[tuple[int, bool | None]]
"""Outcomes of units: the number of the unit, and the outcome."""
OUTCOME = {True: "true", False: "false"}


def as_text(coverage: Coverage, misses: Sequence[Miss], excepted: Sequence[CoverageException]) -> list[str]:
    """The counts and misses of each file, then of all files together."""
    lines: list[str] = []
    missed = _keys(misses)
    allowed = _keys([each.miss for each in excepted])
    for file in sorted({unit.at.file for unit in coverage.units}):
        lines.append(f"{file}  {_counts([u for u in coverage.units if u.at.file == file], missed, allowed)}")
        for miss in misses:
            if miss.unit.at.file == file:
                lines += _miss(miss)
    lines.append(f"coverage: {_counts(coverage.units, missed, allowed)}")
    return lines


def as_data(coverage: Coverage, misses: Sequence[Miss], excepted: Sequence[CoverageException]) -> dict[str, Any]:
    """Coverage as plain data."""
    missed = _keys([*misses, *(each.miss for each in excepted)])
    files: dict[str, dict[str, Any]] = {}
    for file in sorted({unit.at.file for unit in coverage.units}):
        units = [u for u in coverage.units if u.at.file == file]
        files[file] = {
            name: dict(zip(("covered", "of"), _count(units, conditions, missed), strict=True))
            for name, conditions in (("statements", False), ("outcomes", True))
        }
    return {
        "files": files,
        "uncovered": [_as_data(miss) for miss in misses],
        "excepted": [{**_as_data(each.miss), "exception": each.reason} for each in excepted],
    }


def _keys(misses: Sequence[Miss]) -> Keys:
    return {(miss.unit.number, outcome) for miss in misses for outcome in miss.outcomes}


def counts_as_outcome(unit: Unit) -> bool:
    """The units with several outcomes are options and conditions; statements and functions only run."""
    return unit.what not in ("statement", "function")


def _count(units: Sequence[Unit], outcomes: bool, missed: Keys) -> tuple[int, int]:
    keys = [(u.number, o) for u in units if counts_as_outcome(u) is outcomes for o in u.outcomes]
    return sum(key not in missed for key in keys), len(keys)


def _counts(units: Sequence[Unit], missed: Keys, allowed: Keys) -> str:
    (ran, statements), (seen, outcomes) = (_count(units, which, missed | allowed) for which in (False, True))
    text = f"statements {ran}/{statements}, outcomes {seen}/{outcomes}"
    excepted = sum((u.number, o) in allowed for u in units for o in u.outcomes)
    return f"{text} ({excepted} excepted)" if excepted else text


def _miss(miss: Miss) -> list[str]:
    at = miss.unit.at
    return [
        f"  {at.file}:{at.line}:{at.column}  {miss.unit.suite.body.title}",
        *textwrap.wrap(miss.text, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8),
        *textwrap.wrap(reason_text(miss), WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6),
    ]


def reason_text(miss: Miss) -> str:
    """What is missing, and why."""
    match miss.unit.what:
        case "condition":
            never = " nor ".join(OUTCOME[o] for o in miss.outcomes if o is not None)
            return miss.reason if miss.reason.startswith("always") else f"neither {never}: {miss.reason}"
        case "declined":
            return f"to decline: {miss.reason}"
        case "option":
            return f"the option: {miss.reason}"
        case "function":
            return f"the function: {miss.reason}"
    return miss.reason


def _as_data(miss: Miss) -> dict[str, Any]:
    at = miss.unit.at
    return {
        "file": at.file,
        "line": at.line,
        "column": at.column,
        "what": miss.unit.what,
        "at": miss.unit.suite.body.name,
        "text": miss.text,
        "outcomes": list(miss.outcomes) if miss.unit.what == "condition" else [],
        "reason": miss.reason,
    }

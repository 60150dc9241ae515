"""Why a unit wasn't covered: the nearest thing that would have had to happen and didn't."""

from __future__ import annotations

import re
from collections.abc import Callable

from artrules.diagnostics.span import Span
from artrules.scenarios.coverage.recorder import Recorder
from artrules.scenarios.coverage.units import Body, Suite, Unit

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

"""Collects diagnostics. A stage adds to a report and goes on, so that an author sees all mistakes at once.

Files may come from anywhere, so a report is bounded: long texts are cut, and a full report stops the stages. Nobody
reads a thousand diagnostics, and finding each of them costs time. Work is counted, never timed, so every machine
reaches the same verdict. The time that the stages take is roughly proportional to the counts. Section 10 of
`docs/write/statements.md` lists the bounds; `docs/inside/performance.md` says how many seconds they amount to.

In the end, diagnostics about names that aren't declared are joined, so that one mistake gives one diagnostic. A name
that is used ten times and declared nowhere is one mistake. Often it isn't the uses that are misspelt but the
declaration: then something of a similar name is declared, and nothing uses it. And where a part of a file couldn't be
read, names that stand there may well be declared.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from artrules.text.diagnostics.kinds import (
    MISSPELT_DECLARATION,
    TOO_MANY_DIAGNOSTICS,
    TOO_MANY_WAYS,
    TOO_MUCH_TO_JUDGE,
    UNMET_EXPECTATION,
    Kind,
)
from artrules.text.diagnostics.references import References
from artrules.text.diagnostics.suggest import Closest, closest
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted: its name in words, the maximum, and advice to authors who exceed it."""

    what: str
    most: int
    remedy: str


_OVERLAYS = "all is counted anew for each combination of overlays that can apply"
WORDS = Measure("words and signs of code", 40_000, _OVERLAYS)
KEYS = Measure("keys and values of rules", 80_000, _OVERLAYS)
STEPS = Measure("steps on the ways that code can take", 150_000, "fewer calls of procedures that call others")


class WorkBudget:
    """The counts so far, one for each measure."""

    def __init__(self, before: WorkBudget | None = None) -> None:
        """`before` has counts to which these will be added."""
        self._before = before
        self._spent: dict[Measure, int] = {}

    def spent(self, measure: Measure) -> int:
        """The count of a measure so far, with those before."""
        return self._spent.get(measure, 0) + (self._before.spent(measure) if self._before is not None else 0)

    def spend(self, measure: Measure, units: int) -> bool:
        """Add to a measure's count. Returns whether the count is still within the maximum."""
        self._spent[measure] = self._spent.get(measure, 0) + units
        return self.spent(measure) <= measure.most

    def join(self, part: WorkBudget) -> None:
        """Add the counts of a budget that was begun with this one before it."""
        for measure, units in part._spent.items():
            self._spent[measure] = self._spent.get(measure, 0) + units

    def alone(self) -> WorkBudget:
        """The same counts without those before."""
        alone = WorkBudget()
        alone.join(self)
        return alone

    def has_room_for(self, part: WorkBudget) -> bool:
        """Whether all counts stay within their maxima with those of another budget, whatever is before that."""
        return all(self.spent(measure) + units <= measure.most for measure, units in part._spent.items())


MOST = 1000
"""Number of diagnostics at which a report is full."""
MOST_SUGGESTED = 100
"""Maximum number of diagnostics that get suggestions. An author who corrects these finds the next ones afterwards."""
_FIRST_OF_NAMES = 2000
"""Codes below are of words that the language itself has, such as keys. Names are the author's: where one differs from
its declaration, it may be the declaration that is misspelt."""
LONGEST = 400
"""Maximum number of characters of a message, and of what was expected or found."""
_WORD = re.compile(r"\w+")


class ReportFull(Exception):
    """Stops the stages, because too much is wrong or there is too much to judge. The report says which of the two."""


class Report:
    """The diagnostics that the stages have found so far, and the work that they have counted."""

    def __init__(self, before: Report | None = None) -> None:
        """`before` is the report that this one will join: what it holds counts here for all bounds, and as errors."""
        self._diagnostics: dict[Diagnostic, Diagnostic] = {}
        """Each diagnostic by its copy without suggestions and fix, so that finding it again for other overlays adds
        nothing."""
        self._before = before
        self._missing: dict[Diagnostic, str] = {}
        """The names that aren't declared, by the diagnostics (as in `_found`) that say so."""
        self._suggested: set[Diagnostic] = set()
        """Those (as in `_diagnostics`) for which suggestions have been looked for."""
        self.accepts: Callable[[Diagnostic], bool] | None = None
        """Says which diagnostics are added; None for all of them."""
        self.unread: set[str] = set()
        """Words of what couldn't be read. It may have used them …"""
        self.excused: set[str] = set()
        """… and those that it may have declared, so nobody complains that they are missing."""
        self.declared: set[str] = set()
        """The names that the ruleset declares, or its overlays."""
        self.budget: WorkBudget = WorkBudget(before.budget if before is not None else None)
        self.references: References | None = before.references if before is not None else None
        """What names stand for; None unless somebody asks."""

    def add(
        self,
        kind: Kind,
        message: str,
        span: Span | None,
        *,
        expected: str | None = None,
        found: str | None = None,
        suggestions: Iterable[str] = (),
        related: Iterable[tuple[str, Span]] = (),
        fix: Fix | None = None,
        missing: str | None = None,
    ) -> Diagnostic:
        """Add a diagnostic and return it. Adding the same one again adds nothing. Raises ReportFull.

        `missing` is the name that isn't declared, if that is the cause; `join_missing` joins diagnostics by it.
        `fix` is only for an edit that is safe: it repairs the cause and changes nothing else of the game.
        """
        diagnostic = Diagnostic(
            kind,
            truncate(message),
            span,
            truncate(expected) if expected is not None else None,
            truncate(found) if found is not None else None,
            related=tuple((truncate(text), place) for text, place in related),
        )
        if (earlier_diagnostic := self._diagnostics.get(diagnostic)) is not None:
            return earlier_diagnostic
        if self.accepts is not None and not self.accepts(diagnostic):
            return diagnostic
        wanted = self._wanted(diagnostic, suggestions)
        if fix is None and wanted and isinstance(suggestions, Closest):
            fix = _correction(diagnostic, suggestions)
        full_diagnostic = replace(diagnostic, suggestions=wanted, fix=fix)
        self._diagnostics[diagnostic] = full_diagnostic
        if missing is not None:
            self._missing[diagnostic] = missing
        if self.size >= MOST:
            message = f"there are {MOST:,} diagnostics and perhaps more: what comes after is not looked at"
            self.extend([Diagnostic(TOO_MANY_DIAGNOSTICS, message, span)])
            raise ReportFull
        return full_diagnostic

    def _wanted(self, diagnostic: Diagnostic, suggestions: Iterable[str]) -> tuple[str, ...]:
        """The suggestions, or none if too many diagnostics have had them looked for already."""
        if isinstance(suggestions, Closest):
            self._suggested.add(diagnostic)
            if self.suggested > MOST_SUGGESTED:
                return ()
        return tuple(suggestions)

    def spend(self, measure: Measure, units: int, at: Span | None) -> None:
        """Add to a count of work. Raises ReportFull, after adding a diagnostic at `at`, if the maximum is exceeded."""
        if not self.budget.spend(measure, units):
            kind = TOO_MANY_WAYS if measure is STEPS else TOO_MUCH_TO_JUDGE
            message = f"there is too much to be judged: more than {measure.most:,} {measure.what}"
            self.add(kind, message, at, expected=measure.remedy, found=f"{self.budget.spent(measure):,} up to here")
            raise ReportFull

    def leave_unread(self, texts: Iterable[str], names: Iterable[str] | None = None) -> None:
        """Remember the words of texts that aren't read. Nobody complains that something is missing which they may
        declare: any of these words, or only those in `names`."""
        words = {word for text in texts for word in _WORD.findall(text)}
        self.unread |= words
        self.excused |= words if names is None else {word for name in names for word in _WORD.findall(name)}

    def forget_unread(self) -> None:
        """Forget what couldn't be read, because nothing is declared or used there."""
        self.unread.clear()
        self.excused.clear()

    def missing(self) -> list[tuple[Diagnostic, str]]:
        """The diagnostics of names that aren't declared, and these names."""
        return [(self._diagnostics[key], name) for key, name in self._missing.items() if key in self._diagnostics]

    def excused_missing(self) -> list[Diagnostic]:
        """Those of them that nobody is to be told of."""
        return [diagnostic for diagnostic, name in self.missing() if name in self.excused]

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were found elsewhere. These may exceed the maximum number."""
        for diagnostic in diagnostics:
            self._diagnostics.setdefault(replace(diagnostic, suggestions=(), fix=None), diagnostic)

    def replace(self, old: Iterable[Diagnostic], new: Iterable[Diagnostic]) -> None:
        """Put diagnostics, or none, in the place of others that say the same less well."""
        for diagnostic in old:
            self._diagnostics.pop(replace(diagnostic, suggestions=(), fix=None), None)
        self.extend(new)

    def join(self, part: Report, accepts: Callable[[Diagnostic], bool] | None = None) -> None:
        """Add what a report holds that was begun with this one before it: its diagnostics, as far as they are accepted
        (None for all of them), and the work it counted."""
        refused = {key for key, each in part._diagnostics.items() if accepts is not None and not accepts(each)}
        self.extend(each for key, each in part._diagnostics.items() if key not in refused)
        self._suggested |= part._suggested - refused
        self._missing.update((key, name) for key, name in part._missing.items() if key not in refused)
        self.unread |= part.unread
        self.excused |= part.excused
        self.declared |= part.declared
        self.budget.join(part.budget)

    def alone(self) -> Report:
        """The same without the report before it, to be kept and joined again to others."""
        self._before = None
        self.budget = self.budget.alone()
        return self

    @property
    def size(self) -> int:
        """The number of diagnostics, with those before."""
        return len(self._diagnostics) + (self._before.size if self._before is not None else 0)

    @property
    def suggested(self) -> int:
        """For how many of them suggestions have been looked for."""
        return len(self._suggested) + (self._before.suggested if self._before is not None else 0)

    @property
    def suggests(self) -> bool:
        """Whether suggestions are looked for at the next diagnostic that has some."""
        return self.suggested < MOST_SUGGESTED

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics, in the order in which they are shown."""
        return sorted(self._diagnostics.values(), key=lambda diagnostic: diagnostic.sort_key)

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors, in the order in which they are shown."""
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]

    @property
    def faults(self) -> tuple[tuple[Diagnostic, ...], frozenset[str]]:
        """All errors, with those before, as they are shown; and the words of what couldn't be read."""
        errors, unread = self._before.faults if self._before is not None else ((), frozenset())
        return (*errors, *self.errors), unread | self.unread

    def has(self, kind: Kind) -> bool:
        """Whether the report holds a diagnostic of a kind."""
        return any(diagnostic.kind is kind for diagnostic in self._diagnostics)

    def has_error_at(self, span: Span) -> bool:
        """Whether an error begins where a span does."""
        start = (span.file, span.line, span.column)
        return any(
            d.span is not None and (d.span.file, d.span.line, d.span.column) == start and d.severity == "error"
            for d in self._diagnostics
        ) or (self._before is not None and self._before.has_error_at(span))

    @property
    def has_errors(self) -> bool:
        """Whether the report, or one before it, holds an error, so that the content is refused."""
        own = any(diagnostic.severity == "error" for diagnostic in self._diagnostics)
        return own or (self._before is not None and self._before.has_errors)


def _correction(diagnostic: Diagnostic, suggestions: Closest) -> Fix | None:
    """The fix of an error whose place is a misspelt word of the language, if it is sure which one was meant."""
    span, meant = diagnostic.span, suggestions.slip
    if span is None or meant is None or diagnostic.severity != "error" or diagnostic.kind.code >= _FIRST_OF_NAMES:
        return None
    if (span.line, span.column + len(suggestions.word)) != (span.end_line, span.end_column):
        return None  # the place is more than the word
    return Fix(f"write `{meant}`", (Edit(span, meant),))


def truncate(text: str) -> str:
    """The text, with its end replaced by `…` if it is longer than LONGEST characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


_MOST_RELATED = 5
_NAME = re.compile(r"[^\W\d]\w*")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


class Words:
    """Where each word stands in texts, apart from comments."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._found: dict[str, list[tuple[str, int]]] = {}

    def _places(self, word: str) -> list[tuple[str, int]]:
        """The files and offsets at which a word stands; few are asked for, and each stands in few texts."""
        if word not in self._found:
            texts = ((file, text) for file, text in self._texts.items() if word in text)
            self._found[word] = [(file, at) for file, text in texts for at in self._offsets(word, text)]
        return self._found[word]

    @staticmethod
    def _offsets(word: str, text: str) -> Iterator[int]:
        at = text.find(word)
        while at >= 0:
            line_start = text.rfind("\n", 0, at) + 1
            line_end = text.find("\n", at)
            bare = _COMMENT.sub("", text[line_start : line_end if line_end >= 0 else len(text)])
            yield from (line_start + name.start() for name in _NAME.finditer(bare) if name[0] == word)
            at = text.find(word, line_end) if line_end >= 0 else -1

    def times(self, word: str) -> int:
        """How often a word stands in the texts."""
        return len(self._places(word))

    def only_place(self, word: str) -> Span | None:
        """The place of a word that stands in the texts once; None for all others."""
        places = self._places(word)
        if len(places) != 1:
            return None
        file, offset = places[0]
        starts = [0, *(match.end() for match in re.finditer("\n", self._texts[file]))]
        line = bisect_right(starts, offset)
        column = offset - starts[line - 1] + 1
        return Span(file, line, column, line, column + len(word))


def join_missing_names(report: Report, texts: Mapping[str, str]) -> None:
    """Join the diagnostics of a report that say that a name is missing. `texts` are the ruleset's files."""
    words = Words(texts)
    groups: dict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    report.replace(report.excused_missing(), [])
    for diagnostic, name in report.missing():
        # A name that is declared, but not for this, may be missing for one reason here and another one there.
        groups[name, diagnostic.message if name in report.declared else ""].append(diagnostic)
    misspelt: set[Span | None] = set()
    for (name, _), uses in groups.items():
        uses.sort(key=lambda use: (use.severity != "error", use.kind is not UNMET_EXPECTATION, use.sort_key))
        joined = _joined(name, uses, words)
        again = joined.kind is MISSPELT_DECLARATION and joined.span in misspelt
        if joined.kind is MISSPELT_DECLARATION:
            misspelt.add(joined.span)
        report.replace(uses, [] if again else [joined])


def _joined(name: str, uses: list[Diagnostic], words: Words) -> Diagnostic:
    """One diagnostic in place of several about the same name."""
    first = uses[0]
    places = [use.span for use in uses if use.span is not None]
    # Of a card's label one word may be a name: one that looks like the missing one.
    meant = closest(name, [word for use in uses for text in use.suggestions for word in _NAME.findall(text)])
    unused, declared = next(((word, at) for word in meant if (at := words.only_place(word))), ("", None))
    if declared is None:
        return replace(first, related=(*first.related, *_missing_too(places[1:])))
    times = max(words.times(name), len(places))
    if times < 2 or first.severity == "warning":
        nowhere_else = f"`{unused}` stands here and nowhere else"
        too = _missing_too(places[1:])
        return replace(first, related=(*first.related, (nowhere_else, declared), *too))
    return Diagnostic(
        MISSPELT_DECLARATION,
        f"nothing uses `{unused}`, but `{name}` is used and isn't declared",
        declared,
        found=f"`{unused}`",
        suggestions=(name,),
        related=_related(f"`{name}` is used here", places),
    )


def _missing_too(places: list[Span]) -> Iterator[tuple[str, Span]]:
    """The first of some places, with the number of those that aren't shown."""
    more = len(places) - _MOST_RELATED
    for number, place in enumerate(places[:_MOST_RELATED], start=1):
        others = f", and in {more} more place{'s' if more > 1 else ''}" if number == _MOST_RELATED and more > 0 else ""
        yield f"it is missing here, too{others}", place


def _related(text: str, places: Iterable[Span]) -> tuple[tuple[str, Span], ...]:
    return tuple((text, place) for place in places)[:_MOST_RELATED]

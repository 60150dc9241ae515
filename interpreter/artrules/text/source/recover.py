"""Finds what can still be read of a file that isn't YAML, so that one mistake doesn't hide the others.

The file is taken apart where a key or an item begins: first at the left, then below the keys of the parts that can't be
read, and so on. Each smallest part that can't be read is reported once and left out. Its key stays, without a value.
What a part that was left out may have declared is unknown, so its words are kept (`Report.unread`), and nobody
complains that something of this name is missing.
"""

import re
from dataclasses import dataclass, field

import yaml
from yaml.error import YAMLError

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Span
from artrules.text.diagnostics.kinds import SYNTAX, Kind
from artrules.text.diagnostics.report import Report
from artrules.text.source.build import DEEPEST
from artrules.text.source.slips import Slip, find_slip, misplaced, missing_mark
from artrules.text.source.text import SourceText, indentation, says_something

# Rewords the errors of YAML's parser for authors: its own messages speak of YAML's grammar.

_QUOTES = "quotes around a text that holds `: `"
_WORDINGS: tuple[tuple[str, Kind, str, str | None], ...] = (
    # a part of the parser's message; the kind of diagnostic; the message instead; what is expected
    ("mapping values are not allowed", kinds.SYNTAX, "a `:` where no key may stand", _QUOTES),
    (
        "block sequence entries are not allowed",
        kinds.SYNTAX,
        "a `-` where no item may stand",
        "each item on a line of its own",
    ),
    (
        "block mapping entries are not allowed",
        kinds.SYNTAX,
        "a key where none may stand",
        "each key on a line of its own",
    ),
    ("mapping keys are not allowed", kinds.SYNTAX, "a key where none may stand", "each key on a line of its own"),
    (
        "could not find expected ':'",
        kinds.SYNTAX,
        "a key without `:`",
        "`:` after the key; longer text in quotes or after `|`",
    ),
    (
        "did not find expected ',' or '}'",
        kinds.SYNTAX,
        "this does not fit inside the braces",
        "`,` or `}`; quotes around a text with brackets",
    ),
    (
        "did not find expected ',' or ']'",
        kinds.SYNTAX,
        "this does not fit inside the brackets",
        "`,` or `]`; quotes around a text with brackets",
    ),
    (
        "did not find expected key",
        kinds.SYNTAX,
        "this does not fit the keys before it",
        "the same indentation as the keys beside it",
    ),
    (
        "did not find expected '-' indicator",
        kinds.SYNTAX,
        "this does not fit the items before it",
        "`-`, as far to the right as those above",
    ),
    ("did not find expected node content", kinds.SYNTAX, "a value is missing", "a value"),
    ("found unexpected end of stream", kinds.SYNTAX, "a quote is never closed", "a closing quote"),
    ("found unexpected document indicator", kinds.SYNTAX, "a quote is never closed", "a closing quote"),
    (
        "found unknown escape character",
        kinds.SYNTAX,
        "this escape does not exist",
        "`\\\\` for a backslash, or single quotes",
    ),
    ("did not find expected hexdecimal number", kinds.SYNTAX, "this escape lacks digits", "hexadecimal digits"),
    ("invalid unicode character", kinds.SYNTAX, "this escape is no character", None),
    ("that cannot start any token", kinds.SYNTAX, "this character can't begin a text", "quotes around the text"),
    (
        "did not find expected comment or line break",
        kinds.SYNTAX,
        "the text of a block begins on the next line",
        "a line break after `|`",
    ),
    ("found a tab character", kinds.SYNTAX, "indentation by a tab", "blanks"),
    ("indentation indicator equal to 0", kinds.SYNTAX, "indentation by nothing", "a number from 1 to 9, or none"),
    ("at least one leading", kinds.SYNTAX, "blank lines of this block are indented more than its text", None),
    (
        "document start",
        kinds.SYNTAX,
        "the file's first thing ends here, and more follows",
        "one mapping, with all keys at the left",
    ),
    ("undefined tag", kinds.TAG, "tags (`!…`) are not used here", "the value without a tag"),
    ("tag", kinds.TAG, "tags (`!…`) are not used here", "the value without a tag"),
    ("anchor", kinds.ANCHOR, "anchors and aliases (`&…`, `*…`) are not used here", "quotes, where a text is meant"),
    ("alias", kinds.ANCHOR, "anchors and aliases (`&…`, `*…`) are not used here", "quotes, where a text is meant"),
    ("maximum nesting depth", kinds.TOO_DEEP, "the file is nested too deeply", f"at most {DEEPEST} levels"),
    ("directive", kinds.DIRECTIVE, "a line that begins with `%` is not used here", None),
    ("yaml document", kinds.DIRECTIVE, "a line that begins with `%` is not used here", None),
)


def describe_problem(error: YAMLError) -> tuple[Kind, str, str | None]:
    """The kind of a parser's error, a message for authors, and what was expected (or None)."""
    problem = str(getattr(error, "problem", None) or "").lower()
    context = str(getattr(error, "context", None) or "").lower()
    for part, kind, message, expected in _WORDINGS:
        if part in problem:
            return kind, message, expected
    for part, kind, message, expected in _WORDINGS:
        # The problem is unknown, but the context may name the refused feature that the parser was reading.
        if kind is not kinds.SYNTAX and part in context:
            return kind, message, expected
    return kinds.SYNTAX, "the file is not YAML from here on", None


_LONGEST = 200_000
"""Characters of the longest file that is taken apart; no ruleset of ours has a tenth of that."""
_DEEPEST = 6
_MOST_REPORTED = 20
_MOST_TRIES = 4
_MOST_PARSED = 200_000
"""Lines that the parser reads again to find faults in parts of parts; then larger parts are left out."""
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BEGINS_PART = re.compile(r"-(?:\s|$)|(?:\"[^\"]*\"|'[^']*'|[\w.-]+(?: [\w.-]+){0,3})\s*(?::|[{\[]|$)")
_KEY = re.compile(r"\s*[A-Za-z0-9_]+(?=\s*:)")
_KEY_ALONE = re.compile(r"(?:\"[^\"]*\"|'[^']*'|[^#\"'{\[]+):\s*(?:#.*)?")


@dataclass(slots=True)
class _Recovery:
    """The lines of a file, and which of them have been left out."""

    source: SourceText
    report: Report
    lines: list[str]
    unread: set[int] = field(default_factory=set)
    """Indices of lines, counted from 0."""
    reported: int = 0
    repaired: list[Edit] = field(default_factory=list)
    parsed: int = 0
    """How many lines the parser has been given."""

    def error(self, first: int, end: int) -> YAMLError | None:
        """What the parser says of these lines alone."""
        self.parsed += end - first
        try:
            for _ in yaml.parse("\n".join(self.lines[first:end]), Loader=_Loader):
                pass
        except YAMLError as error:
            return error
        return None

    def make_readable(self, first: int, end: int, depth: int = 0) -> bool:
        """Have the parser take these lines: slips whose repair is certain are repaired, and what still can't be read is
        left out. Returns whether that was needed."""
        is_needed = False
        while (error := self.error(first, end)) is not None:
            is_needed = True
            if not self._repair_or_leave_out(first, end, depth, error):
                break
        return is_needed

    def _repair_or_leave_out(self, first: int, end: int, depth: int, error: YAMLError) -> bool:
        """Repair one slip in lines that the parser refuses. Where none is certain, leave out the smallest parts that
        can't be read. Returns whether a slip was repaired, so that the lines must be read again."""
        if self._goes_on():
            mark = missing_mark(self.source.file, self.lines, first, end, first + _line_of(error))
            if mark is not None and self._repair(mark):
                return True
        looks_inside = depth == 0 or (depth < _DEEPEST and self._goes_on())
        parts = self._parts(first, end, whole=depth == 0) if looks_inside else []
        faulty = [part for part in parts if self.make_readable(*part, depth + 1)]
        for _ in range(_MOST_TRIES if parts else 0):
            refused_together = self.error(first, end)
            if refused_together is None:
                break
            # Each part can be read, but not this one beside those before it.
            line = first + _line_of(refused_together)
            slip = self._slip(first, end, line)
            if slip is not None and self._repair(slip):
                return True
            part = _part_at(parts, slip.span.line - 1 if slip is not None else line)
            slip = slip or misplaced(self.source.file, self.source.lines, part[0], parts[0][0])
            self._leave_out(part, None if part in faulty else refused_together, (first, end), slip)
            faulty.append(part)
        if not faulty:
            slip = self._slip(first, end, first + _line_of(error))
            if slip is not None and self._repair(slip):
                return True
            self._leave_out((first, end), error, (first, end))
        elif self.error(first, end) is not None:
            self._leave_out((first, end), None, (first, end))
        return False

    def _parts(self, first: int, end: int, whole: bool) -> list[tuple[int, int]]:
        """The parts of the lines that stand below a key, or of the whole file: each begins with a key or an item."""
        start = first
        if not whole:
            if not _is_key_alone(self.lines[first]):
                return []
            start += 1
        indents = [indentation(line) for line in self.lines[start:end] if says_something(line)]
        if not indents or (not whole and indents[0] < indentation(self.lines[first])):
            return []
        begins = [n for n in range(start, end) if self._begins(n, indents[0])]
        if len(begins) == 1 and whole:
            # One part is the whole file: look below its key.
            return [(begins[0], end)] if _is_key_alone(self.lines[begins[0]]) else []
        return list(zip(begins, [*begins[1:], end], strict=True)) if begins else []

    def _begins(self, n: int, indent: int) -> bool:
        """Whether a part begins in a line: anything below the beginning of the first part, or a key at its left."""
        line, own_indent = self.lines[n], indentation(self.lines[n])
        if not says_something(line) or own_indent > indent:
            return False
        text = line.lstrip()
        return bool(_BEGINS_PART.match(text)) or (own_indent == indent and text[0] not in "}],")

    def emptied(self) -> set[int]:
        """The keys of which everything below has been left out."""
        empty_keys: set[int] = set()
        follows = -1
        for n in reversed(range(len(self.lines))):
            if not says_something(self.lines[n]):
                continue
            indent = indentation(self.lines[n])
            if follows <= indent and n + 1 in self.unread and _is_key_alone(self.lines[n]):
                empty_keys.add(n)
            follows = indent
        return empty_keys

    def _slip(self, first: int, end: int, noticed: int) -> Slip | None:
        """The slip in some lines, if it's worth looking for."""
        return find_slip(self.source.file, self.lines, first, end, noticed) if self._goes_on() else None

    def _goes_on(self) -> bool:
        """Whether to look closer: not after enough has been reported, or much has been read."""
        return self.reported < _MOST_REPORTED and self.parsed < _MOST_PARSED

    def _repair(self, slip: Slip) -> bool:
        """Report a slip whose repair is certain and repair it; False if it isn't certain, or has been tried before."""
        edit = slip.fix.edits[0] if slip.fix is not None else None
        if edit is None or self.reported >= _MOST_REPORTED or edit in self.repaired:
            return False
        self.reported += 1
        self.repaired.append(edit)
        self._report(slip)
        at, first, end = edit.span.line, edit.span.column - 1, edit.span.end_column - 1
        self.source.replace(at, first, end, edit.text)
        self.lines[at - 1] = self.source.line(at)
        return True

    def _report(self, slip: Slip) -> None:
        slip = slip.in_file(self.source)
        self.report.add(SYNTAX, slip.message, slip.span, expected=slip.expected, fix=slip.fix)

    def _leave_out(
        self, part: tuple[int, int], error: YAMLError | None, parsed: tuple[int, int], slip: Slip | None = None
    ) -> None:
        """Leave lines out; report the error, if there is one, that the parser found in the lines `parsed`, as the slip
        that has caused it if that is known."""
        if error is not None and self.reported < _MOST_REPORTED:
            self.reported += 1
            slip = slip or find_slip(self.source.file, self.lines, *part, parsed[0] + _line_of(error))
            if slip is not None:
                self._report(slip)
            else:
                report_syntax(error, self.source, self.report, parsed)
        self.report.leave_unread(self.lines[slice(*part)])
        for n in range(*part):
            # What the file is, and its sections, stay known; a declaration that can't be read is unknown.
            key = _KEY.match(self.lines[n]) if n == part[0] and indentation(self.lines[n]) == 0 else None
            self.lines[n] = f"{key[0]}:" if key is not None else ""
            self.unread.add(n)


def recover(source: SourceText, report: Report) -> str | None:
    """The text of a file that isn't YAML, with empty lines for what can't be read, which is reported; None where
    nothing is left. `source` learns which lines these are, and what has been repaired."""
    recovery = _Recovery(source, report, list(source.lines))
    whole = len(source.lines)
    if sum(map(len, source.lines)) > _LONGEST:
        error = recovery.error(0, whole)
        if error is not None:
            report_syntax(error, source, report)
        return None
    recovery.make_readable(0, whole)
    source.unread = frozenset(n + 1 for n in recovery.unread | recovery.emptied())
    return "\n".join(recovery.lines) if any(map(says_something, recovery.lines)) else None


def report_syntax(error: YAMLError, source: SourceText, report: Report, parsed: tuple[int, int] | None = None) -> None:
    """Report an error of YAML's parser. It has read the lines `parsed` of the file, counted from 0, or all of them."""
    base, end = parsed or (0, len(source.lines))
    kind, message, expected = describe_problem(error)
    problem, context = (_at(getattr(error, name, None), source, base) for name in ("problem_mark", "context_mark"))
    begins = context
    if context is not None and (problem is None or problem.line >= end or "closed" in message):
        at_end = problem is None or problem.line > end or not source.line(problem.line)[problem.column - 1 :].strip()
        if (at_end and "inside" in message) or "closed" in message:
            # The place of the opening bracket or quote is more helpful than the end of the file, where it is missed.
            problem, begins, message = context, None, "this is never closed"
    problem, begins = (source.in_file(place) if place is not None else None for place in (problem, begins))
    span = problem or Span(source.file, 1, 1, 1, 2)
    if any(d.span is not None and (d.span.file, d.span.line) == (span.file, span.line) for d in report.errors):
        return  # A tab or an unseen character on this line, which has been reported already, is the reason.
    related = [("what can't be read begins here", begins)] if begins is not None and begins != span else []
    report.add(kind, message, span, expected=expected, related=related)


def _at(mark: yaml.Mark | None, source: SourceText, base: int) -> Span | None:
    if mark is None:
        return None
    line, column = base + mark.line + 1, mark.column + 1
    if line > len(source.lines):  # At the end of a file without a final line break, the parser counts one line more.
        line = len(source.lines)
        column = len(source.line(line)) + 1
    return Span(source.file, line, column, line, column + 1)


def _part_at(parts: list[tuple[int, int]], line: int) -> tuple[int, int]:
    return next((part for part in parts if part[0] <= line < part[1]), parts[-1])


def _line_of(error: YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line if mark is not None else 0


def _is_key_alone(line: str) -> bool:
    """Whether a line is a key without a value beside it."""
    return _KEY_ALONE.fullmatch(line.strip()) is not None

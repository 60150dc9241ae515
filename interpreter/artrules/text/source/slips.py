"""Says exactly what is wrong with lines that aren't YAML, where it is one of the usual slips.

YAML's parser notices most mistakes later than they were made, and speaks of what it was reading then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.record import dataclass
from artrules.text.source.text import SourceText, indentation, says_something

_KEY_WITHOUT_COLON = re.compile(r"(\s*(?:- )?)([a-z0-9_]+|[a-z_][a-z0-9_]*\([^:]*\))\s*", re.ASCII)
_KEY_WITHOUT_BLANK = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*):(?=[^\s:/])", re.ASCII)
_KEY_AND_WIDE_COLON = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*)\uff1a\s*", re.ASCII)
_KEY_WITH_VALUE = re.compile(r"(\s*+(?:- )?)[\w\"'(), .]+:\s+[^\s|>#].*")
_BLOCK = re.compile(r"(\s*+).*[:-] +[|>][+-]?[0-9]?\s*(#.*)?")
_TWO_WORDS = re.compile(r"(\s*(?:- )?)([a-z_][a-z0-9_]*) (?=[^\s:].*)(?!.*:(?:\s|$))", re.ASCII)
_KEY = re.compile(r"\s*[a-z_][\w() ,.]*:(\s|$)")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong, where, what belongs there, and the edit that repairs it if that is certain.

    The places are those in the text as it is read.
    """

    message: str
    span: Span
    expected: str
    fix: Fix | None = None

    def in_file(self, source: SourceText) -> Slip:
        """The same with places in the file."""
        fix = self.fix
        if fix is not None:
            fix = Fix(fix.about, tuple(Edit(source.in_file(edit.span), edit.text) for edit in fix.edits))
        return Slip(self.message, source.in_file(self.span), self.expected, fix)


def find_slip(file: str, lines: list[str], first: int, end: int, noticed: int) -> Slip | None:
    """The slip for which the parser refuses the lines of a file from `first` up to `end`, counted from 0; it has
    noticed it in the line `noticed`. None if it is none of the usual ones."""
    structure = list(_structure(lines, first, min(end, noticed + 1)))
    indents_of_keys = {indentation(lines[n]) for n in range(first, end) if _KEY.match(lines[n])}
    # The slip is nearly always the last one before the place where it was noticed.
    for n in reversed(structure):
        line, below = lines[n], _next(lines, n, end)
        if (
            (match := _KEY_WITHOUT_COLON.fullmatch(line))
            and below is not None
            and indentation(below) > indentation(line)
        ):
            span = _span(file, n, match.start(2), match.end(2))
            edit = Edit(_span(file, n, match.end(2), match.end(2)), ":")
            return Slip("a key without `:`", span, f"`{match[2]}:`", Fix("write the `:` behind the key", (edit,)))
        if match := _KEY_AND_WIDE_COLON.match(line):
            edit = Edit(_span(file, n, match.end(2), match.end()), ": " if match.end() < len(line) else ":")
            message, expected = "the `\uff1a` here is a full-width character; write `:`", f"`{match[2]}:`"
            return Slip(message, edit.span, expected, Fix("write `:`", (edit,)))
        if match := _KEY_WITHOUT_BLANK.match(line):
            span = _span(file, n, match.start(2), match.end())
            other_blank = not line[match.end()].isascii() and line[match.end()].isspace()
            edit = Edit(_span(file, n, match.end(), match.end() + other_blank), " ")
            message = f"a blank is missing after `{match[2]}:`"
            return Slip(message, span, f"`{match[2]}: {line[match.end() :].strip()}`", Fix("write the blank", (edit,)))
        if (match := _TWO_WORDS.match(line)) and (indentation(line) in indents_of_keys or n == first):
            span = _span(file, n, match.start(2), match.end(2))
            edit = Edit(_span(file, n, match.end(2), match.end(2)), ":")
            return Slip("a key without `:`", span, f"`{match[2]}:`", Fix("write the `:` behind the key", (edit,)))
    for n in structure:
        line, below = lines[n], _next(lines, n, end)
        deeper = below is not None and indentation(below) > indentation(line)
        if deeper and below is not None and _KEY_WITH_VALUE.fullmatch(line) and _KEY.match(below) and _closed(line):
            at = lines.index(below, n)
            if at == noticed:
                span = _span(file, at, indentation(below), len(below.split(":")[0]))
                return Slip("a key that is indented too far: the one above it has a value already", span,
                            f"{indentation(line)} blanks before it, as above")  # fmt: skip
    return None


def misplaced(file: str, lines: list[str], part: int, beside: int) -> Slip | None:
    """The slip if a part begins with another indentation than those beside it."""
    indent, usual = indentation(lines[part]), indentation(lines[beside])
    if indent == usual:
        return None
    text = lines[part].split(":")[0].rstrip()
    return Slip(
        "this is indented otherwise than what stands beside it",
        _span(file, part, indent, max(len(text), indent + 1)),
        f"{usual} blanks before it, not {indent}",
    )


def _structure(lines: list[str], first: int, end: int) -> Iterator[int]:
    """The lines that aren't text of a block."""
    block: int | None = None
    for n in range(first, end):
        line = lines[n]
        if not says_something(line):
            continue
        if block is not None and indentation(line) > block:
            continue
        match = _BLOCK.fullmatch(line)
        block = len(match[1]) if match is not None else None
        yield n


def _next(lines: list[str], n: int, end: int) -> str | None:
    return next((lines[at] for at in range(n + 1, end) if says_something(lines[at])), None)


def _closed(line: str) -> bool:
    return all(line.count(a) == line.count(b) for a, b in ("{}", "[]")) and line.count('"') % 2 == 0


def _span(file: str, line: int, start: int, end: int) -> Span:
    """A stretch of a line of the text as it is read, all counted from 0."""
    return Span(file, line + 1, start + 1, line + 1, end + 1)


# Tells where the marks that make lines a text are missing: a `|` before code of several lines, or quotes around a text
# that begins with `{`.
#
# Without them YAML's parser takes what stands there for keys, and speaks of these.

_KEY_AND_COLON = re.compile(r"\s*+(?:- )?(?P<key>[^\s#\"'{\[][^#\"'{\[:]*+):\s*+(?:#.*)?")
_CODE = re.compile(
    r"\s*+(?:"
    r"(?:let|move|shuffle|repeat|choose|require|announce|say|may|use|random|watch|give|as|for|if|stop|continue) [^:]*+"
    r"(?::\s*+|$)|(?:repeat|choose one):\s*+$|[^:{}\[\]\"'#]*? (?:\+=|-=|becomes) [^:]*+$"
    r")"
)
_TEXT_WITH_HOLES = re.compile(r"\s*+(?:- )?[^\s#\"'{\[:]++: ++(?P<text>\{[a-z][\w.]*+\}[^#\"\\]*+)")
_ONLY_HOLE = re.compile(r"\{[^{}]*\}")


def missing_mark(file: str, lines: list[str], first: int, end: int, noticed: int) -> Slip | None:
    """The slip if a mark is missing in the lines from `first` up to `end`, counted from 0, in one of which, `noticed`,
    the parser has noticed something; None if none is."""
    noticed = min(noticed, end - 1)
    return _quotes(file, lines, noticed) or _bar(file, lines, first, noticed)


def _quotes(file: str, lines: list[str], n: int) -> Slip | None:
    match = _TEXT_WITH_HOLES.fullmatch(lines[n])
    text = match["text"].rstrip() if match is not None else ""
    if match is None or _ONLY_HOLE.fullmatch(text):
        return None
    span = _span_of(file, n, match.start("text"), match.start("text") + len(text))
    quoted = f'"{text}"'
    fix = Fix("write the quotes", (Edit(span, quoted),))
    return Slip("a text that begins with `{` needs quotes around it", span, f"`{quoted}`", fix)


def _bar(file: str, lines: list[str], first: int, noticed: int) -> Slip | None:
    """The slip if the line, or the last one before it that says something, stands in code below a key without `|`."""
    for n in _last_two(lines, first, noticed):
        indent, below = indentation(lines[n]), lines[n]
        for above in range(n - 1, first - 1, -1):
            line = lines[above]
            if not says_something(line):
                continue
            indent_above = indentation(line)
            if indent_above < indent:
                match = _KEY_AND_COLON.fullmatch(line)
                if match is not None and _CODE.match(below) and not _CODE.match(line):
                    span = _span_of(file, above, *match.span("key"))
                    behind = _span_of(file, above, match.end("key") + 1, match.end("key") + 1)
                    fix = Fix("write the `|`", (Edit(behind, " |"),))
                    return Slip(f"code of several lines needs `|` behind `{match['key']}:`", span,
                                f"`{match['key']}: |`", fix)  # fmt: skip
                indent = indent_above
                if indent == 0:
                    break
            if indent_above <= indent:
                below = line
    return None


def _last_two(lines: list[str], first: int, noticed: int) -> list[int]:
    """A line, and the last one before it that says something."""
    before = next((n for n in range(noticed - 1, first - 1, -1) if says_something(lines[n])), None)
    return [noticed] if before is None else [noticed, before]


def _span_of(file: str, line: int, start: int, end: int) -> Span:
    return Span(file, line + 1, start + 1, line + 1, end + 1)

"""Tells where the marks that make lines a text are missing: a `|` before code of several lines, or quotes around a text
that begins with `{`.

Without them YAML's parser takes what stands there for keys, and speaks of these.
"""

from __future__ import annotations

import re

from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.span import Span
from artrules.source.lines import indentation, says_something
from artrules.source.slips import Slip

_KEY = re.compile(r"\s*+(?:- )?(?P<key>[^\s#\"'{\[][^#\"'{\[:]*+):\s*+(?:#.*)?")
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
    span = _span(file, n, match.start("text"), match.start("text") + len(text))
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
            found = indentation(line)
            if found < indent:
                match = _KEY.fullmatch(line)
                if match is not None and _CODE.match(below) and not _CODE.match(line):
                    span = _span(file, above, *match.span("key"))
                    behind = _span(file, above, match.end("key") + 1, match.end("key") + 1)
                    fix = Fix("write the `|`", (Edit(behind, " |"),))
                    return Slip(f"code of several lines needs `|` behind `{match['key']}:`", span,
                                f"`{match['key']}: |`", fix)  # fmt: skip
                indent = found
                if indent == 0:
                    break
            if found <= indent:
                below = line
    return None


def _last_two(lines: list[str], first: int, noticed: int) -> list[int]:
    """A line, and the last one before it that says something."""
    before = next((n for n in range(noticed - 1, first - 1, -1) if says_something(lines[n])), None)
    return [noticed] if before is None else [noticed, before]


def _span(file: str, line: int, start: int, end: int) -> Span:
    return Span(file, line + 1, start + 1, line + 1, end + 1)

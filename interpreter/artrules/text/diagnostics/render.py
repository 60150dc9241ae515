"""Diagnostics as text for people and as JSON for machines, and the pages that explain their kinds.

The text has the form that compilers have made familiar: what is wrong, where, the line itself with the place
underlined, what was expected, and what may help. Files may hold any character, so each is drawn at the width that a
terminal gives it.

A page in `pages/` explains each kind. It says what the kind means and how to repair its cause, and shows examples.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal

from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import Kind, Severity

_WIDEST = 140
"""Maximum number of characters of a line that are shown; of longer lines, only the part around the span."""
_TAB = "    "
Hue = Literal["bold", "dim", "red", "yellow", "blue"]
CODES: dict[Hue, str] = {"bold": "1", "dim": "2", "red": "1;31", "yellow": "1;33", "blue": "1;34"}


class Paint:
    """Colours text for a terminal, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, hue: Hue) -> str:
        """The text with escape codes for a hue, or unchanged if nothing is coloured."""
        return f"\x1b[{CODES[hue]}m{text}\x1b[0m" if self.colour and text else text


def escape_control_characters(text: str) -> str:
    """The text on one line, with a replacement for each character that would control the terminal."""
    return "".join(_cell(character)[0] for character in text.replace("\n", " "))


def render_excerpt(text: str | None, span: Span) -> tuple[str, int, int] | None:
    """Draw the first line of a span.

    Returns the line as it is shown, the columns by which to indent the underline, and the underline's width in columns;
    None if there is no text, or if the text has no such line.
    """
    if text is None:
        return None
    lines = _lines(text)
    if not 1 <= span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    start = max(0, min(span.column - 1, len(line)))
    if span.end_line > span.line:
        end = max(len(line.rstrip()), start)
    else:
        end = max(start, min(span.end_column - 1, len(line)))
    first, last = _window(line, start, end)
    cells = [_cell(character) for character in line[first:last]]
    indent = sum(width for _, width in cells[: start - first])
    width = sum(width for _, width in cells[start - first : end - first])
    # A place between characters, such as the end of a line, is shown as one mark.
    before, after = "…" if first > 0 else "", "…" if last < len(line) else ""
    return before + "".join(shown for shown, _ in cells) + after, indent + len(before), max(1, width)


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    """The lines of a file, cached because many diagnostics may be about the same file."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def _window(line: str, start: int, end: int) -> tuple[int, int]:
    """The part of a line that is shown, as the indices of its first character and after its last one."""
    if len(line) <= _WIDEST:
        return 0, len(line)
    first = max(0, min(start - _WIDEST // 3, len(line) - _WIDEST))
    return first, min(len(line), max(first + _WIDEST, min(end, first + 2 * _WIDEST)))


def _cell(character: str) -> tuple[str, int]:
    """The text that is shown for a character, and the number of columns that it takes."""
    if character == "\t":
        return _TAB, len(_TAB)
    category = unicodedata.category(character)
    if category in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\ufffd", 1
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


SourceTextOf = Callable[[str], str | None]
"""Returns the text of a file, given its name as shown in diagnostics; None if there is no text to show."""

FORMAT_VERSION = 1


def render_text(diagnostic: Diagnostic, source_text_of: SourceTextOf, colour: bool = False) -> str:
    """A diagnostic as lines of text, without a line break at the end; with escape codes of colours if asked."""
    paint = Paint(colour)
    main_hue: Hue = "red" if diagnostic.severity == "error" else "yellow"
    label = paint(f"{diagnostic.severity}[{diagnostic.code} {diagnostic.slug}]", main_hue)
    places = [span for span in (diagnostic.span, *(place for _, place in diagnostic.related)) if span is not None]
    margin = max((len(str(span.line)) for span in places), default=1)
    lines = [f"{label}: {paint(escape_control_characters(diagnostic.message), 'bold')}"]
    if diagnostic.span is not None:
        lines += _place("-->", diagnostic.span, "^", "", main_hue, margin, source_text_of, paint)
    notes = []
    if diagnostic.expected is not None:
        notes.append(("expected", diagnostic.expected))
    if diagnostic.found is not None:
        notes.append(("found", diagnostic.found))
    lines += [_note(name, text, margin, paint) for name, text in notes]
    for message, span in diagnostic.related:
        lines += _place(":::", span, "-", message, "blue", margin, source_text_of, paint)
    if diagnostic.suggestions:
        words = [f"`{word}`" for word in diagnostic.suggestions]
        meant = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
        lines.append(_note("help", f"did you mean {meant}?", margin, paint))
    if diagnostic.fix is not None:
        lines.append(_note("fix", diagnostic.fix.about, margin, paint))
    lines.append(_note("explain", f"artrules explain {diagnostic.code}", margin, paint))
    return "\n".join(lines)


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics as one JSON document. Its shape changes only together with `FORMAT_VERSION`."""
    data = {"version": FORMAT_VERSION, "diagnostics": [diagnostic.as_data() for diagnostic in diagnostics]}
    # Only ASCII with escapes: an author's text may hold lone surrogates, which no encoding can write.
    return json.dumps(data, indent=2, ensure_ascii=True)


def _note(name: str, text: str, margin: int, paint: Paint) -> str:
    return f"{' ' * margin} {paint('=', 'blue')} {paint(name + ':', 'bold')} {escape_control_characters(text)}"


def _place(
    arrow: str,
    span: Span,
    mark: str,
    message: str,
    hue: Hue,
    margin: int,
    source_text_of: SourceTextOf,
    paint: Paint,
) -> list[str]:
    """The lines that show a place: file, line and column, and the line of the file, underlined, if there is one."""
    where = f"{' ' * margin}{paint(arrow, 'blue')} {escape_control_characters(span.file)}:{span.line}:{span.column}"
    drawn = render_excerpt(source_text_of(span.file), span)
    if drawn is None:
        return [f"{where} {escape_control_characters(message)}".rstrip()]
    text, indent, width = drawn
    bar = paint("|", "blue")
    underline = paint(f"{mark * width} {escape_control_characters(message)}".rstrip(), hue)
    return [
        where,
        f"{' ' * margin} {bar}",
        f"{paint(str(span.line).rjust(margin), 'blue')} {bar} {text}".rstrip(),
        f"{' ' * margin} {bar} {' ' * indent}{underline}",
    ]


def _no_source(_file: str) -> str | None:
    return None


class ContentError(Exception):
    """Content can't be used. `diagnostics` says why; `str()` renders all of them as text."""

    def __init__(self, diagnostics: Iterable[Diagnostic], source_text_of: SourceTextOf = _no_source) -> None:
        super().__init__()
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        self._source_text_of = source_text_of

    def __str__(self) -> str:
        return "\n\n".join(render_text(d, self._source_text_of) for d in self.diagnostics) or "the content is refused"


def page(kind: Kind) -> str:
    """The page of a kind as Markdown, ending with a line break. It is read only when somebody asks for it.

    Its heading is the kind's code and slug. Then come severity and summary, the explanation, and examples. A test runs
    these, as the words behind each fence say, such as ```` ```yaml wrong sections ````: a `wrong` piece of content
    brings the diagnostic about, at the lines that end with `# <- here`, and no other diagnostic; a `right` one brings
    nothing about; one that stands `beside` belongs to the piece before it. The last word is its place in Lanterns, a
    small game of the tests: the `head` or `sections` of the ruleset's file; code of a `procedure`, of a phase that all
    play `all-at-once`, or of a `setup-step`; the entry of a `power` in a set; or the whole of a `set`, an `overlay`, a
    `library`, a file of `scenarios`, or a table such as `stars.csv`. A fence without these words is only shown, because
    its diagnostic needs more than a piece of content, such as many games.
    """
    if kind.page:
        return kind.page
    from importlib.resources import files  # here, because only few commands ever read a page

    return (files(__package__) / "pages" / f"{kind.name}.md").read_text(encoding="utf-8")


def written_page(name: str, slug: str, severity: Severity, summary: str, explanation: str, example: str) -> str:
    """The page of a kind whose texts stand in Python, as those of plugins do. The example may be empty."""
    parts = [f"# {name} {slug}", f"{severity.capitalize()}: {summary}.", explanation]
    if example:
        parts += ["## Wrong", f"```\n{example}\n```"]
    return "\n\n".join(parts) + "\n"


def explanation(kind: Kind) -> str:
    """What a kind means and how to repair its cause, without the page's head and examples."""
    _head, _summary, text = page(kind).split("\n\n", 2)
    return text.partition("\n\n## ")[0].strip()


def explain(kind: Kind) -> str:
    """The page of a kind for a terminal: without the signs of Markdown, and with examples indented."""
    lines, in_example = [], False
    for line in page(kind).splitlines():
        if line.startswith("```"):
            in_example = not in_example
        elif in_example:
            lines.append(f"    {line}".rstrip())
        else:
            lines.append(line.lstrip("#").lstrip())
    return "\n".join(lines)


def list_kinds(kinds: Iterable[Kind]) -> str:
    """One line for each kind: code, severity, slug and summary, in columns."""
    rows = [(kind.name, kind.severity, kind.slug, kind.summary) for kind in kinds]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)), row[3]]) for row in rows
    )

"""Diagnostics as text for people and as JSON for machines.

The text has the form that compilers have made familiar: what is wrong, where, the line itself with the place
underlined, what was expected, and what may help. Files may hold any character, so each is drawn at the width that a
terminal gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.excerpt import Hue, Paint, escape_control_characters, render_excerpt
from artrules.text.diagnostics.span import Span

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

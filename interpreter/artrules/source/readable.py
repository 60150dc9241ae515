"""Makes the text of a file such that it can be parsed: blanks for tabs, and without characters that can't be seen.

Both have been reported by then. `SourceText` remembers where each character stands in the file.
"""

from __future__ import annotations

from artrules.source.decode import HIDDEN
from artrules.source.tabs import margin, tab_widths
from artrules.source.text import SourceText


def readable(file: str, text: str) -> SourceText:
    """The text of a file, ready to be parsed. A tab that indents a line becomes several blanks, any other one blank."""
    source = SourceText(file, text)
    hidden = HIDDEN.search(text) is not None
    if not hidden and "\t" not in text:
        return source
    written = source.lines
    seen = [HIDDEN.sub("", line) for line in written] if hidden else written
    widths = tab_widths(seen) if "\t" in text else {}
    source.lines = [_without_tabs(line, widths.get(n, 1)) for n, line in enumerate(seen)]
    for n, line in enumerate(written):
        if line != source.lines[n]:
            source.columns[n + 1] = _columns(line, len(margin(seen[n])), widths.get(n, 1))
    return source


def _without_tabs(line: str, width: int) -> str:
    found = margin(line)
    return found.replace("\t", " " * width) + line[len(found) :].replace("\t", " ")


def _columns(written: str, margin_length: int, width: int) -> list[int]:
    """For each character of the line as it is read, and for its end, the index of what stands for it in the file."""
    columns: list[int] = []
    seen = 0
    for at, character in enumerate(written):
        if not HIDDEN.match(character):
            columns += [at] * (width if character == "\t" and seen < margin_length else 1)
            seen += 1
    return [*columns, len(written)]

"""Says how many blanks the tabs stand for that indent lines, after they have been reported, so that the rest of the
file can be read.

How wide a tab is depends on the author's editor. So of some widths that one is taken with which the lines fit those
around them.
"""

from __future__ import annotations

from artrules.source.lines import says_something

_WIDTHS = (2, 4, 8)
_WIDEST = 16
"""A file that is full of tabs must not become much larger."""


def tab_widths(lines: list[str]) -> dict[int, int]:
    """The width of the tabs that indent a line, for each such line, counted from 0."""
    told = [n for n, line in enumerate(lines) if says_something(line)]
    bare = [n for n in told if "\t" not in margin(lines[n])]
    usual = min({len(margin(lines[n])) for n in bare} - {0}, default=_WIDTHS[0])
    widening = _Widening(lines, usual)
    run: list[int] = []
    before = -1
    for n in [*told, len(lines)]:
        if n < len(lines) and "\t" in margin(lines[n]):
            run.append(n)
            continue
        if run:
            widening.widen(run, before, n)
            run = []
        before = n
    return widening.widths


class _Widening:
    """Goes through the runs of lines that tabs indent, from the first to the last."""

    def __init__(self, lines: list[str], usual: int) -> None:
        self.lines = lines
        self.usual = usual
        self.widths: dict[int, int] = {}
        self._indents: set[int] = set()
        """Those of the lines before the present run."""
        self._seen = 0
        """How many lines these are."""

    def widen(self, run: list[int], before: int, behind: int) -> None:
        """Find the width for some lines that are indented by tabs, between one that isn't and the next that isn't."""
        lines, usual = self.lines, self.usual
        above = self._indent(before) if before >= 0 else 0
        below = self._indent(behind) if behind < len(lines) else 0
        self._indents.update(self._indent(n) for n in range(self._seen, run[0]) if lines[n].strip())
        self._seen = run[0]
        last_opens = _opens(lines[run[-1]])

        def fits(width: int) -> int:
            begins, ends = (_width(lines[run[at]], width) for at in (0, -1))
            if before >= 0 and _opens(lines[before]):
                first = begins == above + usual
            else:
                first = begins <= above and begins in self._indents
            return first + (below == ends + usual if last_opens else below == ends)

        candidates = (usual, *_WIDTHS, above, below, below - usual)
        width = max(dict.fromkeys(width for width in candidates if 0 < width <= _WIDEST), key=fits)
        for n in range(run[0], run[-1] + 1):
            if "\t" in margin(lines[n]):
                self.widths[n] = width

    def _indent(self, n: int) -> int:
        return _width(self.lines[n], self.widths.get(n, 1))


def margin(line: str) -> str:
    """The blanks and tabs that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _opens(line: str) -> bool:
    """Whether deeper lines follow a line."""
    return line.rstrip().endswith((":", "|"))


def _width(line: str, tab: int) -> int:
    """How far a line is indented if its tabs have this width."""
    found = margin(line)
    return len(found) + found.count("\t") * (tab - 1)

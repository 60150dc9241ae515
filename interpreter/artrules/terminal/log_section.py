"""Renders a stretch of a log, such as a round: phases as headings, and a line for what a player does in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from artrules.diagnostics.excerpt import escape_control_characters
from artrules.terminal.style import Style
from artrules.terminal.text_merging import fold_choices, group_alike, merge_similar
from artrules.terminal.wrap import hang_after, hanging_indent, keep_together

if TYPE_CHECKING:
    from artrules.game.log import LogEntry

_HEADINGS = {"round", "phase", "turn", "end"}
_MANY = 3
"""Sentences that differ only in numbers become one when there are this many."""


def render_log_section(entries: Sequence[LogEntry], style: Style) -> Iterator[str]:
    """Entries as lines. Phases in which nothing happened are left out."""
    phases: list[str] = []
    for (heads, player), group in groupby(entries, key=lambda e: (e.kind in _HEADINGS, e.player)):
        run = list(group)
        if heads:
            # Of phases in a row all but the last were empty.
            phases = [e.text for e in run if e.kind == "phase"] or phases
            continue
        if phases:
            yield f"  {style.paint(escape_control_characters(phases[-1]), 'yellow')}"
            phases = []
        if player is None:
            for alike in group_alike([e.text for e in run]):
                for text in [merge_similar(alike)] if len(alike) >= _MANY else alike:
                    yield from hanging_indent("    ", text, style.width)
        else:
            name = f"player {player}"
            label = f"    {style.paint(name, 'blue')}  "
            yield from hang_after(label, len(name) + 6, _render_run(name, run), style.width)


def _render_run(name: str, run: Sequence[LogEntry]) -> str:
    """What one player does, and what is said of it, in order."""
    parts: list[str] = []
    for kind, group in groupby(run, key=lambda e: e.kind):
        texts = [e.text for e in group]
        if kind in ("said", "undone"):
            parts += [text.removeprefix(f"{name} ") for text in texts]
        elif kind == "took":
            parts.append(f"({fold_choices(texts)})")
        else:
            parts.append(fold_choices(texts))
    return " · ".join(keep_together(part) for part in parts)

"""The chapter of what plugins bring for the code of a game: functions, and ways to draw by chance."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Code, Heading, Rows
from artrules.booklet.selection import Subject


def chapter(subject: Subject) -> Iterator[Block]:
    brought = subject.model.plugin_functions.values()
    for title, draws in (("Functions of plugins", False), ("Ways to draw of plugins", True)):
        shown = [function for function in brought if function.draws is draws]
        if shown:
            yield Heading(2, title)
            rows = [((Code(f.signature),), (f.about,), (f"{f.plugin} {f.version}".rstrip(),)) for f in shown]
            yield Rows(("Name", "What it gives", "Plugin"), tuple(rows))

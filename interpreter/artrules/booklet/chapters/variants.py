"""Variants: the overlays, when each applies and what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Code, Heading, Paragraph, Points
from artrules.booklet.remarks import provenance
from artrules.booklet.selection import Subject
from artrules.booklet.words import listed, spoken, title_of
from artrules.content.documents import OverlayHead
from artrules.content.section import read
from artrules.source.lookup import entries, get, items, word
from artrules.source.node import Mapping, Node, Scalar


def chapter(subject: Subject) -> Iterator[Block]:
    if not subject.overlays:
        return
    yield Heading(2, "Variants")
    for overlay in subject.overlays:
        head = read(OverlayHead, overlay)
        yield Heading(3, word(head.title, title_of(word(head.overlay))))
        yield Paragraph(("Applies when ", Code(word(head.applies).strip()), "."))
        if players := word(head.players):
            yield Paragraph((f"Adds games for {players.replace('..', ' to ')} {_players(players)}.",))
        changes = [(f"{title}: {listed(names)}",) for title, names in _changes(overlay)]
        if changes:
            yield Points(tuple(changes))
        yield from provenance(word(head.source), word(head.assumed))


def _players(count: str) -> str:
    return "player" if count == "1" else "players"


def _changes(overlay: Mapping) -> Iterator[tuple[str, list[str]]]:
    """What an overlay changes: for each section, the names in it."""
    for key, value in entries(overlay):
        if key.text == "flow":
            for part, inner in entries(value):
                yield title_of(part.text), _names(inner)
        elif key.text not in OverlayHead.declared.keys:
            yield title_of(key.text), _names(value)


def _names(node: Node) -> list[str]:
    """The names of what is changed, added or taken away; a lone value is just changed."""
    if isinstance(node, Mapping):
        return [_said(key, value) for key, value in entries(node)]
    names = [word(get(item, "name")) for item in items(node)]
    return [spoken(name) for name in names if name] or ["changed"]


def _said(key: Scalar, value: Node) -> str:
    name = spoken(key.text.partition("(")[0].strip())
    return f"without {name}" if isinstance(value, Scalar) and value.value is None else name

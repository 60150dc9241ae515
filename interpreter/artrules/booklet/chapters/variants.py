"""The chapter of variants: for each overlay, when it applies and what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Code, Heading, Paragraph, Points
from artrules.booklet.remarks import provenance
from artrules.booklet.selection import Subject
from artrules.booklet.words import display_text, join_words, title_of
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
        changes = [(f"{title}: {join_words(names)}",) for title, names in _changes(overlay)]
        if changes:
            yield Points(tuple(changes))
        yield from provenance(word(head.source), word(head.assumed))


def _players(count: str) -> str:
    return "player" if count == "1" else "players"


def _changes(overlay: Mapping) -> Iterator[tuple[str, list[str]]]:
    """The title of each section that an overlay changes, with the names that it changes there."""
    for key, value in entries(overlay):
        if key.text == "flow":
            for part, inner in entries(value):
                yield title_of(part.text), _names(inner)
        elif key.text not in OverlayHead.declared.keys:
            yield title_of(key.text), _names(value)


def _names(node: Node) -> list[str]:
    """The names that a section of an overlay changes, adds or removes; `changed` where the section has no names."""
    if isinstance(node, Mapping):
        return [_change(key, value) for key, value in entries(node)]
    names = [word(get(item, "name")) for item in items(node)]
    return [display_text(name) for name in names if name] or ["changed"]


def _change(key: Scalar, value: Node) -> str:
    """The name of a changed or added entry, or `without NAME` for an entry that the overlay removes."""
    name = display_text(key.text.partition("(")[0].strip())
    return f"without {name}" if isinstance(value, Scalar) and value.value is None else name

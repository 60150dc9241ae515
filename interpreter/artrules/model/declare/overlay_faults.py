"""Shows a fault that an overlay brings about in the overlay.

The game without overlays is right. So an error that arises where an overlay is laid over it, but stands in a file of
the game or of a set, comes from a change by the overlay: it removes what is still needed, or gives it another type. The
change is found by the names in the error and at its place. All that is wrong because of one change, in whatever
combination of overlays, is one diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from artrules.model.declare.overlay_changes import plain_name
from artrules.model.declare.overlays import in_order, name_of
from artrules.text.content.documents import OverlayHead
from artrules.text.content.section import every_key
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.record import dataclass
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, items, scalar

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_QUOTED = re.compile(r"`([^`]*)`")
_MOST_PLACES = 6
"""The most places of the game that one diagnostic names."""
Texts = Callable[[str], str | None]
"""The text of a file, by the name that diagnostics show."""


@dataclass(frozen=True, slots=True)
class _Cause:
    """What an overlay says that brings an error about. The name is empty where no single change is to blame."""

    overlay: str
    name: str
    removes: bool
    at: Span


def shown_in_overlays(
    arisen: Mapping[tuple[str, ...], Sequence[Diagnostic]], overlays: list[MappingNode], texts: Texts
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors that overlays bring about outside of their own files, and the diagnostics that stand for them.

    `arisen` are the errors that arose with each combination of overlays, by the overlays' names.
    """
    files = {overlay.span.file for overlay in overlays}
    by_cause: dict[_Cause, list[Diagnostic]] = {}
    for names, errors in arisen.items():
        laid = [overlay for overlay in in_order(overlays) if name_of(overlay) in names]
        tables = {table for overlay in laid for table in _tables(overlay)}
        changes = {change.name: change for overlay in laid for change in _changes(overlay)}
        for error in errors:
            if not laid or error.span is None or error.span.file in files:
                continue
            if error.span.file.rpartition("/")[2] not in tables:
                mentioned = (changes[name] for name in _names(error, texts) if name in changes)
                by_cause.setdefault(next(mentioned, _whole(laid[-1])), []).append(error)
    replaced = [error for errors in by_cause.values() for error in errors]
    return replaced, [_told(cause, errors) for cause, errors in by_cause.items()]


def _tables(overlay: MappingNode) -> Iterator[str]:
    """The names of the files, without folders, that an overlay names as tables of pieces: they are its own."""
    pieces = overlay.get("pieces")
    for entry in pieces.entries.values() if isinstance(pieces, MappingNode) else ():
        table = entry.value.get("table") if isinstance(entry.value, MappingNode) else None
        if isinstance(table, Scalar):
            yield table.text.rpartition("/")[2]


def _told(cause: _Cause, errors: Sequence[Diagnostic]) -> Diagnostic:
    """One diagnostic for all errors with one cause."""
    first, *_ = ordered = sorted(errors, key=lambda error: error.sort_key)
    if cause.removes:
        message = f"the overlay `{cause.overlay}` removes `{cause.name}`, which is still needed"
    elif cause.name:
        message = f"the overlay `{cause.overlay}` changes `{cause.name}`, and then {first.message}"
    else:
        message = f"where the overlay `{cause.overlay}` applies, {first.message}"
    there = [(error.message, error.span) for error in ordered if error.span is not None]
    related = tuple(dict.fromkeys(there))[:_MOST_PLACES]
    expected, found = (None, None) if cause.removes else (first.expected, first.found)
    return Diagnostic(first.kind, message, cause.at, expected, found, related=related)


def _changes(overlay: MappingNode) -> Iterator[_Cause]:
    """What an overlay changes, adds or removes, by name: keys that are the language's own are none."""
    own = every_key()
    for key, entry in overlay.entries.items():
        if key not in OverlayHead.declared.keys:
            yield from _changes_in(name_of(overlay), entry.value, own)


def _changes_in(overlay: str, node: Node, own: frozenset[str]) -> Iterator[_Cause]:
    if isinstance(node, MappingNode):
        for entry in node.entries.values():
            removes = isinstance(entry.value, Scalar) and entry.value.value is None
            name = plain_name(entry.key.text)
            if name not in own:
                yield _Cause(overlay, name, removes, entry.key.span)
            yield from _changes_in(overlay, entry.value, own)
        return
    for item in items(node):
        name_of_phase = scalar(item.get("name")) if isinstance(item, MappingNode) else None
        if name_of_phase is not None:
            yield _Cause(overlay, name_of_phase.text, False, name_of_phase.span)


def _whole(overlay: MappingNode) -> _Cause:
    applies = overlay.get("applies")
    return _Cause(name_of(overlay), "", False, (applies or overlay).span)


def _names(error: Diagnostic, texts: Texts) -> Iterator[str]:
    """The names that an error is about, the likeliest first: in its message, then at its place, then on its line."""
    told: list[str] = [*_QUOTED.findall(error.message), error.found or "", error.expected or ""]
    yield from _words(told)
    span = error.span
    text = texts(span.file) if span is not None else None
    if span is None or text is None:
        return
    lines = text.splitlines()[span.line - 1 : span.end_line]
    if len(lines) == 1:
        yield from _words([lines[0][span.column - 1 : span.end_column - 1]])
    yield from _words(lines)


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from _NAME.findall(text)

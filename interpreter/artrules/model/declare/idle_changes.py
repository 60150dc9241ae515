"""Finds changes by overlays that change nothing: the game says the same already.

What several overlays change is left alone, because one of them may take back what another one does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from artrules.model.declare.overlay_changes import ADDABLE, plain_name, with_members_by_name
from artrules.model.declare.overlays import name_of
from artrules.text.content.documents import GameSections
from artrules.text.diagnostics.kinds import IDLE_CHANGE
from artrules.text.diagnostics.report import Report
from artrules.text.record import dataclass
from artrules.text.source.node import Entry, Mapping, Node, Scalar, entries, items, scalar, to_data, word

_Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Change:
    """What an overlay says of one thing, and what the game says of it: None where it doesn't have it."""

    overlay: str
    path: _Path
    key: Scalar
    value: Node
    known: Node | None


def check_idle_changes(document: Mapping, sets: list[Mapping], overlays: list[Mapping], report: Report) -> None:
    """Report each change by an overlay after which the thing is as it was."""
    changes = [change for overlay in overlays for change in _changes(overlay, document, sets)]
    times = Counter(change.path for change in changes)
    for change in changes:
        if change.known is not None and times[change.path] == 1 and _says_the_same(change.value, change.known):
            name = plain_name(change.key.text)
            report.add(
                IDLE_CHANGE,
                f"the overlay `{change.overlay}` leaves `{name}` as it is",
                change.key.span,
                expected="something that differs from the game",
                related=[("the game says the same here", change.known.span)],
            )


def _changes(overlay: Mapping, document: Mapping, sets: list[Mapping]) -> Iterator[_Change]:
    name, by_name = name_of(overlay), {word(each.get("set")): each for each in sets}
    for key, value in entries(overlay):
        if key.text == "sets":
            for set_key, changed in entries(value):
                for inner, body in entries(changed):
                    known = by_name.get(set_key.text)
                    path = ("sets", set_key.text, inner.text)
                    yield from _in_section(name, path, body, known.get(inner.text) if known is not None else None)
        elif key.text == "flow":
            for inner, body in entries(value):
                flow = document.get("flow")
                known_body = flow.get(inner.text) if isinstance(flow, Mapping) else None
                if ("flow", inner.text) in ADDABLE:
                    yield from _in_section(name, ("flow", inner.text), body, known_body)
                elif inner.text == "rounds":
                    yield from _phases(name, body, known_body)
                else:
                    yield _Change(name, ("flow", inner.text), inner, body, known_body)
        elif key.text in GameSections.declared.keys:
            yield from _in_section(name, (key.text,), value, document.get(key.text))


def _in_section(overlay: str, path: _Path, section: Node, known: Node | None) -> Iterator[_Change]:
    there = {plain_name(key.text): _spelled_out(path, key, value) for key, value in entries(known)}
    spelled = {plain_name(key.text): key.text for key, _ in entries(known)}
    for key, value in entries(section):
        name = plain_name(key.text)
        same_signature = spelled.get(name) == key.text
        laid = _spelled_out(path, key, value)
        yield _Change(overlay, (*path, name), key, laid, there.get(name) if same_signature else None)


def _spelled_out(path: _Path, key: Scalar, value: Node) -> Node:
    return with_members_by_name(Entry(key, value)).value if path == ("enums",) else value


def _phases(overlay: str, given: Node, known: Node | None) -> Iterator[_Change]:
    there = {word(phase.get("name")): phase for phase in items(known) if isinstance(phase, Mapping)}
    for phase in items(given):
        name = scalar(phase.get("name")) if isinstance(phase, Mapping) else None
        if name is not None:
            yield _Change(overlay, ("flow", "rounds", name.text), name, phase, there.get(name.text))


def _says_the_same(value: Node, known: Node) -> bool:
    """Whether laying a value over a known one changes nothing."""
    if isinstance(value, Mapping) and isinstance(known, Mapping):
        return all(
            (mine := known.get(key.text)) is not None and _says_the_same(each, mine) for key, each in entries(value)
        )
    if isinstance(value, Scalar) and value.value is None:
        return False
    return bool(to_data(value) == to_data(known))

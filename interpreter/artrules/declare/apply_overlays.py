"""Lays overlays over a ruleset's document and its sets (`docs/language.md` 12).

An overlay replaces entries by key, at every depth, and adds entries only to sections that allow it. This works on the
source tree, so that every value keeps its place in its file. The result must fit the schema again
(`check_overlaid.py`).
"""

from __future__ import annotations

from artrules.content.documents import GameSections
from artrules.declare.check_overlaid import check_overlaid
from artrules.declare.merge import copy_mapping
from artrules.declare.missing_targets import report_nothing_to_replace
from artrules.declare.overlay_changes import (
    ADDABLE,
    Addition,
    Change,
    Changes,
    Path,
    in_document,
    is_section,
    is_signature,
    plain_name,
    with_members_by_name,
)
from artrules.declare.overlay_order import in_order, name_of, predecessors
from artrules.diagnostics.kinds.names import OVERLAY_CONFLICT
from artrules.diagnostics.report import Report
from artrules.source.lookup import items, scalar, word
from artrules.source.node import Entry, Mapping, Node, Scalar, Sequence


def apply_overlays(
    document: Mapping, sets: list[Mapping], overlays: list[Mapping], outside: frozenset[str], report: Report
) -> tuple[Mapping, list[Mapping]]:
    """Copies of a ruleset's document and its sets, with overlays that apply together laid over them in order.

    `outside` are the files from outside, by their names in diagnostics.
    """
    whole, whole_sets = copy_mapping(document), [copy_mapping(s) for s in sets]
    changes = Changes(outside)
    wrong_before = len(report.errors)
    for overlay in in_order(overlays):
        application = _OverlayApplication(name_of(overlay), predecessors(overlay), changes, report)
        for key, entry in overlay.entries.items():
            if key == "sets":
                application.change_sets(whole_sets, entry.value)
            elif key in GameSections.declared.keys:
                application.change(whole, entry, (key,))
    if len(report.errors) == wrong_before:
        check_overlaid(whole, whole_sets, changes, report)
    return whole, whole_sets


class _OverlayApplication:
    """Applies one overlay to documents."""

    def __init__(self, name: str, after: list[str], changes: Changes, report: Report) -> None:
        self.name = name
        self.after = after
        self.changes = changes
        self.report = report

    def change_sets(self, sets: list[Mapping], given: Node) -> None:
        """Change sets by their names."""
        by_name = {word(s.get("set")): s for s in sets}
        for name, entry in given.entries.items() if isinstance(given, Mapping) else ():
            target = by_name.get(name)
            if target is None:
                report_nothing_to_replace(entry.key, by_name, self.report)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.entries.values():
                    self.change(target, inner, ("sets", name, inner.key.text))

    def change(self, into: Mapping, entry: Entry, path: Path) -> None:
        """Change one entry of a mapping, or entries in it; `path` is where the overlay has it."""
        if is_signature(path):
            path = (*path[:-1], plain_name(path[-1]))
        key = self._existing_key(into, entry.key.text, path)
        mine = into.entries.get(key)
        if path[:-1] == ("enums",) and mine is not None:
            entry = with_members_by_name(entry)
            mine = into.entries[key] = with_members_by_name(mine)
        if mine is None and isinstance(entry.value, Mapping) and is_section(in_document(path)):
            # A section that the game lacks takes no more additions than one that it has.
            mine = into.entries[key] = Entry(entry.key, Mapping({}, entry.value.span, entry.value.path))
        if mine is None:
            self._add(into, entry, path)
        elif isinstance(entry.value, Scalar) and entry.value.value is None:
            self._record(path, entry)
            del into.entries[key]
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            for inner in entry.value.entries.values():
                self.change(mine.value, inner, (*path, inner.key.text))
        elif path == ("flow", "rounds") and isinstance(mine.value, Sequence):
            mine.value = self._phases(mine.value, entry.value, path)
        else:
            self._record(path, entry)
            into.entries[key] = _own(entry)

    def _existing_key(self, into: Mapping, key: str, path: Path) -> str:
        """Functions and procedures are the same when their names are, however the signature is spelled."""
        if is_signature(path):
            return next((k for k in into.entries if plain_name(k) == plain_name(key)), key)
        return key

    def _phases(self, mine: Sequence, given: Node, path: Path) -> Sequence:
        """The phases of a round, with those changed that an overlay names: each of its keys replaces the phase's."""
        phases = [copy_mapping(p) if isinstance(p, Mapping) else p for p in mine.items]
        names = [word(p.get("name")) if isinstance(p, Mapping) else "" for p in phases]
        for phase in items(given):
            name = scalar(phase.get("name")) if isinstance(phase, Mapping) else None
            if name is None or not isinstance(phase, Mapping):
                continue
            if name.text not in names:
                report_nothing_to_replace(name, names, self.report)
                continue
            target = phases[names.index(name.text)]
            for inner in phase.entries.values():
                if inner.key.text != "name" and isinstance(target, Mapping):
                    target.entries.pop(inner.key.text, None)
                    self._record((*path, name.text, inner.key.text), inner)
                    if not (isinstance(inner.value, Scalar) and inner.value.value is None):
                        target.entries[inner.key.text] = inner
        return Sequence(phases, mine.span, mine.path)

    def _add(self, into: Mapping, entry: Entry, path: Path) -> None:
        removes = isinstance(entry.value, Scalar) and entry.value.value is None
        inner = in_document(path)
        may_add = inner[:-1] in ADDABLE or len(inner) == 1 or len(inner) > 2
        beside = [other for other in into.entries if len(inner) > 1 or other in GameSections.declared.keys]
        if removes or not may_add:
            report_nothing_to_replace(entry.key, beside, self.report)
            return
        self._record(path, entry)
        self.changes.added[path] = Addition(self.name, entry.key, tuple(map(plain_name, beside)))
        into.entries[entry.key.text] = _own(entry)

    def _record(self, path: Path, entry: Entry) -> None:
        """Note a change, and report it if an unrelated overlay has changed the same or a part of it."""
        change = Change(self.name, self.after, entry)
        for other, before in self.changes.changed.items():
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter] and before.overlay not in (self.name, *self.after):
                self._conflict(".".join(path), before, change)
                break
        self.changes.changed[path] = change

    def _conflict(self, what: str, before: Change, now: Change) -> None:
        """Report two changes at the overlay from outside, whose author can mend it; else at the later by name."""
        from_outside = [c.entry.key.span.file in self.changes.outside for c in (before, now)]
        other, blamed = (now, before) if from_outside == [True, False] else (before, now)
        self.report.add(
            OVERLAY_CONFLICT,
            f"the overlays `{other.overlay}` and `{blamed.overlay}` can apply together, and both change `{what}`",
            blamed.entry.key.span,
            expected=f"`after: {other.overlay}` in the overlay `{blamed.overlay}`, if it shall win",
            related=((f"the change by `{other.overlay}`", other.entry.key.span),),
        )


def _own(entry: Entry) -> Entry:
    """An overlay's entry, to be changed by later overlays without changing that overlay."""
    value = entry.value
    return Entry(entry.key, copy_mapping(value) if isinstance(value, Mapping) else value)

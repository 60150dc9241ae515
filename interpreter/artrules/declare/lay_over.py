"""Overlays laid over a ruleset's document and its sets (`docs/language.md` 12).

Laying over replaces by key, at every depth, and adds only where the section is open. It works on the source tree, so
that every value keeps its place in the file it came from. What comes out must fit the schema again: an entry that an
overlay adds is whole, and none has lost what it needs.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from dataclasses import dataclass, field

from artrules.declare.merge import HEAD, copy_of
from artrules.declare.nothing_to_replace import report_nothing_to_replace
from artrules.declare.order import after, in_order, name_of
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.kinds import overlays as overlay_kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest, one_slip
from artrules.schema.validate import complaints, explain
from artrules.source.lookup import items, scalar, word
from artrules.source.node import Entry, Mapping, Node, Scalar, Sequence

Path = tuple[str, ...]

OPEN = frozenset(
    [
        *((s,) for s in ("functions", "procedures", "variables", "zones", "events", "tables", "settings", "totals")),
        ("rulings",),
        ("flow",),
        ("flow", "setup"),
        ("flow", "final"),
        ("flow", "score"),
    ]
)
_USED_BY_BEING_THERE = (("flow", "setup"), ("flow", "final"), ("flow", "score"), ("totals",))
"""Sections in which what is new acts at once: no check of unused names can find a misspelt one."""


def lay_over(
    document: Mapping, sets: list[Mapping], overlays: list[Mapping], outside: frozenset[str], report: Report
) -> tuple[Mapping, list[Mapping]]:
    """The document and its sets with overlays that apply together, in order. `outside` are the files from outside."""
    whole, laid_sets = copy_of(document), [copy_of(s) for s in sets]
    laid = _Laid(outside, report)
    wrong_before = len(report.errors)
    for overlay in in_order(overlays):
        laying = _Laying(name_of(overlay), after(overlay), laid)
        for key, entry in overlay.entries.items():
            if key == "sets":
                laying.lay_over_sets(laid_sets, entry.value)
            elif key not in HEAD and key != "players":
                laying.lay(whole, entry, (key,))
    if len(report.errors) == wrong_before:
        _see_whole(whole, "ruleset", (), laid)
        for each in laid_sets:
            _see_whole(each, "set", ("sets", word(each.get("set"))), laid)
        _see_misspelt(laid)
    return whole, laid_sets


@dataclass(slots=True)
class _Change:
    """What an overlay has laid somewhere."""

    overlay: str
    behind: Several[str]
    """The overlays that it says it is after."""
    entry: Entry


@dataclass(slots=True)
class _Laid:
    """All that overlays have laid so far, by place."""

    outside: frozenset[str]
    report: Report
    touched: dict[Path, _Change] = field(default_factory=dict)
    added: dict[Path, tuple[str, Scalar, tuple[str, ...]]] = field(default_factory=dict)
    """What is new: the overlay, its key, and what stood beside it."""
    incomplete: set[Path] = field(default_factory=set)


class _Laying:
    """One overlay being laid over a document."""

    def __init__(self, name: str, behind: list[str], laid: _Laid) -> None:
        self.name = name
        self.behind = behind
        self.laid = laid
        self.report = laid.report

    def lay_over_sets(self, sets: list[Mapping], given: Node) -> None:
        """Lay changes over sets, by name."""
        by_name = {word(s.get("set")): s for s in sets}
        for name, entry in given.entries.items() if isinstance(given, Mapping) else ():
            target = by_name.get(name)
            if target is None:
                report_nothing_to_replace(entry.key, by_name, self.report)
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.entries.values():
                    self.lay(target, inner, ("sets", name, inner.key.text))

    def lay(self, into: Mapping, entry: Entry, path: Path) -> None:
        if _is_signature(path):
            path = (*path[:-1], _name(path[-1]))
        key = self._existing_key(into, entry.key.text, path)
        mine = into.entries.get(key)
        if mine is None and isinstance(entry.value, Mapping) and _is_section(_in_document(path)):
            # A section that the game doesn't have is as closed as one that it has.
            mine = into.entries[key] = Entry(entry.key, Mapping({}, entry.value.span, entry.value.path))
        if mine is None:
            self._add(into, entry, path)
        elif isinstance(entry.value, Scalar) and entry.value.value is None:
            self._touch(path, entry)
            del into.entries[key]
        elif isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            for inner in entry.value.entries.values():
                self.lay(mine.value, inner, (*path, inner.key.text))
        elif path == ("flow", "rounds") and isinstance(mine.value, Sequence):
            mine.value = self._phases(mine.value, entry.value, path)
        else:
            self._touch(path, entry)
            into.entries[key] = Entry(entry.key, entry.value)

    def _existing_key(self, into: Mapping, key: str, path: Path) -> str:
        """Functions and procedures are the same when their names are, however the signature is spelled."""
        if _is_signature(path):
            return next((k for k in into.entries if _name(k) == _name(key)), key)
        return key

    def _phases(self, mine: Sequence, given: Node, path: Path) -> Sequence:
        phases = [copy_of(p) if isinstance(p, Mapping) else p for p in mine.items]
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
                    self._touch((*path, name.text, inner.key.text), inner)
                    if not (isinstance(inner.value, Scalar) and inner.value.value is None):
                        target.entries[inner.key.text] = inner
        return Sequence(phases, mine.span, mine.path)

    def _add(self, into: Mapping, entry: Entry, path: Path) -> None:
        removes = isinstance(entry.value, Scalar) and entry.value.value is None
        inner = _in_document(path)
        may_be_new = inner[:-1] in OPEN or len(inner) == 1 or len(inner) > 2
        beside = [other for other in into.entries if other not in HEAD] if len(inner) == 1 else list(into.entries)
        if removes or not may_be_new:
            report_nothing_to_replace(entry.key, beside, self.report)
            return
        self._touch(path, entry)
        self.laid.added[path] = (self.name, entry.key, tuple(map(_name, beside)))
        into.entries[entry.key.text] = entry

    def _touch(self, path: Path, entry: Entry) -> None:
        change = _Change(self.name, self.behind, entry)
        for other, before in self.laid.touched.items():
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter] and before.overlay not in (self.name, *self.behind):
                self._conflict(".".join(path), before, change)
                break
        self.laid.touched[path] = change

    def _conflict(self, what: str, before: _Change, now: _Change) -> None:
        """Told is the one from outside, whose author can do something about it; else the later by name."""
        from_outside = [c.entry.key.span.file in self.laid.outside for c in (before, now)]
        other, blamed = (now, before) if from_outside == [True, False] else (before, now)
        self.report.add(
            kinds.OVERLAY_CONFLICT,
            f"the overlays `{other.overlay}` and `{blamed.overlay}` can apply together, and both change `{what}`",
            blamed.entry.key.span,
            expected=f"`after: {other.overlay}` in the overlay `{blamed.overlay}`, if it shall win",
            related=((f"the change by `{other.overlay}`", other.entry.key.span),),
        )


def _see_whole(document: Mapping, kind: str, prefix: Path, laid: _Laid) -> None:
    """Tell of what is incomplete once overlays are laid. What an overlay adds may be meant for what has nearly the
    same name, and is told so."""
    left = []
    for complaint in complaints(_without_tables(document), kind):
        path = (*prefix, *map(str, complaint.place))
        new = laid.added.get(path)
        if new is None or complaint.keyword != "required" or not isinstance(complaint.node, Mapping):
            left.append(complaint)
            continue
        laid.incomplete.add(path)
        overlay, key, beside = new
        missing = " and ".join(f"`{name}`" for name in complaint.wanted if name not in complaint.node.entries)
        laid.report.add(
            overlay_kinds.NEW_INCOMPLETE,
            f"the overlay `{overlay}` adds `{key.text}`, which has no {missing}",
            key.span,
            expected=f"{missing}, or the name of something to be changed",
            found=f"`{key.text}`",
            suggestions=closest(key.text, beside),
        )
    explain(left, laid.report)


def _see_misspelt(laid: _Laid) -> None:
    """Tell of what is new, acts by being there, and has nearly the name of what stands beside it."""
    for path, (overlay, key, beside) in laid.added.items():
        inner = _in_document(path)
        acts = inner[:-1] in _USED_BY_BEING_THERE or inner[0] in ("menus", "enums")
        like = one_slip(key.text, beside) if acts and path not in laid.incomplete else None
        if like is not None:
            laid.report.add(
                overlay_kinds.NEW_BESIDE_ALIKE,
                f"the overlay `{overlay}` adds `{key.text}`, and leaves `{like}` as it is",
                key.span,
                expected=f"`{like}`, to change that, or a name that is less like it",
                found=f"`{key.text}`",
                suggestions=[like],
            )


def _without_tables(document: Mapping) -> Mapping:
    """The document without pieces whose rows stand in tables: cells are judged where rows are read."""
    known = document.entries.get("pieces")
    if known is None or not isinstance(known.value, Mapping):
        return document
    batches = {
        n: e for n, e in known.value.entries.items() if not (isinstance(e.value, Mapping) and e.value.get("table"))
    }
    pieces = Entry(known.key, Mapping(batches, known.value.span, known.value.path))
    return Mapping({**document.entries, "pieces": pieces}, document.span, document.path)


def _in_document(path: Path) -> Path:
    """A path as it is in the ruleset's document, or in that of the set."""
    return path[2:] if path[0] == "sets" else path


def _is_section(inner: Path) -> bool:
    """Whether a path is that of a section, or of a section of `flow`."""
    return len(inner) == 1 or (len(inner) == 2 and inner in OPEN)


def _is_signature(path: Path) -> bool:
    """Whether the last step of a path names a function or procedure."""
    inner = _in_document(path)
    return len(inner) == 2 and inner[0] in ("functions", "procedures")


def _name(signature: str) -> str:
    """The name of a function or procedure, however its signature is spelled."""
    return signature.split("(")[0].strip()

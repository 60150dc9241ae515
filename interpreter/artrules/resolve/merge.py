"""One document from several: parts are joined to the ruleset, overlays laid over it.

Joining adds names and never replaces; laying over replaces by key and adds only where the section is open. Both work
on the source tree, so that every value keeps its place in the file it came from.
"""

from __future__ import annotations

from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.resolve.reading import items, scalar, word
from artrules.source.node import Entry, Mapping, Node, Scalar, Sequence

HEAD = frozenset(
    [
        "ruleset",
        "part_of",
        "set",
        "of",
        "overlay",
        "applies",
        "after",
        "scenarios",
        "title",
        "format",
        "source",
        "assumed",
    ]
)
NESTED = {("flow",): True, ("flow", "setup"): True, ("flow", "final"): True, ("flow", "score"): True, ("menus",): True}
OPEN = frozenset(
    [
        *((s,) for s in ("functions", "procedures", "variables", "zones", "events", "tables", "settings", "totals")),
        ("rulings",),
        ("flow", "setup"),
        ("flow", "final"),
        ("flow", "score"),
    ]
)


def join_parts(main: Mapping, parts: list[Mapping], report: Report) -> Mapping:
    """The ruleset with its parts; a name given in two of them is a diagnostic."""
    whole = _copy(main)
    for part in parts:
        for key, entry in part.entries.items():
            if key not in HEAD:
                _join(whole, key, entry, (key,), report)
    return whole


def _join(into: Mapping, key: str, entry: Entry, path: tuple[str, ...], report: Report) -> None:
    mine = into.entries.get(key)
    if mine is None:
        into.entries[key] = Entry(entry.key, _copy(entry.value) if isinstance(entry.value, Mapping) else entry.value)
        return
    goes_deeper = len(path) == 1 or path in NESTED or (path[0] == "menus" and len(path) in (2, 3) and key != "prompt")
    goes_deeper = goes_deeper or (path[0] == "rulings" and len(path) == 2)
    if isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping) and goes_deeper:
        for inner_key, inner in entry.value.entries.items():
            _join(mine.value, inner_key, inner, (*path, inner_key), report)
        return
    report.add(
        kinds.NAME_TWICE,
        f"`{key}` is given twice",
        entry.key.span,
        related=((f"`{key}` is given here first", mine.key.span),),
    )


def _copy(node: Mapping) -> Mapping:
    """A mapping that can be changed without changing the file's own, as deep as mappings go."""
    entries = {
        key: Entry(entry.key, _copy(entry.value) if isinstance(entry.value, Mapping) else entry.value)
        for key, entry in node.entries.items()
    }
    return Mapping(entries, node.span, node.path)


def in_order(overlays: list[Mapping]) -> list[Mapping]:
    """Overlays by name, but each behind those it says it is `after`."""
    left = sorted(overlays, key=lambda o: word(o.get("overlay")))
    placed: list[Mapping] = []
    while left:
        names_left = {word(o.get("overlay")) for o in left}
        ready = next((o for o in left if not names_left & set(after(o))), left[0])
        left.remove(ready)
        placed.append(ready)
    return placed


def after(overlay: Mapping) -> list[str]:
    return [n.text for n in items(overlay.get("after")) if isinstance(n, Scalar)]


def lay_over(
    document: Mapping, sets: list[Mapping], overlays: list[Mapping], report: Report
) -> tuple[Mapping, list[Mapping]]:
    """The document and its sets with overlays that apply together, in order."""
    whole, laid_sets = _copy(document), [_copy(s) for s in sets]
    touched: dict[tuple[str, ...], tuple[str, Node]] = {}
    for overlay in in_order(overlays):
        laying = _Laying(word(overlay.get("overlay")), after(overlay), touched, report)
        for key, entry in overlay.entries.items():
            if key == "sets":
                laying.lay_over_sets(laid_sets, entry.value)
            elif key not in HEAD or key in ("title",):
                laying.lay(whole, entry, (key,))
    return whole, laid_sets


class _Laying:
    """One overlay being laid over a document."""

    def __init__(
        self, name: str, behind: list[str], touched: dict[tuple[str, ...], tuple[str, Node]], report: Report
    ) -> None:
        self.name = name
        self.behind = behind
        self.touched = touched
        self.report = report

    def lay_over_sets(self, sets: list[Mapping], given: Node) -> None:
        """Lay changes over sets, by name."""
        by_name = {word(s.get("set")): s for s in sets}
        for name, entry in given.entries.items() if isinstance(given, Mapping) else ():
            target = by_name.get(name)
            if target is None:
                self._nothing_there(entry.key, list(by_name))
            elif isinstance(entry.value, Mapping):
                for inner in entry.value.entries.values():
                    self.lay(target, inner, ("sets", name, inner.key.text))

    def lay(self, into: Mapping, entry: Entry, path: tuple[str, ...]) -> None:
        if _is_signature(path):
            path = (*path[:-1], _name(path[-1]))
        key = self._existing_key(into, entry.key.text, path)
        mine = into.entries.get(key)
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

    def _existing_key(self, into: Mapping, key: str, path: tuple[str, ...]) -> str:
        """Functions and procedures are the same when their names are, however the signature is spelled."""
        if _is_signature(path):
            return next((k for k in into.entries if _name(k) == _name(key)), key)
        return key

    def _phases(self, mine: Sequence, given: Node, path: tuple[str, ...]) -> Sequence:
        phases = [_copy(p) if isinstance(p, Mapping) else p for p in mine.items]
        names = [word(p.get("name")) if isinstance(p, Mapping) else "" for p in phases]
        for phase in items(given):
            name = scalar(phase.get("name")) if isinstance(phase, Mapping) else None
            if name is None or not isinstance(phase, Mapping):
                continue
            if name.text not in names:
                self._nothing_there(name, names)
                continue
            target = phases[names.index(name.text)]
            for inner in phase.entries.values():
                if inner.key.text != "name" and isinstance(target, Mapping):
                    target.entries.pop(inner.key.text, None)
                    self._touch((*path, name.text, inner.key.text), inner)
                    if not (isinstance(inner.value, Scalar) and inner.value.value is None):
                        target.entries[inner.key.text] = inner
        return Sequence(phases, mine.span, mine.path)

    def _add(self, into: Mapping, entry: Entry, path: tuple[str, ...]) -> None:
        removes = isinstance(entry.value, Scalar) and entry.value.value is None
        inner = _in_document(path)
        may_be_new = inner[:-1] in OPEN or len(inner) == 1 or inner[-2] == "entries" or len(inner) > 2
        if removes or not may_be_new:
            self._nothing_there(entry.key, list(into.entries))
            return
        self._touch(path, entry)
        into.entries[entry.key.text] = entry

    def _nothing_there(self, key: Scalar, known: list[str]) -> None:
        self.report.add(
            kinds.NOTHING_TO_REPLACE,
            f"the overlay changes `{key.text}`, which doesn't exist",
            key.span,
            expected=f"one of {', '.join(known)}" if known else "something that exists",
            found=f"`{key.text}`",
            suggestions=closest(key.text, known),
        )

    def _touch(self, path: tuple[str, ...], entry: Entry) -> None:
        for other, (name, node) in self.touched.items():
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter] and name != self.name and name not in self.behind:
                self.report.add(
                    kinds.OVERLAY_CONFLICT,
                    f"the overlays `{name}` and `{self.name}` both change `{'.'.join(path)}`",
                    entry.key.span,
                    expected=f"`after: {name}`, when this one shall win",
                    related=(("the other change", node.span),),
                )
                break
        self.touched[path] = (self.name, entry.value)


def _in_document(path: tuple[str, ...]) -> tuple[str, ...]:
    """A path as it is in the ruleset's document, or in that of the set."""
    return path[2:] if path[0] == "sets" else path


def _is_signature(path: tuple[str, ...]) -> bool:
    """Whether the last step of a path names a function or procedure."""
    inner = _in_document(path)
    return len(inner) == 2 and inner[0] in ("functions", "procedures")


def _name(signature: str) -> str:
    """The name of a function or procedure, however its signature is spelled."""
    return signature.split("(")[0].strip()

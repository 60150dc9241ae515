"""Positions with a name: scenarios of a file begin in one, `given: {like: opening}`, and change a part of it."""

from __future__ import annotations

from artrules.content.scenarios import Scenarios, StartPosition
from artrules.content.section import Named, read
from artrules.declare.merge import copy_mapping
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.source.node import Entry, Mapping

_LIKE = "like"


class NamedPositions:
    """The positions of one file."""

    def __init__(self, positions: Named[StartPosition]) -> None:
        self._known = {key.text: position for key, position in positions}

    def whole(self, given: StartPosition | None) -> StartPosition | None:
        """A position with all that it takes over from others. What it names itself counts, key by key."""
        if given is None or given.like is None:
            return given
        layers = [given]
        while (like := layers[-1].like) is not None:
            base = self._known.get(like.text)
            if base is None or base in layers:
                break
            layers.append(base)
        merged: Mapping | None = None
        for layer in reversed(layers):
            if isinstance(layer.node, Mapping):
                merged = copy_mapping(layer.node) if merged is None else _merged(merged, layer.node)
        if merged is None:
            return given
        merged.entries.pop(_LIKE, None)
        return read(StartPosition, merged)

    def check(self, given: StartPosition | None, report: Report) -> None:
        """Report a name that no position has, and positions that are like themselves."""
        seen: list[StartPosition] = []
        while given is not None and given.like is not None:
            like = given.like
            seen.append(given)
            given = self._known.get(like.text)
            if given is None:
                report.add(
                    kinds.UNKNOWN_POSITION,
                    f"there is no position `{like.text}`",
                    like.span,
                    expected=f"one of {', '.join(self._known)}" if self._known else "`positions` with this name in it",
                    found=f"`{like.text}`",
                    suggestions=closest(like.text, list(self._known)),
                )
            elif given in seen:
                report.add(kinds.UNKNOWN_POSITION, f"the position `{like.text}` is like itself", like.span)
                return


def check_positions(file: Scenarios, report: Report) -> None:
    """Report what is wrong with the names of positions in a file of scenarios."""
    named = NamedPositions(file.positions)
    begin = [position for _, position in file.positions] + [scenario.given for _, scenario in file.list]
    for given in [*begin, file.defaults.given if file.defaults is not None else None]:
        named.check(given, report)


def _merged(base: Mapping, own: Mapping) -> Mapping:
    """The one mapping with the entries of the other in it, at every depth."""
    entries = dict(base.entries)
    for name, entry in own.entries.items():
        before = entries.get(name)
        if before is not None and isinstance(before.value, Mapping) and isinstance(entry.value, Mapping):
            entries[name] = Entry(entry.key, _merged(before.value, entry.value))
        else:
            entries[name] = entry
    return Mapping(entries, own.span, own.path)

"""The order in which overlays are laid over a game: by name, but each after those that its `after` names."""

from __future__ import annotations

from artrules.content.documents import OverlayHead
from artrules.content.section import read
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.kinds import overlays as overlay_kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.source.lookup import word
from artrules.source.node import Mapping, Scalar


def in_order(overlays: list[Mapping]) -> list[Mapping]:
    """Overlays sorted by name, but each after those that its `after` names."""
    left = sorted(overlays, key=name_of)
    placed: list[Mapping] = []
    while left:
        names_left = {name_of(o) for o in left}
        ready = next((o for o in left if not names_left & set(predecessors(o))), left[0])
        left.remove(ready)
        placed.append(ready)
    return placed


def name_of(overlay: Mapping) -> str:
    """The name that an overlay declares; empty where it can't be read."""
    return word(read(OverlayHead, overlay).overlay)


def predecessors(overlay: Mapping) -> list[str]:
    """The names of the overlays after which an overlay says that it comes."""
    return [name.text for name in _named(overlay)]


def check_order(overlays: list[Mapping], report: Report) -> None:
    """Report names under `after` that no overlay has, and overlays that would come after themselves."""
    known = {name_of(o): o for o in overlays}
    for overlay in overlays:
        for name in _named(overlay):
            if name.text not in known:
                report.add(
                    kinds.UNKNOWN_NAME,
                    f"there is no overlay `{name.text}`",
                    name.span,
                    expected=f"one of {', '.join(sorted(known))}",
                    found=f"`{name.text}`",
                    suggestions=closest(name.text, list(known)),
                )
    reported: set[str] = set()
    for overlay_name, overlay in known.items():
        cycle = _cycle(overlay_name, known)
        if cycle and reported.isdisjoint(cycle):
            reported |= set(cycle)
            at = next(iter(_named(overlay)), None)
            report.add(
                overlay_kinds.AFTER_CIRCLE,
                f"the overlay `{overlay_name}` would come after itself: {' after '.join([*cycle, overlay_name])}",
                at.span if at is not None else overlay.span,
                expected="one of them without `after`",
            )


def _cycle(name: str, known: dict[str, Mapping]) -> list[str]:
    """The shortest circle of `after` from an overlay back to itself; empty where there is none."""
    paths, seen = [[name]], {name}
    for path in paths:
        for earlier in predecessors(known[path[-1]]):
            if earlier == name:
                return path
            if earlier in known and earlier not in seen:
                seen.add(earlier)
                paths.append([*path, earlier])
    return []


def _named(overlay: Mapping) -> list[Scalar]:
    """The names under `after`, with their places."""
    return [name for name in read(OverlayHead, overlay).after if name.value is not None]

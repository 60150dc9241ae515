"""The order in which overlays are laid over a game: by name, but each behind those that it says it is `after`."""

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
    """Overlays by name, but each behind those it says it is `after`."""
    left = sorted(overlays, key=name_of)
    placed: list[Mapping] = []
    while left:
        names_left = {name_of(o) for o in left}
        ready = next((o for o in left if not names_left & set(after(o))), left[0])
        left.remove(ready)
        placed.append(ready)
    return placed


def name_of(overlay: Mapping) -> str:
    """The name that an overlay gives itself; empty where it can't be read."""
    return word(read(OverlayHead, overlay).overlay)


def after(overlay: Mapping) -> list[str]:
    """The names of the overlays that an overlay says it is behind."""
    return [name.text for name in _named(overlay)]


def see_order(overlays: list[Mapping], report: Report) -> None:
    """Each overlay named after `after` exists, and none is behind itself, directly or through others."""
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
    told: set[str] = set()
    for overlay_name, overlay in known.items():
        circle = _circle(overlay_name, known)
        if circle and told.isdisjoint(circle):
            told |= set(circle)
            at = next(iter(_named(overlay)), None)
            report.add(
                overlay_kinds.AFTER_CIRCLE,
                f"the overlay `{overlay_name}` would come after itself: {' after '.join([*circle, overlay_name])}",
                at.span if at is not None else overlay.span,
                expected="one of them without `after`",
            )


def _circle(name: str, known: dict[str, Mapping]) -> list[str]:
    """The way from an overlay back to itself, the shortest; empty where there is none."""
    ways, seen = [[name]], {name}
    for way in ways:
        for behind in after(known[way[-1]]):
            if behind == name:
                return way
            if behind in known and behind not in seen:
                seen.add(behind)
                ways.append([*way, behind])
    return []


def _named(overlay: Mapping) -> list[Scalar]:
    """The names under `after`, with their places."""
    return [name for name in read(OverlayHead, overlay).after if name.value is not None]

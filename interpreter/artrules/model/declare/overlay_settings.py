"""Checks and adds what must be the same whichever overlays apply: settings, their enums, and groups.

Settings are chosen before it is known which overlays apply, and sets are written for the game alone. So an overlay may
add settings, and the enums that these need. It may not change settings, nor anything that settings and sets rely on.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.model.declare.overlays import report_nothing_to_replace
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Entry, Mapping, Node, Scalar, entries, get, scalar, word

_SHARED = ("settings", "enums")
_EXPECTED = "the change in the game itself; an overlay may add settings of its own"


def add_overlay_settings(document: Mapping, overlays: list[Mapping]) -> Mapping:
    """The document with the settings and enums of all overlays added: these exist whether an overlay applies or not."""
    for section in _SHARED:
        document = _with_added(document, section, overlays)
    return document


def overlay_settings(overlay: Mapping) -> list[Node]:
    """The nodes of an overlay that `add_overlay_settings` uses."""
    return [node for section in _SHARED for pair in entries(overlay.get(section)) for node in pair]


def _with_added(document: Mapping, section: str, overlays: list[Mapping]) -> Mapping:
    added = [(key, value) for o in overlays for key, value in entries(o.get(section))]
    own = document.get(section)
    if not added:
        return document
    things = dict(own.entries) if isinstance(own, Mapping) else {}
    for key, value in added:
        things.setdefault(key.text, Entry(key, value))
    anchor = own.span if isinstance(own, Mapping) else added[0][0].span
    key = document.entries[section].key if section in document.entries else added[0][0]
    whole = dict(document.entries)
    whole[section] = Entry(key, Mapping(things, anchor, section))
    return Mapping(whole, document.span, document.path)


def settings_of_overlays(document: Mapping, overlays: list[Mapping]) -> dict[str, str]:
    """The names of the settings that overlays add to a ruleset's document, each with the name of the overlay."""
    own = document.get("settings")
    added = [(key.text, word(o.get("overlay"))) for o in overlays for key, _ in entries(o.get("settings"))]
    return {name: overlay for name, overlay in reversed(added) if get(own, name) is None}


def check_shared_sections(document: Mapping, overlays: list[Mapping], report: Report) -> None:
    """Report overlays that change shared sections, and settings or enums that they add incompletely or twice."""
    settings = [*entries(document.get("settings")), *(e for o in overlays for e in entries(o.get("settings")))]
    of_settings = {word(get(value, "type")) for _, value in settings}
    added: dict[tuple[str, str], Scalar] = {}
    for overlay in overlays:
        for key, _ in entries(overlay.get("groups")):
            _refuse(key, f"the group `{key.text}` is the same whichever overlays apply", report)
        for section in _SHARED:
            own = document.get(section)
            for key, value in entries(overlay.get(section)):
                if get(own, key.text) is None:
                    _check_added(section, key, value, added, [k.text for k, _ in entries(own)], report)
                elif section == "settings":
                    _refuse(key, f"the setting `{key.text}` is chosen before this overlay applies", report)
                elif key.text in of_settings:
                    for at in _removed_members(key, value):
                        _refuse(at, f"a setting has the members of `{key.text}`, whichever overlays apply", report)


def _refuse(key: Scalar, why: str, report: Report) -> None:
    report.add(kinds.NOT_AN_OVERLAYS, f"an overlay can't change this: {why}", key.span, expected=_EXPECTED)


def _check_added(
    section: str, key: Scalar, value: Node, added: dict[tuple[str, str], Scalar], known: list[str], report: Report
) -> None:
    what = section.removesuffix("s")
    earlier = added.setdefault((section, key.text), key)
    if isinstance(value, Scalar) and value.value is None:
        report_nothing_to_replace(key, known, report)
    elif earlier is not key:
        report.add(
            kinds.NAME_TWICE,
            f"two overlays add the {what} `{key.text}`",
            key.span,
            expected=f"the {what} in the game, or under two names",
            related=(("the other one", earlier.span),),
        )
    elif section == "settings" and not (scalar(get(value, "type")) or scalar(get(value, "set_of"))):
        report.add(
            kinds.NEW_INCOMPLETE,
            f"the overlay adds the setting `{key.text}`, which has no `type`",
            key.span,
            expected="`type`, or `set_of`",
            found=f"`{key.text}`",
            suggestions=closest(key.text, known),
        )


def _removed_members(key: Scalar, value: Node) -> Iterator[Scalar]:
    """The places where an overlay removes members of an enum, or the enum."""
    if isinstance(value, Scalar) or isinstance(get(value, "members"), Scalar):
        yield key
    for member, has in entries(get(value, "members")):
        if isinstance(has, Scalar) and has.value is None:
            yield member

"""Joins the parts of a ruleset to one document.

Joining adds names and never replaces. It works on the source tree, so that every value keeps its place in the file it
came from. `apply_overlays.py` lays overlays over the document.
"""

from __future__ import annotations

from artrules.content.documents import GameSections
from artrules.content.layout import Layout
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.source.node import Entry, Mapping

NESTED: dict[tuple[str, ...], bool] = {
    ("flow",): True,
    ("flow", "setup"): True,
    ("flow", "final"): True,
    ("flow", "score"): True,
    ("menus",): True,
    ("hints",): True,
    ("layout",): True,
    **{("layout", key): True for key in Layout.declared.keys},
}


def join_parts(main: Mapping, parts: list[Mapping], report: Report) -> Mapping:
    """A copy of the ruleset's document with its parts joined to it. A name that stands in two of them is reported."""
    whole = copy_mapping(main)
    for part in parts:
        for key, entry in part.entries.items():
            if key in GameSections.declared.keys or key == "players":
                _join(whole, key, entry, (key,), report)
    return whole


def _join(into: Mapping, key: str, entry: Entry, path: tuple[str, ...], report: Report) -> None:
    mine = into.entries.get(key)
    if mine is None:
        into.entries[key] = Entry(
            entry.key, copy_mapping(entry.value) if isinstance(entry.value, Mapping) else entry.value
        )
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


def copy_mapping(node: Mapping) -> Mapping:
    """A copy of a mapping and of all mappings in it, to be changed without changing the original."""
    entries = {
        key: Entry(entry.key, copy_mapping(entry.value) if isinstance(entry.value, Mapping) else entry.value)
        for key, entry in node.entries.items()
    }
    return Mapping(entries, node.span, node.path)

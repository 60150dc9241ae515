"""Whether the pictures that layouts name are there. Where code names a picture, only a game tells which it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from artrules.model.catalogue.scan import why_not_plain
from artrules.model.declare.layout import is_below_folder
from artrules.model.declare.ruleset_files import RulesetFiles
from artrules.model.ir.layout import PICTURES
from artrules.text.diagnostics.kinds import MISSING_PICTURE
from artrules.text.diagnostics.report import Report
from artrules.text.source.bounded_file import folder_with, real_path
from artrules.text.source.node import Node, Scalar, entries, get

_ANY = ""
_PLACES = (("theme",), ("cards", _ANY), ("cards", _ANY, "back"), ("members", _ANY, _ANY))
"""Where pictures are named in a layout."""


def check_pictures(files: RulesetFiles, report: Report) -> None:
    """Report pictures that nobody can be shown. What each of them lacks stands in `files.pictures` afterwards."""
    folders = files.picture_folders
    for document in (files.main, *files.parts, *files.libraries, *files.overlays):
        # What an expansion adds to the layout, and changes in it, stands deeper.
        for layout in (get(document, *part, "layout") for part in ((), ("adds",), ("changes",))):
            for picture in _pictures(layout):
                path = picture.text
                files.pictures[path] = fault = fault_of_picture(folders, path)
                if fault:
                    report.add(MISSING_PICTURE, fault, picture.span)


def fault_of_picture(folders: Sequence[Path], path: str) -> str:
    """Why a picture can't be shown, by its path in one of some folders; empty where it can."""
    if Path(path).suffix.lower() not in PICTURES:
        return f"`{path}` is no picture that browsers show ({', '.join(PICTURES)})"
    folder = folder_with(folders, path)
    reason = why_not_plain(folder / path, real_path(folder))
    return f"the picture `{path}` can't be shown: {reason[0]}" if reason is not None else ""


def _pictures(layout: Node | None) -> Iterator[Scalar]:
    for place in _PLACES:
        for node in _nodes_at(layout, place):
            picture = get(node, "picture")
            if isinstance(picture, Scalar) and "{" not in picture.text and is_below_folder(picture.text):
                yield picture


def _nodes_at(node: Node | None, place: tuple[str, ...]) -> Iterator[Node]:
    """The nodes at a place; `_ANY` stands for each key."""
    if not place:
        if node is not None:
            yield node
        return
    first, *rest = place
    for key, value in entries(node):
        if first in (_ANY, key.text):
            yield from _nodes_at(value, tuple(rest))

"""Renders a vocabulary: as text in 80 columns, or as data for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from artrules.diagnostics.excerpt import escape_control_characters
from artrules.terminal.wrap import hanging_indent
from artrules.vocabulary.entry import Entry, Section

WIDTH = 80
_FORMAT = 1


def render_vocabulary(title: str, folder: str, sections: list[Section], *, code: bool) -> str:
    """The sections as text. With `code`, each entry also shows the lines of its declaration.

    `folder` is the ruleset's folder as diagnostics show it; paths of files in it are shown relative to it.
    """
    lines = hanging_indent("", f"{title}: what a set may say", WIDTH)
    lines += hanging_indent("", f"Places are in {folder}.", WIDTH)
    for section in sections:
        lines += ["", section.name, *(hanging_indent("  ", f"({section.note})", WIDTH) if section.note else [])]
        for entry in section.entries:
            lines += _entry(entry, folder, code)
    return "\n".join(lines)


def _entry(entry: Entry, folder: str, code: bool) -> list[str]:
    place = f"{entry.file.removeprefix(f'{folder}/')}:{entry.line}" if entry.file is not None else ""
    lines = hanging_indent("  ", entry.written, WIDTH)
    lines[1:] = ["    " + line.strip() for line in lines[1:]]
    room = WIDTH - len(lines[-1])
    if place and len(place) + 2 <= room:
        lines[-1] += escape_control_characters(place).rjust(room)
    elif place:
        lines.append(escape_control_characters(place).rjust(WIDTH))
    if entry.facts:
        lines += hanging_indent("      ", "; ".join(entry.facts), WIDTH)
    if entry.description:
        lines += hanging_indent("      ", entry.description, WIDTH)
    if entry.assumed is not None:
        lines += hanging_indent("      ", f"assumed: {entry.assumed}", WIDTH)
    if code:
        lines += [f"      | {escape_control_characters(text)}" for text in entry.code]
    return lines


def vocabulary_as_data(name: str, title: str, sections: list[Section]) -> dict[str, Any]:
    """The sections as data for JSON. Programs rely on the keys: a change needs a new `version`."""
    return {
        "version": _FORMAT,
        "ruleset": name,
        "title": title,
        "sections": [asdict(section) for section in sections],
    }

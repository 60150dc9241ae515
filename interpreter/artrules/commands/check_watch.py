"""`artrules check --watch`: checks again whenever a file changes, and shows what is new and what has gone."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from artrules.commands.check_formats import Found
from artrules.commands.check_summary import closing_line
from artrules.commands.config import OWN, SHARED
from artrules.commands.watched_files import state_of, wait_for_change
from artrules.source.bounded_file import real_path
from artrules.terminal.colour import clear_screen, wants_colour
from artrules.terminal.colour import output as put

Told = list[tuple[tuple[str, str, str], str, str]]
"""For each diagnostic: what makes it the same one after lines have moved, its line for people, and all of it."""


def watch(check: Callable[[], Found], named: Iterable[Path], sleep: Callable[[float], None] = time.sleep) -> None:
    """Check, show, wait for a change, and so on for ever. Ctrl-C ends it.

    `named` are paths that are watched beside the folders of the rulesets. What can't be opened at all, such as a
    ruleset whose folder has been renamed, is told, and may come back.
    """
    places = [*named, *_configuration_files()]
    folders: list[Path] = []
    before: Told = []
    first = True
    while True:
        # The state is that before the reading, so that a change in the meantime isn't missed.
        states = {place: state_of([place]) for place in (*places, *folders)}
        try:
            found = check()
        except (click.ClickException, OSError) as problem:
            _begin(first)
            put(f"artrules: {problem.format_message() if isinstance(problem, click.ClickException) else problem}")
        else:
            folders = [real_path(checked.verdict.folder) for checked, _ in found]
            now = _told(found)
            _show(found, now, before, first)
            before, first = now, False
        put("waiting for a change; Ctrl-C ends")
        sys.stdout.flush()
        watched = [*places, *folders]
        known: dict[str, tuple[int, int, int]] = {}
        for place in watched:
            known |= states[place] if place in states else state_of([place])
        wait_for_change(watched, known, sleep)


def _configuration_files() -> list[Path]:
    here = Path.cwd()
    return [folder / name for folder in (here, *here.parents) for name in (OWN, SHARED)]


def _told(found: Found) -> Told:
    from artrules.diagnostics.render import render_text

    told: Told = []
    for checked, diagnostics in found:
        for diagnostic in diagnostics:
            span = diagnostic.span
            file = span.file if span is not None else ""
            place = f"{span.file}:{span.line}:{span.column}: " if span is not None else ""
            line = f"{place}{diagnostic.code} {diagnostic.slug}: {diagnostic.message}"
            whole = render_text(diagnostic, checked.verdict.source_text, wants_colour())
            told.append(((diagnostic.code, file, diagnostic.message), line, whole))
    return told


def _show(found: Found, now: Told, before: Told, first: bool) -> None:
    """Show what is new and what has gone; on a screen, which is cleared, below it what is still there."""
    _begin(first)
    there = Counter(same for same, _, _ in before)
    new: list[str] = []
    old: list[str] = []
    for same, _, whole in now:
        (old if there[same] > 0 else new).append(whole)
        there[same] -= 1
    if not first:
        left = Counter(same for same, _, _ in now)
        for same, line, _ in before:
            if left[same] <= 0:
                put(f"gone: {line}")
            left[same] -= 1
        put(f"{time.strftime('%H:%M:%S')}: {len(new)} new, {len(before) - len(old)} gone, {len(old)} still there\n")
    for whole in [*new, *(old if _is_screen() else ())]:
        put(f"{whole}\n")
    for checked, diagnostics in found:
        put(closing_line(checked, diagnostics))


def _begin(first: bool) -> None:
    if _is_screen() and not first:
        clear_screen()


def _is_screen() -> bool:
    return sys.stdout.isatty()

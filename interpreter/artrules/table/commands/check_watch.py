"""`artrules check --watch`: checks again whenever a file changes, and shows what is new and what has gone."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from artrules.model.catalogue.watching import state_of, wait_for_change
from artrules.table.commands.check_output import Findings, closing_line
from artrules.table.commands.config import OWN, SHARED
from artrules.text.plain_text import clear_screen, wants_colour
from artrules.text.plain_text import output as put

Told = list[tuple[tuple[str, str, str], str, str]]
"""For each diagnostic: what makes it the same one after lines have moved, its line for people, and all of it."""


def watch(check: Callable[[], Findings], named: Iterable[Path], sleep: Callable[[float], None] = time.sleep) -> None:
    """Check, show, wait for a change, and so on for ever. Ctrl-C ends it.

    `named` are paths that are watched beside the folders of the rulesets and the files of their libraries. What can't
    be opened at all, such as a ruleset whose folder has been renamed, is told, and may come back.
    """
    places = [*named, *_configuration_files()]
    folders: list[Path] = []
    before: Told = []
    first = True
    while True:
        # The state is that before the reading, so that a change in the meantime isn't missed.
        states = {place: state_of([place]) for place in (*places, *folders)}
        try:
            findings = check()
        except (click.ClickException, OSError) as problem:
            _begin(first)
            put(f"artrules: {problem.format_message() if isinstance(problem, click.ClickException) else problem}")
        else:
            folders = [place for checked, _ in findings for place in checked.verdict.places()]
            now = _told(findings)
            _show(findings, now, before, first)
            before, first = now, False
        put("waiting for a change; Ctrl-C ends")
        sys.stdout.flush()
        watched = [*places, *folders]
        state: dict[str, tuple[int, int, int]] = {}
        for place in watched:
            state |= states[place] if place in states else state_of([place])
        wait_for_change(watched, state, sleep)


def _configuration_files() -> list[Path]:
    here = Path.cwd()
    return [folder / name for folder in (here, *here.parents) for name in (OWN, SHARED)]


def _told(findings: Findings) -> Told:
    from artrules.text.diagnostics.render import render_text

    entries: Told = []
    for checked, diagnostics in findings:
        for diagnostic in diagnostics:
            span = diagnostic.span
            file = span.file if span is not None else ""
            place = f"{span.file}:{span.line}:{span.column}: " if span is not None else ""
            line = f"{place}{diagnostic.code} {diagnostic.slug}: {diagnostic.message}"
            whole = render_text(diagnostic, checked.verdict.source_text, wants_colour())
            entries.append(((diagnostic.code, file, diagnostic.message), line, whole))
    return entries


def _show(findings: Findings, now: Told, before: Told, first: bool) -> None:
    """Show what is new and what has gone; on a screen, which is cleared, below it what is still there."""
    _begin(first)
    there = Counter(same for same, _, _ in before)
    new: list[str] = []
    old: list[str] = []
    for same, _, whole in now:
        (old if there[same] > 0 else new).append(whole)
        there[same] -= 1
    if not first:
        current_counts = Counter(same for same, _, _ in now)
        for same, line, _ in before:
            if current_counts[same] <= 0:
                put(f"gone: {line}")
            current_counts[same] -= 1
        put(f"{time.strftime('%H:%M:%S')}: {len(new)} new, {len(before) - len(old)} gone, {len(old)} still there\n")
    for whole in [*new, *(old if _is_screen() else ())]:
        put(f"{whole}\n")
    for checked, diagnostics in findings:
        put(closing_line(checked, diagnostics))


def _begin(first: bool) -> None:
    if _is_screen() and not first:
        clear_screen()


def _is_screen() -> bool:
    return sys.stdout.isatty()

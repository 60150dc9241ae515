"""Judges a ruleset whose files somebody edits: what is wrong with it, at which lines, and what has changed since it was
sound the last time. It runs in a process of its own (`worker.py`), so that no table waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.model.catalogue.locations import Location, OutsideContent
from artrules.play.content_search import find_outside, find_ruleset
from artrules.play.game.saves import setup_in
from artrules.play.ruleset import Ruleset
from artrules.play.stored.content import open_content
from artrules.play.stored.verdicts import Verdict, verdict_of
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.render import ContentError, render_excerpt
from artrules.text.source.node import Mapping, outline

if TYPE_CHECKING:
    from artrules.play.content import Content
    from artrules.text.diagnostics.diagnostic import Diagnostic

SHOWN = frozenset({"title", "layout", "rulings", "terms", "hints", "says", "source", "assumed"})
"""The sections that say how a game is shown, explained and played by bots: what stands there changes no game."""
MOST_PROBLEMS = 50
"""So many problems are told: whoever edits repairs one after the other."""
MOST_CHANGES = 20

Place = tuple[str, str, str]
"""Where something is declared: the file, the section, and the name there; "" for a section or a table as a whole."""


class _Declared(NamedTuple):
    """What stands at a place, as a hash or as bytes, and in which line it begins."""

    text: bytes
    line: int


class Judge:
    """Judges one ruleset again and again."""

    def __init__(self, where: str, extra: tuple[str, ...]) -> None:
        self._where = where
        self._extra = extra
        self._workspace = Workspace()
        self._sound: dict[Place, _Declared] | None = None
        """What was declared when the ruleset was sound the last time."""

    def judge(self, setups: list[dict[str, Any]]) -> dict[str, Any]:
        """What is wrong with the game, without its scenarios, and what has changed since it was sound; `content` is its
        hash, None where it isn't sound. Then the programs of some setups are in the cache, for the server to open."""
        try:
            location, extra = self._find()
            content, programs = open_content(*location, extra, self._workspace)
        except (ContentError, OSError) as problem:
            return _cant_be_read(problem)
        verdict = verdict_of(content)
        data = {**_verdict_data(verdict), "content": None, "changes": [], "is_other_game": True}
        if content.report.has_errors:
            return data
        declared = dict(_declared_in(content))
        before, self._sound = self._sound, declared
        changes = [] if before is None else list(_changes(before, declared))
        ruleset = Ruleset(content, programs=programs)
        for setup in map(setup_in, setups):
            try:
                ruleset.runtime(setup.players, setup.settings)
            except ValueError:
                continue  # a game that can't be set up any more; the server finds it out and says so
        is_other = before is None or any(section not in SHOWN for _, section, _ in changes)
        listed_changes = [_change(place, declared) for place in changes[:MOST_CHANGES]]
        return {**data, "content": content.hash, "changes": listed_changes, "is_other_game": is_other}

    def judge_scenarios(self) -> dict[str, Any]:
        """What is wrong with the game and its scenarios."""
        try:
            location, extra = self._find()
            content = self._workspace.read(*location, extra=extra)
        except (ContentError, OSError) as problem:
            return _cant_be_read(problem)
        return _verdict_data(verdict_of(content))

    def _find(self) -> tuple[Location, OutsideContent]:
        """Where it lies, and what comes from outside. Raises ContentError, and OSError."""
        outside = find_outside(self._extra)
        return find_ruleset(self._where, outside.rulesets, with_plugins=False), outside


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    """What is wrong, as a page shows it, and the paths that are to be watched."""
    diagnostics = verdict.diagnostics()
    diagnostics.sort(key=lambda diagnostic: diagnostic.severity != "error")
    return {
        "problems": [_problem(diagnostic, verdict) for diagnostic in diagnostics[:MOST_PROBLEMS]],
        "errors": sum(diagnostic.severity == "error" for diagnostic in diagnostics),
        "places": [str(place) for place in verdict.places()],
    }


def _problem(diagnostic: Diagnostic, verdict: Verdict) -> dict[str, Any]:
    """A diagnostic, with its line of the file: the text, how far it is indented up to the mark, how wide that is."""
    span = diagnostic.span
    data = diagnostic.as_data()
    keys = ("code", "slug", "severity", "message", "file", "line", "column", "expected", "found", "suggestions")
    excerpt = None if span is None else render_excerpt(verdict.source_text(span.file), span)
    return {**{key: data[key] for key in keys}, "excerpt": excerpt}


def _cant_be_read(problem: ContentError | OSError) -> dict[str, Any]:
    """What is told of a ruleset that can't be found or opened."""
    text = problem.diagnostics[0].message if isinstance(problem, ContentError) else str(problem)
    empty = dict.fromkeys(("file", "line", "column", "expected", "found", "excerpt"))
    problem_data: dict[str, Any] = {
        "code": "",
        "slug": "",
        "severity": "error",
        "message": text,
        "suggestions": [],
        **empty,
    }
    return {
        "problems": [problem_data],
        "errors": 1,
        "places": [],
        "content": None,
        "changes": [],
        "is_other_game": True,
    }


# What has changed: a declaration, known by its place, says something else, is new, or is gone.


def _declared_in(content: Content) -> Iterator[tuple[Place, _Declared]]:
    """What the files of a ruleset declare, without scenarios."""
    files = content.files
    documents = [files.main, *files.parts, *files.sets, *files.overlays, *files.libraries]
    for document in documents:
        for entry in document or ():
            file, section = document.span.file if document else "", entry.key.text
            if isinstance(entry.value, Mapping):
                for inner in entry.value:
                    yield (file, section, inner.key.text), _Declared(outline(inner.value), inner.key.span.line)
            else:
                yield (file, section, ""), _Declared(outline(entry.value), entry.key.span.line)
    tables = {f"{files.shown_as}/{name}": text for name, text in files.texts.items()} | files.extra_texts
    for file, text in tables.items():
        if Path(file).suffix == ".csv":
            yield (file, "table", ""), _Declared(text, 1)


def _changes(before: dict[Place, _Declared], now: dict[Place, _Declared]) -> Iterator[Place]:
    """The places at which something else stands, in their order in the files."""
    for place in {**now, **before}:
        if place not in before or place not in now or before[place].text != now[place].text:
            yield place


def _change(place: Place, now: dict[Place, _Declared]) -> dict[str, Any]:
    """A change as it is told: the file, the line where it stands now (None where it is gone), and what it is."""
    file, section, name = place
    line = now[place].line if place in now else None
    return {"file": file, "line": line, "what": f"{section}: {name}" if name else section}

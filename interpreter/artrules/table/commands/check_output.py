"""What `artrules check` shows of rulesets: the diagnostics that it was asked for and a line that counts, in its
formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.table.commands.check_settings import Policy
from artrules.text.plain_text import wants_colour
from artrules.text.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.table.commands.checked import Checked
    from artrules.text.diagnostics.diagnostic import Diagnostic, Span


# What `artrules check` shows of a ruleset: the diagnostics that it was asked for, and a line that counts.


def selected_diagnostics(checked: Checked, policy: Policy) -> list[Diagnostic]:
    """The diagnostics to show under a policy. For a whole ruleset these are all. For files from outside they are those
    that name the files, and all errors, because the files may have caused them."""
    from artrules.play.plugins.run_checks import plugin_kinds

    verdict, only = checked.verdict, checked.only
    diagnostics = policy.applied(verdict.diagnostics(plugin_kinds()), verdict.paths)
    if only is None:
        return diagnostics
    return [d for d in diagnostics if d.kind.severity == "error" or any(p.file in only for p in places(d))]


def places(diagnostic: Diagnostic) -> list[Span]:
    """All places that a diagnostic mentions."""
    return [place for place in (diagnostic.span, *(p for _, p in diagnostic.related)) if place is not None]


def closing_line(checked: Checked, diagnostics: Sequence[Diagnostic]) -> str:
    """One line that counts what a ruleset or the named files contain, and the errors and warnings."""
    summary, only = checked.verdict.summary, checked.only
    here = [content for content in summary.held if only is None or content.file in only]
    changing = {kind: sum(content.kind == kind for content in here) for kind in ("overlay", "expansion", "library")}
    content = [
        several(len(checked.verdict.texts if only is None else only), "file"),
        *([] if summary.is_library else [several(sum(content.kind == "set" for content in here), "set")]),
        *(several(count, kind) for kind, count in changing.items() if count and not summary.is_library),
        *([] if summary.is_library else [several(sum(content.scenarios for content in here), "scenario")]),
    ]
    called = f"library {summary.name}" if summary.is_library else summary.name
    if checked.called:
        called = f"{checked.called} in {called}" if summary.is_game else checked.called
    return f"{called}: {', '.join(content)}: {_counted(diagnostics)}"


def _counted(diagnostics: Sequence[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    errors = sum(d.severity == "error" for d in diagnostics)
    counted = several(errors, "error") if errors else "no errors"
    warnings = len(diagnostics) - errors
    return f"{counted}, {several(warnings, 'warning')}" if warnings else counted


_PLURALS = {"library": "libraries"}


def several(number: int, what: str) -> str:
    """A number of things, such as `1 file` or `2 libraries`."""
    return f"{number} {what}" if number == 1 else f"{number} {_PLURALS.get(what, f'{what}s')}"


# The formats in which `artrules check` says what is wrong.

FORMATS = ("text", "json", "sarif", "github")
Findings = Sequence[tuple["Checked", Sequence["Diagnostic"]]]
"""Rulesets, each with the diagnostics to show."""


def each_warning_once(findings: Findings) -> Findings:
    """The findings without the warnings that an earlier ruleset has too: they are of a library that both use."""
    told: set[Diagnostic] = set()
    once: list[tuple[Checked, Sequence[Diagnostic]]] = []
    for checked, diagnostics in findings:
        once.append((checked, [each for each in diagnostics if each.severity == "error" or each not in told]))
        told.update(diagnostics)
    return once


def formatted(findings: Findings, output: str, *, to_file: bool, hint: bool) -> str:
    """What is written, without a line break at its end; `hint` says whether to tell of fixes."""
    from artrules.check.formats.sarif import render_github, render_sarif
    from artrules.text.diagnostics.render import render_json

    if output == "text":
        return _text(findings, colour=not to_file and wants_colour(), hint=hint)
    diagnostics = [diagnostic for _, of_one in findings for diagnostic in of_one]
    if output == "json":
        return render_json(diagnostics)
    paths = {shown: real_path(path) for each, _ in findings for shown, path in each.verdict.paths.items()}
    if output == "sarif":
        from artrules import __version__

        return render_sarif(diagnostics, lambda shown: _address(shown, paths), __version__)
    return render_github(diagnostics, lambda shown: _path(shown, paths))


def _text(findings: Findings, colour: bool, hint: bool) -> str:
    from artrules.text.diagnostics.render import render_text

    lines = []
    for checked, diagnostics in findings:
        lines += [f"{render_text(d, checked.verdict.source_text, colour)}\n" for d in diagnostics]
        lines.append(closing_line(checked, diagnostics))
    if len(findings) > 1:
        lines.append(f"in all: {_counted([each for _, of_one in findings for each in of_one])}")
    fixable = sum(diagnostic.fix is not None for _, diagnostics in findings for diagnostic in diagnostics)
    if fixable and hint:
        lines.append(f"`--fix` repairs {fixable} of them")
    return "\n".join(lines)


def _path(shown: str, paths: Mapping[str, Path]) -> str:
    """The path of a file, relative to this folder if it lies in it."""
    path = paths.get(shown) or real_path(Path(shown))
    here = real_path(Path.cwd())
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else str(path)


def _address(shown: str, paths: Mapping[str, Path]) -> str:
    from urllib.parse import quote

    path = Path(_path(shown, paths))
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape", encoding="utf-8")

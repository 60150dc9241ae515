"""The formats in which `artrules check` says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from artrules.commands.check_summary import closing_line
from artrules.source.bounded_file import real_path
from artrules.terminal.colour import wants_colour

if TYPE_CHECKING:
    from artrules.commands.checked import Checked
    from artrules.diagnostics.diagnostic import Diagnostic

FORMATS = ("text", "json", "sarif", "github")
Found = Sequence[tuple["Checked", Sequence["Diagnostic"]]]
"""Rulesets, each with the diagnostics to show."""


def formatted(found: Found, output: str, *, to_file: bool, hint: bool) -> str:
    """What is written, without a line break at its end; `hint` says whether to tell of fixes."""
    from artrules.diagnostics.render import render_json
    from artrules.formats.github import render_github
    from artrules.formats.sarif import render_sarif

    if output == "text":
        return _text(found, colour=not to_file and wants_colour(), hint=hint)
    diagnostics = [diagnostic for _, of_one in found for diagnostic in of_one]
    if output == "json":
        return render_json(diagnostics)
    paths = {shown: real_path(path) for each, _ in found for shown, path in each.verdict.paths.items()}
    if output == "sarif":
        from artrules import __version__

        return render_sarif(diagnostics, lambda shown: _address(shown, paths), __version__)
    return render_github(diagnostics, lambda shown: _path(shown, paths))


def _text(found: Found, colour: bool, hint: bool) -> str:
    from artrules.diagnostics.render import render_text

    lines = []
    for checked, diagnostics in found:
        lines += [f"{render_text(d, checked.verdict.source_text, colour)}\n" for d in diagnostics]
        lines.append(closing_line(checked, diagnostics))
    fixable = sum(diagnostic.fix is not None for _, diagnostics in found for diagnostic in diagnostics)
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

"""Which warnings `artrules check` shows, and which of them count as errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from artrules.commands.exit import did_you_mean
from artrules.record import dataclass
from artrules.source.bounded_file import real_path

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.diagnostics.registry import Kind

Level = Literal["error", "warning", "off"]
LEVELS: tuple[Level, ...] = ("error", "warning", "off")
_CODE = re.compile(r"[A-Z]{1,8}[0-9]{0,4}")


@dataclass(frozen=True, slots=True)
class Policy:
    """What is shown. It concerns warnings; errors are always shown.

    Kinds are named by slug, code, or the beginning of a code such as `ART41`.
    """

    select: tuple[str, ...] = ()
    """Kinds that are shown; empty if all are."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Level] = field(default_factory=dict)
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Patterns of paths, and the kinds that are ignored in the files."""
    folder: Path = field(default_factory=Path)
    """The folder in which the patterns are meant."""
    strict: bool = False
    """Whether every warning counts as an error."""

    def applied(self, diagnostics: Iterable[Diagnostic], paths: Mapping[str, Path]) -> list[Diagnostic]:
        """The diagnostics to show. `paths` leads from the names of files in diagnostics to the files."""
        return [shown for diagnostic in diagnostics if (shown := self._judged(diagnostic, paths)) is not None]

    def _judged(self, diagnostic: Diagnostic, paths: Mapping[str, Path]) -> Diagnostic | None:
        if diagnostic.severity == "error":
            return diagnostic
        kind = diagnostic.kind
        level = self._level(kind)
        selected = not self.select or any(names(text, kind) for text in self.select)
        ignored = any(names(text, kind) for text in (*self.ignore, *self._ignored_in(diagnostic, paths)))
        if level == "off" or not selected or ignored:
            return None
        return replace(diagnostic, raised=True) if self.strict or level == "error" else diagnostic

    def _level(self, kind: Kind) -> Level:
        """The level that the most precise of the names that fit gives."""
        fitting = [text for text in self.severity if names(text, kind)]
        return self.severity[max(fitting, key=lambda text: (text == kind.slug, len(text)))] if fitting else "warning"

    def _ignored_in(self, diagnostic: Diagnostic, paths: Mapping[str, Path]) -> Iterable[str]:
        path = paths.get(diagnostic.span.file) if self.files and diagnostic.span is not None else None
        if path is None:
            return
        real, folder = real_path(path), real_path(self.folder)
        if real.is_relative_to(folder):
            inside = real.relative_to(folder).as_posix()
            for pattern, kinds in self.files:
                if fnmatchcase(inside, pattern):
                    yield from kinds


def names(text: str, kind: Kind) -> bool:
    """Whether a slug, a code or the beginning of a code names a kind."""
    return text == kind.slug or (_CODE.fullmatch(text) is not None and kind.name.startswith(text))


def why_no_name(text: str, all_kinds: Callable[[], Iterable[Kind]]) -> str | None:
    """None for a text that names warnings; else what is wrong with it.

    Codes with other letters than ART may be those of plugins that aren't active.
    """
    kinds = list(all_kinds())
    named = [kind for kind in kinds if names(text, kind)]
    if any(kind.severity == "warning" for kind in named):
        return None
    if named:
        return f"`{text}` is an error, and errors are always shown"
    if _CODE.fullmatch(text) and not text.startswith("ART"):
        return None
    known = [word for kind in kinds if kind.severity == "warning" for word in (kind.slug, kind.name)]
    return f"no warning is called `{text}`{did_you_mean(text, known)}"

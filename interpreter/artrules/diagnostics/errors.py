"""The exception for content that is refused. It carries diagnostics, so that callers can show them as they like."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.render import render_text


def _no_source(_file: str) -> str | None:
    return None


class ContentError(Exception):
    """Content can't be used. `diagnostics` says why; `str()` renders all of them as text."""

    def __init__(
        self, diagnostics: Iterable[Diagnostic], source_text_of: Callable[[str], str | None] = _no_source
    ) -> None:
        super().__init__()
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        self._source_text_of = source_text_of

    def __str__(self) -> str:
        return "\n\n".join(render_text(d, self._source_text_of) for d in self.diagnostics) or "the content is refused"

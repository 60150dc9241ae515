"""The exception for content that is refused. It carries diagnostics, so that callers can show them as they like."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.render import render_text


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


def is_interruption(problem: BaseException) -> bool:
    """Whether an exception comes from outside of the code in which it is raised: from Ctrl-C or a signal. All others
    are that code's fault, SystemExit among them."""
    if isinstance(problem, Exception | SystemExit):
        return False
    return isinstance(problem, KeyboardInterrupt) or type(problem).__module__.startswith("artrules.")

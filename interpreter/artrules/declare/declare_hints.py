"""Declares hints: what content says of how much a player likes a position or an option."""

from __future__ import annotations

from artrules.content.hints import Hints
from artrules.declare.declarator import Declarator
from artrules.declare.symbol_table import AuthorHints, AuthorOptionHint


def declare_hints(d: Declarator, section: Hints | None) -> None:
    """Keep the code of the hints. Which options there are is known when all code has been elaborated."""
    if section is not None:
        options = [AuthorOptionHint(label.text, label.span, value) for label, value in section.options]
        d.symbols.hints = AuthorHints(section.position, options)

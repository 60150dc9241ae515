"""The catalogue of all kinds of diagnostic.

A kind is declared once, with its summary, explanation and examples. The messages, the command `explain` and the
documentation all read them from here. A code keeps its meaning for ever: one that is retired is never used again.

The first digit tells the stage: 1xxx YAML and schema, 2xxx names, 3xxx syntax and types of code, 4xxx checks, 5xxx
running games, 6xxx scenarios, 7xxx plugins. Checks that plugins add have letters of their own instead of ART, and
aren't in this catalogue.

The catalogue holds the kinds of the modules imported so far: `diagnostics/kinds/` and `checks/rules/` declare them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from textwrap import dedent
from types import MappingProxyType
from typing import Literal

from artrules.text.diagnostics.example import Examples
from artrules.text.record import dataclass

Severity = Literal["error", "warning"]

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_by_code: dict[int, Kind] = {}
_by_slug: dict[str, Kind] = {}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of diagnostic: its code and slug, what it means, and how to repair its cause."""

    code: int
    slug: str
    severity: Severity
    summary: str
    explanation: str
    example: str = ""
    """Input that brings the diagnostic about, as readers see it; empty if none can be shown."""
    letters: str = "ART"
    """The letters before the number; a plugin has its own."""
    examples: Examples | None = field(default=None, compare=False)
    """Examples that a test runs, if there are any; `example` then shows the one that fails."""

    @property
    def name(self) -> str:
        """The stable code as it is written, such as `ART2001`."""
        return f"{self.letters}{self.code}"


def declare(
    code: int,
    slug: str,
    summary: str,
    explanation: str,
    *,
    severity: Severity = "error",
    example: str = "",
    examples: Examples | None = None,
) -> Kind:
    """Add a kind to the catalogue and return it.

    `example` is input that brings the diagnostic about; instead of it, `examples` gives examples that a test runs.
    Raises ValueError for a code or slug that is malformed or taken.
    """
    if not 1000 <= code <= 9999:
        raise ValueError(f"a code has four digits, not {code}")
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"a slug is lower-case words joined by hyphens, not {slug!r}")
    if code in _by_code:
        raise ValueError(f"the code {code} is that of {_by_code[code].slug}")
    if slug in _by_slug:
        raise ValueError(f"the slug {slug} is that of {_by_slug[slug].code}")
    shown = examples.fails.shown if examples is not None else dedent(example).strip("\n")
    kind = Kind(code, slug, severity, summary, dedent(explanation).strip(), shown, examples=examples)
    _by_code[code] = kind
    _by_slug[slug] = kind
    return kind


def kinds() -> Mapping[int, Kind]:
    """All kinds declared so far, by code."""
    return MappingProxyType(dict(sorted(_by_code.items())))


def find(text: str) -> Kind | None:
    """The kind with this code (`2001` or `ART2001`) or slug."""
    wanted = text.strip().lower()
    if match := re.fullmatch(r"(?:art)?([0-9]{4})", wanted, re.ASCII):
        return _by_code.get(int(match[1]))
    return _by_slug.get(wanted)

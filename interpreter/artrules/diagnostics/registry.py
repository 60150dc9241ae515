"""The catalogue of all kinds of diagnostic.

A kind is declared once, with the text that explains it, so that the command `explain`, the documentation and the
messages come from one place and cannot drift apart. Codes are numbered by stage and are never used again for
something else:

1xxx YAML and schema, 2xxx names, 3xxx syntax and types of code, 4xxx checks, 5xxx run-time, 6xxx scenarios, 7xxx
plugins, 9xxx internal. Checks that plugins add have codes with letters of their own, and are not in the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning"]

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_by_code: dict[int, Kind] = {}
_by_slug: dict[str, Kind] = {}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of diagnostic: how it is named, what it means, and how its cause is mended."""

    code: int
    slug: str
    severity: Severity
    summary: str
    explanation: str
    example: str
    letters: str = "ART"
    """What stands before the number; others than ART are a plugin's."""

    @property
    def name(self) -> str:
        """The stable code as it is written, such as `ART2001`."""
        return f"{self.letters}{self.code}"


def declare(
    code: int, slug: str, summary: str, explanation: str, *, severity: Severity = "error", example: str = ""
) -> Kind:
    """A new kind, known to the catalogue from now on. `example` is input that brings the diagnostic about."""
    if not 1000 <= code <= 9999:
        raise ValueError(f"a code has four digits, not {code}")
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"a slug is lower-case words joined by hyphens, not {slug!r}")
    if code in _by_code:
        raise ValueError(f"the code {code} is that of {_by_code[code].slug}")
    if slug in _by_slug:
        raise ValueError(f"the slug {slug} is that of {_by_slug[slug].code}")
    kind = Kind(code, slug, severity, summary, dedent(explanation).strip(), dedent(example).strip("\n"))
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

"""What overlays have changed in a document so far, by path, and what a path says about an entry."""

from __future__ import annotations

import re
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field

from artrules.text.content.layout import Layout
from artrules.text.source.node import Entry, Mapping, Scalar, Sequence, get, scalar

Path = tuple[str, ...]

ADDABLE = frozenset(
    [
        *((s,) for s in ("functions", "procedures", "variables", "zones", "events", "tables", "settings", "totals")),
        ("rulings",),
        ("flow",),
        ("flow", "setup"),
        ("flow", "final"),
        ("flow", "score"),
        ("hints",),
        ("hints", "options"),
        ("layout",),
        *(("layout", key) for key in Layout.declared.keys),
    ]
)
"""The sections to which an overlay may add entries."""


@dataclass(slots=True)
class Change:
    """One change by an overlay."""

    overlay: str
    after: SequenceOf[str]
    """The overlays after which this one says that it comes: it may change what they have changed."""
    entry: Entry


@dataclass(slots=True)
class Addition:
    """An entry that an overlay adds."""

    overlay: str
    key: Scalar
    beside: tuple[str, ...]
    """The names that stood in the same section before."""


@dataclass(slots=True)
class Changes:
    """All changes so far by overlays that apply together."""

    outside: frozenset[str]
    """The files from outside, by their names in diagnostics."""
    changed: dict[Path, Change] = field(default_factory=dict)
    added: dict[Path, Addition] = field(default_factory=dict)


def in_document(path: Path) -> Path:
    """A path within the document that it is about: the ruleset's, or a set's."""
    return path[2:] if path[0] == "sets" else path


def is_section(inner: Path) -> bool:
    """Whether a path is that of a section, or of a section of `flow`."""
    return len(inner) == 1 or (len(inner) == 2 and inner in ADDABLE)


def is_signature(path: Path) -> bool:
    """Whether the last step of a path names a function or procedure."""
    inner = in_document(path)
    return len(inner) == 2 and inner[0] in ("functions", "procedures")


def plain_name(signature: str) -> str:
    """The name in the signature of a function or procedure, however the signature is spelled."""
    return re.split(r"[( ]", signature.strip())[0]


def with_members_by_name(enum: Entry) -> Entry:
    """The entry of an enum, with its members by name: overlays extend one that lists its members in the same way."""
    listed = enum.value if isinstance(enum.value, Sequence) else get(enum.value, "members")
    if not isinstance(listed, Sequence):
        return enum
    members = {name.text: Entry(name, Mapping({}, name.span, name.path)) for name in map(scalar, listed.items) if name}
    others = enum.value.entries if isinstance(enum.value, Mapping) else {}
    key = others["members"].key if others else Scalar("members", enum.key.span)
    by_name = Entry(key, Mapping(members, listed.span, listed.path))
    return Entry(enum.key, Mapping({**others, "members": by_name}, enum.value.span, enum.value.path))

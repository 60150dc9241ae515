"""Says what is wrong with keys: those that don't belong, and those that are leftovers of something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.complaint import Complaint, one_of
from artrules.text.schema.load import root_schema
from artrules.text.source.look_alikes import report_look_alikes
from artrules.text.source.node import Entry, Mapping, Scalar

Places = set[tuple[str | int, ...]]
_QUOTES = "quotes around code that has commas or brackets, or a block after `|`"
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_MOST_REPORTED = 50
_FEW = 12
"""So many keys can be listed in a message; of more, those that look alike are suggested."""


def explain_unknown_keys(complaint: Complaint, report: Report) -> Places:
    """Report each key of a mapping that its schema doesn't know."""
    places: Places = set()
    if not isinstance(complaint.node, Mapping):
        return places
    known = list(complaint.rules.get("properties", {}))
    patterns = list(complaint.rules.get("patternProperties", {}))
    for entry in complaint.node:
        key = entry.key
        if key.text in known or any(re.search(pattern, key.text) for pattern in patterns):
            continue
        places.add((*complaint.place, key.text))
        if len(places) > _MOST_REPORTED:
            continue
        if is_leftover(entry, complaint.node):
            _report_leftover(key, report)
            continue
        free = [name for name in known if name not in complaint.node.entries]
        report_unknown_key(complaint, key, free, closest(key.text, free), report)
    return places


def report_unknown_key(
    complaint: Complaint, key: Scalar, free: list[str], meant: Iterable[str], report: Report
) -> None:
    """Report a key that its mapping can't have; `free` are those that it could have as well."""
    if report_look_alikes(key, report):
        return
    report.add(
        kinds.UNKNOWN_KEY,
        f"{complaint.name} has no key `{key.text}`",
        key.span,
        expected=one_of([f"`{name}`" for name in free]) if 0 < len(free) <= _FEW else None,
        found=f"`{key.text}`",
        suggestions=meant,
    )


def explain_bad_key(complaint: Complaint, report: Report) -> Places:
    """Report a key that is not written as the keys of its mapping must be."""
    key, mapping = complaint.bad_key, complaint.node
    if key is None or not isinstance(mapping, Mapping):
        return set()
    places: Places = {(*complaint.place, key.text)}
    if is_leftover(mapping.entries[key.text], mapping):
        _report_leftover(key, report)
        return places
    if complaint.schema.find("x-artrules-key-code") and re.match(r"[a-z][a-z0-9_]*\s*\(", key.text, re.ASCII):
        return places  # What parses the code says more exactly what is wrong.
    if report_look_alikes(key, report):
        return places
    description = complaint.rules.get("description")
    mended = re.sub(r"[^a-z0-9_]+", "_", key.text.lower()).strip("_")
    report.add(
        kinds.MALFORMED_NAME,
        f"`{key.text}` is not written as it must be",
        key.span,
        expected=str(description).rstrip(".") if description else None,
        found=f"`{key.text}`",
        suggestions=[mended] if complaint.rules.get("title") == "Name" and _NAME.fullmatch(mended) else [],
    )
    return places


def misspelled_section(complaint: Complaint) -> Sequence[str]:
    """The sections that are meant by a key of a set that is like a section and holds no powers of a group. In a set any
    other key may be a group's."""
    name = str(complaint.place[0])
    sections = root_schema(complaint.kind).content["properties"]
    if name in sections:
        return ()
    return closest(name, [section for section in sections if section not in complaint.root.entries])


def report_misspelled_section(complaint: Complaint, meant: Iterable[str], report: Report) -> None:
    """Report a key of a set that is meant to be a section."""
    name = str(complaint.place[0])
    report.add(
        kinds.UNKNOWN_KEY,
        f"a set has no section `{name}`, and what stands here are no powers of a group",
        complaint.root.entries[name].key.span,
        found=f"`{name}`",
        suggestions=meant,
    )


def is_leftover(entry: Entry, mapping: Mapping) -> bool:
    """Whether a key without a value, inside braces, is the rest of code that a comma or bracket cut in two."""
    value = entry.value
    return mapping.in_flow and isinstance(value, Scalar) and value.text == "" and entry.key.style == "plain"


def _report_leftover(key: Scalar, report: Report) -> None:
    report.add(
        kinds.UNKNOWN_KEY,
        f"`{key.text}` stands here as a key; it seems to be the rest of what stands before it",
        key.span,
        expected=_QUOTES,
        found=f"`{key.text}`",
    )

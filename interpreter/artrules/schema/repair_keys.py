"""Puts misspelt keys right after reporting them, so that one wrong letter in a key hides nothing and has no follow-ups.

A key is put right only where one that may stand there looks like it and isn't given. Everything under it is then judged
as if it had been written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.schema.complaint import Complaint
from artrules.schema.explain_keys import (
    is_leftover,
    misspelled_section,
    report_misspelled_section,
    report_unknown_key,
)
from artrules.source.node import Entry, Mapping, Node, Scalar, Sequence


def repair_keys(found: Iterable[Complaint], report: Report) -> bool:
    """Report the misspelt keys among complaints and put them right; whether there are any."""
    repaired = False
    found = list(found)
    needed = {complaint.place: complaint.wanted for complaint in found if complaint.keyword == "required"}
    for complaint in found:
        if complaint.kind == "set" and len(complaint.place) == 1 and (meant := misspelled_section(complaint)):
            name = str(complaint.place[0])
            if name in complaint.root.entries:
                report_misspelled_section(complaint, meant, report)
                rename_key(complaint.root, name, meant[0])
                repaired = True
            continue
        if complaint.keyword != "additionalProperties" or not isinstance(complaint.node, Mapping):
            continue
        known = list(complaint.rules.get("properties", {}))
        patterns = list(complaint.rules.get("patternProperties", {}))
        for name in list(complaint.node.entries):
            if name in known or any(re.search(pattern, name) for pattern in patterns):
                continue
            free = [other for other in known if other not in complaint.node.entries]
            missing = [other for other in needed.get(complaint.place, ()) if other in free]
            unknown = [other for other in complaint.node.entries if other not in known]
            meant = closest(name, free)
            if not meant and len(missing) == len(unknown) == 1:
                meant = missing
            if meant and not is_leftover(complaint.node.entries[name], complaint.node):
                report_unknown_key(complaint, complaint.node.entries[name].key, free, meant, report)
                rename_key(complaint.node, name, meant[0])
                repaired = True
    return repaired


def copied(node: Mapping) -> Mapping:
    """A copy of a tree, in which keys can be put right. It shares the texts."""
    entries = {name: Entry(entry.key, _copied(entry.value)) for name, entry in node.entries.items()}
    return Mapping(entries, node.span, node.path, in_flow=node.in_flow)


def _copied(node: Node) -> Node:
    if isinstance(node, Mapping):
        return copied(node)
    if isinstance(node, Sequence):
        return Sequence([_copied(item) for item in node.items], node.span, node.path, in_flow=node.in_flow)
    return node


def rename_key(mapping: Mapping, name: str, meant: str) -> None:
    """Give an entry another key. It stays where it is among the others."""
    entries = {}
    for key, entry in mapping.entries.items():
        if key == name:
            old = entry.key
            path = old.path[: len(old.path) - len(name)] + meant
            entry, key = Entry(Scalar(meant, old.span, path, old.style), entry.value), meant
        entries[key] = entry
    mapping.entries = entries

"""Checks the shape of a file against the JSON Schema for its kind.

A file that fits is let through (`validator.py`); why another doesn't is found out by `validation_errors.py`. The
schemas are for editors too, so the judgement is theirs; but a schema's complaint speaks of keywords, patterns and
types. Here each complaint is taken for its keyword and place, and said again in words an author can act upon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from artrules.diagnostics.kinds import schema as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.schema.code import code_strings
from artrules.schema.complaint import Complaint
from artrules.schema.load import SCHEMA_OF
from artrules.schema.prose import check_truncated_text
from artrules.schema.repair_keys import copied, rename_key, repair_keys
from artrules.schema.validator import fits
from artrules.schema.words import found_shape
from artrules.source.node import Mapping, Node, Scalar, Sequence, every_node, to_data

_MOST_COMPLAINTS = 1000
"""A file with more is not one of ours; nobody reads so many."""


def validate(node: Node, report: Report) -> str | None:
    """The kind of file, named by its first key (`ruleset`, `part_of`, `set`, `overlay`, `scenarios`).

    None, with a diagnostic, when it is none of these. What does not fit its schema is reported.
    """
    return validated(node, report)[0]


def validated(node: Node, report: Report) -> tuple[str | None, Node]:
    """The kind of file, as `validate` gives it, and its tree: the same one, or a copy in which misspelt keys are put
    right, which have been reported."""
    named, first = _kind_of(node, report)
    if named is None or not isinstance(node, Mapping):
        return None, node
    if first is not None:
        node = copied(node)
        rename_key(node, first, named)
    kind, found = named, complaints(node, named)
    if found:
        repaired = copied(node)
        if repair_keys(complaints(repaired, kind), report):
            # What stands under the keys that have been put right is judged, too.
            node, found = repaired, complaints(repaired, kind)
    explain(found, report)
    if any(isinstance(each, Scalar) and each.folded for each in every_node(node)):
        code_strings(node, kind, report)  # tells of code that is folded
    check_truncated_text(node, kind, report)
    return kind, node


def complaints(node: Mapping, kind: str) -> list[Complaint]:
    """All that keeps a tree from being a file of a kind."""
    data = to_data(node)
    if fits(kind, data):
        return []
    from artrules.schema.validation_errors import validation_errors

    return [Complaint.of(error, node, kind) for error in islice(validation_errors(kind, data), _MOST_COMPLAINTS)]


def explain(found: Iterable[Complaint], report: Report) -> None:
    """Report complaints, but for those that only follow from others."""
    from artrules.schema.explain_complaint import explain_complaint

    refused: set[tuple[str | int, ...]] = set()
    found = [complaint for complaint in found if not complaint.follows_unread]
    # Keys are judged first: what stands under a key that does not belong there is not looked at.
    for complaint in sorted(found, key=lambda c: not c.is_about_keys):
        if not any(complaint.place[:length] in refused for length in range(1, len(complaint.place) + 1)):
            places = explain_complaint(complaint, report)
            refused |= places
            for place in places:
                node = _node_at(complaint.root, place)
                if node is not None:
                    report.leave_unread(_texts(node), (*map(str, place[-1:]), *_names_in(node)))


def _node_at(root: Node, place: tuple[str | int, ...]) -> Node | None:
    node = root
    for step in place:
        if isinstance(node, Mapping) and step in node.entries:
            node = node.entries[str(step)].value
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def _texts(node: Node) -> Iterator[str]:
    yield from (each.text for each in every_node(node) if isinstance(each, Scalar))


def _names_in(node: Node) -> Iterator[str]:
    """What may be a declaration in a node: keys, and items of lists. Values are code, or tell of their keys."""
    if isinstance(node, Scalar):
        yield node.text
    for each in every_node(node):
        if isinstance(each, Mapping):
            yield from (entry.key.text for entry in each)
        elif isinstance(each, Sequence):
            yield from (item.text for item in each if isinstance(item, Scalar))


def _kind_of(node: Node, report: Report) -> tuple[str | None, str | None]:
    """The kind of a file, or None after a diagnostic; and the first key, if it is misspelt."""
    expected = "one of " + ", ".join(f"`{kind}: NAME`" for kind in SCHEMA_OF)
    if not isinstance(node, Mapping) or not node.entries:
        report.add(
            kinds.UNKNOWN_FILE_KIND,
            "a file holds keys with values, and the first says what it is",
            node.span,
            expected=expected,
            found=found_shape(node),
        )
        return None, None
    first = next(iter(node)).key
    if first.text in SCHEMA_OF:
        return first.text, None
    later = next((entry.key for entry in node if entry.key.text in SCHEMA_OF), None)
    if later is not None:
        report.add(
            kinds.UNKNOWN_FILE_KIND,
            f"`{later.text}` must be the file's first key",
            later.span,
            expected=f"`{later.text}` before `{first.text}`",
            related=[("the first key now", first.span)],
        )
        return None, None
    meant = closest(first.text, SCHEMA_OF)
    report.add(
        kinds.UNKNOWN_FILE_KIND,
        f"the first key, `{first.text}`, does not say what the file is",
        first.span,
        expected=expected,
        found=f"`{first.text}`",
        suggestions=meant,
    )
    return (meant[0], first.text) if meant else (None, None)

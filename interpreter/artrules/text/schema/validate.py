"""Checks the shape of a file against the JSON Schema for its kind.

A file that fits is let through at once; why another doesn't is found out by `validation_errors.py`. The
schemas are for editors too, so the judgement is theirs; but a schema's complaint speaks of keywords, patterns and
types. Here each complaint is taken for its keyword and place, and said again in words an author can act upon.
"""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from functools import cache
from itertools import islice
from typing import Any

import jsonschema_rs

from artrules.text.content.documents import GameSections
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.schema.complaint import (
    Complaint,
    beside_powers,
    found_shape,
    is_leftover,
    report_misspelled_section,
    report_section_of_games,
    report_unknown_key,
)
from artrules.text.schema.load import (
    BASE,
    SCHEMA_OF,
    SHARED,
    check_truncated_text,
    code_strings,
    read_schema,
    schema_of,
)
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, every_node, to_data, word

# Whether a file fits its schema at all: yes or no, a hundred times quicker than the judgement that tells why.
#
# Nearly all files fit. Only those that don't go on to `validation_errors.py`; where this validator can't read the data,
# they do too. `tests/text/schema/test_gate.py` holds the two to the same verdict.


class _ExactlyOneOf:
    """Our own keyword: a mapping has exactly one of these keys."""

    def __init__(self, _schema: Any, keys: list[str], _path: Any) -> None:
        self.keys = keys

    def validate(self, instance: Any) -> None:
        if isinstance(instance, dict) and sum(key in instance for key in self.keys) != 1:
            raise ValueError("exactly one of several keys belongs here")


def fits(kind: str, data: Any) -> bool:
    """Whether the data of a file of a kind fits; no when that can't be told."""
    try:
        return bool(_validator(kind).is_valid(data))
    except (ValueError, TypeError, RecursionError):  # what JSON can't hold: judged where it can be told why
        return False


@cache
def _validator(kind: str) -> Any:
    resources = [(BASE + file, read_schema(file)) for file in (*SHARED, *SCHEMA_OF.values())]
    return jsonschema_rs.Draft202012Validator(
        schema_of(kind),
        registry=jsonschema_rs.Registry(resources),
        keywords={"x-artrules-one-of": _ExactlyOneOf},
        base_uri=BASE + SCHEMA_OF[kind],
    )


# Puts misspelt keys right after reporting them, so that one wrong letter in a key hides nothing and has no follow-ups.
#
# A key is put right only where one that may stand there looks like it and isn't given. Everything under it is then
# judged as if it had been written so.


def repair_keys(schema_complaints: Iterable[Complaint], report: Report) -> bool:
    """Report the misspelt keys among complaints and put them right; whether there are any."""
    repaired = False
    schema_complaints = list(schema_complaints)
    needed = {complaint.place: complaint.wanted for complaint in schema_complaints if complaint.keyword == "required"}
    for complaint in schema_complaints:
        beside = beside_powers(complaint)
        if beside is not None and beside.name in GameSections.declared.keys:
            name_of_file = next(iter(complaint.root)).value
            entry = beside.holder.entries.pop(beside.name)
            report_section_of_games(beside.what, word(name_of_file), entry.key, report)
            report.leave_unread(_texts(entry.value), (beside.name, *_names_in(entry.value)))
            repaired = True
            continue
        if beside is not None and beside.is_section:
            report_misspelled_section(beside, report)
            rename_key(beside.holder, beside.name, beside.meant[0])
            repaired = True
            continue
        if complaint.keyword != "additionalProperties" or not isinstance(complaint.node, Mapping):
            continue
        allowed_keys = list(complaint.rules.get("properties", {}))
        patterns = list(complaint.rules.get("patternProperties", {}))
        for name in list(complaint.node.entries):
            if name in allowed_keys or any(re.search(pattern, name) for pattern in patterns):
                continue
            free = [other for other in allowed_keys if other not in complaint.node.entries]
            missing = [other for other in needed.get(complaint.place, ()) if other in free]
            unknown = [other for other in complaint.node.entries if other not in allowed_keys]
            meant: SequenceOf[str] = closest(name, free)
            if not meant and len(missing) == len(unknown) == 1:
                meant = missing
            if name in complaint.keys_beside or complaint.holders(name):
                continue  # It stands one level too deep, or not deep enough.
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


_MOST_COMPLAINTS = 1000
"""A file with more is not one of ours; nobody reads so many."""


_MOST_REPAIRS = 4
"""Levels of misspelt keys, one below the other, that are put right."""


def validate(node: Node, report: Report) -> str | None:
    """The kind of file, named by its first key (`ruleset`, `part_of`, `set`, `overlay`, `scenarios`).

    None, with a diagnostic, when it is none of these. What does not fit its schema is reported.
    """
    return validated(node, report)[0]


def validated(node: Node, report: Report) -> tuple[str | None, Node]:
    """The kind of file, as `validate` gives it, and its tree: the same one, or a copy in which misspelt keys are put
    right, which have been reported."""
    named, first = kind_of(node, report)
    if named is None or not isinstance(node, Mapping):
        return None, node
    if first is not None:
        node = copied(node)
        rename_key(node, first, named)
    kind, schema_complaints = named, complaints(node, named)
    for _ in range(_MOST_REPAIRS if schema_complaints else 0):
        repaired = copied(node)
        if not repair_keys(complaints(repaired, kind), report):
            break
        # What stands under the keys that have been put right is judged, too.
        node, schema_complaints = repaired, complaints(repaired, kind)
    explain(schema_complaints, report)
    if any(isinstance(each, Scalar) and each.folded for each in every_node(node)):
        code_strings(node, kind, report)  # tells of code that is folded
    check_truncated_text(node, kind, report)
    return kind, node


def complaints(node: Mapping, kind: str) -> list[Complaint]:
    """All that keeps a tree from being a file of a kind."""
    data = to_data(node)
    if fits(kind, data):
        return []
    from artrules.text.schema.validation_errors import validation_errors

    return [Complaint.of(error, node, kind) for error in islice(validation_errors(kind, data), _MOST_COMPLAINTS)]


def explain(schema_complaints: Iterable[Complaint], report: Report) -> None:
    """Report complaints, but for those that only follow from others."""
    from artrules.text.schema.explain_complaint import explain_complaint

    refused: set[tuple[str | int, ...]] = set()
    schema_complaints = [complaint for complaint in schema_complaints if not complaint.follows_unread]
    # Keys are judged first: what stands under a key that does not belong there is not looked at.
    for complaint in sorted(schema_complaints, key=lambda c: not c.is_about_keys):
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


def kind_of(node: Node, report: Report) -> tuple[str | None, str | None]:
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

"""A complaint of the schema validator, tied to the node it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from artrules.text.content.documents import SharedAdditions
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import Closest, closest
from artrules.text.schema.load import Schema, root_schema
from artrules.text.source.look_alikes import report_look_alikes
from artrules.text.source.node import Entry, Mapping, Node, Scalar, Sequence, entries, get

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


_SILENT = Schema({}, "")
"""What is said about a node that no schema speaks of."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What does not fit, where, and which keyword of the schema says so."""

    keyword: str
    wanted: Any
    """The keyword's value."""
    rules: dict[str, Any]
    """The schema in which the keyword stands."""
    schema: Schema
    """All that is said about the node."""
    place: tuple[str | int, ...]
    """Keys and indices that lead to the node."""
    node: Node
    key: Scalar | None
    """The key under which the node stands."""
    bad_key: Scalar | None
    """The key that is complained of, when it is not the node itself."""
    kind: str
    """The kind of file."""
    root: Mapping
    """The whole file."""
    keys_beside: frozenset[str]
    """The language's own keys that may stand beside that of the node."""

    @classmethod
    def of(cls, error: ValidationError, root: Mapping, kind: str) -> Complaint:
        """The complaint of one error."""
        place = tuple(error.absolute_path)
        node: Node = root
        key: Scalar | None = None
        schema: Schema = root_schema(kind)
        keys_beside: frozenset[str] = frozenset()
        for step in place:
            below: Schema | None = None
            if isinstance(node, Mapping):
                entry = node.entries[str(step)]
                below = schema.under_key(str(step))
                keys_beside = frozenset(schema.find("properties") or ())
                node, key = entry.value, entry.key
            elif isinstance(node, Sequence):
                below = schema.of_items()
                node, key = node.items[int(step)], None
            schema = below or _SILENT
        bad_key = None
        if "propertyNames" in error.absolute_schema_path and isinstance(node, Mapping):
            bad_key = node.entries[str(error.instance)].key
        rules = error.schema if isinstance(error.schema, dict) else {}
        keyword, wanted = str(error.validator), error.validator_value
        return cls(keyword, wanted, rules, schema, place, node, key, bad_key, kind, root, keys_beside)

    @property
    def is_about_keys(self) -> bool:
        """Whether keys are complained of, not what stands under them."""
        return self.bad_key is not None or self.keyword in ("additionalProperties", "false schema")

    @property
    def follows_unread(self) -> bool:
        """Whether the reason is that a part of the file couldn't be read, which has been reported."""
        if isinstance(self.node, Scalar):
            return self.node.is_unread
        needs = ("required", "dependentRequired", "x-artrules-one-of", "minProperties", "minItems")
        return self.keyword in needs and any(isinstance(n, Scalar) and n.has_unread(self.node.span) for n in self.parts)

    @property
    def parts(self) -> list[Node]:
        """Nodes directly in the node, which know the file."""
        if isinstance(self.node, Mapping):
            return [entry.key for entry in self.node]
        return list(self.node.items) if isinstance(self.node, Sequence) else []

    @property
    def name(self) -> str:
        """What the node is called in a message: its key, or its place in a list."""
        if self.key is not None:
            return f"`{self.key.text}`"
        if self.place and isinstance(self.place[-1], int):
            title = self.schema.find("title")
            return f"{str(title).lower() if title else 'item'} {self.place[-1] + 1}"
        return "the file"

    def holders(self, name: str) -> list[str]:
        """The keys of the node under which a certain key may stand."""
        below = {key: self.schema.under_key(key) for key in self.rules.get("properties", {})}
        return [
            key for key, schema in below.items() if schema is not None and name in (schema.find("properties") or ())
        ]

    @property
    def span(self) -> Span:
        """Where the node is shown: itself, or its key when it is large or nothing."""
        if isinstance(self.node, Scalar) and self.node.text:
            return self.node.span
        if self.key is not None:
            return self.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return next(iter(self.node)).key.span
        return self.node.span


# Words for shapes and values as an author would say them; names of Python's types never reach an author.

_SHAPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "`yes` or `no`",
    "array": "a list",
    "object": "keys with values",
    "null": "nothing",
}
_CODE = {
    "effect": "statements",
    "expression": "an expression",
    "bindings": "binders such as `n in 2..7`",
    "table": "steps such as `6 -> 1`",
    "type": "a type",
    "signature": "a signature",
    "label": "text",
}
TRUTH_WORDS = {
    "true": "yes", "on": "yes", "y": "yes", "yes": "yes", "false": "no", "off": "no", "n": "no", "no": "no",
}  # fmt: skip
_LOOK_ALIKE = re.compile(r"[+-]?0*([0-9][0-9_]*)(\.0*)?", re.ASCII)


def expected_shape(types: Any, schema: Schema) -> str:
    """What belongs somewhere, from the types that a schema allows there."""
    allowed = [types] if isinstance(types, str) else list(types)
    code = schema.find("x-artrules-code")
    if code is not None:
        # An expression may look like a number or a truth value to YAML; to the author it is an expression.
        lists = schema.find("maxItems") != 0  # `[]` alone is no list to the author, but an expression
        rest = [name for name in allowed if name == "object" or (name == "array" and lists)]
        words = [_CODE.get(code, "code")] + [_SHAPES[name] for name in rest]
    elif "string" in allowed and not {"boolean", "array"} & set(allowed):
        # A text that looks like a number is still a text.
        words = [_SHAPES[name] for name in allowed if name not in ("integer", "null")]
    else:
        words = [_SHAPES[name] for name in allowed if name != "null" or len(allowed) == 1]
    return one_of(words)


def one_of(words: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def found_shape(node: Node) -> str:
    """What stands somewhere."""
    if isinstance(node, Mapping):
        return "keys with values" if node.entries else "`{}`, which has no keys"
    if not isinstance(node, Scalar):
        return "a list"
    match node.value:
        case None:
            return "nothing"
        case bool():
            return f"the truth value `{node.text}`"
        case int():
            return f"the number {node.text}"
    return f"the text {quoted(node.text)}"


def quoted(text: str) -> str:
    """A text in backticks, cut off where it gets long."""
    line = text.strip().split("\n")[0]
    return f"`{line[:60]}…`" if len(line) > 60 or "\n" in text.strip() else f"`{line}`"


def number_meant(scalar: Scalar) -> str | None:
    """The number that a text looks like, such as 10 for `010`, `1_0` or `"10"`."""
    match = _LOOK_ALIKE.fullmatch(scalar.text.strip())
    if match is None:
        return None
    sign = "-" if scalar.text.strip().startswith("-") else ""
    return sign + match[1].replace("_", "")


# Says what is wrong with keys: those that don't belong, and those that are leftovers of something else.

Places = set[tuple[str | int, ...]]
_QUOTES = "quotes around a text or code that has commas or brackets, or a block after `|`"
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_MOST_REPORTED = 50
_FEW = 12
"""So many keys can be listed in a message; of more, those that look alike are suggested."""


def explain_unknown_keys(complaint: Complaint, report: Report) -> Places:
    """Report each key of a mapping that its schema doesn't know."""
    places: Places = set()
    if not isinstance(complaint.node, Mapping):
        return places
    allowed_keys = list(complaint.rules.get("properties", {}))
    patterns = list(complaint.rules.get("patternProperties", {}))
    for entry in complaint.node:
        key = entry.key
        if key.text in allowed_keys or any(re.search(pattern, key.text) for pattern in patterns):
            continue
        places.add((*complaint.place, key.text))
        if len(places) > _MOST_REPORTED:
            continue
        if is_leftover(entry, complaint.node):
            _report_leftover(key, report)
            continue
        free = [name for name in allowed_keys if name not in complaint.node.entries]
        report_unknown_key(complaint, key, free, closest(key.text, free), report)
    return places


def report_unknown_key(
    complaint: Complaint, key: Scalar, free: list[str], meant: Iterable[str], report: Report
) -> None:
    """Report a key that its mapping can't have; `free` are those that it could have as well."""
    if report_look_alikes(key, report):
        return
    expected = one_of([f"`{name}`" for name in free]) if 0 < len(free) <= _FEW else None
    if complaint.key is not None and key.text in complaint.keys_beside:
        expected, meant = f"`{key.text}` beside {complaint.name}, not under it", ()
    elif holders := complaint.holders(key.text):
        expected, meant = f"`{key.text}` under {one_of([f'`{name}`' for name in holders])}", ()
    report.add(
        kinds.UNKNOWN_KEY,
        f"{complaint.name} has no key `{key.text}`",
        key.span,
        expected=expected,
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
    most = complaint.rules.get("maxLength")
    if most is not None and len(key.text) > most and re.search(complaint.rules.get("pattern", ""), key.text):
        message, bound = f"`{key.text}` is too long", f"at most {most} characters"
        report.add(kinds.MALFORMED_NAME, message, key.span, expected=bound, found=f"{len(key.text)}")
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


@dataclass(frozen=True, slots=True)
class BesidePowers:
    """A key that stands where any key but a section may be that of a group, for powers: in a set, or in what an
    expansion adds."""

    what: str
    """What diagnostics call the place."""
    holder: Mapping
    name: str
    sections: frozenset[str]
    """The sections that may stand there."""
    is_whole: bool
    """Whether the complaint is of all that stands under the key."""

    @property
    def is_section(self) -> bool:
        """Whether a section is meant: by a key that is like one, where nothing that stands below it can be powers, or
        where the key is one but for a slip and nothing below it says what powers do."""
        has_powers = any(get(value, "powers") is not None for _, value in entries(self.holder.get(self.name)))
        return bool(self.meant) and (self.is_whole or (self.meant.slip is not None and not has_powers))

    @property
    def meant(self) -> Closest:
        """The sections that are meant by a key that is like one."""
        return closest(self.name, [section for section in self.sections if section not in self.holder.entries])


def beside_powers(complaint: Complaint) -> BesidePowers | None:
    """The key of which a schema complains, where that is no section and may be meant as one; else None."""
    place = tuple(map(str, complaint.place))
    schema, holder, depth = root_schema(complaint.kind), complaint.root, 0
    if complaint.kind == "expansion" and place[:1] == (ADDS,):
        below, inner = schema.under_key(ADDS), holder.get(ADDS)
        if below is None or not isinstance(inner, Mapping):
            return None
        schema, holder, depth = below, inner, 1
    elif complaint.kind != "set":
        return None
    sections = frozenset(schema.find("properties") or ())
    if len(place) <= depth or place[depth] in sections or place[depth] not in holder.entries:
        return None
    what = "an expansion" if depth else "a set"
    return BesidePowers(what, holder, place[depth], sections, len(place) == depth + 1)


ADDS = "adds"


def report_misspelled_section(key: BesidePowers, report: Report) -> None:
    """Report a key that is meant to be a section."""
    report.add(
        kinds.UNKNOWN_KEY,
        f"{key.what} has no section `{key.name}`, and what stands here are no powers of a group",
        key.holder.entries[key.name].key.span,
        found=f"`{key.name}`",
        suggestions=key.meant,
    )


def report_section_of_games(what: str, name: str, key: Scalar, report: Report) -> None:
    """Report a section of a game in a set called `name`, or in what an expansion of that name adds. `what` says
    which."""
    section = key.text
    message, expected = f"{what} can't have the section `{section}`: that is for the game to say", ""
    if what == "an expansion":
        message, expected = f"an expansion can't add to `{section}`", "a change of it under `changes`"
    elif section in SharedAdditions.declared.keys:
        message = f"a set can't have the section `{section}`, but an expansion can"
        expected = f"`expansion: {name}` with `{ADDS}: {{{section}: …}}`"
    else:
        expected = "functions, procedures, tables, events, variables, zones, menus"
    report.add(kinds.BAD_OWNER, message, key.span, expected=expected, found=f"`{section}`")


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

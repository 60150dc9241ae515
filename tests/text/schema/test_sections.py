"""Sections of content: declared once, read from nodes whatever shape these have, and turned into schemas."""

from __future__ import annotations

import pytest

from artrules.text.content.cards import PieceList
from artrules.text.content.documents import FILES, Ruling, RulingsOfHeading
from artrules.text.content.flow import Flow, Function, LastRound, Menu
from artrules.text.content.section import (
    CONSTANT,
    EFFECT,
    EXPRESSION,
    NAME,
    NAMES,
    PROSE,
    Named,
    Section,
    Sourced,
    author_keys,
    choice,
    integer,
    is_given,
    key,
    list_of_nodes,
    list_of_texts,
    named_sections,
    named_values,
    nested,
    optional,
    read,
    section,
    sections,
    truth,
)
from artrules.text.content.zones import Enum, Zone
from artrules.text.diagnostics.report import Report
from artrules.text.schema.derive import definitions, file_schema
from artrules.text.source.node import Node, Scalar, to_data
from artrules.text.source.read import read as read_yaml


@section("inner", "Inner", alone="do")
class Inner(Sourced):
    """Something within."""

    do: Scalar | None = key(EFFECT)


@section("outer", "Outer", one_of=("code", "name"))
class Outer(Sourced):
    """A key
    of each kind."""

    code: Scalar | None = key(EXPRESSION, "Some code.")
    name: Scalar | None = key(NAME)
    prose: Scalar | None = key(PROSE)
    names: tuple[Scalar, ...] = key(NAMES)
    word: str | None = key(choice("a", "b"))
    word_or_a: str = key(choice("a", "b", otherwise="a"))
    flag: bool = key(truth(otherwise=True))
    number: Scalar | None = key(integer(minimum=2), required=True)
    texts_if_any: tuple[Scalar, ...] | None = key(optional(list_of_texts({"type": "array", "items": NAME})))
    texts: tuple[Scalar, ...] = key(list_of_texts({"type": "array", "items": NAME}), needs=("nodes",))
    nodes: tuple[Node, ...] = key(list_of_nodes({"type": "array", "items": CONSTANT}))
    inner: Inner | None = key(nested(Inner))
    list_: tuple[Inner, ...] = key(sections(Inner), required_if=("word", "a"))
    by_name: Named[Inner] = key(named_sections(NAME, Inner))
    values: Named[Scalar | None] = key(named_values(NAME, PROSE))
    others: Named[Node | None] = author_keys(NAME, CONSTANT)


FULL = """
code: 1 + 1
name: a_name
prose: A text.
names: one
word: b
word_or_a: b
flag: no
number: 3
texts: [x, y]
nodes: [1, [2]]
inner: {do: go, source: page 3}
list: [{do: a}, b]
by_name: {first: {do: a}, second: b}
values: {n: text}
other: 7
"""


def node_of(text: str) -> Node:
    report = Report()
    node = read_yaml(text, "a.yaml", report)
    assert node is not None and not report.diagnostics
    return node


def texts(scalars: tuple[Scalar, ...]) -> list[str]:
    return [scalar.text for scalar in scalars]


def test_every_kind_of_field_is_read() -> None:
    node = node_of(FULL)
    outer = read(Outer, node)
    assert outer.node is node
    assert [s and s.text for s in (outer.code, outer.name, outer.prose, outer.number)] == [
        "1 + 1",
        "a_name",
        "A text.",
        "3",
    ]
    assert outer.code is not None and outer.code.span.line == 2
    assert (outer.word, outer.word_or_a, outer.flag) == ("b", "b", False)
    assert texts(outer.names) == ["one"]
    assert texts(outer.texts) == ["x", "y"]
    assert [to_data(n) for n in outer.nodes] == [1, [2]]
    assert outer.inner is not None and outer.inner.do is not None and outer.inner.source is not None
    assert (outer.inner.do.text, outer.inner.source.text, outer.inner.assumed) == ("go", "page 3", None)
    assert [inner.do.text for inner in outer.list_ if inner.do] == ["a", "b"]
    assert [(name.text, inner.do.text) for name, inner in outer.by_name if inner.do] == [
        ("first", "a"),
        ("second", "b"),
    ]
    assert [(name.text, value.text) for name, value in outer.values if value] == [("n", "text")]
    assert [(name.text, to_data(value)) for name, value in outer.others if value] == [("other", 7)]


WRONG_SHAPES = """
code: {a: b}
name: [a]
prose: {a: b}
names: {a: b}
word: [a]
word_or_a: [a]
flag: maybe
number: many
texts: {a: b}
inner: [a]
by_name: [a]
values: a
"""


@pytest.mark.parametrize("text", ["{}", "[1, 2]", "a", "{unknown: 1}"])
def test_what_is_absent_reads_as_absent(text: str) -> None:
    outer = read(Outer, node_of(text))
    assert (outer.code, outer.name, outer.prose, outer.number, outer.inner) == (None,) * 5
    assert (outer.names, outer.texts, outer.nodes, outer.list_, outer.by_name, outer.values) == ((),) * 6
    assert (outer.word, outer.word_or_a, outer.flag) == (None, "a", True)


def test_what_has_the_wrong_shape_reads_as_absent() -> None:
    outer = read(Outer, node_of(WRONG_SHAPES))
    assert (outer.code, outer.name, outer.prose, outer.number) == (None,) * 4
    assert (outer.names, outer.texts, outer.by_name, outer.values) == ((),) * 4
    assert (outer.word, outer.word_or_a, outer.flag) == (None, "a", True)
    assert outer.inner is not None and outer.inner.do is None


def test_nothing_is_told_from_something_empty() -> None:
    absent, empty = (read(Outer, node_of(text)).texts_if_any for text in ("{}", "{texts_if_any: []}"))
    assert (absent, empty) == (None, ())


def test_whether_a_key_stands() -> None:
    outer = read(Outer, node_of(WRONG_SHAPES))
    assert is_given(outer, "code") and is_given(outer, "nodes", "flag")
    assert not is_given(outer, "nodes", "list") and not is_given(read(Outer, node_of("a")), "code")
    with pytest.raises(KeyError):
        is_given(outer, "unknown")


def test_what_was_read_does_not_change() -> None:
    outer = read(Outer, node_of(FULL))
    with pytest.raises(AttributeError):
        outer.flag = True


def test_a_key_that_does_not_exist_is_refused_where_a_class_speaks_of_it() -> None:
    with pytest.raises(TypeError, match="Slip has no key nmae"):

        @section(one_of=("nmae", "do"))
        class Slip(Inner):
            """A slip."""


def test_the_schema_of_every_kind_of_field() -> None:
    schema = file_schema("definitions.schema.json", Outer)
    said = schema["properties"]
    assert schema["description"] == "A key of each kind."
    assert said["code"] == {"$ref": "#/$defs/expression", "description": "Some code."}
    assert said["word_or_a"] == {"title": "Word or a", "enum": ["a", "b"], "default": "a"}
    assert said["number"] == {"title": "Number", "type": "integer", "minimum": 2}
    assert said["inner"] == {"$ref": "#/$defs/inner"}
    assert said["list"] == {"title": "List", "type": "array", "items": {"$ref": "#/$defs/inner"}}
    assert list(said)[-2:] == ["source", "assumed"], "the keys of a base come behind the class's own"
    assert schema["additionalProperties"] == {"$ref": "#/$defs/constant"}
    assert schema["required"] == ["number"]
    assert schema["x-artrules-one-of"] == ["code", "name"]
    assert schema["dependentRequired"] == {"texts": ["nodes"]}
    assert schema["then"] == {"required": ["list"]}
    assert schema["$defs"]["inner"]["type"] == ["string", "object"]
    assert schema["$defs"]["inner"]["x-artrules-code"] == "effect"


def test_definitions_in_another_file_are_referred_to_there() -> None:
    schema = file_schema("other.schema.json", Outer)
    assert schema["properties"]["name"] == {"$ref": "definitions.schema.json#/$defs/name"}
    assert "$defs" not in schema


def test_two_definitions_do_not_share_a_name() -> None:
    @section("inner", "Other")
    class Other(Section):
        """Another thing with the name of `Inner`."""

        inner: Inner | None = key(nested(Inner))

    with pytest.raises(ValueError, match="defines inner twice"):
        definitions("definitions.schema.json", [Other])


def test_every_key_has_a_meaning_and_a_value_in_words() -> None:
    from artrules.text.content.section import DEFINITIONS
    from artrules.text.schema.derive import value_in_words

    found = definitions(DEFINITIONS, list(FILES.values())).values()
    keys = [k for each in found if isinstance(each, type) for k in each.declared.keys.values()]
    assert len(keys) > 100
    assert [k.name for k in keys if not k.meaning or not value_in_words(k.value)] == []


def test_short_forms() -> None:
    assert read(Function, node_of("1 + 1")).is_ is not None
    assert read(Function, node_of("{is: 1 + 1}")).is_ is not None
    assert read(Ruling, node_of("So it is.")).text is not None
    assert read(LastRound, node_of("7")).number is not None
    flow = read(Flow, node_of("{last_round: {number: 7}, setup: {a: draw(1)}}"))
    assert flow.last_round is not None and flow.last_round.number is not None
    assert [step.do.text for _, step in flow.setup if step.do] == ["draw(1)"]


def test_members_are_listed_or_have_values() -> None:
    listed, valued = (read(Enum, node_of(text)) for text in ("[a, b]", "{members: {a: {x: 1}}}"))
    assert [(name.text, member) for name, member in listed.members] == [("a", None), ("b", None)]
    ((name, member),) = valued.members
    assert name.text == "a" and member is not None and [k.text for k, _ in member.values] == ["x"]


def test_rulings_stand_beside_what_is_about_all_of_them() -> None:
    heading = read(RulingsOfHeading, node_of("{about: All., 1: One., C-6: {text: Two.}}"))
    assert heading.about is not None
    assert [(n.text, r.text.text) for n, r in heading.rulings if r and r.text] == [("1", "One."), ("C-6", "Two.")]


def test_sections_of_a_game() -> None:
    zone = read(Zone, node_of("{holds: [a, b], seen_by: owner}"))
    assert (texts(zone.holds), zone.seen_by, zone.order, zone.per) == (["a", "b"], "owner", "loose", ())
    menu = read(Menu, node_of("{entries: {go: {label: go, for: n in 1..2, if: yes, do: skip}}}"))
    ((_, entry),) = menu.entries
    assert entry.for_ is not None and entry.if_ is not None
    pieces = read(PieceList, node_of("{kind: a, columns: [x, count], rows: [[1, 2], [3, 4]]}"))
    assert (texts(pieces.columns), [to_data(row) for row in pieces.rows]) == (["x", "count"], [[1, 2], [3, 4]])

"""Places of a text: as the protocol counts them, and where they are after an edit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from artrules.author.editor.texts import EditedFile, Moved
from artrules.text.diagnostics.diagnostic import Span

BEFORE, EDITED, AFTER = (st.text(alphabet=letters, max_size=9) for letters in ("ab\n", "xé", "c🏮 "))
"""They have no letter in common, so that it is certain what was edited."""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", ["", "a\né🏮b\r\n\nc", "\ufeff🏮a\nb", "a\n"])
def test_each_place_comes_back(text: str, encoding: str) -> None:
    file = EditedFile(text, encoding)
    for line, content in enumerate(file.lines, start=1):
        for column in range(1, len(content) + 2):
            assert file.from_position(file.position(line, column)) == (line, column)
            assert file.place(file.offset(line, column)) == (line, column)


def test_characters_are_counted_in_units() -> None:
    counted = {e: EditedFile("é🏮b", e).position(1, 3).character for e in ("utf-8", "utf-16", "utf-32")}
    assert counted == {"utf-8": 6, "utf-16": 3, "utf-32": 2}


def test_a_byte_order_mark_counts_for_the_protocol_alone() -> None:
    assert EditedFile("\ufeffab").position(1, 2) == lsp.Position(0, 2)
    assert EditedFile("\ufeffab").from_position(lsp.Position(0, 2)) == (1, 2)


def test_places_outside_of_a_text_are_its_ends() -> None:
    file = EditedFile("ab\nc")
    assert file.from_position(lsp.Position(9, 9)) == (2, 2)
    assert file.position(9, 9) == lsp.Position(1, 1)
    assert file.offset(0, 5) == 0


@settings(max_examples=60, deadline=None)
@given(BEFORE, EDITED, EDITED, AFTER)
def test_what_was_not_edited_is_found_again(before: str, old: str, new: str, after: str) -> None:
    """Wherever the same text stands before and behind an edit, each character leads to one like it."""
    before += "\n"
    one, other = EditedFile(before + old + after), EditedFile(before + new + after)
    moved = Moved(one, other)
    for offset in [*range(len(before)), *range(len(before + old), len(one.joined))]:
        assert other.joined[moved.forth(offset)] == one.joined[offset]
    for offset in [*range(len(before)), *range(len(before + new), len(other.joined))]:
        assert one.joined[moved.back(offset)] == other.joined[offset]


def test_a_span_moves_with_what_stands_before_it_and_is_lost_when_it_is_edited() -> None:
    old = EditedFile("one\ntwo\n")
    two = Span("f", 2, 1, 2, 4)
    assert Moved(old, EditedFile("zero\none\ntwo\n")).span(two) == Span("f", 3, 1, 3, 4)
    assert Moved(old, EditedFile("one\nx two\n")).span(two) == Span("f", 2, 3, 2, 6)
    assert Moved(old, EditedFile("one\ntwo x\n")).span(two) == two
    assert Moved(old, EditedFile("one\ntxo\n")).span(two) is None
    assert Moved(old, EditedFile("one\ntwxo\n")).span(two) is None

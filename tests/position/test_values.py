"""A value that is written as words and read again is the same, with a heap and without one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from artrules.engine.lower.representation import is_wide
from artrules.engine.machine.numbers import NONE, WIDE_WORDS
from artrules.model.ir.model import Model
from artrules.model.ir.types import BOOL, Happening, ListOf, Number, Optional, SetOf, Type, Zone
from artrules.play.position.save_document import SaveRefused
from artrules.play.position.values import ValueReader, ValueWriter
from artrules.play.position.written import Words
from game.tiny import tiny
from position.typed_values import TYPED_VALUES


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return tiny(tmp_path_factory.mktemp("values") / "tiny", "skip").model


@given(TYPED_VALUES)
def test_what_is_written_is_read_again(model: Model, typed: tuple[Type, Any]) -> None:
    type_, value = typed
    heap = [7] * 5
    word = ValueWriter(model, heap).word(value, type_)
    again = ValueReader(model, heap).value(word, type_)
    assert again == value and type(again) is type(value)


def written(heap: list[int], word: int, type_: Type | None, model: Model) -> list[int]:
    """The words of a value without a heap, as `machine/written.py` says."""
    while isinstance(type_, Optional):
        type_ = type_.of
    inner: list[Type | None] = []
    match type_:
        case ListOf(of):
            inner = [of] * heap[word] if word != NONE else []
        case Zone():
            inner = [None] * heap[word] if word != NONE else []
        case SetOf() if is_wide(model, type_):
            inner = [None] * WIDE_WORDS
        case Happening(event) if model.events[event].kept is None:
            inner = [field.type for field in model.events[event].fields.values()]
        case _:
            return [word]
    if word == NONE:
        return [word]
    found = [heap[word]]
    for i, item in enumerate(inner, 1):
        found += written(heap, heap[word + i], item, model)
    return found


@given(TYPED_VALUES)
def test_words_without_a_heap(model: Model, typed: tuple[Type, Any]) -> None:
    type_, value = typed
    writer = ValueWriter(model, [])
    words = Words(model, written(writer.heap, writer.word(value, type_), type_, model))
    assert words.value(type_) == value and words.at_end


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (ListOf(BOOL), [3, 0, 1]),
        (ListOf(BOOL), [-1]),
        (SetOf(Number(0, 99)), [9, 0]),
        (SetOf(Number(0, 99)), [2, 0, 0]),
        (SetOf(Number(0, 99)), [9, 1 << 30, 0, 0, 0, 0, 0, 0, 0, 0]),
        (SetOf(Number(0, 99)), [9, -1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (BOOL, []),
    ],
)
def test_words_that_nothing_writes(model: Model, type_: Type, words: list[int]) -> None:
    with pytest.raises(SaveRefused):
        Words(model, words).value(type_)

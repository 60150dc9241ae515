"""A value that is written as words and read again is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from artrules.model.ir.model import Model
from artrules.model.ir.types import Type
from artrules.play.position.values import ValueReader, ValueWriter
from play.game.tiny import tiny
from play.position.typed_values import TYPED_VALUES


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

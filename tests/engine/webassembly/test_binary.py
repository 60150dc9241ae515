"""Numbers in the binary format."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from artrules.engine.webassembly.code import padded, padded_signed, signed, text, unsigned, vector


def read(data: bytes, sign: bool) -> int:
    """The number that bytes of the format stand for, as the standard defines it."""
    number = sum((byte & 0x7F) << 7 * i for i, byte in enumerate(data))
    assert [byte >> 7 for byte in data] == [1] * (len(data) - 1) + [0]
    return number - (1 << 7 * len(data)) if sign and data[-1] & 0x40 else number


@given(st.integers(0, (1 << 64) - 1))
def test_numbers_without_a_sign(number: int) -> None:
    assert read(unsigned(number), sign=False) == number


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_numbers_with_a_sign(number: int) -> None:
    assert read(signed(number), sign=True) == number


@given(st.integers(0, (1 << 32) - 1))
def test_numbers_in_five_bytes(number: int) -> None:
    assert len(padded(number)) == 5
    assert read(padded(number), sign=False) == number


@given(st.integers(-(1 << 31), (1 << 32) - 1))
def test_numbers_with_a_sign_in_five_bytes_are_their_lower_bits(number: int) -> None:
    assert len(padded_signed(number)) == 5
    lowest = 1 << 31
    assert read(padded_signed(number), sign=True) == (number + lowest) % (1 << 32) - lowest


@pytest.mark.parametrize(("number", "coded"), [(624485, "e58e26"), (0, "00"), (127, "7f"), (128, "8001")])
def test_numbers_of_the_standard(number: int, coded: str) -> None:
    assert unsigned(number).hex() == coded


def test_rows_and_names_say_how_long_they_are() -> None:
    assert vector([b"ab", b"c"]) == b"\2abc"
    assert text("né") == b"\3n\xc3\xa9"

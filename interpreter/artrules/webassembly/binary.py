"""The binary format of WebAssembly: numbers, sections and modules.

The names and numbers of sections are those of the standard (https://webassembly.github.io/spec/core/binary/).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MAGIC = b"\0asm\1\0\0\0"
PAGE = 65_536


def unsigned(number: int) -> bytes:
    """A number that isn't negative, in seven bits a byte, the lowest first."""
    coded = bytearray()
    while number > 0x7F:
        coded.append(number & 0x7F | 0x80)
        number >>= 7
    coded.append(number)
    return bytes(coded)


def signed(number: int) -> bytes:
    """A number with a sign, in seven bits a byte, the lowest first."""
    coded = bytearray()
    while not -64 <= number < 64:
        coded.append(number & 0x7F | 0x80)
        number >>= 7
    coded.append(number & 0x7F)
    return bytes(coded)


def padded(number: int) -> bytes:
    """A number of 32 bits that isn't negative, in five bytes."""
    return bytes([number >> shift & 0x7F | (0x80 if shift < 28 else 0) for shift in (0, 7, 14, 21, 28)])


def padded_signed(number: int) -> bytes:
    """The 32 bits of a number as one with a sign, in five bytes."""
    return padded(number & 0x0FFF_FFFF)[:4] + bytes([((number & 0xFFFF_FFFF ^ 1 << 31) - (1 << 31)) >> 28 & 0x7F])


def vector(items: Iterable[bytes]) -> bytes:
    """How many items, and then the items."""
    items = list(items)
    return unsigned(len(items)) + b"".join(items)


def text(name: str) -> bytes:
    """A name: how many bytes, and then the bytes."""
    coded = name.encode()
    return unsigned(len(coded)) + coded


def section(number: int, content: bytes) -> bytes:
    """A section of a module."""
    return bytes([number]) + unsigned(len(content)) + content


def custom_section(name: str, content: bytes) -> bytes:
    """A section that executors ignore."""
    return section(0, text(name) + content)


def name_section(functions: Sequence[str]) -> bytes:
    """Names of functions, by index, for people who read of a trap."""
    names = vector(unsigned(i) + text(name) for i, name in enumerate(functions))
    return custom_section("name", section(1, names))

"""The pictures that content names, as data that a page holds itself: no larger than a page can bear, and from the
ruleset's folder alone."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from artrules.model.ir.layout import PICTURES
from artrules.text.source.bounded_file import read_regular_file, real_path

LARGEST = 8_000_000
"""Bytes of a picture."""
MOST_POINTS = 40_000_000
"""Width times height of a picture: what a browser makes of it takes four bytes for each point."""
_MOST_SEGMENTS = 10_000
"""Segments of a JPEG before its frame, and bytes that fill between them; a camera writes some hundreds at most."""


class PictureRefused(Exception):
    """A picture can't be shown; the text says which, and why."""


def embed_picture(folder: Path, path: str, most: int = LARGEST) -> str:
    """A picture in a folder, of at most so many bytes, as a `data:` address. Raises PictureRefused."""
    kind = PICTURES.get(Path(path).suffix.lower())
    if kind is None:
        raise PictureRefused(f"`{path}` is no picture that browsers show ({', '.join(PICTURES)})")
    location = real_path(folder / path)
    if not location.is_relative_to(real_path(folder)):
        raise PictureRefused(f"the picture `{path}` doesn't lie in the folder of the ruleset")
    try:
        content = read_regular_file(location, most)
    except OSError as problem:
        raise PictureRefused(f"the picture `{path}` can't be read: {problem.strerror or problem}") from None
    if len(content) > most:
        raise PictureRefused(f"the picture `{path}` has more than {most:,} bytes: make it smaller")
    if kind != "image/svg+xml":
        width, height = size_of_picture(content)
        if width * height == 0:
            raise PictureRefused(f"the picture `{path}` isn't what its name says, or is damaged")
        if width * height > MOST_POINTS:
            raise PictureRefused(
                f"the picture `{path}` has {width} × {height} points; at most {MOST_POINTS // 10**6} million are drawn"  # noqa: RUF001
            )
    return f"data:{kind};base64,{b64encode(content).decode()}"


def sum_of_picture(folder: Path, path: str) -> str:
    """A sum of what is in a picture, by which it is told from others; empty where it can't be embedded."""
    try:
        status = (folder / path).stat()
    except (OSError, ValueError):
        return ""
    return _sum_of(folder, path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4096)
def _sum_of(folder: Path, path: str, _changed: int, _size: int) -> str:
    """The sum of a picture in a file that changed last at a time and has a size: many faces show the same one."""
    try:
        return blake2b(embed_picture(folder, path).encode(), digest_size=16).hexdigest()
    except PictureRefused:
        return ""


def size_of_picture(content: bytes) -> tuple[int, int]:
    """The width and the height of a picture in points, as its head says; 0 where that can't be read."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return _number(content[16:20]), _number(content[20:24])
    if content.startswith(b"\xff\xd8"):
        return _size_of_jpeg(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _size_of_webp(content)
    return 0, 0


def _number(digits: bytes) -> int:
    return int.from_bytes(digits, "big")


def _size_of_jpeg(content: bytes) -> tuple[int, int]:
    """Behind a marker of a frame stand the length of its segment, a byte, the height and the width. Bytes that fill may
    stand before a marker."""
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if at + 9 > len(content) or content[at] != 0xFF:
            break
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _number(content[at + 7 : at + 9]), _number(content[at + 5 : at + 7])
        at += 1 if marker == 0xFF else 2 + _number(content[at + 2 : at + 4])
    return 0, 0


def _size_of_webp(content: bytes) -> tuple[int, int]:
    def little(start: int, end: int) -> int:
        return int.from_bytes(content[start:end], "little")

    match content[12:16]:
        case b"VP8X":
            return little(24, 27) + 1, little(27, 30) + 1
        case b"VP8L":
            both = little(21, 25)
            return (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return little(26, 28) & 0x3FFF, little(28, 30) & 0x3FFF
    return 0, 0

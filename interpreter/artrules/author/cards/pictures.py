"""The pictures that content names, as data that a page holds itself: no larger than a page can bear, and from the
folders of the ruleset and its libraries alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from artrules.model.ir.layout import PICTURES
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import folder_with, read_regular_file, real_path

LARGEST = 8_000_000
"""Bytes of a picture."""
MOST_POINTS = 40_000_000
"""Width times height of a picture: what a browser makes of it takes four bytes for each point."""
MOST_POINTS_TOGETHER = 200_000_000
"""Points of all pictures on a page."""
MOST_ELEMENTS = 10_000
"""Elements of an SVG, those counted again that `use` shows again."""
DAMAGED = "isn't what its name says, or is damaged"
_MOST_SEGMENTS = 10_000
"""Segments of a JPEG before its frame, and bytes that fill between them; a camera writes some hundreds at most."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_SCAN = 0xDA
_SVG = "http://www.w3.org/2000/svg"


class PictureRefused(Exception):
    """A picture can't be shown; the text says which, and why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a `data:` address, and how many points it has: width and height, 0 for a drawing."""

    path: str
    address: str
    width: int
    height: int

    @property
    def points(self) -> int:
        """What a browser makes room for."""
        return self.width * self.height


def embed_pictures(folders: Sequence[Path], paths: Iterable[str]) -> dict[str, str]:
    """The pictures of a page as `data:` addresses, by their paths in some folders. Raises PictureRefused, also where
    they are too large together."""
    pictures = [read_picture(folder_with(folders, path), path) for path in dict.fromkeys(paths)]
    if sum(picture.points for picture in pictures) > MOST_POINTS_TOGETHER:
        largest = max(pictures, key=lambda picture: picture.points)
        raise PictureRefused(
            f"the pictures together have more than {MOST_POINTS_TOGETHER // 10**6} million points; the largest is "
            f"`{largest.path}` with {largest.width} × {largest.height}"  # noqa: RUF001
        )
    return {picture.path: picture.address for picture in pictures}


def largest_picture(folders: Sequence[Path], paths: Iterable[str]) -> str:
    """The picture that is the most work for a browser, with its size; empty where there is none. Raises
    PictureRefused."""
    pictures = [read_picture(folder_with(folders, path), path) for path in dict.fromkeys(paths)]
    largest = max(pictures, key=lambda picture: max(picture.points, len(picture.address)), default=None)
    if largest is None:
        return ""
    size = f"{largest.width} × {largest.height} points" if largest.points else f"{len(largest.address):,} letters"  # noqa: RUF001
    return f"`{largest.path}` ({size})"


def embed_picture(folder: Path, path: str, most: int = LARGEST) -> str:
    """A picture in a folder, of at most so many bytes, as a `data:` address. Raises PictureRefused."""
    return read_picture(folder, path, most).address


def read_picture(folder: Path, path: str, most: int = LARGEST) -> Picture:
    """A picture in a folder, of at most so many bytes. Raises PictureRefused."""
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
    width = height = 0
    if kind == "image/svg+xml":
        if (fault := fault_of_svg(content)) is not None:
            raise PictureRefused(f"the picture `{path}` {fault}")
    else:
        width, height = size_of_picture(content)
        if width * height > MOST_POINTS:
            raise PictureRefused(
                f"the picture `{path}` has {width} × {height} points; at most {MOST_POINTS // 10**6} million are drawn"  # noqa: RUF001
            )
        if width * height == 0 or not is_whole(content):
            raise PictureRefused(f"the picture `{path}` {DAMAGED}")
    return Picture(path, f"data:{kind};base64,{b64encode(content).decode()}", width, height)


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
    """Behind a marker of a frame stand the length of its segment, a byte, the height and the width."""
    at = next((at for marker, at in _jpeg_markers(content) if marker in _FRAMES), None)
    return (_number(content[at + 7 : at + 9]), _number(content[at + 5 : at + 7])) if at is not None else (0, 0)


def _jpeg_markers(content: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG, each with its place, up to the first scan. Bytes that fill may stand before a marker."""
    at = 2
    for _ in range(_MOST_SEGMENTS):
        if at + 9 > len(content) or content[at] != 0xFF:
            return
        marker = content[at + 1]
        yield marker, at
        if marker == _SCAN:
            return
        at += 1 if marker == 0xFF else 2 + _number(content[at + 2 : at + 4])


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


# Whether a picture is all there. Browsers show a part of one that isn't, or nothing.


def is_whole(content: bytes) -> bool:
    """Whether a picture that has a size also has an end. What stands behind that doesn't matter."""
    if content.startswith(b"\x89PNG"):
        return _is_whole_png(content)
    if content.startswith(b"RIFF"):
        return 8 + int.from_bytes(content[4:8], "little") <= len(content)
    scan = next((at for marker, at in _jpeg_markers(content) if marker == _SCAN), None)
    return scan is not None and content.find(b"\xff\xd9", scan) > 0


def _is_whole_png(content: bytes) -> bool:
    """A chunk has a length, a name, so many bytes, and a sum."""
    at, names = 8, set()
    while at + 12 <= len(content):
        name = content[at + 4 : at + 8]
        names.add(name)
        at += 12 + _number(content[at : at + 4])
        if name == b"IEND":
            return b"IDAT" in names and at <= len(content)
    return False


def fault_of_svg(content: bytes) -> str | None:
    """What is wrong with a drawing, as the rest of a sentence; None where a browser shows it with little work."""
    reader = _SvgReader()
    try:
        reader.read(content)
    except ExpatError:
        return DAMAGED
    except _TooMuch as problem:
        return str(problem)
    return None


class _TooMuch(Exception):
    """A drawing has something that isn't drawn; the text says what, as the rest of a sentence."""


class _SvgReader:
    """Counts what a drawing shows."""

    def __init__(self) -> None:
        self._elements = 0
        self._open: list[tuple[str, int]] = []
        """By open element: its id, and how many elements came before it."""
        self._sizes: dict[str, int] = {}
        """By id how many elements there are in one, with it."""
        self._shown_again: list[str] = []
        self._with_use: set[str] = set()

    def read(self, content: bytes) -> None:
        """Raises ExpatError and _TooMuch."""
        parser = ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.Parse(content, True)
        if not self._with_use.isdisjoint(self._shown_again):
            raise _TooMuch("has a `use` that shows others: write what they show once each")
        if self._elements + sum(self._sizes.get(name, 0) for name in self._shown_again) > MOST_ELEMENTS:
            raise _TooMuch(f"shows more than {MOST_ELEMENTS:,} elements: make it simpler")

    def _doctype(self, _name: str, _system: str | None, _public: str | None, declares: int) -> None:
        if declares:
            raise _TooMuch("declares things of its own in its `DOCTYPE`: leave that out")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != f"{_SVG} svg":
            raise _TooMuch(DAMAGED)
        self._open.append((attributes.get("id", ""), self._elements))
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise _TooMuch(f"has more than {MOST_ELEMENTS:,} elements: make it simpler")
        if name == f"{_SVG} use":
            self._shown_again += [value[1:] for key, value in attributes.items() if key.rpartition(" ")[2] == "href"]
            self._with_use |= {each for each, _ in self._open if each}

    def _end(self, _name: str) -> None:
        name, before = self._open.pop()
        if name:
            self._sizes.setdefault(name, self._elements - before)

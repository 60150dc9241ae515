"""Files as browsers get them: the page's own, and the pictures of rulesets.

A file is read and compressed once, without the comments and the indentation of scripts and style sheets, and kept for
as long as it stays the same. A browser that has it already is told so in place of being sent it again. Nothing else
that the server says is compressed: answers that hold secrets beside what
others have typed could be guessed from their lengths.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from artrules.author.page_bundle import LARGEST, as_sent, sheets_of, with_imports
from artrules.text.source.bounded_file import read_regular_file, real_path

_LARGEST_KEPT = 256 * 1024
_MOST_KEPT = 200
_TEXTS = frozenset({".html", ".js", ".css", ".json", ".svg", ".txt"})
"""What compressing makes smaller. Pictures of other types are compressed already."""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    compressed: bytes | None
    tag: str
    """What browsers say of the file that they have. It is the same however the file was sent."""


class StaticFiles:
    """Files of folders, by their paths in them."""

    def __init__(self) -> None:
        self._files: OrderedDict[tuple[tuple[Path, int, int], ...], _File] = OrderedDict()

    async def answer(self, request: Request, folder: Path, path: str, types: Mapping[str, str]) -> Response:
        """The answer to a request for a file, if it really lies in a folder and is of one of some types."""
        kind = types.get(Path(path).suffix)
        file = None if kind is None else await asyncio.to_thread(self._find, folder, path)
        if file is None:
            return nothing_here()
        headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
        if _has(request.headers.get("if-none-match", ""), file.tag):
            return Response(status_code=304, headers=headers)
        if file.compressed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(file.compressed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
        return Response(file.content, media_type=kind, headers=headers)

    def _find(self, folder: Path, path: str) -> _File | None:
        try:
            location = real_path(folder / path)
            if not location.is_relative_to(real_path(folder)):
                return None
            key = tuple((part, part.stat().st_mtime_ns, part.stat().st_size) for part in _parts(location))
            file = self._files.get(key) or _read(location)
        except (OSError, ValueError):
            return None
        if file is not None and len(file.content) <= _LARGEST_KEPT:
            self._files[key] = file
            while len(self._files) > _MOST_KEPT:
                self._files.popitem(last=False)
        return file


def nothing_here() -> Response:
    """The answer where there is no such file."""
    return PlainTextResponse("There is nothing here.\n", 404)


def _parts(location: Path) -> list[Path]:
    """A file, and those that it imports, where it is a style sheet."""
    if location.suffix != ".css":
        return [location]
    content = read_regular_file(location, LARGEST)
    return [location, *sheets_of(content, location.parent)]


def _read(location: Path) -> _File | None:
    content = read_regular_file(location, LARGEST)
    if len(content) > LARGEST:
        return None
    if location.suffix == ".css":
        content = with_imports(content, location.parent)
    content = as_sent(content, location.suffix)
    compressed = gzip.compress(content, mtime=0) if location.suffix in _TEXTS else None
    return _File(content, compressed, f'W/"{blake2b(content, digest_size=16).hexdigest()}"')


def _has(tags: str, tag: str) -> bool:
    """Whether a header `If-None-Match` names a tag, weak or not."""
    return any(each.strip().removeprefix("W/") == tag.removeprefix("W/") for each in tags.split(","))


def _takes_gzip(codings: str) -> bool:
    """Whether a header `Accept-Encoding` allows gzip."""
    for coding in codings.split(","):
        name, _, weight = (part.strip() for part in coding.casefold().partition(";"))
        if name in ("gzip", "*"):
            return weight.replace(" ", "").strip("0.") != "q="
    return False

"""The files of the page, and the pictures of the ruleset: what a browser may get without a secret."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from artrules.source.bounded_file import read_regular_file, real_path

if TYPE_CHECKING:
    from artrules.ruleset import Ruleset

PAGE = Path(__file__).parent.parent / "page"
"""The folder of the page."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}
PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
LARGEST = 8 * 1024 * 1024
"""Bytes of a file."""


async def index(_request: Request) -> Response:
    """The page itself: it finds out from its address what to show."""
    return _file(PAGE, "index.html", TYPES)


async def page_file(request: Request) -> Response:
    """A module, a style sheet or a picture of the page."""
    return _file(PAGE, request.path_params["path"], TYPES)


async def picture(request: Request) -> Response:
    """A picture that the ruleset brings, by its path in the ruleset's folder."""
    ruleset: Ruleset = request.app.state.server.ruleset
    return _file(ruleset.content.files.folder, request.path_params["path"], PICTURES)


def _file(folder: Path, path: str, types: dict[str, str]) -> Response:
    """A file in a folder, if it really lies there and is of one of some types."""
    missing = PlainTextResponse("There is nothing here.\n", 404)
    kind = types.get(Path(path).suffix)
    if kind is None or "\0" in path:
        return missing
    try:
        found = real_path(folder / path)
        if not found.is_relative_to(real_path(folder)):
            return missing
        content = read_regular_file(found, LARGEST)
    except (OSError, ValueError):
        return missing
    if len(content) > LARGEST:
        return missing
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

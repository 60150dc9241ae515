"""Pages that need no server (`docs/play/one_file.md`): the file of a game, and the index of a folder of several.

A file holds two packed parts, those of every page and those of the game, and one script that unpacks them. Its content
security policy names the sums of its scripts and its style sheet: nothing else runs, and nothing is loaded from
anywhere.
"""

from __future__ import annotations

import html
import json
import lzma
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from artrules.author.booklet.document import document_data
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.selection import BookletRequest
from artrules.author.cards.pictures import PictureRefused, embed_picture
from artrules.author.page_bundle import PAGE, bundle_script, bundle_style, inside_html, json_inside_html
from artrules.lab.bots.registry import BOTS, practises
from artrules.play.ruleset import Ruleset
from artrules.play.standalone.build import module_of
from artrules.table.web.offers import Offers
from artrules.text.record import dataclass
from artrules.text.source.bounded_file import folder_with

# What the pages have in common as HTML documents that load nothing.

_ICON = b64encode((PAGE / "icon.svg").read_bytes()).decode()
HEAD = (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
    '<meta name="referrer" content="no-referrer">\n{more}<title>{title}</title>\n'
    f'<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,{_ICON}">\n'
)
"""The beginning of a document, to be formatted: its content security policy, its title as HTML, and `more` elements."""


def sum_of(text: str) -> str:
    """A script or a style sheet in a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# Packs many contents that differ little as one short text: the modules of a game for all numbers of players, say.
#
# All contents stand one behind the other and are compressed together by LZMA, which copies what stood anywhere before;
# what browsers undo by themselves looks back 32 KiB, which is less than one module. `page/local/packing.js` undoes it.

_LZMA = {"id": lzma.FILTER_LZMA1, "preset": 9, "lc": 4, "lp": 0, "pb": 0}
"""`packing.js` expects these numbers of bits."""


def pack(contents: Mapping[str, bytes]) -> str:
    """The contents by name, as a text of letters, digits, `+`, `/` and `=`: their names and sizes as JSON, after how
    many bytes that has, then the stream."""
    sizes = json.dumps([[name, len(content)] for name, content in contents.items()], separators=(",", ":")).encode()
    stream = lzma.compress(b"".join(contents.values()), lzma.FORMAT_RAW, filters=[_LZMA])
    return b64encode(len(sizes).to_bytes(4, "little") + sizes + stream).decode()


# The pictures that a game's table shows, as data in its file.

LARGEST_PICTURE = 1_000_000
"""Bytes of a picture."""
LARGEST_PICTURES = 10_000_000
"""Bytes of all pictures together."""


class BadPicture(ValueError):
    """A picture can't stand in a file. The message is a sentence without its full stop."""


class Pictures:
    """The pictures that descriptions of a game's table name, by their paths in its folders."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._folders = ruleset.content.files.picture_folders
        self._addresses: dict[str, str] = {}
        self.size = 0
        """Letters of all of them, as they stand in the file."""

    def add(self, description: Mapping[str, Any]) -> None:
        """Add those of a description. Raises BadPicture."""
        for path in _paths(description):
            if path not in self._addresses:
                address = self._read(path)
                self.size += len(address)
                if self.size > LARGEST_PICTURES:
                    raise BadPicture(
                        f"the pictures together have more than {LARGEST_PICTURES:,} bytes: make them smaller"
                    )
                self._addresses[path] = address

    def as_data(self) -> dict[str, str]:
        """The address of each picture that holds all of it, by its path."""
        return self._addresses

    def _read(self, path: str) -> str:
        try:
            return embed_picture(folder_with(self._folders, path), path, LARGEST_PICTURE)
        except PictureRefused as problem:
            raise BadPicture(str(problem)) from None


def _paths(data: Any) -> Iterator[str]:
    """What stands under `picture` anywhere in data."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "picture" and isinstance(value, str):
                yield value
            else:
                yield from _paths(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _paths(value)


# The file of a game.

LARGEST = 1_000_000
"""Bytes that a file is to have at most, without pictures."""
_IN_PLACE = {PAGE / name: PAGE / "local" / "line.js" for name in ("place.js", "source.js", "lobby/http.js")}
"""What stands in a file in place of what needs a server."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """The text of a file, and what its size comes from."""

    text: str
    modules: int
    pictures: int
    """Bytes of its pictures."""

    @property
    def size(self) -> int:
        """Bytes without pictures."""
        return len(self.text.encode()) - self.pictures


def make_game_file(
    offers: Offers, version: str, home: str | None = None, report: Callable[[int], None] = lambda done: None
) -> GameFile:
    """The file of a game with all that is offered. `home` is the address of the page with other games; `report` is told
    how many modules are made. Raises NoModule, BadPicture; and GameFault where content fails to make a text."""
    ruleset = offers.ruleset
    contents: dict[str, bytes] = {}
    pictures = Pictures(ruleset)
    configurations: list[dict[str, Any]] = []
    for players, settings in offers.configurations():
        module, about = module_of(ruleset, players, settings)
        pictures.add(about)
        number = len(configurations)
        contents[f"module {number}"] = module
        rules = _rules(ruleset, players, settings)
        same = next((name for name, content in contents.items() if content == rules), f"rules {number}")
        contents[same] = rules
        configurations.append({"players": players, "settings": settings, "module": f"module {number}", "rules": same})
        report(len(configurations))
    data = offers.as_data()
    # To practise takes too long while somebody waits for a page, and for a file of all configurations.
    data["bots"] = [bot for bot in data["bots"] if bot["name"] in BOTS and not practises(bot["name"])]
    game = {**data, "content": ruleset.content_hash, "configurations": configurations}
    begin = {"name": ruleset.name, "title": ruleset.title, "version": version, "home": home}
    # Pictures don't become shorter by packing, so they have a part of their own.
    cloth = ruleset.model.layout.theme.table
    text = _file(begin, pack({"game": _json(game), **contents}), pictures.as_data(), cloth)
    return GameFile(text, len(configurations), pictures.size)


def _rules(ruleset: Ruleset, players: int, settings: Mapping[str, str]) -> bytes:
    return _json(document_data(make_booklet(ruleset, BookletRequest(players=players, settings=dict(settings)))))


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _page() -> tuple[str, str, str, str]:
    """The scripts of every file, that which unpacks the others first, and the style sheet."""
    page = bundle_script(PAGE / "local" / "app.js", "artrules", _IN_PLACE)
    worker = bundle_script(PAGE / "local" / "worker.js")
    return bundle_script(PAGE / "local" / "begin.js"), page, worker, bundle_style(PAGE / "style.css")


def _file(game: Mapping[str, Any], packed: str, pictures: Mapping[str, str], cloth: str | None) -> str:
    begin, page, worker, style = _page()
    begin = inside_html(begin)
    parts = {"style": style, "page": page, "worker": worker, "game": json.dumps(game)}
    packed_page = pack({name: part.encode() for name, part in parts.items()})
    policy = (
        f"default-src 'none'; script-src {sum_of(begin)} {sum_of(page)} 'wasm-unsafe-eval'; style-src {sum_of(style)}; "
        "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    colour = f'<meta name="theme-color" content="{html.escape(cloth)}">\n' if cloth else ""
    return (
        f"{HEAD.format(policy=policy, title=html.escape(game['title']), more=colour)}</head>\n<body>\n"
        '<div id="page"><noscript>This game needs JavaScript. A preview doesn\'t run it: open the file in a browser.'
        "</noscript></div>\n"
        f'<script type="text/plain" id="packed-page">{packed_page}</script>\n'
        f'<script type="text/plain" id="packed-game">{packed}</script>\n'
        f'<script type="application/json" id="pictures">{json_inside_html(pictures)}</script>\n'
        f"<script>{begin}</script>\n</body>\n</html>\n"
    )


# The index of a folder with games that play: the shelf, and nothing that runs.


def make_index(games: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """The page with a box for each game: the name of its file, and what the page of a game knows of it."""
    style = (
        bundle_style(PAGE / "style.css")
        + ".start a.box{color:inherit;text-decoration:none}"
        + "".join(f'.box[href="{file}"]{{--cloth:{data["cloth"]}}}' for file, data in games)
    )
    boxes = "\n".join(_box(file, data) for file, data in games)
    policy = f"default-src 'none'; style-src {sum_of(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    return (
        f"{HEAD.format(policy=policy, title='Games', more='')}<style>{style}</style>\n</head>\n<body>\n"
        '<div id="page"><main class="start">\n<h1>What shall we play?</h1>\n'
        f'<ul class="shelf">\n{boxes}\n</ul>\n'
        '<p class="quiet">Each game is one page that asks nobody for anything: open it, or save it and play without a '
        "network. Made with artrules.</p>\n</main></div>\n</body>\n</html>\n"
    )


def _box(file: str, data: Mapping[str, Any]) -> str:
    return (
        f'<li><a class="box" href="{file}"><span class="lid" aria-hidden="true"><i></i><i></i><i></i></span>'
        f'<b>{html.escape(data["title"])}</b><span class="quiet">{data["for_players"]}</span>'
        f'<span class="about">{html.escape(data["summary"])}</span></a></li>'
    )

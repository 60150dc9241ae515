"""The page that draws cards: one HTML file that needs no other, and prints as it should in any browser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any, Literal

from artrules.author.cards.deck import Deck
from artrules.author.cards.pictures import embed_pictures
from artrules.author.cards.sheets import Sheet, Size, in_words
from artrules.author.page_bundle import PAGE, bundle_script, bundle_style, inside_html, json_inside_html
from artrules.author.printing import OpenPage
from artrules.text.record import dataclass

LEAST = 6.0
"""Points of the smallest letters that are easily read."""
_POLICY = "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class Paper:
    """What sheets are printed on: its size, and how far cards reach beyond where they are cut. `note` stands at the
    foot of each sheet."""

    size: Size
    bleed: float
    note: str = "print at 100 %"


def page_of_sheets(
    deck: Deck,
    sheets: Sequence[Sheet],
    paper: Paper,
    folders: Sequence[Path],
    aids: Sequence[Mapping[str, Any]] | None = None,
) -> str:
    """A page of sheets, and perhaps of what helps players, given as blocks (`docs/inside/page.md`). Pictures are in
    `folders`. Raises PictureRefused."""
    drawn = [asdict(sheet) for sheet in sheets]
    more = {"sheets": drawn, "paper": paper.size, "bleed": paper.bleed, "note": paper.note, "aids": aids}
    width, height = paper.size
    style = f"@page {{ size: {width}mm {height}mm }}"
    return _page(deck, folders, more, style, "globalThis.small = cards.drawSheets(data); cards.tell(small);")


def page_of_singles(deck: Deck, bleed: float, folders: Sequence[Path]) -> str:
    """A page that shows one card at a time, for pictures of them. Raises PictureRefused."""
    return _page(deck, folders, {"bleed": bleed}, "", "globalThis.singles = cards.drawSingles(data);")


def drawing_of(page: OpenPage, side: Literal["front", "back"], face: int, size: Size, width: int) -> str:
    """A card of a page of singles as an SVG that needs nothing else, `width` pixels wide. Raises CannotPrint."""
    show_single(page, side, face, size, (width, round(width * size[1] / size[0])))
    drawing: str = page.evaluate("singles.drawing()")
    return drawing


def show_single(page: OpenPage, side: Literal["front", "back"], face: int, size: Size, pixels: tuple[int, int]) -> None:
    """Let a page of singles show a card, so many pixels wide and high. Raises CannotPrint."""
    page.evaluate(f"singles.draw({json.dumps(side)}, {face}, {json.dumps(size)}, {json.dumps(pixels)})")


def _page(deck: Deck, folders: Sequence[Path], more: Mapping[str, Any], style: str, script: str) -> str:
    data = {**_data(deck, folders), **more}
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(deck.title)}</title>
<style>{bundle_style(PAGE / "print.css")}{style}</style>
</head>
<body>
<script type="application/json" id="cards">{json_inside_html(data)}</script>
<script>{inside_html(bundle_script(PAGE / "print" / "print.js", "cards"))}</script>
<script>(() => {{ const data = JSON.parse(document.getElementById("cards").textContent); {script} }})();</script>
</body>
</html>
"""


def _data(deck: Deck, folders: Sequence[Path]) -> dict[str, Any]:
    """A deck as the page takes it: faces name their looks by index, pictures stand there once."""
    description = deck.description
    texts = [json.dumps(look, sort_keys=True) for look in description["looks"]]
    faces = []
    paths = paths_of_pictures(deck)
    for face, _ in deck.faces:
        plain = face.as_data()
        look = texts.index(json.dumps(plain["look"], sort_keys=True))
        faces.append({**plain, "look": look, "name": face.name})
    looks = [
        {**look, "picture": look["picture"] if look["picture"] in paths else None} for look in description["looks"]
    ]
    return {
        **{key: description[key] for key in ("title", "about", "theme", "phases", "members", "kinds", "terms")},
        "signs": deck.signs,
        "looks": looks,
        "faces": faces,
        "pictures": embed_pictures(folders, paths),
        "least": LEAST,
    }


def paths_of_pictures(deck: Deck) -> list[str]:
    """The pictures on the cards of a deck, each once."""
    sides = (side for face, _ in deck.faces for side in (face.look, face.back) if side is not None)
    return [*dict.fromkeys(side.picture for side in sides if side.picture)]


def small_texts(page: OpenPage, name: str) -> list[str]:
    """A sentence for each text that stands on its card in letters that are too small. The page, which is open, has them
    under a name. Raises CannotPrint."""
    return [
        f"{each['of']} of {each['name']} stands there in letters of {each['points']:g} points, smaller than {LEAST:g}: "
        f"it is long for a card of {in_words(each['size'])}"
        for each in page.evaluate(name)
    ]

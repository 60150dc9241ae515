"""Pictures of cards for pages of another kind: each is an SVG that needs nothing else, and looks as on paper."""

from __future__ import annotations

import io
from base64 import b64encode
from xml.etree import ElementTree

from PIL import Image, ImageChops

from artrules import load
from artrules.author.cards.deck import make_deck
from artrules.author.cards.page import drawing_of, page_of_singles, show_single
from artrules.author.cards.sheets import SIZES
from artrules.author.printing import open_page

WIDTH, HEIGHT = 378, 528
STYLE = (
    "<style>:root { --back: lime } * { margin: 0 } svg, p { fill: lime; padding: 1em } .index { display: none }</style>"
)


def test_they_look_as_they_do_on_paper() -> None:
    ruleset = load("avant_carde")
    with open_page(page_of_singles(make_deck(ruleset), 0, ruleset.content.files.picture_folders)) as page:
        show_single(page, "front", 4, SIZES["poker"], (WIDTH, HEIGHT))
        alone = page.as_png(0, 0, WIDTH, HEIGHT, 1)
        drawing = drawing_of(page, "front", 4, SIZES["poker"], WIDTH)
    assert len(drawing) < 30_000
    elements = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing).iter()}
    assert {"foreignObject", "style", "div", "path"} <= elements
    assert not elements & {"script", "link", "img"}
    address = f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
    with open_page(f"<!DOCTYPE html><meta charset=utf-8>{STYLE}<img src='{address}'>") as page:
        elsewhere = page.as_png(0, 0, WIDTH, HEIGHT, 1)
    one, other = (Image.open(io.BytesIO(each)).convert("L") for each in (elsewhere, alone))
    differing = sum(count for value, count in enumerate(ImageChops.difference(one, other).histogram()) if value > 40)
    assert differing < 0.002 * WIDTH * HEIGHT

"""Comparing what a page looks like with a picture that is kept.

A browser of another version draws a line half a pixel elsewhere. So both pictures are made smaller first, and a point
counts as different only where its colour differs clearly.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page

VARIABLE = "ARTRULES_RENEW_PICTURES"
"""The environment variable that has the kept pictures replaced by new ones."""
SMALLER = 4
"""How many points of the page, in each direction, are one that is compared."""
CLEARLY = 40
"""From 256: how much one of red, green and blue must differ."""
TOLERANCE = 0.02
"""The share of points that may differ."""
COLOURS = 256
"""What is kept has so few colours, so that the files are small."""
FONT = Path(__file__).parent / "font"
FACES = "".join(
    f"@font-face {{ font-family: 'Kept'; font-weight: {weight}; src: url('/kept/{file}') format('woff2'); }}"
    for weight, file in (("100 500", "DejaVuSans.woff2"), ("600 900", "DejaVuSans-Bold.woff2"))
)
STYLE = f"{FACES} :root {{ --font: 'Kept'; --serif: 'Kept'; }} * {{ caret-color: transparent; }}"
"""What a page is drawn with: a font that lies beside this file, so that every machine draws the same letters. The page
itself allows no font from elsewhere, so its window must have been opened with `bypass_csp`."""


def give_font(page: Page) -> None:
    """Answers what the page asks for by `STYLE`."""
    page.route("**/kept/*", lambda route: route.fulfill(path=FONT / route.request.url.rpartition("/")[2]))


def draw(page: Page) -> Image.Image:
    """What a page shows."""
    page.evaluate("Promise.all([document.fonts.load('400 16px Kept'), document.fonts.load('700 16px Kept')])")
    page.evaluate("document.activeElement.blur(), window.scrollTo(0, 0)")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def small(image: Image.Image) -> Image.Image:
    """A picture as it is compared."""
    return image.convert("RGB").resize((image.width // SMALLER, image.height // SMALLER))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of points that differ clearly, of two small pictures; all of them, where the sizes differ."""
    if one.size != other.size:
        return 1.0
    bands = ImageChops.difference(one, other.convert("RGB")).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    clear = sum(strongest.histogram()[CLEARLY:])
    return clear / (strongest.width * strongest.height)


def compare(image: Image.Image, kept: Path, fresh: Path, *, whole: bool = False) -> None:
    """Proves that a page looks as it did; `fresh` gets what it looks like now where it doesn't.

    What is kept is small, but where it is there to be looked at (`whole`). With the environment variable it keeps the
    picture instead."""
    if os.environ.get(VARIABLE):
        kept.parent.mkdir(parents=True, exist_ok=True)
        drawn, dither = (image, Image.Dither.FLOYDSTEINBERG) if whole else (small(image), Image.Dither.NONE)
        palette = drawn.quantize(COLOURS)
        drawn.quantize(palette=palette, dither=dither).save(kept, optimize=True)
        return
    if kept.exists():
        before = Image.open(kept)
        differs = difference(small(image), small(before) if whole else before)
    else:
        differs = 1.0
    if differs > TOLERANCE:
        image.save(fresh)
        raise AssertionError(
            f"{differs:.1%} of {kept.name} differ: see {fresh}; {VARIABLE}=1 replaces what is kept, if this is right"
        )

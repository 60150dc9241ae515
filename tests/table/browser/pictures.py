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
COLOURS = 128
"""What is kept has so few colours, so that the files are small."""
FONT = Path(__file__).parent / "font"
FACES = "".join(
    f"@font-face {{ font-family: 'Kept'; font-weight: {weight}; src: url('/kept/{file}') format('woff2'); }}"
    for weight, file in (("100 500", "DejaVuSans.woff2"), ("600 900", "DejaVuSans-Bold.woff2"))
)
STYLE = f"{FACES} *, *::before, *::after {{ font-family: 'Kept' !important; caret-color: transparent !important; }}"


def draw(page: Page) -> Image.Image:
    """What a page shows, in a font that lies beside this file, so that every machine draws the same letters.

    The window must have been opened with `bypass_csp`: the page itself allows no style from elsewhere."""
    page.route("**/kept/*", lambda route: route.fulfill(path=FONT / route.request.url.rpartition("/")[2]))
    page.add_style_tag(content=STYLE)
    page.evaluate("Promise.all([document.fonts.load('400 16px Kept'), document.fonts.load('700 16px Kept')])")
    page.evaluate("document.activeElement.blur(), window.scrollTo(0, 0)")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of points that differ clearly; all of them, where the sizes differ."""
    if one.size != other.size:
        return 1.0
    small = [image.convert("RGB").resize((image.width // SMALLER, image.height // SMALLER)) for image in (one, other)]
    bands = ImageChops.difference(*small).split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    clear = sum(strongest.histogram()[CLEARLY:])
    return clear / (strongest.width * strongest.height)


def compare(image: Image.Image, kept: Path, fresh: Path) -> None:
    """Proves that a page looks as it did; `fresh` gets what it looks like now where it doesn't.

    With the environment variable it keeps the picture instead."""
    if os.environ.get(VARIABLE):
        kept.parent.mkdir(parents=True, exist_ok=True)
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(kept, optimize=True)
        return
    differs = difference(image, Image.open(kept)) if kept.exists() else 1.0
    if differs > TOLERANCE:
        image.save(fresh)
        raise AssertionError(
            f"{differs:.1%} of {kept.name} differ: see {fresh}; {VARIABLE}=1 replaces what is kept, if this is right"
        )

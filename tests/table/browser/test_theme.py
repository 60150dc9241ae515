"""Whatever colours content wants for its table, what is written there can be read, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from table.browser.canned import SCHEMES, messages, open_canned, position, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READABLE = 4.5
"""The least contrast of a text, by the guidelines for accessible pages."""
WILD = ["#000000", "#ffffff", "#ffff00", "#0000ff", "#ff00ff", "#7f7f7f", "#1f6b4a", "#c9a86a", "teal"]
CONTRASTS = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (colours) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const linear = (each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((each) => linear(each / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const used = (root, name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    root.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(parse(one)), light(parse(other))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const pairs = {};
  const page = document.documentElement, table = document.querySelector(".left");
  const cloth = used(document.querySelector(".table"), "--table");
  for (const ink of ["--ink", "--soft-ink", "--accent"]) {
    pairs[`${ink} on the page`] = contrast([used(page, "--paper"), used(page, ink)], [used(page, "--paper")]);
    pairs[`${ink} on raised parts`] = contrast([used(page, "--raised"), used(page, ink)], [used(page, "--raised")]);
    const under = [cloth, used(table, "--paper")];
    pairs[`${ink} on the table`] = contrast([...under, used(table, ink)], under);
  }
  pairs["words on cards"] = contrast([used(table, "--stock"), used(table, "--stock-ink")], [used(table, "--stock")]);
  return pairs;
}"""


@pytest.mark.parametrize("cloth", WILD)
def test_any_cloth_is_readable(chromium_browser: Browser, cloth: str) -> None:
    canned = position(messages("crazy_eights"))
    wanted = {"table": cloth, "card": cloth, "accent": cloth, "texture": "felt", "picture": None}
    canned["description"] = canned["description"] | {"theme": wanted}
    with window(chromium_browser, "1280x800") as page:
        open_canned(page, "crazy_eights", canned)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            contrasts = page.evaluate(CONTRASTS)
            assert not {pair: each for pair, each in contrasts.items() if each < READABLE}, scheme

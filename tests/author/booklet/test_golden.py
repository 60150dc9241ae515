"""Booklets as golden files. After a wanted change, `RENEW_BOOKLETS=1 pytest tests/author/booklet tests/text/content`
writes them anew: read what changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import artrules
from artrules.author.booklet.document import Document, Entry, Heading
from artrules.author.booklet.make import make_booklet, make_rulings
from artrules.author.booklet.markdown import write_markdown
from artrules.author.booklet.page import write_page
from artrules.author.booklet.selection import BookletRequest
from author.booklet.reading import Page

GOLDEN = Path(__file__).parent / "golden"
LANTERNS = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"
TABLE = BookletRequest(players=2, settings={"guilds": "river", "guilds.3": "hill"})
BOOKLETS = {
    "lanterns.md": BookletRequest(),
    "lanterns_code.md": BookletRequest(("hill",), code=True),
    "lanterns_code.html": BookletRequest(code=True),
    "lanterns_table.md": TABLE,
}


def same_as_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("RENEW_BOOKLETS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no {path}: RENEW_BOOKLETS=1 writes it"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BOOKLETS)
def test_booklets(name: str) -> None:
    document = make_booklet(artrules.load(LANTERNS), BOOKLETS[name])
    same_as_golden(name, write_page(document) if name.endswith(".html") else write_markdown(document))


def test_rulings() -> None:
    same_as_golden("lanterns_rulings.md", write_markdown(make_rulings(artrules.load(LANTERNS))))


@pytest.mark.parametrize("name", ["avant_carde", str(LANTERNS), "crazy_eights"])
def test_nothing_is_left_out(name: str) -> None:
    """Each name, text, source and assumption of every key, and each ruling, stands in the page."""
    ruleset = artrules.load(name)
    text = write_page(make_booklet(ruleset, BookletRequest(code=True)))
    page = Page(text)
    assert page.broken == []
    model = ruleset.model
    whole = " ".join(" ".join(page.texts).split())
    for power_set in model.sets.values():
        assert " ".join(power_set.title.split()) in whole
        for filled in power_set.fills.values():
            for key, keyed in filled.items():
                assert page.holds(f"{key} {keyed.title}")
                assert page.holds(keyed.text)
    for ruling in model.rulings.values():
        assert " ".join(ruling.text.split()) in whole
    for power in model.powers:
        assert power.effect_text
        assert " ".join(power.effect_text.split()) in whole
    for remark in model.remarks:
        if remark.kind in ("assumed", "says"):
            assert " ".join(remark.text.split()) in whole


def headings(document: Document) -> list[str]:
    inner = [each for block in document.blocks if isinstance(block, Entry) for each in block.blocks]
    return [block.text for block in (*document.blocks, *inner) if isinstance(block, Heading)]


def test_one_table_shows_what_is_in_play() -> None:
    ruleset = artrules.load(LANTERNS)
    texts = headings(make_booklet(ruleset, TABLE))
    assert {"1 The Lamplighter", "2 The Ferryman", "3 The Gale"} <= set(texts)
    assert not {"3 The Pedlar", "1 The Shepherd", "2 The Echo"} & set(texts)
    more = headings(make_booklet(ruleset, BookletRequest(players=3)))
    assert "Duel" in texts
    assert "Duel" not in more

"""Pages of rulings are what shipped rulesets hold. `RENEW_BOOKLETS=1` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import artrules
from artrules.author.booklet.make import make_rulings
from artrules.author.booklet.markdown import write_markdown
from artrules.model.catalogue.locations import shipped_rulesets

PAGES = Path(__file__).parent.parent.parent.parent / "docs" / "rulings"
HELD_BY_ANOTHER_TEST = {"avant_carde_pairs"}
WITH_RULINGS = [name for name in shipped_rulesets() if artrules.load(name).model.rulings]


@pytest.mark.parametrize("name", WITH_RULINGS)
def test_the_page_holds_the_rulings(name: str) -> None:
    page = PAGES / f"{name}.md"
    text = write_markdown(make_rulings(artrules.load(name)))
    if os.environ.get("RENEW_BOOKLETS"):
        page.write_text(text, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == text


def test_no_page_is_left_over() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(WITH_RULINGS) | HELD_BY_ANOTHER_TEST

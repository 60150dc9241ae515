"""Links in the README and in `docs/` lead to files and headings that are there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_LISTING = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)


def links(text: str) -> list[str]:
    """Where the links of a page lead that lead to no other site."""
    return [link for link in _LINK.findall(_CODE.sub("", text)) if not re.match("[a-z]+:", link)]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in _HEADING.findall(_LISTING.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def broken(page: Path, text: str) -> list[str]:
    """The links in the text of a page that lead nowhere."""
    found = []
    for link in links(text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        there = target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))
        if not there:
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_links_that_lead_nowhere_are_found() -> None:
    text = (
        "[a](api.md#playing) [b](api.md#fast-play) [c](nowhere.md) [d](api.md#nowhere) [e](https://x.org) `[f](x.md)`"
    )
    assert broken(ROOT / "docs" / "language.md", text) == ["nowhere.md", "api.md#nowhere"]

"""The documentation as a site: pages as they are read in the tree become pages that lead to each other there."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from artrules.author.site import (
    DIAGNOSTICS,
    SiteProblem,
    build,
    diagnostics_page,
    navigation,
    notebook_as_page,
    page_for_site,
    places,
    shelf_page,
)
from artrules.check.checks.registry import kinds
from lab.simulation.small_ruleset import write_ruleset

ROOT = Path(__file__).parents[2]
PLACES = {
    "README.md": "index.md",
    "docs/README.md": "pages.md",
    "docs/write/files.md": "write/files.md",
    "docs/front.png": "front.png",
    f"{DIAGNOSTICS}/ART1001.md": "diagnostics/ART1001.md",
    DIAGNOSTICS: "diagnostics/index.md",
}


@pytest.mark.parametrize(
    ("path", "link", "led"),
    [
        ("README.md", "docs/front.png", "front.png"),
        ("README.md", "docs/README.md#study", "pages.md#study"),
        ("docs/README.md", "write/files.md", "write/files.md"),
        ("docs/write/files.md", "../README.md", "../pages.md"),
        ("docs/write/files.md", f"../../{DIAGNOSTICS}/ART1001.md", "../diagnostics/ART1001.md"),
        ("docs/README.md", f"../{DIAGNOSTICS}", "diagnostics/index.md"),
        ("docs/write/files.md", "#here", "#here"),
        ("docs/write/files.md", "https://example.org/docs/README.md", "https://example.org/docs/README.md"),
        ("docs/write/files.md", "nowhere.md", "nowhere.md"),
    ],
)
def test_a_link_leads_to_the_same_page(path: str, link: str, led: str) -> None:
    assert page_for_site(f"See [this]({link}), please.\n", path, PLACES) == f"See [this]({led}), please.\n"


def test_listings_keep_their_words_and_lists_begin_after_a_blank_line() -> None:
    text = (
        "Two:\n- one\n- [two](files.md)\n\n<!-- keys -->\n| a |\n|---|\n| b |\n"
        "So:\n```yaml file=a/b.yaml only-for-now\n- [x](README.md)\nk:\n- 1\n```\nand\n```\nplain\n```\n"
    )
    assert page_for_site(text, "docs/write/files.md", PLACES) == (
        "Two:\n\n- one\n- [two](files.md)\n\n<!-- keys -->\n\n| a |\n|---|\n| b |\n"
        'So:\n\n```yaml title="a/b.yaml"\n- [x](README.md)\nk:\n- 1\n```\n\nand\n\n```text\nplain\n```\n\n'
    )


def leaves(nav: list[Any]) -> Iterator[str]:
    """The pages of a navigation, in order."""
    for entry in nav:
        for inside in entry.values():
            yield from leaves(inside) if isinstance(inside, list) else [inside]


def test_the_way_through_is_the_navigation() -> None:
    way = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    there = {path.removeprefix("docs/") for path in places(ROOT) if re.fullmatch(r"docs/.*\.(md|ipynb)", path)}
    pages = [*leaves(navigation(way))]
    assert pages[0] == "start/promises.md"
    assert sorted(pages) == sorted(there - {"README.md"})


def test_each_kind_of_diagnostic_has_its_line() -> None:
    rows = re.findall(r"^\| \[(ART\d+)\]\(\1\.md\) `([a-z0-9-]+)` \|", diagnostics_page(), re.MULTILINE)
    assert rows == [(kind.name, kind.slug) for kind in sorted(kinds().values(), key=lambda kind: kind.code)]


def test_what_a_game_says_of_itself_is_text(tmp_path: Path) -> None:
    folder = write_ruleset(
        tmp_path / "lanterns", break_it=("title: Lanterns", 'title: "<script>alert(1)</script> & more"')
    )
    (folder / "layout.yaml").write_text(
        "part_of: lanterns\n\nlayout: {about: '<img src=x onerror=alert(1)>'}\n", encoding="utf-8"
    )
    page = shelf_page([str(folder)])
    assert "## &lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page and "<" not in page


@pytest.mark.parametrize(("players", "words"), [("2..4", "2 to 4 players."), ("4", "4 players.")])
def test_for_how_many_a_game_of_the_shelf_is(tmp_path: Path, players: str, words: str) -> None:
    folder = write_ruleset(tmp_path / "lanterns", break_it=("players: 2..4", f"players: {players}"))
    assert words in shelf_page([str(folder)]).splitlines()


def copied_tree(folder: Path) -> Path:
    """The pages of the tree, in a tree of their own."""
    for name in ("docs", DIAGNOSTICS, "interpreter/artrules/table/page"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "README.md", folder)
    return folder


def test_links_that_lead_nowhere_end_the_build(tmp_path: Path) -> None:
    root = copied_tree(tmp_path / "tree")
    with (root / "docs" / "write" / "sets.md").open("a", encoding="utf-8") as page:
        for link in ("nowhere.md", "files.md#nowhere", "../images/nowhere.png", "../site"):
            page.write(f"\nSee [this]({link}).\n")
    with pytest.raises(SiteProblem, match="4 warnings"):
        build(root, tmp_path / "site", [])


def test_without_a_source_tree_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(SiteProblem, match=r"the site is built in a source tree"):
        build(tmp_path, tmp_path / "site", [])


def test_a_notebook_is_a_page_with_what_it_shows() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Plots\n", "See [data](data.md)."]},
        {
            "cell_type": "code",
            "source": ["draw()"],
            "outputs": [
                {"output_type": "stream", "text": ["3 games\n"]},
                {"output_type": "display_data", "data": {"image/png": "UE5H", "text/plain": ["<Figure>"]}},
                {"output_type": "execute_result", "data": {"text/html": ["<b>"], "text/plain": ["a  b"]}},
            ],
        },
    ]
    assert notebook_as_page(json.dumps({"cells": cells}), "plots") == (
        "# Plots\nSee [data](data.md).\n\n```python\ndraw()\n```\n\n```text\n3 games\n```\n\n"
        "![What the lines above draw](plots_1.png)\n\n```text\na  b\n```\n",
        {"plots_1.png": b"PNG"},
    )


class Loads(HTMLParser):
    """What a page loads and where it leads: the addresses, and whether they are loaded at once."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("src"):
            self.loaded.append(values["src"] or "")
        if tag == "link" and values.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(values.get("href") or "")
        if tag == "a":
            self.linked.append(values.get("href") or "")


def test_the_site_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(ROOT, site, ["hearts", "kuhn_poker"])
    for page in site.rglob("*.html"):
        if page.parent in (site / "rulebooks", site / "tables"):
            continue  # each a page that holds all that it needs, as tests of their own see
        seen = Loads()
        seen.feed(page.read_text(encoding="utf-8"))
        for address in (*seen.loaded, *(link for link in seen.linked if not urlsplit(link).scheme)):
            parts = urlsplit(address)
            assert not parts.scheme or parts.scheme == "data", f"{page}: {address}"
            assert not parts.netloc, f"{page}: {address}"
            place = site / parts.path.lstrip("/") if page.name == "404.html" else page.parent / parts.path
            assert place.exists(), f"{page}: {address}"
    assert {path.stem for path in (site / "rulebooks").glob("*.html")} == {"hearts", "kuhn_poker"}
    assert (site / "diagnostics" / "ART2001.html").is_file()
    for page, link in (("index.html", "tables/index.html"), ("play/shelf.html", "../tables/hearts.html")):
        assert f'href="{link}"' in (site / page).read_text(encoding="utf-8")

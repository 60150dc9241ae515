"""What could be markup in a text stays text, in Markdown and in HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import artrules
from artrules.author.booklet.document import (
    Code,
    Document,
    Emphasis,
    Entry,
    Heading,
    Listing,
    Paragraph,
    Points,
    Rows,
    Strong,
)
from artrules.author.booklet.make import make_booklet
from artrules.author.booklet.markdown import write_markdown
from artrules.author.booklet.page import write_page
from artrules.author.booklet.selection import BookletRequest
from author.booklet.reading import Page

SMALL = """ruleset: odd
title: "{title}"
players: 2
groups: {{guild: {{keyed_by: 1..1, chosen_by: guilds}}}}
settings: {{guilds: {{set_of: guild, starts: sea, title: "{title}", says: "{title}"}}}}
variables: {{coins: {{of: player, type: 0..9}}}}
tables: {{steps: {{title: "{title}", says: ["{title}", "{title}"], steps: "1 -> 1"}}}}
terms: {{coin: "{title}"}}
procedures: {{deal: {{do: skip, says: "{title}"}}}}
flow:
  setup: {{deal: deal()}}
  rounds: [{{name: play, who: nobody, do: end game, says: "{title}"}}]
  until: {{is: yes, says: "{title}"}}
  last_round: 3
  score: {{coins: {{label: "{title}", is: my coins, says: "{title}"}}}}
  winners: {{is: players, says: "{title}"}}
layout: {{about: "{title}", phases: {{play: "{title}"}}, decisions: {{deal: "{title}"}}}}
"""
POWERS = """set: sea
of: odd
title: "{title}"
guild:
  1:
    name: "{title}"
    text: "{title}"
    source: "{title}"
    assumed: "{title}"
    powers: [{{do: skip, label: "{title}"}}]
rulings: {{"{title}": {{1: "{title}"}}}}
"""
HOSTILE = [
    "<script>alert(1)</script>",
    "</title></style><script>alert(1)</script>",
    "a & b &lt;script&gt; &amp;",
    "**strong** _and_ `code` [link](javascript:x) ![i](y)",
    "# no heading | no cell | ~~no~~",
    "1. no list",
    "- no list",
    "--- <!-- no comment -->",
    "> no quote",
    "]]> <![CDATA[ x",
    "' onmouseover='x",
]


@pytest.mark.parametrize("title", HOSTILE)
def test_texts_of_content_stay_text(tmp_path: Path, title: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(SMALL.format(title=title), encoding="utf-8")
    (tmp_path / "sea.yaml").write_text(POWERS.format(title=title), encoding="utf-8")
    document = make_booklet(artrules.load(tmp_path), BookletRequest(code=True))
    page = Page(write_page(document))
    assert page.broken == []
    assert page.texts.count(title) >= 3
    assert page.holds(f"1 {title}")
    harmless = {"lang", "charset", "name", "content", "id", "href", "class", "aria-label"}
    assert {name for name, _ in page.attributes} == harmless
    read = Page(rendered(write_markdown(document)))
    assert read.holds(title)
    for elements in (page.elements, read.elements):
        assert not {"script", "img", "blockquote", "ol", "hr", "s"} & set(elements)
    assert "a" not in read.elements


def rendered(markdown: str) -> str:
    """A Markdown file as HTML, by a reader of its own."""
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Zs", "Zl", "Zp"]), min_size=1)
WORDS = st.lists(st.one_of(TEXTS, st.sampled_from([*"*_`[]()<>|&#-+=~!\\:.1", "1.", "---", "```", "&amp;", "\\|"])))
PROSE = WORDS.map(" ".join).filter(str.strip)


@given(PROSE, PROSE, PROSE)
def test_every_text_survives(one: str, other: str, third: str) -> None:
    document = Document(
        "Any",
        [
            Heading(2, one),
            Paragraph((one,)),
            Points(((other,), (third,))),
            Rows(("Head",), (((one,),), ((other,),))),
            Paragraph((third,)),
        ],
    )
    wanted = [" ".join(text.split()) for text in ("Any", one, one, other, third, "Head", one, other, third)]
    assert [" ".join(text.split()) for text in Page(rendered(write_markdown(document))).texts] == wanted
    page = Page(write_page(document))
    texts = [" ".join(text.split()) for text in page.texts]
    # The page's title, its heading, the contents.
    assert texts == ["Any", "Any", wanted[1], *wanted[1:]]
    assert page.broken == []


@given(TEXTS, st.lists(TEXTS, min_size=1).map("\n".join))
def test_every_code_survives(word: str, lines: str) -> None:
    entry = Entry("Any", (Heading(4, "Any"),), (Listing(lines),))
    document = Document("Any", [Paragraph((Code(word), " is code")), Rows(("Head",), (((Code(word),),),)), entry])
    read = Page(rendered(write_markdown(document)))
    assert read.texts[1].strip() == f"{word} is code"
    assert read.texts[3].strip() == word
    assert read.texts[-1].rstrip("\n") == lines.rstrip("\n")
    page = Page(write_page(document))
    assert page.texts[-1] == lines
    assert page.broken == []


def test_emphasis() -> None:
    document = Document("Any", [Paragraph((Strong("one"), " and ", Emphasis("two"), ", ", Code("three`"), "."))])
    assert write_markdown(document).splitlines()[-1] == "**one** and *two*, `` three` ``."
    page = write_page(document)
    assert "<p><strong>one</strong> and <em>two</em>, <code>three`</code>.</p>" in page


def test_a_page_needs_nothing_else() -> None:
    page = write_page(Document("Any", [Paragraph(("text",))]))
    assert "http" not in page
    assert not {"link", "script", "img"} & set(Page(page).elements)
    assert "@page" in page

"""What Chromium prints, measured on the pages of the PDF."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image

from artrules import load
from artrules.author.booklet.make import round_and_end
from artrules.author.booklet.selection import BookletRequest
from artrules.author.cards.deck import Deck, make_deck
from artrules.author.cards.page import Paper, page_of_sheets, small_texts
from artrules.author.cards.sheets import PAPERS, SIZES, Size, lay_out
from artrules.author.printing import open_page

POINT = 25.4 / 72
"""Millimetres of a point of PDF."""
Box = tuple[float, float, float, float]


@cache
def printed(name: str, size: str = "poker", paper: str = "a4", bleed: float = 0.0) -> pypdfium2.PdfDocument:
    """Each card of a game once, with its back behind it, and what helps players."""
    ruleset = load(name)
    deck = make_deck(ruleset)
    cards = [(index, SIZES[size]) for index in range(len(deck.faces))]
    sheets = lay_out(cards, PAPERS[paper], bleed, backs="behind")
    aids = round_and_end(ruleset, BookletRequest())
    html = page_of_sheets(deck, sheets, Paper(PAPERS[paper], bleed), ruleset.content.files.picture_folders, aids)
    with open_page(html) as page:
        assert small_texts(page, "small") == []
        return pypdfium2.PdfDocument(page.as_pdf())


def boxes(page: pypdfium2.PdfPage, size: Size) -> list[Box]:
    """Where rectangles of a size in mm are painted: left, top, right, bottom, in mm from the upper left corner."""
    height = page.get_height()
    rectangles = []
    for each in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=8):
        left, bottom, right, top = each.get_bounds()
        box = (left * POINT, (height - top) * POINT, right * POINT, (height - bottom) * POINT)
        if abs(box[2] - box[0] - size[0]) < 1 and abs(box[3] - box[1] - size[1]) < 1:
            rectangles.append(box)
    return sorted(set(rectangles), key=lambda box: (round(box[1]), round(box[0])))


def painted(page: pypdfium2.PdfPage, dots: int = 600) -> Image.Image:
    return page.render(scale=dots / 72).to_pil().convert("L")


def runs(
    picture: Image.Image, along: str, at: float, *, white: int = 128, dots: int = 600
) -> list[tuple[float, float]]:
    """The stretches darker than `white` on a line `at` so many mm down or across the page, in mm."""
    place = round(at * dots / 25.4)
    length = picture.width if along == "x" else picture.height
    line = [picture.getpixel((each, place) if along == "x" else (place, each)) < white for each in range(length)]
    ends = [index for index, (one, other) in enumerate(pairwise([False, *line, False])) if one != other]
    return [(start * 25.4 / dots, end * 25.4 / dots) for start, end in zip(ends[::2], ends[1::2], strict=True)]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_pages_are_of_the_size_of_the_paper(paper: str, size: Size) -> None:
    document = printed("bioutifoul", paper=paper)
    assert len(document) == 5
    for page in document:
        assert (page.get_width() * POINT, page.get_height() * POINT) == pytest.approx(size, abs=0.2)


@pytest.mark.parametrize("name", ["avant_carde", "bioutifoul"])
def test_cards_measure_63_by_88_on_the_page(name: str) -> None:
    """Cards of these games are painted to their edges. The first page is full: three by three."""
    page = printed(name)[0]
    cards = boxes(page, (63, 88))
    assert len({(round(box[0]), round(box[1])) for box in cards}) == 9
    for left, top, right, bottom in cards:
        assert right - left == pytest.approx(63, abs=0.2)
        assert bottom - top == pytest.approx(88, abs=0.2)
    picture = painted(page)
    ((left, right),) = runs(picture, "x", (297 - 3 * 88) / 2 + 1.2, white=245)
    ((top, bottom),) = runs(picture, "y", (210 - 3 * 63) / 2 + 1.2, white=245)
    assert (right - left, bottom - top) == (pytest.approx(3 * 63, abs=0.2), pytest.approx(3 * 88, abs=0.2))


@pytest.mark.parametrize(("size", "measures"), [("bridge", (89, 57)), ("mini", (44, 68)), ("square", (70, 70))])
def test_other_sizes(size: str, measures: Size) -> None:
    """Ten bridge cards find room on A4 if they lie on their sides."""
    cards = boxes(printed("bioutifoul", size)[0], measures)
    assert cards
    for left, top, right, bottom in cards:
        assert (right - left, bottom - top) == pytest.approx(measures, abs=0.2)


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_marks_meet_the_edges_of_cards(bleed: float) -> None:
    """Marks as they are painted in the margin, beside the edges of cards as they are painted."""
    page = printed("bioutifoul", bleed=bleed)[0]
    size = (63, 88) if bleed == 0 else (88 + 2 * bleed, 63 + 2 * bleed)  # with a bleed, cards lie on their sides
    cards = boxes(page, size)
    lefts = sorted({round(box[0], 2) for box in cards})
    edges = sorted({edge for box in cards for edge in (box[0] + bleed, box[2] - bleed)})
    top = min(box[1] for box in cards)
    marks = [(start + end) / 2 for start, end in runs(painted(page), "x", top - 0.5)]
    assert len(marks) >= len(lefts) + 1
    for edge in edges:
        assert min(abs(mark - edge) for mark in marks) < 0.15
    for mark in marks:
        assert min(abs(mark - edge) for edge in edges) < 0.15
    start, end = runs(painted(page), "y", marks[0])[0]
    assert start == pytest.approx(top - 4, abs=0.2)
    assert end > top - 0.1  # it is there until the card begins


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_fronts_and_backs_register(bleed: float) -> None:
    """Behind each card lies its back, when the paper is turned over its long side."""
    document = printed("bioutifoul", bleed=bleed)
    size = (63 + 2 * bleed, 88 + 2 * bleed) if bleed == 0 else (88 + 2 * bleed, 63 + 2 * bleed)
    for front, back in ((document[index], document[index + 1]) for index in (0, 2)):
        turned = sorted((210 - right, top, 210 - left, bottom) for left, top, right, bottom in boxes(back, size))
        for one, other in zip(sorted(boxes(front, size)), turned, strict=True):
            assert one == pytest.approx(other, abs=0.2)


def test_texts_are_texts_and_stand_whole() -> None:
    document = printed("avant_carde")
    said = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    for face, _ in make_deck(load("avant_carde")).faces:
        assert face.name in said
        assert " ".join(face.look.text.partition(": ")[2].split()) in said


def test_players_find_what_helps_them() -> None:
    sheets = 2 * 4
    said = " ".join(page.get_textpage().get_text_range() for page in list(printed("avant_carde"))[sheets:])
    said = " ".join(said.split())
    for words in ("Win the most awards.", "Laying out lines", "All players do this at the same time.", "Who wins"):
        assert words in said
    assert "Purple" in said and "Unveil" in said
    assert "Expert" not in said  # what stands on no card is no sign of cards


def test_it_is_one_page_where_that_can_be() -> None:
    assert len(printed("hearts")) == 2 * 6 + 1


@pytest.mark.parametrize("name", ["art_decko", "crazy_eights", "hearts", "vintage"])
def test_all_other_games_are_printed_without_small_texts(name: str) -> None:
    assert len(printed(name)) > 2


def test_a_long_text_gets_smaller_and_is_named(tmp_path: Path) -> None:
    deck = make_deck(load("avant_carde"))
    face = deck.faces[0][0]
    text = "And then draw another card, unless it is a Tuesday. " * 40
    long = replace(face, look=replace(face.look, power="The Talker", text=text))
    deck = Deck(
        deck.title,
        {**deck.description, "looks": [*deck.description["looks"], long.as_data()["look"]]},
        deck.signs,
        [(long, 1)],
    )
    sheets = lay_out([(0, SIZES["poker"])], PAPERS["a4"], 0, backs="none")
    with open_page(page_of_sheets(deck, sheets, Paper(PAPERS["a4"], 0), [tmp_path])) as page:
        (sentence,) = small_texts(page, "small")
        assert sentence.startswith("the text of The Talker stands there in letters of ")
        assert sentence.endswith(" points, smaller than 6: it is long for a card of 63 × 88 mm")  # noqa: RUF001
        said = pypdfium2.PdfDocument(page.as_pdf())[0].get_textpage().get_text_range()
        assert " ".join(said.split()).count("unless it is a Tuesday.") == 40
        assert page.evaluate(
            "[...document.querySelectorAll('.words')].every((e) => e.scrollHeight <= e.clientHeight + 1)"
        )


def test_a_back_whose_title_is_too_small_is_named_once() -> None:
    deck = make_deck(load("avant_carde"))
    kind = deck.faces[0][0].kind
    faces = [(replace(face, back=None), 1) for face, _ in deck.faces if face.kind == kind][:4]
    assert len(faces) > 1
    title = "A very long title of a game " * 60
    titled = replace(deck, title=title, description={**deck.description, "title": title}, faces=faces)
    sheets = lay_out([(index, SIZES["mini"]) for index in range(len(faces))], PAPERS["a4"], 0, backs="behind")
    with open_page(page_of_sheets(titled, sheets, Paper(PAPERS["a4"], 0), [Path()])) as page:
        backs = [sentence for sentence in small_texts(page, "small") if sentence.startswith("the back of ")]
    assert [sentence.partition(" stands")[0] for sentence in backs] == [f"the back of {kind}"]

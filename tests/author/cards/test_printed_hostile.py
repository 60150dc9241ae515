"""Titles and texts with markup show as texts, pictures stay where they belong, and nothing reaches the network."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image

from artrules import load
from artrules.author.cards.deck import Deck, make_deck
from artrules.author.cards.page import Paper, drawing_of, page_of_sheets, page_of_singles, small_texts
from artrules.author.cards.pictures import PictureRefused
from artrules.author.cards.sheets import PAPERS, SIZES, lay_out
from artrules.author.printing import open_page
from artrules.model.catalogue.locations import shipped_folder

HOSTILE = "</script><script>document.title = 'broken'</script><img src=x onerror=\"document.title = 'broken'\">"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose texts are markup."""
    folder = shutil.copytree(shipped_folder() / "avant_carde", tmp_path_factory.mktemp("games") / "avant_carde")
    for path, before, after in (
        ("ruleset.yaml", "title: Avant Carde", f"title: '{HOSTILE.replace(chr(39), chr(39) * 2)}'"),
        ("layout.yaml", "title: hand, as: fan", 'title: "<b>hand</b>", as: fan'),
        ("sets/new_yorkers.yaml", "title: New Yorkers", 'title: "<!-- New Yorkers"'),
        ("sets/new_yorkers.yaml", "name: The Snob", 'name: "<script>Snob"'),
        ("sets/new_yorkers.yaml", "text: When you buy, trash", 'text: "<style>* { display: none }</style> Trash"  # '),
        ("terms.yaml", "The cards that you lay out", "<iframe src=https://example.org></iframe>"),
    ):
        text = (folder / path).read_text(encoding="utf-8")
        assert before in text
        (folder / path).write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


def drawn(deck: Deck, folder: Path) -> str:
    sheets = lay_out([(index, SIZES["poker"]) for index in range(len(deck.faces))], PAPERS["a4"], 0, backs="behind")
    return page_of_sheets(deck, sheets, Paper(PAPERS["a4"], 0), [folder], [])


def test_markup_shows_as_text(hostile: Path) -> None:
    deck = make_deck(load(hostile))
    with open_page(drawn(deck, hostile)) as page:
        assert page.evaluate("document.title") == HOSTILE
        assert page.evaluate("document.querySelectorAll('script').length") == 3
        assert page.evaluate("document.querySelectorAll('img, iframe, .sheet style').length") == 0
        assert page.evaluate("performance.getEntriesByType('resource').length") == 0
        small_texts(page, "small")
        sheets = list(pypdfium2.PdfDocument(page.as_pdf()))
    said = "".join("".join(sheet.get_textpage().get_text_range().split()) for sheet in sheets)
    for words in ("<script>Snob", "<style>*{display:none}</style>Trash", "<!--NewYorkers", "<iframesrc=", "'broken'"):
        assert words in said


def test_drawings_of_cards_hold_no_markup(hostile: Path) -> None:
    deck = make_deck(load(hostile))
    snob = next(index for index, (face, _) in enumerate(deck.faces) if face.name == "<script>Snob")
    with open_page(page_of_singles(deck, 0, [hostile])) as page:
        drawing = ElementTree.fromstring(drawing_of(page, "front", snob, SIZES["poker"], 300))
    elements = [element.tag.rpartition("}")[2] for element in drawing.iter()]
    assert elements.count("style") == 1
    assert not set(elements) & {"script", "img", "iframe"}
    assert "<script>Snob" in "".join(drawing.itertext())


def with_picture(deck: Deck, path: str) -> Deck:
    face = deck.faces[0][0]
    pictured = replace(face, look=replace(face.look, picture=path))
    looks = [*deck.description["looks"], pictured.as_data()["look"]]
    return replace(deck, description={**deck.description, "looks": looks}, faces=[(pictured, 1)])


def test_pictures_are_drawn_from_the_folder_alone(tmp_path: Path) -> None:
    deck = make_deck(load("bioutifoul"))
    folder = tmp_path / "game"
    folder.mkdir()
    Image.new("RGB", (40, 40), (1, 200, 30)).save(folder / "art.png")
    Image.new("RGB", (40, 40)).save(tmp_path / "secret.png")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    with open_page(drawn(with_picture(deck, "art.png"), folder)) as page:
        sheet = pypdfium2.PdfDocument(page.as_pdf())[0].render(scale=1).to_pil().convert("RGB")
    x, y = (round(mm * 72 / 25.4) for mm in (10.5 + 31.5, 16.5 + 50))
    assert sheet.getpixel((x, y)) == (1, 200, 30)
    for path in ("link.png", "../secret.png", "/etc/hostname", "nothing.png"):
        with pytest.raises(PictureRefused, match=f"`{path}`"):
            drawn(with_picture(deck, path), folder)


def test_a_drawing_with_a_script_is_a_picture_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="document.title = 1">'
        '<script>document.title = "broken"</script><image href="https://example.org/x.png"/>'
        '<rect width="1" height="1"/></svg>',
        encoding="utf-8",
    )
    deck = with_picture(make_deck(load("bioutifoul")), "art.svg")
    with open_page(drawn(deck, tmp_path)) as page:
        assert page.evaluate("document.title") == "Bioutifoul"
        assert page.evaluate("document.querySelector('.sheet img').naturalWidth") > 0

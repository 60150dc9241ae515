"""What `artrules doc` lets Chromium print and draw."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

LANTERNS = str(Path(__file__).parent.parent.parent / "rulesets" / "lanterns")


def test_a_pdf_holds_the_chapters_and_pictures_of_cards(run, tmp_path):
    file = tmp_path / "rules.pdf"
    done = run("doc", "bioutifoul", "--to", str(file))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    with pypdfium2.PdfDocument(file) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
        width, height = document[0].get_size()
        outline = [bookmark.get_title() for bookmark in document.get_toc()]
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (148, 210)
    assert "Bioutifoul" in texts[0] and "for 2 to 6 players" in texts[0].lower()
    assert "Contents" in texts[1] and texts[1].split()[:2] == ["Bioutifoul", "2"]
    assert all("Bioutifoul" in text for text in texts[1:])
    said = " ".join(" ".join(texts).split())
    for card in ("Artwork A work by Alice A work by Alice", "Exhibition Alice, Heinrich Alice, Heinrich"):
        assert card in said, "what stands on cards is text, then comes what stands below them"
    assert any("Setup" in title for title in outline)


def test_a_page_shows_pictures_of_cards_beside_their_texts(run, tmp_path):
    file = tmp_path / "rules.html"
    assert run("doc", LANTERNS, "--to", str(file)).exit_code == 0
    page = file.read_text(encoding="utf-8")
    assert page.count('<img src="data:image/svg+xml;base64,') >= 8
    assert 'alt="The Ferryman"' in page and 'alt="The Echo"' in page
    assert "http" not in page.replace("http-equiv", "")

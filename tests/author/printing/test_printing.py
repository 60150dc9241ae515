"""Chromium prints pages as PDF, and draws parts of them."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from artrules.author import printing
from artrules.author.printing import CannotPrint, open_page, print_page

PAGE = """<!doctype html><meta charset="utf-8"><title>Ærø</title>
<style>@page { size: 100mm 60mm; margin: 0 } body { margin: 0; background: #d00000 } p { break-before: page }</style>
<h1>One</h1><p>Two · žluťoučký</p>
<script>window.answer = new Promise((done) => setTimeout(() => done({two: [2]}), 50))</script>"""
POINT = 25.4 / 72
"""Millimetres of a point of PDF."""


def test_a_page_of_the_size_that_it_says_with_text_and_backgrounds() -> None:
    document = pypdfium2.PdfDocument(print_page(PAGE))
    assert len(document) == 2
    width, height = (length * POINT for length in document[1].get_size())
    assert (width, height) == (pytest.approx(100, abs=0.2), pytest.approx(60, abs=0.2))
    assert "Two · žluťoučký" in document[1].get_textpage().get_text_range()
    assert document[0].render().to_pil().convert("RGB").getpixel((5, 5)) == (0xD0, 0, 0)
    assert [each.get_title() for each in document.get_toc()] == ["One"]


def test_scripts_are_asked_and_parts_are_drawn() -> None:
    with open_page(PAGE) as page:
        assert page.evaluate("answer") == {"two": [2]}
        with pytest.raises(CannotPrint, match="a script of the page failed: TypeError"):
            page.evaluate("null.nothing")
        picture = Image.open(io.BytesIO(page.as_png(0, 0, 20, 10, 3)))
        assert picture.size == (60, 30)
        assert picture.convert("RGB").getpixel((30, 2)) == (0xD0, 0, 0)
    with open_page(
        '<!doctype html><i style="display: block; width: 10px; height: 10px; background: #00f"></i>'
    ) as page:
        assert Image.open(io.BytesIO(page.as_png(0, 0, 60, 40, 1))).convert("RGBA").getpixel((50, 30)) == (0, 0, 0, 0)


def test_no_process_and_no_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing.tempfile, "tempdir", str(tmp_path))
    processes: list[int] = []
    spawn = os.posix_spawn
    monkeypatch.setattr(os, "posix_spawn", lambda *what, **how: processes.append(spawn(*what, **how)) or processes[-1])
    with pytest.raises(KeyboardInterrupt), open_page(PAGE):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    (process,) = processes
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)

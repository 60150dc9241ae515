"""`artrules export --as cards` with a browser: a PDF, and pictures."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from PIL import Image

from artrules.table.commands.main import artrules


def test_a_pdf_and_pictures(tmp_path: Path) -> None:
    file, folder = tmp_path / "cards.pdf", tmp_path / "pictures" / "of cards"
    options = ["--only", "portrait", "--only", "influence on*", "--size", "influence=mini", "--duplex"]
    done = CliRunner().invoke(
        artrules, ["export", "bioutifoul", "--as", "cards", "-o", str(file), "--png", str(folder), *options]
    )
    assert done.exit_code == 0, done.output
    assert f"{file}: 28 cards on 3 sheets; print at 100 %, on both sides, turned over the long edge" in done.stdout
    assert f"{folder}: 10 pictures" in done.stdout
    assert len(pypdfium2.PdfDocument(file)) == 6
    sizes = {path.name: Image.open(path).size for path in sorted(folder.iterdir())}
    assert sizes["001-portrait-alice.png"] == sizes["back-portrait.png"] == (744, 1039)  # 63 and 88 mm, 300 an inch
    assert sizes["005-influence-influence-on-alice.png"] == sizes["back-influence.png"] == (520, 803)
    assert len(sizes) == 10
    with Image.open(folder / "001-portrait-alice.png") as picture:
        edge = picture.convert("RGB").getpixel((2, 500))
        assert edge == picture.convert("RGB").getpixel((741, 500)) != (255, 255, 255)


def test_a_bleed_is_a_part_of_pictures(tmp_path: Path) -> None:
    options = ["--only", "portrait", "--size", "50x50", "--bleed", "2.5", "--fronts"]
    CliRunner().invoke(artrules, ["export", "bioutifoul", "--as", "cards", "--png", str(tmp_path), *options])
    assert [Image.open(path).size for path in sorted(tmp_path.iterdir())] == [(650, 650)] * 4

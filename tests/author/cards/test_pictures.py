"""Pictures of content become a part of a page; what is too large, or lies elsewhere, is refused."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from time import process_time

import pytest
from PIL import Image

from artrules.author.cards import pictures
from artrules.author.cards.pictures import (
    PictureRefused,
    embed_picture,
    embed_pictures,
    largest_picture,
    size_of_picture,
    sum_of_picture,
)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (300, 17), (1025, 900)])
def test_sizes_of_pictures(form: str, size: tuple[int, int]) -> None:
    for options in [{}, {"lossless": True}, {"progressive": True}, {"exif": b"Exif\0\0" + b"\xff" * 400}]:
        content = io.BytesIO()
        Image.new("RGB", size, "red").save(content, form, **options)
        assert size_of_picture(content.getvalue()) == size


def test_bytes_that_fill_are_bounded() -> None:
    content = io.BytesIO()
    Image.new("RGB", (7, 5)).save(content, "JPEG")
    for filling, size in {40: (7, 5), 8_000_000: (0, 0)}.items():
        began = process_time()
        assert size_of_picture(b"\xff\xd8" + b"\xff" * filling + content.getvalue()[2:]) == size
        assert process_time() - began < 0.5
    began = process_time()
    assert size_of_picture(b"\xff\xd8" + b"\xff\xe0\0\2" * 2_000_000) == (0, 0)
    assert process_time() - began < 0.5


def test_a_sum_is_made_anew_where_a_picture_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(folder: Path, path: str) -> str:
        read.append(path)
        return embed_picture(folder, path)

    monkeypatch.setattr(pictures, "embed_picture", counted)
    picture = tmp_path / "one.png"
    Image.new("RGB", (3, 2)).save(picture)
    first = sum_of_picture(tmp_path, "one.png")
    assert sum_of_picture(tmp_path, "one.png") == first != ""
    assert read == ["one.png"]
    Image.new("RGB", (30, 20)).save(picture)
    assert sum_of_picture(tmp_path, "one.png") not in ("", first)
    picture.unlink()
    assert sum_of_picture(tmp_path, "one.png") == ""


def test_a_picture_is_embedded(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (3, 2)).save(tmp_path / "art" / "one.png")
    assert embed_picture(tmp_path, "art/one.png").startswith("data:image/png;base64,iVBOR")
    (tmp_path / "two.svg").write_text(svg(""), encoding="utf-8")
    assert embed_picture(tmp_path, "two.svg").startswith("data:image/svg+xml;base64,PHN2Zy")


def svg(inside: str, before: str = "") -> str:
    xlink = "http://www.w3.org/1999/xlink"
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="{xlink}">{inside}</svg>'


def huge_png() -> bytes:
    """A small file that says of itself that it has 100,000 × 100,000 points."""  # noqa: RUF002
    head = b"IHDR" + (100_000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + head + zlib.crc32(head).to_bytes(4, "big")


def test_what_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    outside = tmp_path / "outside.png"
    Image.new("RGB", (3, 2)).save(outside)
    (folder / "link.png").symlink_to(outside)
    (folder / "huge.png").write_bytes(huge_png())
    (folder / "long.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * (9 * 1024 * 1024))
    (folder / "text.png").write_text("no picture", encoding="utf-8")
    (folder / "folder.png").mkdir()
    (folder / "page.html").write_text("<p>", encoding="utf-8")
    for path, said in {
        "link.png": "doesn't lie in the folder of the ruleset",
        "../outside.png": "doesn't lie in the folder of the ruleset",
        str(outside): "doesn't lie in the folder of the ruleset",
        "huge.png": "has 100000 × 100000 points; at most 40 million are drawn",  # noqa: RUF001
        "long.png": "has more than 8,000,000 bytes: make it smaller",
        "text.png": "isn't what its name says, or is damaged",
        "folder.png": "can't be read: ",
        "nothing.png": "can't be read: No such file or directory",
        "page.html": "is no picture that browsers show (.png, .jpg, .jpeg, .webp, .svg)",
    }.items():
        with pytest.raises(PictureRefused) as refused:
            embed_picture(folder, path)
        assert f"`{path}` " in str(refused.value)
        assert said in str(refused.value)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_that_was_cut_off_is_refused(tmp_path: Path, form: str) -> None:
    content = io.BytesIO()
    noise = Image.effect_noise((60, 60), 90)
    noise.save(content, form, exif=b"Exif\0\0" + b"\xff\xd8\xff\xd9" * 9)
    whole = content.getvalue()
    picture = tmp_path / f"one.{form.lower()}"
    for more in (b"", b"more"):
        picture.write_bytes(whole + more)
        assert embed_picture(tmp_path, picture.name)
    for missing in (1 if form == "WEBP" else 2, 20, len(whole) // 2):
        picture.write_bytes(whole[:-missing])
        with pytest.raises(PictureRefused, match="isn't what its name says, or is damaged"):
            embed_picture(tmp_path, picture.name)


USES = "".join(f'<g id="a{n + 1}">{f"<use xlink:href=_#a{n}_/>".replace("_", chr(34)) * 10}</g>' for n in range(9))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "damaged"),
        ("no drawing", "damaged"),
        ("<html/>", "damaged"),
        ("<svg/>", "damaged"),
        (svg("<g>"), "damaged"),
        (svg("&lol;", "<!DOCTYPE svg [<!ENTITY lol 'lol'>]>"), "declares things of its own in its `DOCTYPE`"),
        (svg("<g/>" * 10_000), "has more than 10,000 elements"),
        (svg(f'<g id="a0"/>{USES}<use href="#a9"/>'), "has a `use` that shows others"),
        (svg(f'<g id="a">{"<g/>" * 2000}</g>{"<use href=_#a_/>".replace("_", chr(34)) * 5}'), "shows more than 10,000"),
    ],
)
def test_a_drawing_that_isnt_shown_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "one.svg").write_text(text, encoding="utf-8")
    with pytest.raises(PictureRefused) as refused:
        embed_picture(tmp_path, "one.svg")
    assert str(refused.value).startswith("the picture `one.svg` ")
    assert said in str(refused.value)


def test_usual_drawings_are_embedded(tmp_path: Path) -> None:
    public = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    for text in (
        svg("<g/>" * 9000),
        svg("", f'<?xml version="1.0" encoding="ISO-8859-1"?>{public}'),
        svg('<defs><g id="a"><path/></g></defs><use href="#a"/><g><use xlink:href="#a"/><use/></g>'),
    ):
        (tmp_path / "one.svg").write_text(text, encoding="utf-8")
        assert embed_picture(tmp_path, "one.svg")


def test_all_pictures_together_are_bounded(tmp_path: Path) -> None:
    for number in range(9):
        Image.new("1", (5000, 5000 + number % 8)).save(tmp_path / f"{number}.png")
    (tmp_path / "one.svg").write_text(svg(""), encoding="utf-8")
    names = [f"{number}.png" for number in range(8)]
    assert [*embed_pictures([tmp_path], [*names[:7], *names[:7], "one.svg"])] == [*names[:7], "one.svg"]
    with pytest.raises(PictureRefused) as refused:
        embed_pictures([tmp_path], names)
    assert str(refused.value) == (
        "the pictures together have more than 200 million points; the largest is `7.png` with 5000 × 5007"  # noqa: RUF001
    )


def test_the_largest_picture_is_named(tmp_path: Path) -> None:
    Image.new("1", (50, 40)).save(tmp_path / "one.png")
    (tmp_path / "one.svg").write_text(svg(""), encoding="utf-8")
    assert largest_picture([tmp_path], ["one.svg", "one.png"]) == "`one.png` (50 × 40 points)"  # noqa: RUF001
    assert largest_picture([tmp_path], []) == ""

"""What holds for every file of the page: it asks nobody else, runs under its content security policy, names no game."""

from __future__ import annotations

import re
from pathlib import Path

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.layout import SHAPES

PAGE = Path(artrules.__file__).parent / "table" / "page"
SUFFIXES = {".js", ".css", ".html", ".svg"}
OWN = [path for path in sorted(PAGE.rglob("*")) if path.suffix in SUFFIXES and "vendor" not in path.parts]
PRINTED = {"style/print.css", "style/printed.css"}
"""Style sheets of what is printed, which no page that is served loads."""
UNSAFE = re.compile(r"""style="|innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function""")


def test_the_page_has_files() -> None:
    assert {"index.html", "app.js", "table.js", "zone.js"} <= {path.name for path in OWN}


def test_no_script_or_style_stands_in_the_markup() -> None:
    markup = (PAGE / "index.html").read_text()
    assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", markup)
    for path in OWN:
        if path.suffix == ".js":
            assert not UNSAFE.search(path.read_text()), path.name


def test_nothing_comes_from_elsewhere() -> None:
    for path in OWN:
        text = path.read_text().replace("http://www.w3.org/", "")
        assert not re.search(r"https?://|@import(?! \"style/\w+\.css\";)|url\((?!data:)|//cdn", text), path.name


def test_nothing_moves_for_people_who_want_no_motion() -> None:
    allowed = re.compile(r"@media \(prefers-reduced-motion: no-preference\) \{.*?^\}", re.DOTALL | re.MULTILINE)
    for path in OWN:
        if path.suffix == ".css":
            assert not re.search(r"transition|animation|@keyframes", allowed.sub("", path.read_text())), path.name
        elif path.suffix == ".js" and ".animate(" in path.read_text():
            assert "wantsStillness" in path.read_text(), path.name


def test_every_module_and_style_sheet_that_is_named_is_there() -> None:
    for name in re.findall(r'(?:href|src)="/page/([^"]+)"', (PAGE / "index.html").read_text()):
        assert (PAGE / name).is_file(), name
    imported = re.findall(r'^@import "(.+)";$', (PAGE / "style.css").read_text(), re.MULTILINE)
    assert {*imported} | PRINTED | {"edit/edit.css"} == {
        path.relative_to(PAGE).as_posix() for path in PAGE.glob("*/*.css")
    }
    assert len(imported) == len({*imported} - PRINTED), "each once, and none that only paper needs"
    for path in OWN:
        if path.suffix == ".js":
            for name in re.findall(r"""(?:from|import\()\s*"(\.[^"]+)\"""", path.read_text()):
                assert (path.parent / name).is_file(), f"{path.name}: {name}"


def test_no_game_is_named() -> None:
    names = list(shipped_rulesets())
    assert len(names) > 3
    for path in OWN:
        text = path.read_text().lower().replace("_", " ")
        assert not [name for name in names if re.search(rf"\b{name.replace('_', ' ')}\b", text)], path.name


def test_the_shapes_of_the_language_can_be_drawn_and_no_others_are_sent() -> None:
    drawn = re.findall(r'^  (\w+): "', (PAGE / "symbols.js").read_text(), re.MULTILINE)
    assert sorted(drawn) == sorted(SHAPES)

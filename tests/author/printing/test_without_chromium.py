"""Where Chromium can't be had, or doesn't do what it is asked, a sentence says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from artrules.author import printing
from artrules.author.printing import VARIABLE, CannotPrint, NoAnswer, print_page
from artrules.table.commands.named_files import page_in_place


def name_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    program = tmp_path / "browser"
    program.write_text(text, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))


def test_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "NAMES", ("no-such-browser",))
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(CannotPrint, match=f"there is no Chromium on this machine \\({VARIABLE} may name one\\)"):
        print_page("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(CannotPrint, match=f"{VARIABLE} names no program: .*nothing"):
        print_page("")


def test_it_ends_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_a_program(tmp_path, monkeypatch, "#!/bin/sh\nexit 1\n")
    with pytest.raises(CannotPrint, match="Chromium ended before it had printed"):
        print_page("")


def test_it_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_a_program(tmp_path, monkeypatch, "#!/no/such/interpreter\n")
    with pytest.raises(CannotPrint, match="browser can't be started: No such file"):
        print_page("")


def test_it_doesnt_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_a_program(tmp_path, monkeypatch, "#!/bin/sh\nexec sleep 30\n")
    monkeypatch.setattr(printing, "PATIENCE", 0.2)
    monkeypatch.setattr(printing, "PARTING", 0.1)
    with pytest.raises(CannotPrint, match="Chromium hasn't answered for 0 seconds"):
        print_page("")


def test_it_says_what_cant_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_a_program(tmp_path, monkeypatch, "#!/bin/sh\nprintf 'nonsense\\0' >&4\nsleep 1\n")
    with pytest.raises(CannotPrint, match="says what can't be read"):
        print_page("")


def test_a_page_that_may_be_too_much_is_promised_nothing(tmp_path: Path) -> None:
    cards = tmp_path / "cards.pdf"
    for problem, picture, said in (
        (CannotPrint("there is none"), "`a.png`", "there is none: .*cards.html is a page that any browser prints so"),
        (
            NoAnswer("it is gone"),
            "",
            "it is gone; .*cards.html is the page. It may be too much for any browser to print",
        ),
        (
            NoAnswer("it is gone"),
            "`a.png`",
            "it is gone; .*cards.html is the page. .*: the largest is `a.png`",
        ),
    ):
        page, sentence = page_in_place(cards, problem, largest_picture=picture)
        assert page == tmp_path / "cards.html"
        assert re.fullmatch(said, sentence)

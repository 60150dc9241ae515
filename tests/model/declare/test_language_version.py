"""A file says in which version of the language it is written; one of another version is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.content_search import find_outside
from artrules.play.pipeline import read_content

GAME = """\
ruleset: tiny
title: Tiny
players: 2
cards: {coin: {}}
zones: {box: {holds: coin, seen_by: everyone}}
pieces: {coins: {kind: coin, start: box, count: 3}}
flow:
  rounds: [{name: play, who: nobody, do: "shuffle_nothing()"}]
  last_round: 2
procedures: {shuffle_nothing: skip}
"""


def slugs(folder: Path, head: str, outside: Path | None = None) -> list[tuple[str, str]]:
    (folder / "ruleset.yaml").write_text(GAME.replace("title:", f"{head}title:", 1), encoding="utf-8")
    extra = find_outside([outside]) if outside is not None else None
    found = read_content(folder, extra=extra).report.diagnostics
    return [(d.slug, f"{Path(d.span.file).name}:{d.span.line}" if d.span else "") for d in found]


@pytest.mark.parametrize("head", ["language: 3\n", ""])
def test_the_newest_version_goes_without_saying(tmp_path: Path, head: str) -> None:
    assert slugs(tmp_path, head) == []


def test_an_older_version_is_read_and_noticed(tmp_path: Path) -> None:
    assert slugs(tmp_path, "language: 1\n") == [("older-language", "ruleset.yaml:2")]


def test_of_a_newer_version_nothing_else_is_judged(tmp_path: Path) -> None:
    assert slugs(tmp_path, "language: 4\nnot_known_yet: yes\n") == [("newer-language", "ruleset.yaml:2")]


@pytest.mark.parametrize("version", ["two", "0", "1.5", "[2]"])
def test_a_version_is_a_number(tmp_path: Path, version: str) -> None:
    assert [line for _, line in slugs(tmp_path, f"language: {version}\n")] == ["ruleset.yaml:2"]


def test_a_file_from_outside_has_a_version_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    overlay = "overlay: more\nlanguage: 4\nof: tiny\nunknown: 1\napplies: size(players) = 2\n"
    (tmp_path / "more" / "more.yaml").write_text(overlay, encoding="utf-8")
    (tmp_path / "game").mkdir()
    assert slugs(tmp_path / "game", "language: 3\n", tmp_path / "more") == [("newer-language", "more.yaml:2")]


def test_an_overlays_version_is_not_laid_over_the_game(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text(
        "overlay: more\nlanguage: 3\nof: tiny\napplies: yes\nflow: {last_round: 3}\n", encoding="utf-8"
    )
    assert slugs(tmp_path, "language: 3\n") == []
    assert slugs(tmp_path, "language: 3\n", None) == []

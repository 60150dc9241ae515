"""A ruleset says which plugins it needs: what these bring is part of it, and a missing one is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from lab.simulation.small_ruleset import write_ruleset

OVERLAY = """
overlay: rich
of: lanterns
applies: size(players) > 0
title: Rich
functions:
  is_rich(player p): p.coins > 0
"""


@pytest.fixture
def game(tmp_path: Path) -> Any:
    """Writes Lanterns with some lines under `plugins`, and what a plugin brings for it."""
    brings = tmp_path / "brings"
    brings.mkdir()
    (brings / "rich.yaml").write_text(OVERLAY)
    (brings / "other.yaml").write_text(OVERLAY.replace("lanterns", "some_other_game"))

    def write(needs: str = "") -> Path:
        folder = Path(write_ruleset(tmp_path / "lanterns"))
        main = folder / "ruleset.yaml"
        head, rest = main.read_text().split("players:", 1)
        main.write_text(f"{head}{needs}\nplayers:{rest}")
        return folder

    write.brings = brings  # type: ignore[attr-defined]
    return write


def refused(folder: Path) -> Any:
    with pytest.raises(artrules.ContentError) as caught:
        artrules.load(folder)
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


def test_what_is_needed_is_part_of_the_game(add: Any, game: Any) -> None:
    add("wealth", "1.2", artrules_ruleset_folders=lambda: [game.brings])
    ruleset = artrules.load(game('plugins: {wealth: "artrules-wealth>=1.0"}'))
    assert ruleset.added == ("overlay rich", "plugin wealth 1.2")
    assert "rich" in {name for names in ruleset.content.models for name in names}


def test_installing_a_plugin_changes_no_game(add: Any, game: Any) -> None:
    folder = game()
    before = artrules.load(folder)
    add("wealth", "1.2", artrules_ruleset_folders=lambda: [game.brings])
    after = artrules.load(folder)
    assert (after.added, after.content_hash) == ((), before.content_hash)


def test_a_missing_plugin_says_how_to_get_it(game: Any) -> None:
    found = refused(game('plugins: {wealth: "artrules-wealth>=1.0"}'))
    assert found.slug == "plugin-missing" and found.span.line > 1
    assert 'pip install "artrules-wealth>=1.0"' in found.message


def test_another_version_says_which_would_do(add: Any, game: Any) -> None:
    add("wealth", "0.9")
    found = refused(game('plugins: {wealth: "artrules-wealth>=1.0"}'))
    assert (found.slug, found.expected, found.found) == ("plugin-missing", "version >=1.0", "version 0.9")


def test_a_misspelt_plugin_is_suggested(add: Any, game: Any) -> None:
    add("wealth", "1.0")
    assert refused(game('plugins: {welth: "artrules-wealth"}')).suggestions == ("wealth",)


@pytest.mark.parametrize("text", [">=1.0", "wealth >=", "wealth @ https://example.invalid/x", "wealth[all]"])
def test_what_names_no_package_is_refused(add: Any, game: Any, text: str) -> None:
    add("wealth", "1.0")
    assert refused(game(f'plugins: {{wealth: "{text}"}}')).slug == "bad-requirement"


def test_the_version_is_part_of_the_content(add: Any, game: Any) -> None:
    from artrules.play.plugins.registry import active

    folder = game('plugins: {wealth: "artrules-wealth"}')
    add("wealth", "1.0")
    old = artrules.load(folder)
    text = old.new_game(2, 1).to_json()
    active().unregister("wealth")
    add("wealth", "1.1")
    new = artrules.load(folder)
    assert new.content_hash != old.content_hash
    with pytest.raises(artrules.SaveRefused, match=r"played with the plugin wealth 1\.0 from outside, not given now"):
        new.resume(text)


def test_a_library_of_a_plugin_that_is_needed_is_found(add: Any, game: Any) -> None:
    (game.brings / "purses.yaml").write_text("library: purses\nfunctions: {is_poor(0..99 coins): coins < 2}\n")
    add("wealth", "1.2", artrules_ruleset_folders=lambda: [game.brings])
    ruleset = artrules.load(game('plugins: {wealth: "artrules-wealth>=1.0"}\nuses: purses'))
    assert "is_poor" in ruleset.model.functions
    assert ruleset.added == ("library purses", "overlay rich", "plugin wealth 1.2")


def test_a_library_of_a_plugin_that_is_not_needed_is_not_found(add: Any, game: Any) -> None:
    (game.brings / "purses.yaml").write_text("library: purses\nfunctions: {is_poor(0..99 coins): coins < 2}\n")
    add("wealth", "1.2", artrules_ruleset_folders=lambda: [game.brings])
    assert refused(game("uses: purses")).slug == "no-library"

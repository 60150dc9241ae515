"""One mistake in a name gives one diagnostic."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

LANTERNS = Path(__file__).parent.parent.parent / "rulesets" / "lanterns"


def found(folder: Path, *changes: tuple[str, str, str]) -> list[Diagnostic]:
    """What is found in Lanterns after texts have been put in the place of others in its files."""
    shutil.copytree(LANTERNS, folder, dirs_exist_ok=True)
    for file, old, new in changes:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return read_content(folder, "lanterns").report.diagnostics


MAIN = "ruleset.yaml"
SAID_ANYWAY = {each.message for each in read_content(LANTERNS, "lanterns").report.diagnostics}
"""What is found where nothing has been changed: names that nothing uses."""


@pytest.mark.parametrize(
    ("change", "slug", "suggestions"),
    [
        ((MAIN, "  draw(0..9 n):", "  darw(0..9 n):"), "misspelt-declaration", ("draw",)),
        ((MAIN, "  deck:    {", "  dekc:    {"), "misspelt-declaration", ("deck",)),
        ((MAIN, "      red:  {", "      rde:  {"), "misspelt-declaration", ("red",)),
        ((MAIN, "  lantern:\n", "  lanten:\n"), "misspelt-declaration", ("lantern",)),
        ((MAIN, "holds: lantern, seen_by: owner}", "hodls: lantern, seen_by: owner}"), "unknown-key", ("holds",)),
        ((MAIN, "procedures:\n", "proceduers:\n"), "unknown-key", ("procedures",)),
        ((MAIN, "ruleset: lanterns", "rulset: lanterns"), "unknown-file-kind", ("ruleset",)),
        (("sets/river.yaml", "of: lanterns", "of: lantenrs"), "wrong-ruleset", ("lanterns",)),
        (("sets/river.yaml", "of: lanterns", "off: lanterns"), "unknown-key", ("of",)),
        ((MAIN, "  draw(0..9 n):", "  draw(0..9 n:"), "bad-syntax", ()),
        ((MAIN, "  stall:   {per: 1..3", "  stall:   {per: 1..3}}"), "yaml-syntax", ()),
    ],
    ids=str,
)
def test_one_mistake_one_diagnostic(
    change: tuple[str, str, str], slug: str, suggestions: tuple[str, ...], tmp_path: Path
) -> None:
    (diagnostic,) = [each for each in found(tmp_path, change) if each.message not in SAID_ANYWAY]
    assert (diagnostic.slug, diagnostic.suggestions) == (slug, suggestions)


def test_uses_of_what_is_not_declared_are_told_together(tmp_path: Path) -> None:
    change = (MAIN, "  draw(0..9 n):", "  something_else(0..9 n):")
    (diagnostic,) = [each for each in found(tmp_path, change) if each.message not in SAID_ANYWAY]
    assert diagnostic.message == "there is no procedure `draw`"
    assert [text for text, _ in diagnostic.related] == ["it is missing here, too"] * 2


def test_a_declaration_that_may_be_meant_is_shown(tmp_path: Path) -> None:
    change = (MAIN, "do: buy_turn()", "do: buy_tunr()")
    (diagnostic,) = [each for each in found(tmp_path, change) if each.message not in SAID_ANYWAY]
    assert (diagnostic.span.line if diagnostic.span else 0, diagnostic.suggestions) == (183, ("buy_turn",))
    assert [text for text, _ in diagnostic.related] == ["`buy_turn` stands here and nowhere else"]


def test_a_word_of_a_label_is_no_misspelt_declaration_of_something_unlike_it(tmp_path: Path) -> None:
    """Blanks written as underscores: one of the words stands nowhere else, but isn't what was meant."""
    label = (MAIN, '"{self.shade} {self.printed}"', '"{self.shade} wick {self.printed}"')
    after = found(tmp_path, label, ("scenarios/base.yaml", "[red 2", "[red_wick_2"))
    assert [d.slug for d in after if d.slug == "misspelt-declaration"] == []
    assert [d.span.file for d in after if d.found == "`red_wick_2`" and d.span] == ["lanterns/scenarios/base.yaml"]


def test_no_mistake_hides_another(tmp_path: Path) -> None:
    """Twelve mistakes of all stages, in four files."""
    changes = (
        (MAIN, "title: Lanterns", "title: Lanterns: the game"),
        (MAIN, "  ending:       {type: bool}", "\tending:       {type: bool}"),
        (MAIN, "extra_uses:   {of: player", "extra_uses:   {off: player"),
        (MAIN, "  first_player: {type: player}", "  first_player: {type: player}\n  first_player: {type: player}"),
        (MAIN, "shuffle my deck", "shuffle my dekc"),
        (MAIN, "  light(lantern c): |", "  light(lantrn c): |"),
        (MAIN, "my coins -= n", "my coins -= "),
        (MAIN, "[1, red, 6]", "[1, rad, 6]"),
        ("sets/hill.yaml", "title: Hill guilds", 'title: "Hill guilds'),
        ("sets/hill.yaml", "c.dim becomes yes", "c.dmi becomes yes"),
        ("sets/river.yaml", "set: river", "set river"),
        ("overlays/duel.yaml", "of: lanterns", "of: lantens"),
    )  # fmt: skip
    report = [each for each in found(tmp_path, *changes) if each.severity == "error"]
    assert len(report) == 12, [d.message for d in report]
    assert len({d.span.file for d in report if d.span}) == 4


def test_a_misspelt_step_that_scenarios_are_about_is_one_warning(tmp_path: Path) -> None:
    steps = "given: {players: {1: {hand: [red 1]}}}, steps: [{expect: {players: {1: {coins: 0}}}}]"
    named = "".join(f"  {name}: {{about: setup.deal, {steps}}}\n" for name in ("first", "second"))
    shutil.copytree(LANTERNS, tmp_path, dirs_exist_ok=True)
    (tmp_path / "steps.yaml").write_text(f"scenarios: lanterns\nlist:\n{named}", encoding="utf-8")
    after = found(tmp_path, (MAIN, "    deal: |", "    dael: |"))
    (diagnostic,) = [d for d in after if d.slug == "unknown-subject"]
    assert [d.slug for d in after if d.severity == "error"] == []
    assert "dael" in diagnostic.suggestions
    assert [text for text, _ in diagnostic.related].count("it is missing here, too") >= 2

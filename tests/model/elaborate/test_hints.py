"""Hints (`docs/write/files.md`, hints): which options they speak of, what they may name, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.engine.lower.lower import lower_model
from artrules.engine.machine_code.printer import print_functions
from play.game.tiny import tiny

ACT = """
choose one:
    "take {c}" for c in pool where c.n > 1:
        skip
    "take {n}" for n in 7..8:
        skip
may "shout":
  skip
choose m in 1..2, p in players
choose "take {n}" for n in 1..3
"""


def hinted(folder: Path, hints: str, overlay: str = "") -> artrules.Ruleset:
    """Tiny with hints, and perhaps with an overlay that applies for three players."""
    folder.mkdir(exist_ok=True)
    if overlay:
        whole = f"overlay: other\nof: tiny\napplies: size(players) = 3\n{overlay}"
        (folder / "other.yaml").write_text(whole, encoding="utf-8")
    return tiny(folder, ACT, more=f"hints: {hints}")


def option_hints(ruleset: artrules.Ruleset, players: int = 2) -> dict[str, str]:
    """The place of each option hint, by its name."""
    model, _, _ = ruleset.configured(players, {})
    return {hint.name: f"{hint.site}/{hint.branch}" for hint in model.hints.options}


def errors(folder: Path, hints: str, overlay: str = "") -> list[tuple[str, str, tuple[str, ...]]]:
    """The slug, the sentence and the suggestions of each error."""
    with pytest.raises(artrules.ContentError) as refused:
        hinted(folder, hints, overlay)
    found = refused.value.diagnostics
    return [(each.slug, each.message, each.suggestions) for each in found if each.severity == "error"]


def test_a_hint_speaks_of_every_option_with_its_label(tmp_path: Path) -> None:
    hints = "{options: {'take {n}': n, don't: -1, 'take {c}': c.n, '{m}, {p}': m + p.x, shout: my x}}"
    assert option_hints(hinted(tmp_path, hints)) == {
        "take {n}": "procedure act/1/2",
        "take {n} at procedure act/4/1": "procedure act/4/1",
        "don't": "procedure act/2/no",
        "take {c}": "procedure act/1/1",
        "{m}, {p}": "procedure act/3/1",
        "shout": "procedure act/2/1",
    }


def test_a_label_that_no_option_has_is_refused(tmp_path: Path) -> None:
    assert errors(tmp_path, "{options: {'take {k}': 1}}") == [
        ("unknown-name", "no option has the label `take {k}`", ("take {c}", "take {n}"))
    ]


@pytest.mark.parametrize(
    ("hints", "slug", "words"),
    {
        "a name that the option doesn't bind": ("{options: {shout: n}}", "unknown-name", "`n`"),
        "no number": ("{position: my hand}", "wrong-type", "how much one likes a position"),
        "a truth": ("{options: {shout: yes}}", "wrong-type", "how much one likes an option"),
        "an effect": ("{position: my x += 1}", "bad-syntax", ""),
        "nothing at all": ("{}", "nothing-in-it", ""),
        "a misspelt key": ("{option: {shout: 1}}", "unknown-key", "`option`"),
    }.values(),
)
def test_what_is_refused(hints: str, slug: str, words: str, tmp_path: Path) -> None:
    found = errors(tmp_path, hints)
    assert [each[0] for each in found] == [slug] and words in found[0][1]


@pytest.mark.parametrize(
    ("hints", "binds"), [("{options: {shout: m}}", "it binds none"), ("{options: {'take {c}': m}}", "it binds `c`")]
)
def test_a_name_of_the_rules_code_is_told_what_there_is(hints: str, binds: str, tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as problem:
        hinted(tmp_path, hints)
    assert [binds in (each.expected or "") for each in problem.value.diagnostics if each.severity == "error"] == [True]


def test_code_that_cannot_be_read_makes_no_label_unknown(tmp_path: Path) -> None:
    with pytest.raises(artrules.ContentError) as refused:
        tiny(tmp_path, 'choose "take {n}" for n in ..3', more="hints: {options: {'take {n}': n}}")
    assert [each.slug for each in refused.value.diagnostics if each.severity == "error"] == ["bad-syntax"]


OTHER_ACT = "procedures: {act: 'choose \"pass\" for n in 1..2'}\n"


def test_an_overlay_changes_hints_and_may_take_options_away(tmp_path: Path) -> None:
    overlay = OTHER_ACT + "hints: {position: 7, options: {pass: n}}\n"
    ruleset = hinted(tmp_path, "{options: {shout: 1}}", overlay)
    assert [*option_hints(ruleset)] == ["shout"]
    assert [*option_hints(ruleset, players=3)] == ["pass"]
    assert ruleset.model.hints.position is None


def test_an_overlay_names_options_that_there_are(tmp_path: Path) -> None:
    found = errors(tmp_path, "{options: {shout: 1}}", OTHER_ACT + "hints: {options: {shout: null, push: 1}}\n")
    assert [each[:2] for each in found] == [("unknown-name", "no option has the label `push`")]


def test_what_only_a_hint_uses_is_used(tmp_path: Path) -> None:
    unused = "nothing uses the variable `y`"
    for hints, is_used in (("{position: my y}", True), ("{options: {shout: my y}}", True), ("{position: 1}", False)):
        found = hinted(tmp_path, hints).content.report.diagnostics
        assert (unused in [each.message for each in found]) == (not is_used)


def test_hints_change_nothing_else_of_a_program(tmp_path: Path) -> None:
    texts = []
    for name, more in (
        ("with", "hints: {position: my x, options: {'take {c}': 3 * c.n, '{m}, {p}': p.x}}"),
        ("no", ""),
    ):
        ruleset = tiny(tmp_path / name, ACT, more=more)
        model, configuration, _ = ruleset.configured(2, {})
        program = lower_model(model, configuration)
        functions = [each for each in program.functions if "liked" not in f"{each.name} {each.about}"]
        texts.append((print_functions(functions), program.tables))
    assert texts[0] == texts[1]

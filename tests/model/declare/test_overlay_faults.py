"""A fault that an overlay brings about is shown in the overlay, once, with the places that no longer fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from test_language import write_ruleset


def found(folder: Path, sections: str, *others: str) -> list[Diagnostic]:
    """What is found in Lanterns with an overlay, and perhaps with others that apply together with it."""
    write_ruleset(folder, combined=False)
    for number, text in enumerate([sections, *others]):
        applies = "length is quick" if number else "size(players) = 3"
        head = f"overlay: storm_{number}\nof: lanterns\napplies: {applies}\n"
        (folder / "overlays" / f"storm_{number}.yaml").write_text(f"{head}{text}\n", encoding="utf-8")
    return [d for d in read_content(folder).report.diagnostics if d.severity == "error"]


FAULTS: dict[str, tuple[str, int, str]] = {
    "procedures:\n  tidy: null": ("unknown-name", 5, "the overlay `storm_0` removes `tidy`, which is still needed"),
    "variables:\n  left: null": ("unknown-name", 5, "the overlay `storm_0` removes `left`, which is still needed"),
    "functions:\n  fits(lantern c): yes": (
        "wrong-arguments",
        5,
        "the overlay `storm_0` changes `fits`, and then",
    ),
    "variables:\n  first_player: {type: colour, starts: red}": (
        "wrong-type",
        5,
        "the overlay `storm_0` changes `first_player`, and then",
    ),
}


@pytest.mark.parametrize("sections", FAULTS)
def test_a_fault_is_shown_at_the_change_that_makes_it(sections: str, tmp_path: Path) -> None:
    slug, line, message = FAULTS[sections]
    (fault,) = found(tmp_path, sections)
    assert fault.span is not None
    assert (Path(fault.span.file).name, fault.span.line) == ("storm_0.yaml", line)
    assert fault.slug == slug
    assert fault.message.startswith(message)
    assert fault.fix is None
    assert fault.related
    assert all(Path(place.file).name != "storm_0.yaml" for _, place in fault.related)


def test_all_combinations_have_one_diagnostic(tmp_path: Path) -> None:
    (fault,) = found(tmp_path, "variables:\n  left: null", "variables: {coins: {starts: 4}}")
    assert fault.span is not None
    assert Path(fault.span.file).name == "storm_0.yaml"


def test_two_changes_are_two_faults(tmp_path: Path) -> None:
    faults = found(tmp_path, "variables:\n  left: null", "procedures:\n  draw: null")
    assert sorted(fault.message for fault in faults) == [
        "the overlay `storm_0` removes `left`, which is still needed",
        "the overlay `storm_1` removes `draw`, which is still needed",
    ]


def test_what_is_wrong_in_the_overlay_itself_stays_as_it_is(tmp_path: Path) -> None:
    (fault,) = found(tmp_path, "procedures:\n  tidy: lefft -= 1")
    assert fault.message.startswith("nothing") or "lefft" in fault.message
    assert fault.suggestions[:1] == ("left",)


@pytest.mark.parametrize(
    ("condition", "meant"), [("size(player) = 2", "players"), ("length is quik", "quick"), ("size(deck) = 2", None)]
)
def test_a_condition_that_asks_for_something_else_is_one_fault(
    condition: str, meant: str | None, tmp_path: Path
) -> None:
    write_ruleset(tmp_path, combined=False)
    (tmp_path / "overlays" / "storm.yaml").write_text(
        f"overlay: storm\nof: lanterns\napplies: {condition}\nvariables:\n  left: {{type: 0..40, starts: 3}}\n",
        encoding="utf-8",
    )
    diagnostics = read_content(tmp_path).report.diagnostics
    assert [(d.slug, list(d.suggestions)) for d in diagnostics] == [("wrong-type", [meant] if meant else [])]

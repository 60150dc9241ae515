"""One fault doesn't hide others: fifteen at once in a copy of a shipped game, of all sorts, in all of its files."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from artrules.model.catalogue.locations import shipped_folder
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic

GAME = shipped_folder() / "vintage"


class Fault(NamedTuple):
    """A text of a file, what replaces it, and the diagnostic at it: its slug and words of its message."""

    file: str
    right: str
    wrong: str
    slug: str
    words: str


FAULTS = (
    # code
    Fault("turn.yaml", "    my turns += 1", "    my turns += yes", "wrong-type", "what is added"),
    Fault("turn.yaml", "if size(deck) = 0 and reshuffles_left > 0:", "if size(deck) = 0 and size(deck) > 2:",
          "never-true", "never runs"),
    Fault("turn.yaml", '"show {c}" for c', '"show {d}" for c', "unknown-name", "`d`"),
    Fault("ending.yaml", "is c.category\n", "is c.categry\n", "unknown-name", "no `categry`"),
    Fault("ending.yaml", "bonus: b, by: p)", "bonus: b, buy: p)", "unknown-name", "no field `buy`"),
    Fault("ruleset.yaml", "let n = first_deal()", "let n = first_deal() / 0", "division-by-zero", ""),
    # declarations
    Fault("table.yaml", "none, starts: none}", "none, starts: none", "yaml-syntax", "never closed"),
    Fault("table.yaml", "type: 0..99}", "type: 0..99}\n  luck: {type: 0..9}", "never-used", "`luck`"),
    Fault("ruleset.yaml", "title: Vintage\n", "titel: Vintage\n", "unknown-key", "`titel`"),
    # pieces
    Fault("items.csv", "fifties,1951,4", "fifties,195l,4", "wrong-value", "`year` can't be `195l`"),
    Fault("pieces.yaml", "size(bonuses), is: 17,", "size(bonuses), is: 16,", "wrong-pieces", "`bonuses`"),
    # an overlay, scenarios, the layout, hints
    Fault("overlays/take_that.yaml", "  may_be_robbed(", "  may_be_robed(", "new-unused", "`may_be_robed`"),
    Fault("scenarios/scoring.yaml", "[yellow toys 1956 (3), red phones", "[yelow toys 1956 (3), red phones",
          "unknown-card", "`yelow toys 1956 (3)`"),
    Fault("layout.yaml", "holds: bonuses}", "holds: bonusses}", "unknown-name", "`bonusses`"),
    Fault("hints.yaml", "for c in my display)", "for c in my displays)", "unknown-name", "no `displays`"),
)  # fmt: skip


def found(folder: Path, faults: tuple[Fault, ...]) -> list[Diagnostic]:
    """What one reading of the game with some faults finds."""
    shutil.copytree(GAME, folder, dirs_exist_ok=True)
    for fault in faults:
        path = folder / fault.file
        text = path.read_text(encoding="utf-8")
        assert fault.right in text, fault
        path.write_text(text.replace(fault.right, fault.wrong, 1), encoding="utf-8")
    return read_content(folder, "vintage").report.diagnostics


def is_told(fault: Fault, diagnostics: list[Diagnostic]) -> bool:
    """Whether a diagnostic is of a fault."""
    return any(
        each.slug == fault.slug
        and fault.words in each.message
        and each.span is not None
        and each.span.file == f"vintage/{fault.file}"
        for each in diagnostics
    )


def test_all_of_fifteen_faults_are_found_at_once(tmp_path: Path) -> None:
    diagnostics = found(tmp_path, FAULTS)
    assert [fault for fault in FAULTS if not is_told(fault, diagnostics)] == []
    assert len(diagnostics) == len(FAULTS), [each.message for each in diagnostics]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.slug} in {fault.file}")
def test_each_fault_alone_is_one_diagnostic(fault: Fault, tmp_path: Path) -> None:
    (diagnostic,) = found(tmp_path, (fault,))
    assert is_told(fault, [diagnostic])


ONE_FAULT = {
    "a label with its parts swapped": (
        Fault("table.yaml", "{self.colour} {self.category}", "{self.category} {self.colour}", "unknown-card", ""),
        "scenarios/ending.yaml",
    ),
    "an attribute with another name": (
        Fault("table.yaml", "      year:     {", "      yaer:     {", "misspelt-declaration", "`yaer`"),
        "table.yaml",
    ),
    "a setting misspelt by an overlay": (
        Fault(
            "overlays/take_that.yaml",
            "applies: take_that",
            "applies: take_taht",
            "wrong-type",
            "no setting `take_taht`",
        ),
        "overlays/take_that.yaml",
    ),
    "a ruleset with another name": (
        Fault("ruleset.yaml", "ruleset: vintage", "ruleset: antique", "wrong-ruleset", "`antique`"),
        "ruleset.yaml",
    ),
}


@pytest.mark.parametrize("name", ONE_FAULT)
def test_what_one_fault_causes_in_many_places_is_one_diagnostic(name: str, tmp_path: Path) -> None:
    fault, file = ONE_FAULT[name]
    (diagnostic,) = found(tmp_path, (fault,))
    assert is_told(fault._replace(file=file), [diagnostic])


def test_the_places_that_are_not_shown_are_counted(tmp_path: Path) -> None:
    (diagnostic,) = found(tmp_path, (ONE_FAULT["a label with its parts swapped"][0],))
    assert diagnostic.severity == "error"
    assert diagnostic.related[-1][0].startswith("it is missing here, too, and in ")


def test_a_renamed_ruleset_is_mended_by_one_fix(tmp_path: Path) -> None:
    (diagnostic,) = found(tmp_path, (ONE_FAULT["a ruleset with another name"][0],))
    assert diagnostic.fix is not None
    assert [edit.text for edit in diagnostic.fix.edits] == ["vintage"]


def test_a_misplaced_section_excuses_only_what_it_may_declare(tmp_path: Path) -> None:
    misplaced = Fault("overlays/take_that.yaml", "functions:\n", "hoard:\n  x: {is: my luck}\nfunctions:\n", "", "")
    used = Fault("turn.yaml", "    my turns += 1", "    my luck += 1", "unknown-name", "`luck`")
    assert is_told(used, found(tmp_path, (misplaced, used)))

"""Totals that are counted without a machine come to what the machine counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from artrules.model.analyses.counted_pieces import totals_are_right
from artrules.model.catalogue.locations import shipped_folder
from artrules.model.ir.model import Model
from artrules.play.game.pieces import check_pieces
from artrules.play.pipeline import build_runtime, read_content
from artrules.play.settings import choose_settings
from artrules.text.diagnostics.report import Report

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
FOLDERS = sorted(path.parent for root in (shipped_folder(), RULESETS) for path in root.glob("*/ruleset.yaml"))
PLAIN = 10
"""In so many of the games at least, all totals are of the plain kind."""


def wrong_totals(model: Model) -> list[str]:
    """The messages of a check of the pieces, for which the machine has laid them out if need be."""
    _, configuration = choose_settings(model, model.players[0], {})
    report = Report()
    check_pieces(lambda: build_runtime(model, configuration), model, report)
    return [diagnostic.message for diagnostic in report.diagnostics]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_total_that_is_one_off_is_never_right(folder: Path) -> None:
    model = read_content(folder, folder.name, scenarios=False).base
    assert wrong_totals(model) == []
    for name, total in model.totals.items():
        wrong = replace(model, totals={**model.totals, name: replace(total, expected=total.expected + 1)})
        assert not totals_are_right(wrong)


def test_most_games_need_no_machine() -> None:
    models = [read_content(folder, folder.name, scenarios=False).base for folder in FOLDERS]
    assert sum(map(totals_are_right, models)) >= PLAIN


def test_wrong_totals_are_told_with_what_the_machine_counts() -> None:
    model = read_content(shipped_folder() / "hearts", "hearts", scenarios=False).base
    total = model.totals["points"]
    wrong = replace(model, totals={**model.totals, "points": replace(total, expected=27)})
    assert wrong_totals(wrong) == ["the total `points` is not what it says"]

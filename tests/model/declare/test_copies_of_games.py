"""A copy of a game under a name of its own: what is for the game is for the copy, too."""

from __future__ import annotations

import shutil
from pathlib import Path

import artrules
from artrules.author.scenarios.run import run_scenarios
from artrules.play.pipeline import read_content

RULESETS = Path(__file__).parents[2] / "rulesets"
EXPANSIONS = Path(__file__).parents[2] / "expansions"


def copied(folder: Path, head: str) -> Path:
    """Raiders in a folder, with other lines for that of its name."""
    copy = Path(shutil.copytree(RULESETS / "raiders", folder / "marauders"))
    main = copy / "ruleset.yaml"
    main.write_text(main.read_text(encoding="utf-8").replace("ruleset: raiders", head, 1), encoding="utf-8")
    return copy


def test_it_takes_sets_and_scenarios_along_and_expansions_from_outside(tmp_path: Path) -> None:
    ruleset = artrules.load(copied(tmp_path, "ruleset: marauders\ncopy_of: raiders"), extra=[EXPANSIONS])
    assert ruleset.name == "marauders" and {"expansion spies", "expansion lords"} <= set(ruleset.added)
    assert ruleset.model.sets.keys() >= artrules.load(RULESETS / "raiders").model.sets.keys()
    results = run_scenarios(artrules.load(copied(tmp_path / "alone", "ruleset: marauders\ncopy_of: raiders")))
    assert results and not [d for result in results for d in result.diagnostics]


def test_where_it_does_not_say_so_one_error_does(tmp_path: Path) -> None:
    [error] = read_content(copied(tmp_path, "ruleset: marauders")).report.errors
    assert error.slug == "wrong-ruleset" and error.expected == "`raiders`, or `copy_of: raiders` beside it"

"""The tree keeps to `docs/architecture.md`: who may import whom, and no game in the engine."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "interpreter" / "artrules"
ORDER = ["diagnostics", "source", "schema", "syntax", "kernel", "resolve", "types", "checks", "compile", "run"]
API = {"pipeline", "settings", "shipped", "given", "ruleset", "description", "catalogue"}
CLIENTS = {"scenarios", "booklet", "bots", "simulation", "sitting", "soak", "terminal", "vocabulary"}
EVERYTHING = {*ORDER, *API, *CLIENTS, "plugins", "hookspecs"}
MAY_IMPORT = {
    "diagnostics": set(),
    "source": {"diagnostics"},
    "schema": {"diagnostics", "source"},
    "syntax": set(),
    "kernel": {"diagnostics", "source"},
    **{stage: set(ORDER[: ORDER.index(stage)]) for stage in ORDER[5:]},
    "plugins": {*ORDER, "hookspecs"},
    "hookspecs": {*ORDER, "plugins", "bots"},
    **{name: {*ORDER, *API, "plugins"} for name in API},
    **{client: {*ORDER, *API, *CLIENTS, "plugins"} for client in CLIENTS},
    "scaffolds": set(),
    "commands": {*EVERYTHING, "scaffolds", "__init__"},
    "testing": {*EVERYTHING, "commands"},
    "__main__": {"commands"},
    "__init__": {*EVERYTHING},
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def unit(path: Path) -> str:
    """The folder, or the module beside the folders, that a file belongs to."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imported_units(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "artrules":
                found.add(parts[1] if len(parts) > 1 else "__init__")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_stage_imports_earlier_ones_only(path: Path) -> None:
    allowed = MAY_IMPORT[unit(path)] | {unit(path)}
    assert imported_units(path) <= allowed


def test_the_rule_has_teeth() -> None:
    """A file of an early stage that reached forward would be found."""
    assert not imported_units(PACKAGE / "run" / "game.py") <= MAY_IMPORT["types"]


def words_of_the_shipped_games() -> set[str]:
    """Names that only content may know: of rulesets, sets, kinds, phases, zones and what sets hold."""
    import artrules
    from artrules.shipped import shipped_rulesets

    words: set[str] = set()
    for name in shipped_rulesets():
        model = artrules.load(name).model
        words |= {name, *model.sets, *model.groups}
        for power_set in model.sets.values():
            for held in power_set.fills.values():
                words |= {keyed.title.removeprefix("The ").lower().replace(" ", "_") for keyed in held.values()}
    return {w for w in words if len(w) > 3}


def test_no_game_in_the_engine() -> None:
    words = words_of_the_shipped_games()
    assert words
    found = re.compile(r"\b(" + "|".join(w.replace("_", "[_ ]") for w in sorted(words)) + r")s?\b", re.IGNORECASE)
    files = [*MODULES, *PACKAGE.rglob("*.lark"), *(ROOT / "schemas").glob("*.json")]
    assert [f"{p}: {m.group()}" for p in files if (m := found.search(p.read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_module_says_what_it_is_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text))

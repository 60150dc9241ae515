"""Kiln with something changed or added, and what comes of it, for tests of single cases."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import artrules
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from tools.hostile.oracle import SHOWN_AS, check_place, show
from tools.hostile.subject import FILES, write
from tools.hostile.watchdog import watched

ACT = "do: act()"


def kiln(folder: Path, *edits: tuple[str, str], part: str = "", act: str = "") -> Path:
    """Kiln without overlay and scenarios, with texts replaced, a part added, and code as what a player does in turn."""
    files = {name: FILES[name] for name in ("ruleset.yaml", "plain.yaml")}
    for old, new in edits:
        name = next(n for n, text in files.items() if old in text)
        assert files[name].count(old) == 1, old
        files[name] = files[name].replace(old, new)
    if act:
        part += "\nprocedures:\n  try_it: |\n" + indent(act, "    ")
        files["ruleset.yaml"] = files["ruleset.yaml"].replace(ACT, "do: try_it()")
    also: dict[str, str | bytes] = {"part.yaml": f"part_of: kiln\n{part}"} if part else {}
    return write(folder / "kiln", files, also)


def errors(folder: Path) -> list[Diagnostic]:
    """What is wrong with a folder: located, and found before long."""
    with watched():
        content = read_content(folder, SHOWN_AS)
        for diagnostic in content.report.diagnostics:
            check_place(diagnostic, content)
        show(content.report.diagnostics, content)
    return content.report.errors


def game_of(folder: Path, players: int = 2, seed: int = 1) -> artrules.Game:
    """A game of a folder without errors."""
    found = errors(folder)
    assert not found, [f"{d.slug}: {d.message} {d.span}" for d in found]
    with watched():
        return artrules.load(folder).new_game(players=players, seed=seed)

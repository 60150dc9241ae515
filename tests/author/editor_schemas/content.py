"""The content with which editor schemas are tested: all that the project has, and pieces with faults."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
SHIPPED = tuple(sorted(path.name for path in (ROOT / "rulesets").iterdir() if (path / "ruleset.yaml").is_file()))
"""The games that are shipped, by name."""


def files_of(game: str) -> list[Path]:
    """All content of a shipped game."""
    return sorted((ROOT / "rulesets" / game).rglob("*.yaml"))


def every_file() -> list[Path]:
    """All content of the project: that of the shipped games, of the games of the tests, and of plugins."""
    return sorted(
        path for folder in ("rulesets", "tests/rulesets", "plugins") for path in (ROOT / folder).rglob("*.yaml")
    )


class Faulty(NamedTuple):
    """A file of a game with faults; each of these words must stand in what a tool says of it."""

    name: str
    game: str
    text: str
    words: tuple[str, ...]


FAULTY = (
    Faulty(
        "set.yaml",
        "avant_carde",
        """\
set: berliners
of: avant_carde
leaves_out: [2, 16]
patrn: {}
patron:
  15: {name: Nobody}
  5:
    name: The Busker
    powers:
      - when: after_playd
        limits: once_per_turm
        doo: draw(1)
        do: draw(1)
""",
        ("patrn", "15", "leaves_out", "after_played", "once_per_turn", "doo"),
    ),
    Faulty(
        "overlay.yaml",
        "avant_carde",
        """\
overlay: quick
of: avant_carde
applies: yes
limts: {}
limits: {once_per_turm: {at_most: 2}}
groups: {patrons: {}}
""",
        ("limts", "once_per_turm", "patrons"),
    ),
    Faulty(
        "scenarios.yaml",
        "avant_carde",
        """\
scenarios: avant_carde
list:
  one:
    players: 9
    settings: {patrons: new_yorkerz, patrons.9: londoners}
    given: {phase: plai, zones: {boxx: []}, players: {1: {hnd: []}}}
    steps: [{choos: stop}]
""",
        ("patrons.9", "new_yorkers", "boxx", "hnd", "choos"),
    ),
)

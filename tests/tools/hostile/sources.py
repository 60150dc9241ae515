"""Where hostile input comes from: noise, changed files, code derived from the grammar. Each is a function of a random
stream, so that a number says which input it was."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from tools.hostile import large, mutations, overlays, slots
from tools.hostile.heavy import heavy
from tools.hostile.noise import noise
from tools.hostile.subject import FILES

Files = dict[str, bytes]
OWN = Path(__file__).parents[2] / "rulesets"
CHANGES = (mutations.truncated, mutations.flipped, mutations.one_token, mutations.one_code_token, mutations.one_part)


@cache
def files_of(folder: Path) -> Files:
    """All files of a ruleset, laid side by side."""
    paths = sorted([*folder.rglob("*.yaml"), *folder.rglob("*.csv")])
    return {str(p.relative_to(folder)).replace("/", "_"): p.read_bytes() for p in paths}


def _changed(folder: Path) -> Callable[[Random], Files]:
    return lambda random: random.choice(CHANGES)(random, files_of(folder))


def _changed_kiln(random: Random) -> Files:
    return random.choice(CHANGES)(random, {name: text.lstrip("\n").encode() for name, text in FILES.items()})


SOURCES: dict[str, Callable[[Random], Files]] = {
    "noise": noise,
    "kiln": _changed_kiln,
    "derived": slots.derived,
    "typed": slots.typed,
    "overlays": overlays.overlaid,
    "heavy": heavy,
    "large": large.drawn,
    **{folder.name: _changed(folder) for folder in sorted(p.parent for p in OWN.glob("*/ruleset.yaml"))},
    **{name: _changed(shipped_folder() / name) for name in shipped_rulesets()},
}
"""What makes an input, by name: the last are one change of a file of a ruleset."""

"""The models that tests of the IR share: of every shipped ruleset and those of the tests, with all overlays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.model.ir.model import Model

HERE = Path(__file__).parent / "rulesets"
LANTERNS = str(HERE / "lanterns")
RULESETS = (
    *shipped_rulesets(),
    *(str(path.parent) for path in sorted(HERE.glob("*/ruleset.yaml"))),
)


@cache
def models_of(ruleset: str) -> dict[tuple[str, ...], Model]:
    """The models of a ruleset, by the overlays that are laid over it."""
    return artrules.load(ruleset).content.models


def lanterns() -> Model:
    """The small ruleset of the tests, without overlays."""
    return models_of(LANTERNS)[()]

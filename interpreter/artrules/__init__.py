"""artrules: a rules engine for tabletop card games whose rules are text.

    import artrules
    ruleset = artrules.load("lanterns")
    game = ruleset.new_game(players=4, seed=7)
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    print(game.result)

Names are imported when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.diagnostics.errors import ContentError
    from artrules.explain.why_not.answer import WhyNot
    from artrules.game.decision import ConcurrentUse, Decision, GameFault, IllegalChoice, Option
    from artrules.game.game import Game
    from artrules.ruleset import Ruleset, SaveRefused, load
    from artrules.settings import BadSetting

__version__ = "0.1.0"
__all__ = [
    "BadSetting",
    "ConcurrentUse",
    "ContentError",
    "Decision",
    "Diagnostic",
    "Game",
    "GameFault",
    "IllegalChoice",
    "Option",
    "Ruleset",
    "SaveRefused",
    "WhyNot",
    "load",
]

_HOMES = {
    "BadSetting": "artrules.settings",
    "ConcurrentUse": "artrules.game.decision",
    "ContentError": "artrules.diagnostics.errors",
    "Decision": "artrules.game.decision",
    "Diagnostic": "artrules.diagnostics.diagnostic",
    "Game": "artrules.game.game",
    "GameFault": "artrules.game.decision",
    "IllegalChoice": "artrules.game.decision",
    "Option": "artrules.game.decision",
    "Ruleset": "artrules.ruleset",
    "WhyNot": "artrules.explain.why_not.answer",
    "SaveRefused": "artrules.ruleset",
    "load": "artrules.ruleset",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'artrules' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)

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
    from artrules.play.explain.why_not.answer import WhyNot
    from artrules.play.game.decision import ConcurrentUse, Decision, GameFault, IllegalChoice, Option
    from artrules.play.game.game import Game
    from artrules.play.position.save_document import CannotSave
    from artrules.play.ruleset import Ruleset, SaveRefused, load
    from artrules.play.settings import BadSetting
    from artrules.text.diagnostics.diagnostic import Diagnostic
    from artrules.text.diagnostics.render import ContentError

__version__ = "0.1.0"
__all__ = [
    "BadSetting",
    "CannotSave",
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
    "BadSetting": "artrules.play.settings",
    "CannotSave": "artrules.play.position.save_document",
    "ConcurrentUse": "artrules.play.game.decision",
    "ContentError": "artrules.text.diagnostics.render",
    "Decision": "artrules.play.game.decision",
    "Diagnostic": "artrules.text.diagnostics.diagnostic",
    "Game": "artrules.play.game.game",
    "GameFault": "artrules.play.game.decision",
    "IllegalChoice": "artrules.play.game.decision",
    "Option": "artrules.play.game.decision",
    "Ruleset": "artrules.play.ruleset",
    "WhyNot": "artrules.play.explain.why_not.answer",
    "SaveRefused": "artrules.play.ruleset",
    "load": "artrules.play.ruleset",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'artrules' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)

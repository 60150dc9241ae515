"""artrules: a rules engine for tabletop card games whose rules are text.

    import artrules
    ruleset = artrules.load("lanterns")
    game = ruleset.new_game(players=4, seed=7)
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    print(game.result)

The names are those for clients (`docs/extend/api.md`) and for plugins (`docs/extend/plugins.md`). They are imported
when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from artrules.engine.chance import Stream as Stream
    from artrules.play.explain.why_not.answer import WhyNot as WhyNot
    from artrules.play.game.decision import (
        ConcurrentUse as ConcurrentUse,
    )
    from artrules.play.game.decision import (
        Decision as Decision,
    )
    from artrules.play.game.decision import (
        GameFault as GameFault,
    )
    from artrules.play.game.decision import (
        IllegalChoice as IllegalChoice,
    )
    from artrules.play.game.decision import (
        Option as Option,
    )
    from artrules.play.game.game import Game as Game
    from artrules.play.game.scores import PlayedGame as PlayedGame
    from artrules.play.game.seat import Bot as Bot
    from artrules.play.game.seat import BotFactory as BotFactory
    from artrules.play.game.seat import Seat as Seat
    from artrules.play.game.seat import View as View
    from artrules.play.plugins.api import (
        Check as Check,
    )
    from artrules.play.plugins.api import (
        Declaration as Declaration,
    )
    from artrules.play.plugins.api import (
        Document as Document,
    )
    from artrules.play.plugins.api import (
        Exporter as Exporter,
    )
    from artrules.play.plugins.api import (
        Fields as Fields,
    )
    from artrules.play.plugins.api import (
        Finding as Finding,
    )
    from artrules.play.plugins.api import (
        GameInfo as GameInfo,
    )
    from artrules.play.plugins.api import (
        GameResult as GameResult,
    )
    from artrules.play.plugins.api import (
        Happening as Happening,
    )
    from artrules.play.plugins.api import (
        Items as Items,
    )
    from artrules.play.plugins.api import (
        Listener as Listener,
    )
    from artrules.play.plugins.api import (
        Power as Power,
    )
    from artrules.play.plugins.api import (
        PureFunction as PureFunction,
    )
    from artrules.play.plugins.api import (
        Reporter as Reporter,
    )
    from artrules.play.plugins.api import (
        RulesetContent as RulesetContent,
    )
    from artrules.play.plugins.api import (
        Score as Score,
    )
    from artrules.play.plugins.api import (
        SimulatedGame as SimulatedGame,
    )
    from artrules.play.plugins.api import (
        Simulation as Simulation,
    )
    from artrules.play.plugins.api import (
        WayToDraw as WayToDraw,
    )
    from artrules.play.plugins.api import (
        Word as Word,
    )
    from artrules.play.plugins.hooks import hook as hook
    from artrules.play.position.save_document import CannotSave as CannotSave
    from artrules.play.ruleset import Ruleset as Ruleset
    from artrules.play.ruleset import SaveRefused as SaveRefused
    from artrules.play.ruleset import load as load
    from artrules.play.settings import BadSetting as BadSetting
    from artrules.text.diagnostics.diagnostic import Diagnostic as Diagnostic
    from artrules.text.diagnostics.diagnostic import Edit as Edit
    from artrules.text.diagnostics.diagnostic import Fix as Fix
    from artrules.text.diagnostics.diagnostic import Span as Span
    from artrules.text.diagnostics.render import ContentError as ContentError

__version__ = "0.1.0"

_NAMES = {
    "artrules.engine.chance": ("Stream",),
    "artrules.play.explain.why_not.answer": ("WhyNot",),
    "artrules.play.game.decision": ("ConcurrentUse", "Decision", "GameFault", "IllegalChoice", "Option"),
    "artrules.play.game.game": ("Game",),
    "artrules.play.game.scores": ("PlayedGame",),
    "artrules.play.game.seat": ("Bot", "BotFactory", "Seat", "View"),
    "artrules.play.plugins.api": (
        "Check",
        "Declaration",
        "Document",
        "Exporter",
        "Fields",
        "Finding",
        "GameInfo",
        "GameResult",
        "Happening",
        "Items",
        "Listener",
        "Power",
        "PureFunction",
        "Reporter",
        "RulesetContent",
        "Score",
        "SimulatedGame",
        "Simulation",
        "WayToDraw",
        "Word",
    ),
    "artrules.play.plugins.hooks": ("hook",),
    "artrules.play.position.save_document": ("CannotSave",),
    "artrules.play.ruleset": ("Ruleset", "SaveRefused", "load"),
    "artrules.play.settings": ("BadSetting",),
    "artrules.text.diagnostics.diagnostic": ("Diagnostic", "Edit", "Fix", "Span"),
    "artrules.text.diagnostics.render": ("ContentError",),
}
"""By module: the names that it has for this one."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}
__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'artrules' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})

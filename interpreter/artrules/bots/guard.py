"""Guards the engine against a plugin's bot: its mistakes become errors that name the plugin."""

from __future__ import annotations

from artrules.bots.bot import Bot, BotFactory
from artrules.bots.seat import Seat
from artrules.game.decision import Decision, Option
from artrules.plugins.ask import Contribution, call_guarded, wrong_type


class GuardedBot:
    """Plays as a plugin's bot does. Raises PluginProblem when that bot raises, or chooses what isn't offered."""

    __slots__ = ("_bot", "_plugin", "_what")

    def __init__(self, added: Contribution[BotFactory], name: str, seed: int, player: int) -> None:
        self._plugin = added.plugin
        self._what = f"its bot `{name}`"
        self._bot: Bot = call_guarded(self._plugin, self._what, added.thing, seed, player)

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that the plugin's bot chooses."""
        option = call_guarded(self._plugin, self._what, self._bot.choose, decision, seat)
        if not isinstance(option, Option) or option not in decision.options:
            raise wrong_type(self._plugin, self._what, "one of the decision's options", option)
        return option

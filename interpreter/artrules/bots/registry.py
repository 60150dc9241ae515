"""Bots by name. To add one: a file in this folder with a class like `UniformBot`, and a line in the table.

From outside, a plugin adds bots with the hook `artrules_bots` (`plugins/hooks.py`).
"""

from __future__ import annotations

from artrules.bots.bot import Bot, BotFactory
from artrules.bots.uniform import UniformBot
from artrules.plugins.registry import PluginProblem, results

BOTS: dict[str, BotFactory] = {
    "uniform": UniformBot,
}


def all_bots() -> dict[str, BotFactory]:
    """The table with what plugins add. Raises PluginProblem when a name is given twice."""
    found = dict(BOTS)
    for plugin, bots in results("artrules_bots"):
        for name, factory in bots.items():
            if name in found:
                raise PluginProblem(f"the plugin {plugin} adds a bot `{name}`, but there is one already")
            found[name] = factory
    return found


def bot_names() -> list[str]:
    """The names of all bots."""
    return sorted(all_bots())


def make_bot(name: str, seed: int, player: int) -> Bot:
    """A bot for a seat of a game; KeyError when none has the name."""
    return (BOTS.get(name) or all_bots()[name])(seed, player)

"""Bots by name. To add one: a file in this folder with a class like `UniformBot`, and a line in the table.

From outside, a plugin adds bots with the hook `artrules_bots` (`hookspecs.py`).
"""

from __future__ import annotations

from artrules.bots.bot import Bot, BotFactory
from artrules.bots.guard import GuardedBot
from artrules.bots.uniform import UniformBot
from artrules.plugins.ask import contributions_by_name
from artrules.plugins.plugin import Plugin

BOTS: dict[str, BotFactory] = {
    "uniform": UniformBot,
}


HOOK = "artrules_bots"


def bot_names() -> list[str]:
    """The names of all bots. Raises PluginProblem when two have the same name."""
    return sorted([*BOTS, *contributions_by_name(HOOK, BOTS, "bot")])


def plugin_of(name: str) -> Plugin | None:
    """The plugin that a bot comes from; None for a bot of artrules. Raises PluginProblem."""
    added = None if name in BOTS else contributions_by_name(HOOK, BOTS, "bot").get(name)
    return added.plugin if added is not None else None


def make_bot(name: str, seed: int, player: int) -> Bot:
    """Make a bot for a seat (counted from 1) of a game. Raises KeyError when no bot has the name, and PluginProblem."""
    if name in BOTS:
        return BOTS[name](seed, player)
    return GuardedBot(contributions_by_name(HOOK, BOTS, "bot")[name], name, seed, player)

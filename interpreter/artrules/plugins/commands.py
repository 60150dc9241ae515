"""The commands that plugins add."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import click

from artrules.plugins.ask import Added, ask, wrong_type
from artrules.plugins.problem import PluginProblem

HOOK = "artrules_commands"


def plugin_commands(own: Collection[str]) -> dict[str, Added[click.Command]]:
    """The commands of all plugins by name; `own` are the names of artrules' own. Raises PluginProblem."""
    found: dict[str, Added[click.Command]] = {}
    for plugin, commands in ask(HOOK):
        if isinstance(commands, str) or not isinstance(commands, Iterable):
            raise wrong_type(plugin, HOOK, "a list of commands", commands)
        for command in commands:
            if not isinstance(command, click.Command) or not command.name:
                raise wrong_type(plugin, HOOK, "click commands with names", command)
            name = command.name
            taken = "artrules itself" if name in own else found[name].plugin.named if name in found else None
            if taken is not None:
                raise PluginProblem(f"{plugin.named} adds a command `{name}`, but {taken} has one already")
            found[name] = Added(plugin, command)
    return dict(sorted(found.items()))

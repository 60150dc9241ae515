"""The commands that plugins contribute."""

from collections.abc import Collection, Iterable

import click

from artrules.play.plugins.ask import Contribution, ask, wrong_type
from artrules.play.plugins.registry import PluginProblem

HOOK = "artrules_commands"


def plugin_commands(own: Collection[str]) -> dict[str, Contribution[click.Command]]:
    """The commands of all plugins by name, sorted; `own` are the engine's own commands. Raises PluginProblem."""
    entries: dict[str, Contribution[click.Command]] = {}
    for plugin, commands in ask(HOOK):
        if isinstance(commands, str) or not isinstance(commands, Iterable):
            raise wrong_type(plugin, HOOK, "a list of commands", commands)
        for command in commands:
            if not isinstance(command, click.Command) or not command.name:
                raise wrong_type(plugin, HOOK, "click commands with names", command)
            name = command.name
            taken = "artrules itself" if name in own else entries[name].plugin.label if name in entries else None
            if taken is not None:
                raise PluginProblem(f"{plugin.label} adds a command `{name}`, but {taken} has one already")
            entries[name] = Contribution(plugin, command)
    return dict(sorted(entries.items()))

"""`artrules plugins`: which plugins are active, and what each adds."""

from __future__ import annotations

import json

import click

from artrules.commands.options import format_option
from artrules.terminal.colour import output as put


@click.command("plugins")
@format_option
def command(output: str) -> None:
    """List the active plugins and what each adds.

    Installed plugins are active by themselves. `artrules -p NAME` makes another one active, `artrules -p no:NAME`
    leaves one out, `artrules --no-plugins` leaves out all.
    """
    from artrules.commands.main import COMMANDS
    from artrules.commands.plugin_inventory import plugin_inventory

    inventory = plugin_inventory(COMMANDS)
    if output == "json":
        put(json.dumps({"plugins": inventory}, indent=2))
    elif not inventory:
        put("No plugin is active.")
    for plugin in inventory if output == "text" else ():
        package = f", from {plugin['package']}" if plugin["package"] else ""
        put(f"{plugin['name']} {plugin['version']}".rstrip() + package)
        for what, names in plugin["adds"].items():
            put(f"  {what}: {', '.join(names)}")
        if not plugin["adds"]:
            put("  adds nothing")

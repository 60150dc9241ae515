"""`artrules info`: what a ruleset holds, for those who will play, change or judge it."""

from __future__ import annotations

import json

import click

from artrules.commands.content_loading import open_ruleset
from artrules.commands.options import format_option
from artrules.commands.with_option import OutsidePaths, with_option
from artrules.terminal.colour import output as put


@click.command("info")
@click.argument("ruleset_name", metavar="NAME")
@with_option
@format_option
def command(ruleset_name: str, outside: OutsidePaths, output: str) -> None:
    """Show what a ruleset holds, and what in it is assumed.

    Settings with their values, sets, components, zones, and every fact that had to be assumed, with its reason.
    """
    from artrules.terminal.inventory import render_inventory, ruleset_inventory

    inventory = ruleset_inventory(open_ruleset(ruleset_name, outside))
    put(json.dumps(inventory, indent=2) if output == "json" else render_inventory(inventory))

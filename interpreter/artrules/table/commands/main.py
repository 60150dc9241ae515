"""The command `artrules`: one table lists its commands and where they are.

A command is imported only when it is called, and imports what it needs only when it runs. So `artrules --help` and the
completion of a shell answer at once. To add a command, add a file to this folder and a line to the table.
"""

import gc
import os
from typing import Any

import click

from artrules.play.plugins import NO_AUTOLOAD, PLUGINS
from artrules.table.commands.exit import Commands, install_signal_handlers
from artrules.table.terminal.streams import open_streams
from artrules.text.plain_text import output as put

COMMANDS = {
    "balance": ("artrules.table.commands.balance:command", "Find out from many games what is unbalanced."),
    "build": ("artrules.table.commands.write:build_command", "Write a game as a WebAssembly module for other hosts."),
    "check": ("artrules.table.commands.check:command", "Find everything that is wrong with rulesets."),
    "doc": ("artrules.table.commands.write:doc_command", "Write the rulebook of a game, to be read or printed."),
    "export": (
        "artrules.table.commands.export:export_command",
        "Write a game as a page that plays, as cards to print, as data.",
    ),
    "explain": (
        "artrules.table.commands.inspect:explain_command",
        "Explain what a diagnostic means and how to repair its cause.",
    ),
    "fmt": ("artrules.table.commands.editing:fmt_command", "Lay content out in one style."),
    "info": ("artrules.table.commands.inspect:info_command", "Show what a ruleset holds, and what in it is assumed."),
    "lsp": (
        "artrules.table.commands.editing:lsp_command",
        "Answer an editor: diagnostics, completion, renaming and more.",
    ),
    "match": ("artrules.table.commands.match:command", "Let bots play each other, and say which is better."),
    "migrate": (
        "artrules.table.commands.write:migrate_command",
        "Bring content to the newest version of the language.",
    ),
    "new": (
        "artrules.table.commands.new:new_command",
        "Write a game, a set, a scenario … to begin with.",
    ),
    "play": ("artrules.table.commands.play:command", "Play one game, or let bots play it and tell its story."),
    "plugins": ("artrules.table.commands.inspect:plugins_command", "List the active plugins and what each adds."),
    "replay": ("artrules.table.commands.replay:command", "Step through a game that was kept, forwards and back."),
    "schema": (
        "artrules.table.commands.write:schema_command",
        "Print a JSON Schema with which editors complete and check content.",
    ),
    "serve": ("artrules.table.commands.serve:command", "Serve tables to browsers, for people and bots."),
    "show": ("artrules.table.commands.inspect:show_command", "Show a piece of a ruleset on its way from text to play."),
    "simulate": ("artrules.table.commands.simulate:command", "Let bots play many games and sum them up."),
    "test": ("artrules.table.commands.test:command", "Run the scenarios of rulesets."),
    "vocabulary": (
        "artrules.table.commands.inspect:vocabulary_command",
        "List what may be written in a set or an expansion of a game.",
    ),
}
"""Name → where the command is ("module:attribute"), and what it does, in one line."""


_COLLECT_AFTER = 50_000
"""How many new objects start a garbage collection. Reading content makes many objects that stay. With Python's default
of 700, collections take a fifth of the time for reading and checking."""


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from artrules import __version__
    from artrules.text.content.section import NEWEST

    put(f"artrules {__version__} (language {NEWEST})")
    context.exit()


def _name_plugins(_context: click.Context, _parameter: click.Parameter, named: tuple[str, ...]) -> None:
    """Put the plugins' names into the environment, so that child processes use the same plugins."""
    if named:
        os.environ[PLUGINS] = ",".join((*filter(None, [os.environ.get(PLUGINS)]), *named))


def _leave_out_plugins(_context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        os.environ[NO_AUTOLOAD] = "1"


def _plugin_commands() -> dict[str, click.Command]:
    """The commands that plugins add, by name. Raises PluginProblem."""
    from artrules.play.plugins.commands import plugin_commands

    return {name: added.thing for name, added in plugin_commands(COMMANDS).items()}


@click.group(
    cls=Commands,
    table=COMMANDS,
    more=_plugin_commands,
    name="artrules",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the versions of the engine and of the language, and exit.",
)
@click.option(
    "-p",
    metavar="PLUGIN",
    multiple=True,
    expose_value=False,
    is_eager=True,
    callback=_name_plugins,
    help="Make a plugin active, an installed one or a module; `no:PLUGIN` leaves one out. May be given several times.",
)
@click.option(
    "--no-plugins",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_leave_out_plugins,
    help="Leave out all installed plugins that -p doesn't name.",
)
@click.pass_context
def artrules(context: click.Context) -> None:
    """Card games whose rules are text: to play, to invent, to program.

    `artrules` alone says how to begin.
    """
    if context.invoked_subcommand is None:
        put(_ways_in())


WAYS_IN = {
    "Play": {
        "serve": "a table in the browser, with bots and friends",
        "play GAME --seat 1": "the same at this terminal, with bots",
        "play GAME": "bots play, and their game is told as a story",
        "export GAME --as web -o game.html": "one page that plays, to send to friends",
    },
    "Invent": {
        "new game my_game": "a small game that plays, to be changed",
        "vocabulary GAME": "all words that new cards for a game may use",
        "check FILE --watch": "what is wrong with a set or a game, after each change",
        "play FILE --seat 1": "the game with the set",
    },
}
"""By what people come for: commands, with GAME for the name of one, and what each does."""

IN_PYTHON = """\
Program
  import artrules
  game = artrules.load("GAME").new_game()
  game.choose(game.decisions[0].options[0])
"""


def _ways_in() -> str:
    """What `artrules` alone says."""
    from artrules.play.content_search import ruleset_names
    from artrules.table.commands.options import program

    names, called = ruleset_names(), program()
    game = names[0] if names else "GAME"
    lines = ["Card games whose rules are text.", ""]
    for purpose, commands in WAYS_IN.items():
        ways = [(command.replace("GAME", game), what) for command, what in commands.items()]
        width = max(len(command) for command, _ in ways)
        lines += [purpose, *(f"  {called} {command:<{width}}  {what}" for command, what in ways), ""]
    lines += [IN_PYTHON.replace("GAME", game), f"Games:        {', '.join(names)}", f"All commands: {called} --help"]
    return "\n".join(lines)


def main() -> Any:
    """The entry point: runs the command that the arguments name, and exits with its code."""
    open_streams()
    install_signal_handlers()
    gc.set_threshold(_COLLECT_AFTER, 20, 100)
    return artrules(prog_name="artrules")

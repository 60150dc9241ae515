"""`artrules build`: a game as a WebAssembly module, for hosts that aren't written in Python."""

from __future__ import annotations

from pathlib import Path

import click

from artrules.commands.content_loading import open_game, prepare_game, show_faults
from artrules.commands.exit import Misuse
from artrules.commands.options import players_option, settings_option
from artrules.commands.with_option import OutsidePaths, with_option


@click.command("build")
@click.argument("ruleset_name", metavar="NAME")
@players_option
@settings_option
@click.option(
    "-o",
    "--to",
    "file",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, such as game.wasm.",
)
@with_option
def command(
    ruleset_name: str, players: int | None, settings: dict[str, str], file: Path, outside: OutsidePaths
) -> None:
    """Write a game as a WebAssembly module that plays by itself, for one number of players and one choice of settings.

    The module imports nothing, so a game that calls functions of plugins can't be one. It holds a description of
    itself, so that a host needs nothing else: docs/machine.md says how to write one.
    """
    from artrules.game.learning import learned_of
    from artrules.session.write import write_file
    from artrules.standalone.build import NeedsPlugins, build_standalone, refuse_plugins

    ruleset, settings = open_game(ruleset_name, outside, settings)
    with show_faults(ruleset):
        number = prepare_game(ruleset, players, settings)
        runtime, chosen = ruleset.runtime(number, ruleset.settle(settings, 0))
        try:
            refuse_plugins(runtime.program)
            runtime.compile()
            module = build_standalone(runtime.program, ruleset.content_hash, chosen, learned_of(runtime))
        except NeedsPlugins as problem:
            raise Misuse(str(problem)) from None
    try:
        write_file(file, module)
    except OSError as problem:
        raise Misuse(f"{file} can't be written: {problem.strerror or problem}") from None

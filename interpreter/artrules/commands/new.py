"""`artrules new`: something to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from artrules.commands.exit import Misuse
from artrules.terminal.colour import output as put


@click.group("new")
def command() -> None:
    """Write something to begin with.

    `artrules new plugin NAME` writes a plugin that works and passes its own tests.
    """


@command.command("plugin")
@click.argument("name")
@click.option(
    "--in", "folder", metavar="FOLDER", type=click.Path(path_type=Path), default=Path(), help="Where (default: here)."
)
def plugin(name: str, folder: Path) -> None:
    """Write a plugin to begin with, in a new folder of its NAME: a bot, a check, and their tests.

    NAME is lower-case words joined by `_`: other_bots.
    """
    from artrules.scaffolds.write import is_name, write

    if not is_name(name):
        raise Misuse(f"`{name}` can't be a plugin's name: lower-case words joined by `_`, such as other_bots")
    place = folder / name
    try:
        written = write("plugin", name, place)
    except FileExistsError:
        raise Misuse(f"there is something at {place} already") from None
    except OSError as problem:
        raise Misuse(f"{place} can't be written: {problem.strerror or problem}") from None
    for path in written:
        put(f"wrote {path}")
    put(f"\nTry it:\n  pip install -e '{place}[test]'\n  pytest {place}\n  artrules plugins")

"""The option `--with`: files and folders from outside of a ruleset's folder, added to those that a file configures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from artrules.commands.config import configured_paths, see_no_root, see_number, there
from artrules.commands.exit import Misuse, did_you_mean

if TYPE_CHECKING:
    from artrules.declare.extra import Extra

OF_PLUGIN = "plugin:"
"""Before the name of a plugin, in place of a path."""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Given:
    """Paths from outside: those that a file configures, and those that the command line names."""

    configured: tuple[Path, ...] = ()
    named: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """All of them: the command line adds to the file."""
        return (*self.configured, *self.named)

    def extra(self, *more: Path) -> Extra:
        """What they hold, and some paths more."""
        from artrules.outside_content import take_given

        return take_given((*self.paths, *more))


def with_option(function: F) -> F:
    """`--with`: what is added from outside."""
    return click.option(
        "--with",
        "given",
        metavar="FILE|FOLDER|plugin:NAME",
        multiple=True,
        callback=_as_given,
        help="Add a set, an overlay or scenarios from anywhere, a folder of them, or with plugin:NAME what a plugin "
        "brings; may be given several times.",
    )(function)


def _as_given(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> Given:
    named = tuple(path for text in texts for path in _named(text))
    see_number(named, "--with")
    for path in named:
        if not there(path):
            raise Misuse(f"--with: there is no file or folder `{path}`")
        see_no_root(path, "--with")
    return Given(configured_paths(Path.cwd()), named)


def paths_of_plugin(name: str) -> tuple[Path, ...]:
    """The sets and overlays that an active plugin brings. Raises Misuse where there is none."""
    from artrules.plugins.active import active
    from artrules.plugins.folders import content_of_plugins

    content = content_of_plugins().get(name)
    if content is None:
        known = sorted(content_of_plugins())
        brings_none = f"the plugin `{name}` brings no sets and overlays"
        missing = brings_none if name in active() else f"there is no plugin `{name}`"
        there_are = f" (plugins that do: {', '.join(known)})" if known else ""
        raise Misuse(f"--with plugin:{name}: {missing}{did_you_mean(name, known)}{there_are}")
    return tuple(file.path for file in content.files)


def _named(text: str) -> tuple[Path, ...]:
    if text.startswith(OF_PLUGIN):
        return paths_of_plugin(text.removeprefix(OF_PLUGIN))
    return (Path(text),)

"""The option `--with`: files and folders outside a ruleset's folder, in addition to those in the configuration file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from artrules.commands.config import check_count, check_not_root, configured_paths, exists
from artrules.commands.exit import Misuse, did_you_mean
from artrules.record import dataclass

if TYPE_CHECKING:
    from artrules.catalogue.locations import OutsideContent

PLUGIN_PREFIX = "plugin:"
"""The prefix of a plugin's name, which may replace a path."""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class OutsidePaths:
    """The paths of files and folders outside a ruleset: from the configuration file, and from the command line."""

    configured: tuple[Path, ...] = ()
    named: tuple[Path, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """All paths, those of the configuration first."""
        return (*self.configured, *self.named)

    def find(self, *more: Path) -> OutsideContent:
        """The content under these paths, and under some more. Raises PluginProblem."""
        from artrules.catalogue.find import find_outside

        return find_outside((*self.paths, *more))


def with_option(function: F) -> F:
    """Add the option `--with` to a command, whose parameter `outside` then gets OutsidePaths."""
    return click.option(
        "--with",
        "outside",
        metavar="FILE|FOLDER|plugin:NAME",
        multiple=True,
        callback=_outside_paths,
        help="Add a set, an overlay or scenarios from anywhere, a folder of them, or with plugin:NAME what a plugin "
        "brings; may be given several times.",
    )(function)


def _outside_paths(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> OutsidePaths:
    named = tuple(path for text in texts for path in _paths_of(text))
    check_count(named, "--with")
    for path in named:
        if not exists(path):
            raise Misuse(f"--with: there is no file or folder `{path}`")
        check_not_root(path, "--with")
    return OutsidePaths(configured_paths(Path.cwd()), named)


def _paths_of(text: str) -> tuple[Path, ...]:
    if text.startswith(PLUGIN_PREFIX):
        return _paths_of_plugin(text.removeprefix(PLUGIN_PREFIX))
    return (Path(text),)


def _paths_of_plugin(name: str) -> tuple[Path, ...]:
    """The sets and overlays of an active plugin. Raises Misuse for a plugin that isn't active or has no folders."""
    from artrules.catalogue.plugin_folders import plugin_content
    from artrules.plugins.registry import active

    contents = plugin_content()
    content = contents.get(name)
    if content is None:
        known = sorted(contents)
        brings_none = f"the plugin `{name}` brings no sets and overlays"
        missing = brings_none if name in active() else f"there is no plugin `{name}`"
        there_are = f" (plugins that do: {', '.join(known)})" if known else ""
        raise Misuse(f"--with plugin:{name}: {missing}{did_you_mean(name, known)}{there_are}")
    return tuple(file.path for file in content.files)

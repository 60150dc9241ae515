"""The option `--with`: files and folders from outside of a ruleset's folder, added to those that a file configures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from artrules.commands.config import configured_paths, see_no_root, see_number, there
from artrules.commands.ending import Misuse

if TYPE_CHECKING:
    from artrules.resolve.extra import Extra

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
        from artrules.given import take_given
        from artrules.plugins.rulesets import plugin_rulesets

        return take_given((*self.paths, *more), plugin_rulesets)


def with_option(function: F) -> F:
    """`--with`: what is added from outside."""
    return click.option(
        "--with",
        "given",
        metavar="FILE|FOLDER",
        multiple=True,
        callback=_as_given,
        help="Add a set, an overlay or scenarios from anywhere, or a folder of them; may be given several times.",
    )(function)


def _as_given(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> Given:
    named = tuple(Path(text) for text in texts)
    see_number(named, "--with")
    for path in named:
        if not there(path):
            raise Misuse(f"--with: there is no file or folder `{path}`")
        see_no_root(path, "--with")
    return Given(configured_paths(Path.cwd()), named)

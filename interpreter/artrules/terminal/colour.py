"""Prints text, and decides about colour. No other module prints anything, except that `progress.py` draws a bar.

Text from a file can hold control characters that act on a terminal: move its cursor, clear it, change its title or
reverse the direction of writing. So every text is sanitized first: of all control characters, only line breaks and the
engine's own colours are printed.
"""

from __future__ import annotations

import os
import re
import sys

import click

from artrules.diagnostics.excerpt import CODES
from artrules.source.decode import HIDDEN

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""ANSI escape sequences that clear the screen and the lines that have scrolled off it."""
_COLOUR_OR_HIDDEN = re.compile(rf"(\x1b\[(?:{'|'.join(['0', *CODES.values()])})m)|{HIDDEN.pattern}")


def wants_colour(to_error: bool = False) -> bool:
    """Whether text for standard output (or error) should be coloured.

    The variables NO_COLOR and FORCE_COLOR of the environment decide first (https://no-color.org, https://force-color.org).
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if to_error else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def output(text: str, to_error: bool = False, end: str = "\n") -> None:
    """Write a sanitized text, then `end`, to standard output (or error). Raises OSError."""
    click.echo(sanitized(text, wants_colour(to_error)) + end, err=to_error, color=True, nl=False)


def sanitized(text: str, colour: bool = False) -> str:
    """The text with U+FFFD for every control or invisible character except line breaks.

    Colours of `artrules.diagnostics.excerpt` stay if `colour` is true, and are replaced otherwise.
    """
    return _COLOUR_OR_HIDDEN.sub(lambda found: found[0] if colour and found[1] else "\ufffd", text)


def clear_screen() -> None:
    """Clear the screen. Raises OSError."""
    click.echo(_CLEAR, nl=False, color=True)

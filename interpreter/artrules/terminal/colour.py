"""The one place where anything is printed, with colour for those who see it.

Whatever comes out of a file may hold characters that do something to a terminal: move its cursor, clear it, change its
title, turn the direction of writing. None of them gets out: only line breaks do, and the colours that are painted here.
"""

from __future__ import annotations

import os
import re
import sys

import click

from artrules.diagnostics.drawing import CODES
from artrules.source.decode import HIDDEN

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has scrolled off it."""
_COLOUR_OR_HIDDEN = re.compile(rf"(\x1b\[(?:{'|'.join(['0', *CODES.values()])})m)|{HIDDEN.pattern}")


def wants_colour(to_error: bool = False) -> bool:
    """Whether text for standard output (or error) should be coloured."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if to_error else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def output(text: str, to_error: bool = False, end: str = "\n") -> None:
    """Write a text and its end, with dangerous characters replaced. Raises OSError."""
    click.echo(harmless(text, wants_colour(to_error)) + end, err=to_error, color=True, nl=False)


def harmless(text: str, colour: bool = False) -> str:
    """A text in which stand-ins replace all characters that could do something to a terminal, except line breaks and
    colours."""
    return _COLOUR_OR_HIDDEN.sub(lambda found: found[0] if colour and found[1] else "\ufffd", text)


def clear_screen() -> None:
    """Clear the screen. Raises OSError."""
    click.echo(_CLEAR, nl=False, color=True)


def overwrite(text: str) -> None:
    """Write a text over the last line of standard error. Raises OSError."""
    click.echo(f"\r{harmless(text)}", err=True, nl=False)

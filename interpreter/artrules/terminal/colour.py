"""Whether to colour, and writing so that colour stays or doesn't come.

Colour is for terminals; NO_COLOR and FORCE_COLOR (https://no-color.org, https://force-color.org) say otherwise.
"""

from __future__ import annotations

import os
import sys

import click


def wants_colour(to_error: bool = False) -> bool:
    """Whether what is written to standard output (or error) should be coloured."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = sys.stderr if to_error else sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def output(text: str, to_error: bool = False) -> None:
    """Write a text and a line break; what `wants_colour` said has been heeded in it."""
    click.echo(text, err=to_error, color=True)

"""Text for terminals: colours, width, lines that are broken between words."""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import click

from artrules.text.diagnostics.render import CODES, Paint, escape_control_characters
from artrules.text.source.decode import HIDDEN

# Breaks long lines so that related text stays in one column and nothing is wider than the screen.

_FAST = "\u00a0"
_SHORT = 32
_LEAST = 20
"""When a label leaves less room than this, the text begins on the line below."""
_BELOW = 4
"""The indentation of such a text."""


def keep_together(text: str) -> str:
    """A text that should stay on one line unless it is long."""
    return text.replace(" ", _FAST) if len(text) <= _SHORT else text


def break_text(text: str, room: int) -> list[str]:
    """A text in lines of a width, broken between words, and within a word only where the word is wider than a line.
    Control characters are replaced."""
    words = [
        word if len(word) <= room else word.replace(_FAST, " ") for word in escape_control_characters(text).split(" ")
    ]
    lines = wrap(" ".join(words), room, break_on_hyphens=False) or [""]
    return [line.replace(_FAST, " ") for line in lines]


def rewrap(lines: Sequence[str], width: int) -> list[str]:
    """Lines that are laid out already. Those that are too wide continue below, indented a little further."""
    wrapped_lines: list[str] = []
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        first, *others = (
            break_text(line.lstrip(" "), max(width - indent - 2, 1)) if len(line) > width else [line.lstrip(" ")]
        )
        wrapped_lines += [" " * indent + first, *(" " * (indent + 2) + other for other in others)]
    return wrapped_lines


def hanging_indent(label: str, text: str, width: int = 100) -> list[str]:
    """A text after a label. Further lines begin where the text does. Control characters are replaced."""
    return hang_after(escape_control_characters(label), len(escape_control_characters(label)), text, width)


def hang_after(label: str, label_width: int, text: str, width: int) -> list[str]:
    """The same for a coloured label, which takes less room than it has characters."""
    room = width - label_width
    if room < _LEAST and len(escape_control_characters(text)) > room:
        return [label.rstrip(), *(" " * _BELOW + line for line in break_text(text, width - _BELOW))]
    first, *others = break_text(text, max(room, 1))
    return [(label + first).rstrip(), *(" " * label_width + line for line in others)]


def fill(label: str, label_width: int, items: Sequence[str], separator: str, width: int) -> list[str]:
    """Items after a label, broken between items; a comma stays at the end of its line."""
    comma = separator.startswith(",")
    beside = width - label_width - comma
    below = beside < _LEAST and len(separator.join(items)) > beside
    indent = _BELOW if below else label_width
    room = max(width - indent - comma, 1)
    lines: list[str] = []
    for item in items:
        text = escape_control_characters(item)
        joined = f"{lines[-1]}{separator}{text}" if lines else text
        if lines and len(joined) <= room:
            lines[-1] = joined
            continue
        if lines and comma:
            lines[-1] += ","
        lines += break_text(text, room)
    if below:
        return [label.rstrip(), *(" " * indent + line for line in lines)]
    return [(label + lines[0]).rstrip(), *(" " * indent + line for line in lines[1:])] if lines else []


# How text looks: coloured or not, and how wide.


@dataclass(frozen=True)
class Style:
    """Whether there is colour, and how many characters fit on a line."""

    colour: bool = False
    width: int = 110

    @property
    def paint(self) -> Paint:
        """A function that colours a text, or leaves it as it is if there is no colour."""
        return Paint(self.colour)


# Prints text, and decides about colour. No other module prints anything, except that `terminal/progress.py` draws a
# bar.
#
# Text from a file can hold control characters that act on a terminal: move its cursor, clear it, change its title or
# reverse the direction of writing. So every text is sanitized first: of all control characters, only line breaks and
# the engine's own colours are printed.

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

    Colours of `artrules.text.diagnostics.render` stay if `colour` is true, and are replaced otherwise.
    """
    return _COLOUR_OR_HIDDEN.sub(lambda match: match[0] if colour and match[1] else "\ufffd", text)


def clear_screen() -> None:
    """Clear the screen. Raises OSError."""
    click.echo(_CLEAR, nl=False, color=True)

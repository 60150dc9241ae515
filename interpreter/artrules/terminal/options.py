"""Renders what is offered as numbered lines, and finds the option that a person means by what they typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from artrules.diagnostics.excerpt import escape_control_characters
from artrules.diagnostics.suggest import closest
from artrules.terminal.style import Style
from artrules.terminal.wrap import hanging_indent

_FEW = 4
"""Options that stand in one column, even when they are short."""
_GAP = 3


def render_offer(prompt: str, labels: Sequence[str], style: Style) -> Iterator[str]:
    """A decision: its prompt, and its options numbered from 1. Short ones stand in columns, read downwards."""
    yield from (style.paint(line, "bold") for line in hanging_indent("", f"{prompt}:", style.width))
    digits = len(str(len(labels)))
    cells = [f"{number:>{digits}}  {escape_control_characters(label)}" for number, label in enumerate(labels, 1)]
    widest = max(map(len, cells)) + _GAP
    columns = 1 if len(cells) <= _FEW else max(1, (style.width - 2 + _GAP) // widest)
    rows = -(-len(cells) // columns)
    if rows == len(cells):
        for number, label in enumerate(labels, 1):
            yield from hanging_indent(f"  {number:>{digits}}  ", label, style.width)
        return
    for row in range(rows):
        yield "  " + "".join(f"{cell:<{widest}}" for cell in cells[row::rows]).rstrip()


@dataclass(frozen=True, slots=True)
class UnclearInput:
    """What was typed means no option: the reason, in a sentence."""

    reason: str


def find_exact(typed: str, labels: Sequence[str]) -> int | None:
    """The index of the option with a number, or else of the one option with exactly this label."""
    if typed.isdecimal() and 1 <= int(typed[:9]) <= len(labels):
        return int(typed) - 1
    found = [place for place, label in enumerate(labels) if _plain(label) == _plain(typed)]
    return found[0] if len(found) == 1 else None


def find_option(typed: str, labels: Sequence[str]) -> int | UnclearInput:
    """The index of the option that is meant: by number, by label, or by the beginning of its label."""
    exact = find_exact(typed, labels)
    if exact is not None:
        return exact
    found = [place for place, label in enumerate(labels) if _plain(label).startswith(_plain(typed))]
    if len(found) == 1:
        return found[0]
    if typed.isdecimal():
        return UnclearInput(f"the options are numbered 1 to {len(labels)}")
    if found:
        numbers = [str(place + 1) for place in found]
        return UnclearInput(f"`{escape_control_characters(typed)}` may mean {', '.join(numbers[:-1])} or {numbers[-1]}")
    near = closest(typed, labels, 1)
    hint = f"; did you mean {list(labels).index(near[0]) + 1}, {near[0]}?" if near else " (? helps)"
    return UnclearInput(f"nothing that is offered begins with `{escape_control_characters(typed)}`{hint}")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

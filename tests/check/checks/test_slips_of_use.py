"""Slips of designers over Lanterns: names that nothing uses, powers, labels, information and text.

`slips_of_use.txt` lists them, each with the diagnostic that notices it: `=== what is wrong`, then `PLACE: SLUG`, or `-`
for one that nothing notices, then the piece of content. `--- with` gives sections that the piece needs; `--- replacing`
and `--- by` edit the main file. Every slip was written before the check that notices it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from check.checks.trying import Edits, Example, diagnostics, lay


class Slip(NamedTuple):
    """A slip, and the diagnostic that notices it; None if nothing does."""

    about: str
    slug: str | None
    example: Example
    main: Edits


def slips(text: str) -> list[Slip]:
    return [_slip(part) for part in text.split("=== ")[1:]]


def _slip(part: str) -> Slip:
    piece, *more = part.split("\n--- ")
    about, head, piece = piece.split("\n", 2)
    place, _, slug = head.partition(": ")
    blocks = [(name, text.rstrip("\n")) for name, _, text in (block.partition("\n") for block in more)]
    sections = "\n".join(text for name, text in blocks if name == "with")
    old, new = ([text for name, text in blocks if name == wanted] for wanted in ("replacing", "by"))
    edits = tuple(zip(old, new, strict=True))
    return Slip(
        about,
        None if slug == "-" else slug,
        Example(place, piece.rstrip("\n"), (Example("sections", sections),)),
        edits,
    )


SLIPS = slips((Path(__file__).parent / "slips_of_use.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.about)
def test_a_slip_is_noticed(slip: Slip, tmp_path: Path, usual: set[str]) -> None:
    found = [d for d in diagnostics(lay(tmp_path, slip.example, slip.main)) if d.message not in usual]
    assert {d.slug for d in found} == ({slip.slug} if slip.slug else set())


def test_most_are_noticed() -> None:
    assert len(SLIPS) >= 80
    assert sum(slip.slug is not None for slip in SLIPS) >= 0.95 * len(SLIPS)

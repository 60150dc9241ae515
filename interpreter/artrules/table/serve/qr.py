"""Links as QR codes: for the page, which draws them, and for a terminal."""

from __future__ import annotations

from io import StringIO
from itertools import groupby

import segno


def qr_data(url: str) -> dict[str, object]:
    """A QR code for the page: how many points a side has, and the dark ones as the path of an SVG, one step a point."""
    matrix = segno.make(url, error="m", micro=False).matrix
    steps = []
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                steps.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return {"size": len(matrix), "path": "".join(steps)}


def qr_lines(url: str) -> list[str]:
    """A QR code for a terminal."""
    lines = StringIO()
    segno.make(url, error="l", micro=False).terminal(lines, compact=True)
    return lines.getvalue().splitlines()

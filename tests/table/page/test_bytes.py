"""How much a browser is sent: the scripts and style sheets of the page, compressed file by file as the server does."""

from __future__ import annotations

import gzip
from pathlib import Path

import artrules

PAGE = Path(artrules.__file__).parent / "table" / "page"
MOST = 120_000
"""Bytes of all files together."""


def test_scripts_and_styles_stay_small() -> None:
    files = [path for path in PAGE.rglob("*") if path.suffix in (".js", ".css")]
    sizes = {path.relative_to(PAGE).as_posix(): len(gzip.compress(path.read_bytes(), mtime=0)) for path in files}
    total = sum(sizes.values())
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    assert 50_000 < total <= MOST, f"{total:,} bytes; the largest are {largest}"

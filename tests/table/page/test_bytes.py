"""How much a browser is sent: the scripts of the page and its style sheet with what it imports, as the server sends
them: without comments and indentation, compressed."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import artrules
from artrules.table.serve.static_files import as_sent, with_imports
from play.standalone.node import node
from waiting import PATIENCE

PAGE = Path(artrules.__file__).parent / "table" / "page"
MOST = 120_000
"""Bytes of all files together."""


def test_scripts_and_styles_stay_small() -> None:
    sent = {path.relative_to(PAGE).as_posix(): as_sent(path.read_bytes(), ".js") for path in PAGE.rglob("*.js")}
    sent["style.css"] = as_sent(with_imports((PAGE / "style.css").read_bytes(), PAGE), ".css")
    sizes = {name: len(gzip.compress(content, mtime=0)) for name, content in sent.items()}
    total = sum(sizes.values())
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    assert 50_000 < total <= MOST, f"{total:,} bytes; the largest are {largest}"


def test_what_is_sent_is_a_script_with_the_same_lines(tmp_path: Path) -> None:
    for path in PAGE.rglob("*.js"):
        if "vendor" in path.parts:
            assert as_sent(path.read_bytes(), ".js") == path.read_bytes(), path.name
            continue
        content = path.read_bytes()
        sent = as_sent(content, ".js")
        assert sent.count(b"\n") == content.count(b"\n")
        copy = tmp_path / path.name
        copy.write_bytes(sent)
        done = subprocess.run([node(), "--check", str(copy)], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, (path.name, done.stderr)


def test_comments_in_lines_of_their_own_and_indentation_are_left_out_and_nothing_else() -> None:
    script = (
        b"// one\n  let a = 1; // stays\n  /** two\n   * three */\n/*! licence */\n/* a */ let b = /* in */ 2;\n/**/\n"
    )
    sent = b"\nlet a = 1; // stays\n\n\n/*! licence */\n/* a */ let b = /* in */ 2;\n\n"
    assert as_sent(script, ".js") == sent
    assert as_sent(b"/* a\n b */\n// .c {}\n", ".css") == b"\n\n// .c {}\n"
    assert as_sent(b"// text", ".txt") == b"// text"

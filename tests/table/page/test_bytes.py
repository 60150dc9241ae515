"""How much a browser is sent: the scripts of each page and the style sheet with what it imports, as the server sends
them: without comments and indentation, compressed."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import artrules
from artrules.author.page_bundle import as_sent, with_imports
from play.standalone.node import node
from waiting import PATIENCE

PAGE = Path(artrules.__file__).parent / "table" / "page"
MOST = 120_000
"""Bytes of all that one page loads: the start page, a table, a replay and so on."""
MOST_OF_EDITING = 10_000
"""Bytes that a table loads beside these while its rules are edited, on the machine on which that is done."""
PAGES = {"lobby/join_page.js", "lobby/start_page.js", "replay.js", "table_page.js", "edit/edit.js", "result.js"}
"""What the page begins with, by its address, and what a table loads while rules are edited, or once it is over."""
IMPORT = re.compile(r"""^(?:import|export) [^;]*"(\.[^"]+)";$""", re.MULTILINE)


def loaded_by(module: Path, loaded: set[Path] | None = None) -> set[Path]:
    """A module and all that it imports."""
    loaded = set() if loaded is None else loaded
    if module not in loaded:
        loaded.add(module)
        for name in IMPORT.findall(module.read_text()):
            loaded_by((module.parent / name).resolve(), loaded)
    return loaded


def test_scripts_and_styles_stay_small() -> None:
    begin = (PAGE / "app.js").read_text()
    assert set(re.findall(r'import\(["`]\./([^"`$]+)', begin)) == PAGES, "each of them loads its own modules"
    style = as_sent(with_imports((PAGE / "style.css").read_bytes(), PAGE), ".css")
    everything: set[Path] = set()
    for page in PAGES:
        modules = loaded_by(PAGE / "app.js") | loaded_by(PAGE / page)
        modules |= loaded_by(PAGE / "table_page.js") if page.startswith("edit/") else set()
        sizes = {path.name: len(gzip.compress(as_sent(path.read_bytes(), ".js"), mtime=0)) for path in modules}
        total = sum(sizes.values()) + len(gzip.compress(style, mtime=0))
        largest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
        most = MOST + MOST_OF_EDITING if page.startswith("edit/") else MOST
        assert 20_000 < total <= most, f"{page}: {total:,} bytes; the largest are {largest}"
        everything |= modules
    alone = {path for folder in ("local", "module", "print") for path in (PAGE / folder).glob("*.js")}
    assert alone and not everything & alone, "only a page without a server needs these"
    assert everything | alone == set(PAGE.rglob("*.js")), "a module that no page loads"


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


def test_comments_and_indentation_are_left_out_and_nothing_else() -> None:
    script = (
        b'// one\n  let a = 1; // goes\nlet c = "; // stays";\n  /** two\n   * three */\n/*! licence */\n'
        b"/* a */ let b = /* in */ 2;\n/**/\n"
    )
    sent = b'\nlet a = 1;\nlet c = "; // stays";\n\n\n/*! licence */\n/* a */ let b = /* in */ 2;\n\n'
    assert as_sent(script, ".js") == sent
    sheet = b"/* a\n b */\n.c,\n.d :is(b, i) {\n  margin: 0 1px;\n}\n\n.e {\n}\n"
    assert as_sent(sheet, ".css") == b".c,.d :is(b,i){margin:0 1px;}.e{}"
    assert as_sent(b"// text", ".txt") == b"// text"

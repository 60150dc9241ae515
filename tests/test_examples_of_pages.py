"""The examples on the pages: Python runs as it stands and prints what is shown, data can be read and is of its form.

Other tests run the examples of the language, of the tutorials and recipes, of research, of plugins and of scenarios.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validate
from artrules.text.source.node import Mapping
from artrules.text.source.read import read

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
"""An example and, where it is shown, what it prints."""
RUN = {"README.md", "docs/extend/api.md", "docs/extend/plugins.md"}
RUN |= {f"docs/study/{page}.md" for page in ("balance", "bots", "data", "long_runs", "research")}
"""The pages whose Python tests run."""
COMPILED = {"docs/inside/machine.md"}
"""The pages whose Python is a part of something that a page needn't show."""


def listings(kind: str) -> Iterator[tuple[str, str]]:
    """The examples of a kind on all pages, each with the path of its page."""
    for page in PAGES:
        for text in re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            yield page.relative_to(ROOT).as_posix(), text


@pytest.mark.parametrize(("page", "shown"), [("docs/extend/api.md", 8), ("docs/study/bots.md", 0), ("README.md", 0)])
def test_the_examples_run(page: str, shown: int) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    assert text.count("```text") == sum(bool(output) for _, output in blocks) == shown
    names: dict[str, Any] = {}
    for code, output in blocks:
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        if output:
            assert printed.getvalue() == output
    game = names["game"]
    assert game.finished
    assert game.result is not None
    assert set(game.result) == {"winners", "tie_break", "scores", "stalled", "rounds"}


@pytest.mark.parametrize("page", ["balance", "data", "long_runs"])
def test_a_program_of_a_page_runs(page: str, tmp_path: Path) -> None:
    (program,) = [text for name, text in listings("python") if name == f"docs/study/{page}.md"]
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_all_python_is_run_or_compiled() -> None:
    pages = set()
    for page, text in listings("python"):
        compile(text, page, "exec")
        pages.add(page)
    assert pages == RUN | COMPILED


def test_data_can_be_read() -> None:
    schema = json.loads((ROOT / "schemas" / "table_protocol.schema.json").read_text(encoding="utf-8"))
    read_here = 0
    for page, text in listings("json"):
        while text := text.strip():
            document, end = json.JSONDecoder().raw_decode(text)
            text = text[end:]
            read_here += 1
            if page == "docs/inside/page.md":
                jsonschema.validate(document, schema)
    for _, text in listings("toml"):
        assert tomllib.loads(text)
        read_here += 1
    assert read_here >= 6


def test_scenarios_are_of_their_form() -> None:
    pages = set()
    for page, text in listings("yaml"):
        if text.startswith("scenarios:"):
            report = Report()
            node = read(text, page, report)
            assert isinstance(node, Mapping) and validate(node, report) == "scenarios"
            assert report.diagnostics == []
            pages.add(page)
    assert pages >= {f"docs/write/{name}.md" for name in ("checking", "hidden", "phases", "scenarios")}

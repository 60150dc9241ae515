"""The extension for VS Code: what it names is there, and what it writes is right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from artrules.check.formats.sarif import render_github
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.schema.load import SCHEMA_OF
from artrules.text.syntax.parse import parse_effect

FOLDER = Path(__file__).parents[3] / "editors" / "vscode"
PACKAGE: dict[str, Any] = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
SNIPPETS: dict[str, Any] = json.loads((FOLDER / "snippets" / "artrules.json").read_text(encoding="utf-8"))


def written(name: str) -> str:
    """What a snippet writes when nobody changes its words. A placeholder ends with the first `}` that has no `\\`."""
    text = "\n".join(SNIPPETS[name]["body"])
    text = re.sub(r"\$\{[0-9]+:((?:[^}\\]|\\.)*)\}", lambda place: place[1].replace("\\}", "}"), text)
    return re.sub(r"\$[0-9]+", "skip" if name not in ("scenarios", "scenario") else "", text)


def test_each_file_that_the_extension_names_is_there() -> None:
    contributes = PACKAGE["contributes"]
    named = [*contributes["grammars"], *contributes["snippets"]]
    paths = [each["path"] for each in named] + [each["configuration"] for each in contributes["languages"]]
    assert [path for path in paths if not (FOLDER / path).is_file()] == []


def test_files_of_content_are_known_by_their_first_key() -> None:
    (language,) = PACKAGE["contributes"]["languages"]
    source = (FOLDER / "extension.js").read_text(encoding="utf-8")
    neovim = (FOLDER.parent / "neovim" / "lsp" / "artrules.lua").read_text(encoding="utf-8")
    for kind in SCHEMA_OF:
        assert re.match(language["firstLine"], f"{kind}: x")
        assert kind in source and f"{kind} = true" in neovim


def test_a_new_game_has_no_errors(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(written("ruleset"), encoding="utf-8")
    assert read_content(tmp_path).report.errors == []


@pytest.mark.parametrize("name", ["choose one", "may", "for", "if", "watch"])
def test_snippets_of_code_can_be_parsed(name: str) -> None:
    parse_effect(written(name))


def test_problems_of_tasks_are_recognized(tmp_path: Path) -> None:
    """The lines that `check --format github` writes."""
    (tmp_path / "ruleset.yaml").write_text(written("ruleset").replace("zones:", "zonez:"), encoding="utf-8")
    errors: list[Diagnostic] = read_content(tmp_path).report.errors
    (matcher,) = PACKAGE["contributes"]["problemMatchers"]
    pattern = matcher["pattern"]
    for line, diagnostic in zip(render_github(errors, lambda shown: shown).splitlines(), errors, strict=True):
        match = re.match(pattern["regexp"], line)
        assert match is not None and diagnostic.span is not None
        assert match[pattern["severity"]] == diagnostic.severity
        assert match[pattern["file"]].endswith("ruleset.yaml")
        assert int(match[pattern["line"]]) == diagnostic.span.line
        assert match[pattern["code"]] == diagnostic.code
        assert match[pattern["message"]] == diagnostic.message

"""The golden dumps: a ruleset made for it as syntax trees and as IR, and what its overlay changes of the IR; and the
examples of the pages on the language as IR."""

from __future__ import annotations

from dataclasses import replace
from difflib import unified_diff
from functools import cache
from pathlib import Path

from artrules.model.declare.symbol_table import author_code
from artrules.model.elaborate.elaborate import elaborate
from artrules.model.ir.model import Model
from artrules.model.ir.print_code import INDENT, print_body
from artrules.model.ir.print_model import print_model
from artrules.play.content import Content
from artrules.play.models import declare_content
from artrules.play.pipeline import read_content
from artrules.text.diagnostics.report import Report
from artrules.text.syntax.ast.node import print_ast
from artrules.text.syntax.parse import parse_bindings, parse_effect, parse_expression
from model.elaborate.fragments import effect, lanterns
from test_language import CODE, first_line

FOLDER = Path(__file__).parent / "model" / "ir" / "dumps"
OVERLAY = ("rich",)


@cache
def sampler() -> Content:
    """The ruleset. Its overlay applies in every game, of which a check warns."""
    content = read_content(FOLDER / "sampler", "sampler")
    assert not content.report.has_errors
    return content


def elaborated() -> dict[tuple[str, ...], Model]:
    """The models of the ruleset, made anew: declared, with overlays laid over, and elaborated; not checked."""
    found = {}
    for overlays in ((), OVERLAY):
        content = replace(sampler(), report=Report())
        found[overlays] = elaborate(
            declare_content(content, overlays),
            content.report,
            overlays=overlays,
            brought=content.brought,
            asked=frozenset(),
            source_text=content.source_text,
        )
        assert not content.report.has_errors
    return found


def dumps(models: dict[tuple[str, ...], Model]) -> dict[str, str]:
    """The text of each dump, by the name of its file."""
    base, rich = print_model(models[()]), print_model(models[OVERLAY])
    changed = unified_diff(base.splitlines(keepends=True), rich.splitlines(keepends=True), n=0)
    return {
        "examples.ir.txt": examples(),
        "sampler.ast.txt": syntax_trees(),
        "sampler.ir.txt": base,
        "sampler.overlay.txt": "".join(line for line in changed if not line.startswith(("---", "+++", "@@"))),
    }


def examples() -> str:
    """What the examples of code in the pages on the language become, each under its first line."""
    members = {name: enum.members for name, enum in lanterns().enums.items()}
    lines: list[str] = []
    for text in CODE:
        example = effect(text, bound={})
        assert example.said == []
        lines += [first_line(text), *(INDENT + line for line in print_body(example.made, members))]
    return "\n".join(lines) + "\n"


def syntax_trees() -> str:
    """All code of the ruleset but its labels, as syntax trees."""
    found = []
    for name, texts in author_code(declare_content(replace(sampler(), report=Report()), ())).items():
        for text in texts:
            code = text.scalar.text
            match text.grammar:
                case "effect":
                    found.append(f"{name}, {text.role}\n{print_ast(parse_effect(code))}")
                case "expression":
                    found.append(f"{name}, {text.role}\n{print_ast(parse_expression(code))}")
                case "bindings":
                    found.append(f"{name}, {text.role}\n{print_ast(parse_bindings(code))}")
    return "\n".join(found)


def kept() -> dict[str, str]:
    """The dumps as they were written."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}

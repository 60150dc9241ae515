"""Checks are discovered: one file is all that a check needs, wherever the package lies."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path

import artrules
from artrules.check.checks import rules
from artrules.check.checks.check import ModelCheck, Precondition, RulesetCheck, ScenarioCheck
from artrules.check.checks.registry import all_checks, find, kinds, without_words
from artrules.model.ir.declarations import Text
from artrules.model.ir.json_form import to_json
from artrules.play.pipeline import read_content
from artrules.text.content import layout
from artrules.text.content.section import Sourced, Value
from artrules.text.diagnostics.kinds import CODE_TOO_DEEP
from artrules.text.schema.load import outline_of_code, walk
from artrules.text.source.node import Scalar
from check.checks.trying import page_examples

LANTERNS = Path(__file__).parents[2] / "rulesets" / "lanterns"


def test_every_file_of_rules_holds_checks() -> None:
    files = {f"{rules.__name__}.{path.stem}" for path in Path(rules.__path__[0]).glob("[!_]*.py")}
    functions = [getattr(check, "find", None) or getattr(check, "holds", None) for check in all_checks()]
    assert {function.__module__ for function in functions} == files


def test_every_sort_of_check_is_in_use() -> None:
    assert {type(check) for check in all_checks()} == {Precondition, ModelCheck, RulesetCheck, ScenarioCheck}


def test_the_order_is_that_of_codes_and_names() -> None:
    keys = [(min(kind.code for kind in check.kinds), check.name) for check in all_checks()]
    assert all(before < after for before, after in pairwise(keys))


def test_each_kind_of_a_check_is_in_the_catalogue_and_shown() -> None:
    for check in all_checks():
        for kind in check.kinds:
            assert kinds()[kind.code] is find(kind.slug) is kind
            # Only code that is nested forty deep brings CODE_TOO_DEEP about: too long to be shown.
            assert page_examples(kind) or kind is CODE_TOO_DEEP


def test_no_two_checks_share_a_kind() -> None:
    """Kinds that only checks report (4xxx) are reported by one check each."""
    declared = [kind.code for check in all_checks() for kind in check.kinds if kind.code // 1000 == 4]
    assert len(declared) == len(set(declared))


def test_checks_that_read_words_only_warn() -> None:
    """They are asked last, when it is known in which overlay each error arose."""
    reading = [check for check in all_checks() if isinstance(check, ModelCheck | RulesetCheck) and check.reads_words]
    assert reading
    assert {kind.severity for check in reading for kind in check.kinds} == {"warning"}


def test_checks_that_read_no_words_are_given_none() -> None:
    whole = read_content(LANTERNS).base
    model = without_words(whole)
    assert whole.rulings and whole.terms and whole.remarks and list(_texts_in(whole.layout))
    assert not (model.rulings or model.terms or model.remarks or list(_texts_in(model.layout)))


WORDS = """\
ruleset: tiny
language: 3
title: Tiny
players: 2
enums:
  colour: [red, blue]
cards:
  tile: {label: tile}
zones:
  row: {per: player, holds: tile, seen_by: everyone}
variables:
  x: {of: player, type: 0..9}
tables:
  steps_of: |
    0 -> 1
    5 -> 2
procedures:
  go: |
    choose one:
        "raise": my x += 1
        "stay": skip
flow:
  rounds:
    - {name: main, who: all_at_once, do: go()}
  until: round_number = 1
  last_round: 1
  score: {x: {is: my x}}
  winners: best(p in players, most score(p))
layout:
  about: About it.
  areas: {board: {title: Board, short: Brd, holds: [row], source: Drawn, assumed: Guessed}}
  zones: {row: {title: Line, short: Ln}}
  variables: {x: {title: Points, short: Pt, steps: steps_of, gives: Gv}}
  figures: {all: {is: 3, title: Whole, short: Wh, steps: steps_of, gives: Gf}}
  members: {colour: {red: {title: Redder, short: Rd}}}
  decisions: {go: Going}
  phases: {main: Mainly}
"""
"""A game whose layout has every key of words for people."""


def _for_people(value: object) -> bool:
    """Whether what may stand under a key is words for people: itself, or what is named in it."""
    if isinstance(value, Value):
        return _for_people(value.shape)
    if isinstance(value, Mapping):
        return bool(value.get("x-artrules-prose")) or any(map(_for_people, value.values()))
    return False


def test_words_that_are_left_out_of_a_model_are_those_left_out_of_its_outline(tmp_path: Path) -> None:
    file = tmp_path / "ruleset.yaml"
    file.write_text(WORDS, encoding="utf-8")
    before = read_content(tmp_path)
    document = before.files.main
    assert document is not None and not before.report.has_errors
    words = [
        node
        for node, schema, _ in walk(document, "ruleset")
        if isinstance(node, Scalar) and node.path.startswith("layout") and schema.find("x-artrules-prose")
    ]
    sections = {each for each in vars(layout).values() if isinstance(each, type) and issubclass(each, Sourced)}
    declared = [
        key
        for section in sections
        for key, declaration in section.declared.keys.items()
        if _for_people(declaration.value) and (section is Sourced or key not in Sourced.declared.keys)
    ]
    assert len(words) == len(declared), sorted(declared)
    for node in words:
        lines, at = WORDS.splitlines(keepends=True), node.span
        line = lines[at.line - 1]
        lines[at.line - 1] = line[: at.column - 1] + "Z" + line[at.column :]
        file.write_text("".join(lines), encoding="utf-8")
        after = read_content(tmp_path)
        assert after.files.main is not None and not after.report.has_errors
        assert outline_of_code(after.files.main) == outline_of_code(document), node.path
        assert to_json(after.base) != to_json(before.base), node.path
        assert to_json(without_words(after.base)) == to_json(without_words(before.base)), node.path


def _texts_in(value: object) -> Iterator[Text]:
    """The words for people in a part of the IR."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for each in value.values() for text in _texts_in(each))
    elif isinstance(value, list | tuple):
        yield from (text for each in value for text in _texts_in(each))
    elif is_dataclass(value):
        yield from (text for field in fields(value) for text in _texts_in(getattr(value, field.name)))


def test_checks_are_discovered_in_a_zip(tmp_path: Path) -> None:
    package = Path(artrules.__file__).parent
    with zipfile.ZipFile(tmp_path / "artrules.zip", "w") as archive:
        for path in sorted(package.rglob("*")):
            if path.suffix in {".py", ".lark", ".json"}:
                archive.write(path, f"artrules/{path.relative_to(package)}")
    code = "from artrules.check.checks.registry import all_checks; print(*(check.name for check in all_checks()))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(tmp_path / "artrules.zip")}, capture_output=True, text=True
    )
    assert done.stdout.split() == [check.name for check in all_checks()], done.stderr

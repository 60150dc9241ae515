"""Every statement, expression and builtin is used by two powers or games, or a decision says why it is there."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from artrules.model.catalogue.locations import shipped_folder
from artrules.model.ir.builtins import BUILTINS
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import code_strings
from artrules.text.schema.validate import validate
from artrules.text.source.node import Mapping
from artrules.text.source.read import read
from artrules.text.syntax.parse import grammar, parse_tree

ROOT = Path(__file__).parent.parent
HELPERS = {"effect", "expression", "bindings", "statement", "simple", "suite", "expr", "comparison", "atom", "postfix"}
HELPERS |= {"range", "sum", "product", "unary", "or_e", "and_e", "not_e", "repeat_limit", "number", "collected"}
HELPERS |= {
    "value",
    "some_of_or",
    "asked",
    "holding",
    "counted",
    "boundary",
    "my_boundary",
    "side",
    "hole",
    "trigger",
    "words",
    "worded",
    "other_words",
}
SPELLED = {"less": "<", "minus": "-", "times_": "*", "over": "/", "modulo": "%", "negative": "-x", "within": "in"}
SPELLED |= {"not_within": "not in", "largest": "max(a, b)", "bottom": "bottom of", "while_": "repeat while"}
SPELLED |= {"reached": "on: start of my turn"}


def spelled(form: str) -> str:
    """A form of the grammar as the specification writes it."""
    return SPELLED.get(form, form.rstrip("_").replace("_", " "))


def uses() -> dict[str, set[str]]:
    """Form -> the places in content where it stands."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in [*shipped_folder().iterdir(), *(ROOT / "tests" / "rulesets").iterdir()]:
        for path in folder.rglob("*.yaml"):
            report = Report()
            document = read(path, str(path), report)
            kind = validate(document, report) if isinstance(document, Mapping) else None
            if document is None or kind in (None, "scenarios"):
                continue
            for string in code_strings(document, str(kind), report):
                if string.code in ("effect", "expression", "bindings", "trigger"):
                    place = f"{folder.name} {string.path}"
                    for tree in parse_tree(string.code, string.scalar.text).iter_subtrees():
                        found[str(tree.data)].add(place)
                        if tree.data in ("call", "quantifier", "fold", "way"):
                            found[str(tree.children[0])].add(place)
    return found


def test_every_form_is_used_twice_or_defended() -> None:
    page = (ROOT / "docs" / "inside" / "decisions.md").read_text(encoding="utf-8")
    defended = set(re.findall(r"`([^`]+)`", page.split("Every form of the language earns its place")[1]))
    forms = {str(rule.alias or rule.origin.name) for rule in grammar("code").rules}
    forms = {f for f in forms if not f.startswith("_")} - HELPERS
    forms |= {*BUILTINS, "any", "no", "count", "those", "first", "last", "sum", "most", "least"}
    found = uses()
    lonely = {form if form in BUILTINS else spelled(form) for form in forms if len(found[form]) < 2}
    assert lonely <= defended
    assert len(lonely) < 32

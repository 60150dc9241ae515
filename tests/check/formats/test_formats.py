"""Diagnostics as JSON, SARIF and annotations of GitHub: each fits its schema or its grammar, whatever it says."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from artrules.check.checks.registry import kinds
from artrules.check.formats.json_schema import json_schema
from artrules.check.formats.sarif import render_github, render_sarif
from artrules.text.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from artrules.text.diagnostics.render import render_json
from check.formats.validators import JSON, SARIF

SPAN = Span("game/a b.yaml", 3, 5, 3, 9)
ACROSS = Span("game/a b.yaml", 3, 5, 4, 1)
FIX = Fix("write `b`", (Edit(SPAN, "b"), Edit(Span("game/c.yaml", 1, 1, 1, 1), "x\n")))


def every_shape() -> list[Diagnostic]:
    """A diagnostic of every kind, and some with all there can be."""
    found = [Diagnostic(kind, f"`{kind.slug}` is wrong", SPAN) for kind in kinds().values()]
    first, second = found[0].kind, next(kind for kind in kinds().values() if kind.severity == "warning")
    return [
        Diagnostic(first, "without a place"),
        Diagnostic(first, "m", ACROSS, "this", "that", ("one", "two"), (("here", SPAN), ("and here", ACROSS)), FIX),
        Diagnostic(second, "100 % wrong: a, b\r\n::error::\ud800\u202e", SPAN, raised=True),
        *found,
    ]


def sarif(*diagnostics: Diagnostic) -> dict[str, object]:
    log = json.loads(render_sarif(diagnostics, lambda shown: shown.replace(" ", "%20"), "0.1.0"))
    SARIF.validate(log)
    (run,) = log["runs"]
    return run


def test_sarif_fits_its_schema() -> None:
    run = sarif(*every_shape())
    results, rules = run["results"], run["tool"]["driver"]["rules"]  # type: ignore[index]
    assert len(results) == len(every_shape()) and len(rules) == len(kinds())
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    assert sarif()["results"] == []


def test_the_schema_of_sarif_has_teeth() -> None:
    run = sarif(every_shape()[1])
    run["results"][0]["level"] = "bad"  # type: ignore[index]
    assert not SARIF.is_valid({"version": "2.1.0", "runs": [run]})


def test_what_stands_in_a_result() -> None:
    (result,) = sarif(every_shape()[1])["results"]  # type: ignore[misc]
    place = {"artifactLocation": {"uri": "game/a%20b.yaml", "uriBaseId": "%SRCROOT%"}}
    region = {"startLine": 3, "startColumn": 5, "endLine": 4, "endColumn": 1}
    assert result["message"]["text"] == "m\nexpected: this\nfound: that\ndid you mean `one` or `two`?"
    assert result["locations"] == [{"physicalLocation": {**place, "region": region}}]
    assert [related["message"]["text"] for related in result["relatedLocations"]] == ["here", "and here"]
    (fix,) = result["fixes"]
    assert fix["description"]["text"] == "write `b`"
    assert [change["artifactLocation"]["uri"] for change in fix["artifactChanges"]] == [
        "game/a%20b.yaml",
        "game/c.yaml",
    ]
    assert fix["artifactChanges"][1]["replacements"][0]["insertedContent"] == {"text": "x\n"}


def test_files_elsewhere_have_no_root() -> None:
    log = json.loads(render_sarif([Diagnostic(every_shape()[0].kind, "m", SPAN)], lambda _: "file:///a.yaml", "1.0"))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///a.yaml"}


def test_json_fits_its_schema() -> None:
    Draft202012Validator.check_schema(json_schema())
    data = json.loads(render_json(every_shape()))
    JSON.validate(data)
    data["diagnostics"][0]["more"] = 1
    assert not JSON.is_valid(data)


LINE = re.compile(r"::(error|warning) ((?:\w+=[^,:\r\n]*,)*\w+=[^,:\r\n]*)::([^\r\n]*)")


@pytest.mark.parametrize("diagnostic", every_shape(), ids=lambda diagnostic: diagnostic.slug)
def test_annotations_are_one_line(diagnostic: Diagnostic) -> None:
    assert LINE.fullmatch(render_github([diagnostic], lambda shown: shown))


def test_what_stands_in_an_annotation() -> None:
    plain, full, odd = every_shape()[:3]
    assert render_github([plain], str) == f"::error title={plain.code} {plain.slug}::without a place"
    assert render_github([full], str).startswith("::error file=game/a b.yaml,line=3,endLine=4,title=")
    annotation = render_github([odd], lambda _: "a,b:c%.yaml")
    assert annotation.startswith("::error file=a%2Cb%3Ac%25.yaml,line=3,endLine=3,col=5,endColumn=9,title=")
    assert annotation.endswith("::100 %25 wrong: a, b%0D%0A::error::\ud800\u202e")

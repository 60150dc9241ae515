"""Texts for people that YAML has cut: ` #` begins a comment, also in what was meant as a sentence."""

from __future__ import annotations

import re

from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Edit, Fix, Span
from artrules.text.diagnostics.report import Report
from artrules.text.schema.load import walk
from artrules.text.source.node import Node, Scalar, every_node

_COMMENT = re.compile(r"\s#")


def check_truncated_text(node: Node, kind: str, report: Report) -> None:
    """Tell of each text for people behind which a comment stands that reads like its end."""
    cut = {id(n): at for n in every_node(node) if isinstance(n, Scalar) and (at := n.cut_at()) is not None}
    if not cut:
        return
    for place, schema, _ in walk(node, kind):
        for_people = schema.find("x-artrules-prose") or schema.find("x-artrules-code") == "label"
        if isinstance(place, Scalar) and id(place) in cut and for_people:
            _tell(place, cut[id(place)], report)


def _tell(scalar: Scalar, column: int, report: Report) -> None:
    line = scalar.span.end_line
    report.add(
        kinds.CUT_TEXT,
        f"the text ends here: what comes after `{scalar.text[-20:]}` is a comment",
        Span(scalar.span.file, line, column, line, column + 1),
        expected="quotes around the text, or two blanks before the comment and one behind its `#`",
        found="` #`",
        fix=_in_quotes(scalar),
    )


def _in_quotes(scalar: Scalar) -> Fix | None:
    """The fix that puts quotes around a text of one line and what comes after it; None where a second ` #` may begin a
    real comment."""
    whole = f"{scalar.text}{scalar.behind()}".rstrip()
    quote = next((mark for mark in "\"'" if mark not in whole and "\\" not in whole), None)
    start = scalar.span
    if (
        quote is None
        or scalar.in_flow
        or len(_COMMENT.findall(scalar.behind())) > 1
        or start.end_column - start.column != len(scalar.text)
    ):
        return None
    span = Span(start.file, start.line, start.column, start.line, start.column + len(whole))
    return Fix("put quotes around the text", (Edit(span, f"{quote}{whole}{quote}"),))

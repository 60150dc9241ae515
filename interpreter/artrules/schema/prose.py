"""Texts for people that YAML has cut: ` #` begins a comment, also in what was meant as a sentence."""

from __future__ import annotations

from artrules.diagnostics.kinds import yaml as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.schema.walk import walk
from artrules.source.node import Node, Scalar, every_node


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
    )

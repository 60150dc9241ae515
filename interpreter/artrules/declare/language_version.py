"""Whether a file is written in a version of the language that this engine reads."""

from __future__ import annotations

from artrules.content.language import NEWEST
from artrules.diagnostics.kinds import names as kinds
from artrules.diagnostics.report import Report
from artrules.source.lookup import number
from artrules.source.node import Mapping, Node


def is_readable(document: Node, report: Report) -> bool:
    """Whether a file's own version can be read, with a diagnostic if it is newer or older than the newest.

    A file that says nothing is taken for one of the newest version. Of a newer one nothing else is judged: what it says
    may be right there.
    """
    node = document.get("language") if isinstance(document, Mapping) else None
    version = number(node)
    if node is None or version is None:
        return True
    if version > NEWEST:
        report.add(
            kinds.NEWER_LANGUAGE,
            f"this file is written in version {version} of the language, which this engine doesn't know",
            node.span,
            expected=f"version {NEWEST}, or a newer engine",
            found=f"version {version}",
        )
        return False
    if 1 <= version < NEWEST:
        report.add(
            kinds.OLDER_LANGUAGE,
            f"this file is written in version {version} of the language, and is read as version {NEWEST}",
            node.span,
            expected=f"`language: {NEWEST}`, after `artrules migrate`",
            found=f"version {version}",
        )
    return True

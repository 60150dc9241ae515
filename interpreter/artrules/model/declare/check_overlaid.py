"""Checks a document over which overlays were laid: what they added must be complete, and not a misspelt change.

`declare/apply_overlays.py` lays them over. Here the result is judged by the schemas again, and by the names in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.model.declare.overlay_changes import Changes, Path, in_document
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest, one_slip
from artrules.text.schema.validate import complaints, explain
from artrules.text.source.node import Entry, Mapping, word

_IMPLICITLY_USED = (("flow", "setup"), ("flow", "final"), ("flow", "score"), ("totals",))
"""Sections whose entries act without being named elsewhere: no check of unused names finds a misspelt one."""


def check_overlaid(document: Mapping, sets: Sequence[Mapping], changes: Changes, report: Report) -> None:
    """Report what is wrong with a ruleset's document and its sets after overlays were laid over them."""
    incomplete = _report_incomplete(document, "ruleset", (), changes, report)
    for each in sets:
        incomplete |= _report_incomplete(each, "set", ("sets", word(each.get("set"))), changes, report)
    _report_misspelt(incomplete, changes, report)


def _report_incomplete(document: Mapping, kind: str, prefix: Path, changes: Changes, report: Report) -> set[Path]:
    """Judge a document by its schema again. Returns the paths of additions that lack a required key.

    `prefix` is the path of the document. An addition may be meant as a change of what has a similar name; the
    diagnostic suggests that.
    """
    incomplete, others = set(), []
    for complaint in complaints(_without_tables(document), kind):
        path = (*prefix, *map(str, complaint.place))
        new = changes.added.get(path)
        if new is None or complaint.keyword != "required" or not isinstance(complaint.node, Mapping):
            others.append(complaint)
            continue
        incomplete.add(path)
        missing = " and ".join(f"`{name}`" for name in complaint.wanted if name not in complaint.node.entries)
        report.add(
            kinds.NEW_INCOMPLETE,
            f"the overlay `{new.overlay}` adds `{new.key.text}`, which has no {missing}",
            new.key.span,
            expected=f"{missing}, or the name of something to be changed",
            found=f"`{new.key.text}`",
            suggestions=closest(new.key.text, new.beside),
        )
    explain(others, report)
    return incomplete


def _report_misspelt(incomplete: set[Path], changes: Changes, report: Report) -> None:
    """Report complete additions that act without being named, and whose names are similar to one beside them."""
    for path, new in changes.added.items():
        inner = in_document(path)
        acts = inner[:-1] in _IMPLICITLY_USED or inner[0] in ("menus", "enums")
        like = one_slip(new.key.text, new.beside) if acts and path not in incomplete else None
        if like is not None:
            report.add(
                kinds.NEW_BESIDE_ALIKE,
                f"the overlay `{new.overlay}` adds `{new.key.text}`, and leaves `{like}` as it is",
                new.key.span,
                expected=f"`{like}`, to change that, or a name that is less like it",
                found=f"`{new.key.text}`",
                suggestions=[like],
            )


def _without_tables(document: Mapping) -> Mapping:
    """The document without the pieces that are read from tables: their cells are judged when the tables are read."""
    known = document.entries.get("pieces")
    if known is None or not isinstance(known.value, Mapping):
        return document
    batches = {
        n: e for n, e in known.value.entries.items() if not (isinstance(e.value, Mapping) and e.value.get("table"))
    }
    pieces = Entry(known.key, Mapping(batches, known.value.span, known.value.path))
    return Mapping({**document.entries, "pieces": pieces}, document.span, document.path)

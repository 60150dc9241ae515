"""What the author says about facts: where they come from, what had to be assumed, and which rulings they cite."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Emphasis, Paragraph
from artrules.declare.citations import citations
from artrules.ir.model import Model
from artrules.ir.texts import Remark, Ruling


def remark(model: Model, place: str, kind: str) -> str:
    """The `source` or `assumed` of one place, or nothing."""
    return next((r.text for r in model.remarks if r.place == place and r.kind == kind), "")


def remarks_within(model: Model, place: str) -> Iterator[Remark]:
    """The remarks of a place and of all below it."""
    for each in model.remarks:
        if each.place == place or each.place.startswith((f"{place}.", f"{place}[")):
            yield each


def cited_rulings(model: Model, place: str, owner: str | None) -> list[Ruling]:
    """The rulings that a place and all below it cite, in the order in which the rulings stand."""
    visible = {ruling.name: ruling for ruling in model.visible(model.rulings, owner)}
    found = {c.number for each in remarks_within(model, place) for c in citations(each.text, visible)}
    return [ruling for number, ruling in visible.items() if number in found]


def provenance(source: str, assumed: str) -> list[Block]:
    """A paragraph for each that there is."""
    told = [("Source", source), ("Assumed", assumed)]
    return [Paragraph((Emphasis(f"{what}:"), f" {text}")) for what, text in told if text]


def provenance_within(model: Model, place: str) -> list[Block]:
    """Sources and assumptions of a place and all below it, each text once."""
    texts: dict[str, dict[str, None]] = {"source": {}, "assumed": {}}
    for each in remarks_within(model, place):
        texts[each.kind][each.text] = None
    return provenance("; ".join(texts["source"]), "; ".join(texts["assumed"]))

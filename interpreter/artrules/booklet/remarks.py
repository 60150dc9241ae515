"""Finds the author's remarks about a place of the ruleset: its source, what is assumed there, the rulings it cites."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Emphasis, Paragraph
from artrules.declare.citations import citations
from artrules.ir.model import Model
from artrules.ir.texts import Remark, Ruling


def remark(model: Model, place: str, kind: str) -> str:
    """The author's remark at one place of the ruleset, such as `zones.deck`; empty if there is none.

    `kind` is `source` or `assumed`.
    """
    return next((r.text for r in model.remarks if r.place == place and r.kind == kind), "")


def remarks_within(model: Model, place: str) -> Iterator[Remark]:
    """The remarks at a place of the ruleset and at all places below it."""
    for each in model.remarks:
        if each.place == place or each.place.startswith((f"{place}.", f"{place}[")):
            yield each


def cited_rulings(model: Model, place: str, owner: str | None) -> list[Ruling]:
    """The rulings that are cited at a place or below it, in the order of their declarations.

    `owner` is the set that the place belongs to; None for the ruleset itself. It decides which rulings are visible.
    """
    visible = {ruling.name: ruling for ruling in model.visible(model.rulings, owner)}
    found = {c.number for each in remarks_within(model, place) for c in citations(each.text, visible)}
    return [ruling for number, ruling in visible.items() if number in found]


def provenance(source: str, assumed: str) -> list[Block]:
    """A paragraph for the source and one for the assumption; none for an empty text."""
    texts = [("Source", source), ("Assumed", assumed)]
    return [Paragraph((Emphasis(f"{what}:"), f" {text}")) for what, text in texts if text]


def provenance_within(model: Model, place: str) -> list[Block]:
    """A paragraph with the sources at a place and below it, and one with the assumptions; each text once."""
    texts: dict[str, dict[str, None]] = {"source": {}, "assumed": {}}
    for each in remarks_within(model, place):
        texts[each.kind][each.text] = None
    return provenance("; ".join(texts["source"]), "; ".join(texts["assumed"]))

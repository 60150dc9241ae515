"""Titles and pictures of cards that depend on more than what is printed on them."""

from __future__ import annotations

from artrules.checks.check import model_check
from artrules.diagnostics.kinds.layout import BAD_LOOK
from artrules.diagnostics.report import Report
from artrules.facts.state_reads import StateReads
from artrules.ir.model import Model
from artrules.ir.nodes import Expression, Label
from artrules.ir.types import Bool, Member, Number, Player, Unknown


@model_check(BAD_LOOK)
def drawn_texts(model: Model, report: Report) -> None:
    cards = model.layout.cards.values()
    if not any(card.title or card.picture for card in cards):
        return
    reads = StateReads(model.values)
    for card in cards:
        for what, label in (("title", card.title), ("picture", card.picture)):
            for part in label.parts if isinstance(label, Label) else ():
                if isinstance(part, Expression) and (reads.of(part) or not _is_plain(part)):
                    report.add(
                        BAD_LOOK,
                        f"the {what} of a `{card.name}` depends on more than what is printed on it",
                        part.at,
                        expected="an attribute that nothing changes, such as `{self.NAME}`",
                    )


def _is_plain(part: Expression) -> bool:
    """Whether a part of a text is a plain value, and not the label of a card."""
    return isinstance(part.type, Bool | Member | Number | Player | Unknown)

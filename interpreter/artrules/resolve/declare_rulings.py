"""Declares rulings: what the rules mean where it matters, under headings, each with a number.

Rulings are prose. Nothing is played by them; powers and scenarios cite them as their source, and the booklet prints
them where they are cited. So they have a name space of their own.
"""

from __future__ import annotations

from artrules.diagnostics.kinds import names as kinds
from artrules.kernel.declarations import Ruling, RulingHeading
from artrules.resolve.declaring import Declaring
from artrules.resolve.reading import entries, get, word
from artrules.source.node import Node, Scalar


def declare_rulings(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    """The rulings of the game or of a set; a number stands under one heading only."""
    for title, held in entries(node):
        heading = RulingHeading(title.text, title.span, owner, word(get(held, "about")))
        d.model.ruling_headings.append(heading)
        for number, item in entries(held):
            if number.text != "about":
                _declare(d, heading, number, item)


def _declare(d: Declaring, heading: RulingHeading, number: Scalar, item: Node) -> None:
    ruling = Ruling(number.text, number.span, heading.owner)
    if isinstance(item, Scalar):
        ruling.text = word(item)
    else:
        ruling.question, ruling.text = word(get(item, "question")), word(get(item, "text"))
        ruling.source, ruling.assumed = word(get(item, "source")), word(get(item, "assumed"))
    earlier = d.model.find(d.model.rulings, ruling.name, ruling.owner)
    if earlier is not None:
        d.report.add(
            kinds.NAME_TWICE,
            f"the ruling {ruling.name} is given twice",
            number.span,
            related=((f"{ruling.name} is given here first", earlier.at),),
        )
        return
    d.model.rulings[ruling.key] = ruling
    heading.rulings.append(ruling)

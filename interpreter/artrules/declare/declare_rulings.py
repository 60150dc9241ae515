"""Declares rulings: what the rules mean where it matters, under headings, each with a number.

Rulings are prose. Nothing is played by them; powers and scenarios cite them as their source, and the booklet prints
them where they are cited. So they have a name space of their own.
"""

from __future__ import annotations

from artrules.declare.declarator import Declaring
from artrules.declare.read import entries, get, word
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.declarations import Ruling, RulingHeading
from artrules.source.node import Node, Scalar


def declare_rulings(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    """The rulings of the game or of a set; a number stands under one heading only."""
    for title, held in entries(node):
        numbered = [(number, item) for number, item in entries(held) if number.text != "about"]
        rulings = tuple(ruling for number, item in numbered if (ruling := _declare(d, number, item, owner)))
        heading = RulingHeading(title.text, title.span, word(get(held, "about")), rulings, owner=owner)
        d.symbols.ruling_headings.append(heading)


def _declare(d: Declaring, number: Scalar, item: Node, owner: str | None) -> Ruling | None:
    """A ruling; None, with a diagnostic, when its number is given already."""
    if isinstance(item, Scalar):
        said = ["", word(item), "", ""]
    else:
        said = [word(get(item, key)) for key in ("question", "text", "source", "assumed")]
    ruling = Ruling(number.text, number.span, *said, owner=owner)
    earlier = d.symbols.find(d.symbols.rulings, ruling.name, ruling.owner)
    if earlier is not None:
        d.report.add(
            kinds.NAME_TWICE,
            f"the ruling {ruling.name} is given twice",
            number.span,
            related=((f"{ruling.name} is given here first", earlier.at),),
        )
        return None
    d.symbols.rulings[ruling.key] = ruling
    return ruling

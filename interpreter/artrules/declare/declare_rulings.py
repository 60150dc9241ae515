"""Declares rulings: what the rules mean where it matters, under headings, each with a number.

Rulings are prose. Nothing is played by them; powers and scenarios cite them as their source, and the booklet prints
them where they are cited. So they have a name space of their own.
"""

from __future__ import annotations

from artrules.content import rulings as content
from artrules.content.section import Named
from artrules.declare.declarator import Declarator
from artrules.diagnostics.kinds import names as kinds
from artrules.ir.texts import Ruling, RulingHeading
from artrules.source.lookup import word
from artrules.source.node import Scalar


def declare_rulings(d: Declarator, headings: Named[content.RulingsOfHeading], owner: str | None = None) -> None:
    """The rulings of the game or of a set; a number stands under one heading only."""
    for title, held in headings:
        rulings = tuple(ruling for number, section in held.rulings if (ruling := _declare(d, number, section, owner)))
        heading = RulingHeading(title.text, title.span, word(held.about), rulings, owner=owner)
        d.symbols.ruling_headings.append(heading)


def _declare(d: Declarator, number: Scalar, section: content.Ruling, owner: str | None) -> Ruling | None:
    """A ruling; None, with a diagnostic, when its number is given already."""
    texts = map(word, (section.question, section.text, section.source, section.assumed))
    ruling = Ruling(number.text, number.span, *texts, owner=owner)
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

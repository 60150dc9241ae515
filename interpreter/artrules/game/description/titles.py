"""Titles: what people read for a name of the content."""

from __future__ import annotations

from artrules.ir.model import Model


def title_of(name: str) -> str:
    """What people read for a name that has no title of its own: `free_market` of a set or of the game is `free
    market`."""
    return name.rpartition("/")[2].replace("_", " ")


def heading(text: str) -> str:
    """A text as the title of something: it begins with a capital letter."""
    return text[:1].upper() + text[1:]


def title_of_decision(model: Model, site: str, prompt: str) -> str:
    """The heading of a decision with an identity: the title that the layout gives to the code that asks, else its
    prompt."""
    said = model.layout.decisions.get(_asking(site))
    return heading(prompt if said is None else said.text)


def _asking(site: str) -> str:
    """The name of what asks: the key of a procedure, or the name of a menu, group of powers, phase or step. A site is
    the code's full name, then the number of the decision in it: `procedure SET/NAME/1`, `power SET/GROUP.KEY.N/1`,
    `menu NAME` or `menu NAME/ENTRY/1`."""
    sort, _, name = site.partition(" ")
    if sort == "menu":
        return name.partition("/")[0]
    if sort == "power":
        return name.partition("/")[2].partition(".")[0]
    return name.rpartition("/")[0]

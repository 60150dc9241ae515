"""What content tells players of its rules: the texts under `says`, by the place where they stand, and those of the
procedures and menus that some code performs.
"""

import re
from collections.abc import Iterator

from artrules.model.analyses.calls import outside_watches
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Procedure
from artrules.model.ir.model import MENU, Model


def says_at(model: Model, place: str) -> list[str]:
    """The texts under `says` at a place of the ruleset, such as `flow.setup.deal`. What has a signature is found by its
    name alone: `procedures.draw`."""
    return [r.text for r in model.remarks if r.kind == "says" and place in (r.place, re.split("[( ]", r.place)[0])]


def says_of(model: Model, procedure: Procedure) -> list[str]:
    """The texts under `says` of a procedure, or of the menu that it stands for, with those of the menu's entries."""
    of_set = f"{procedure.owner}." if procedure.owner else ""
    if not procedure.name.startswith(MENU):
        return says_at(model, f"{of_set}procedures.{procedure.name}")
    menu = model.menus[procedure.name.removeprefix(MENU)]
    return [*says_at(model, f"menus.{menu.name}"), *says_of_entries(model, menu.name)]


def says_of_entries(model: Model, menu: str) -> list[str]:
    """The texts under `says` of a menu's entries, in their order; those that sets add come last."""
    texts: list[str] = []
    for entry in model.menus[menu].entries:
        of_set = f"{entry.owner}." if entry.owner else ""
        texts += says_at(model, f"{of_set}menus.{menu}.entries.{entry.name}")
    return texts


def performed(model: Model, body: k.Body) -> Iterator[Procedure]:
    """The procedures and menus that some code performs, and that these perform, in the order of the code; each once."""
    yield from _performed(model, body, set())


def _performed(model: Model, body: k.Body, reached: set[Procedure]) -> Iterator[Procedure]:
    for node in outside_watches(body):
        if isinstance(node, k.Perform) and node.procedure not in reached:
            reached.add(node.procedure)
            yield node.procedure
            yield from _performed(model, model.bodies.get(node.procedure, ()), reached)

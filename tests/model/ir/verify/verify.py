"""Verifies a whole model: the rules of its declarations, then those of all its code.

`docs/inside/machine.md` lists the rules. They are what elaboration promises and every later stage takes for granted, so
a model that breaks one was made by a faulty pass."""

from __future__ import annotations

from artrules.model.ir.code import Code, Part, every_code
from artrules.model.ir.expressions import Expression
from artrules.model.ir.model import Model
from artrules.model.ir.node import walk
from artrules.model.ir.print_code import Members
from artrules.model.ir.statements import Ask, Body, Choose, Label, Watch
from artrules.model.ir.types import Zone
from model.ir.verify.context import Context
from model.ir.verify.declarations import verify_declarations
from model.ir.verify.expressions import verify_binders, verify_expression
from model.ir.verify.names import Names, at_entry
from model.ir.verify.shape import misfits
from model.ir.verify.statements import verify_body, verify_branch, verify_label, verify_result
from model.ir.verify.violation import Violation


def verify(model: Model) -> list[Violation]:
    """All violations of the IR's rules in a model of a ruleset without errors, in the order of its tables."""
    members = {name: enum.members for name, enum in model.enums.items()}
    found: list[Violation] = []
    verify_declarations(model, found)
    for code in every_code(model):
        # The other rules take for granted that each field holds what its class says.
        if not _misshapen(code, members, found):
            for part in code.parts:
                _verify_part(model, code, part, members, found)
    _sites(model, found)
    return found


def _misshapen(code: Code, members: Members, found: list[Violation]) -> bool:
    wrong = [Violation(code.name, message, node.at) for part in code.parts for node, message in misfits(part.nodes)]
    found += wrong
    return bool(wrong)


def _verify_part(model: Model, code: Code, part: Part, members: Members, found: list[Violation]) -> None:
    context = Context(model, f"{code.name}, {part.role}", members, found)
    names = verify_binders(context, part.binders, at_entry(code.parameters, code.self_type, part.has_me))
    root = part.root
    if isinstance(root, Label):
        verify_label(context, root, names)
    elif isinstance(root, Expression):
        verify_expression(context, root, names)
        if part.wanted is not None:
            context.converted(root, part.wanted, root, "the value")
        starts_pieces = code.name.startswith("pieces ")
        context.require(not starts_pieces or isinstance(root.type, Zone), root, "pieces start in a zone")
    elif code.is_menu:
        _verify_menu(context, root, names)
    else:
        verify_body(context, root, names)
        verify_result(context, root, code.result)


def _verify_menu(context: Context, body: Body, names: Names) -> None:
    """A menu is one decision. Its entries are elaborated apart, so one name may be bound in several of them."""
    match body:
        case [Choose() as choose]:
            verify_expression(context, choose.me, names)
            context.acting(choose, choose.me, names, needed=True)
            keys = [(branch.owner, branch.key) for branch in choose.branches]
            context.require(len(set(keys)) == len(keys), choose, "two entries have one key")
            for branch in choose.branches:
                apart = Context(context.model, context.where, context.members, context.found)
                verify_branch(apart, branch, names)
        case _:
            context.found.append(Violation(context.where, "a menu is one decision"))


def _sites(model: Model, found: list[Violation]) -> None:
    """Options are known by the site of their decision, watches by their identity: each is there once in a model."""
    seen: set[str] = set()
    for code in every_code(model):
        for part in code.parts:
            for node in walk(part.nodes):
                site = node.site if isinstance(node, Choose) else None
                site = node.identity if isinstance(node, Watch | Ask) else site
                if site is not None and site in seen:
                    found.append(Violation(code.name, f"the site `{site}` is there twice", node.at))
                seen |= {site} if site is not None else set()

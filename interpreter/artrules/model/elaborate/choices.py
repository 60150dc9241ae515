"""Elaborates decisions: every form of choosing becomes a `Choose` with branches."""

from collections.abc import Sequence
from typing import assert_never

from artrules.model.elaborate.control import inner, label, needed_player, player_if_any, suite
from artrules.model.elaborate.elaborator import Elaborator, OfferedOption
from artrules.model.elaborate.folds import binders, narrowed
from artrules.model.elaborate.triggers import use_for
from artrules.model.facts.knowledge import ASKING, met
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import USABLE
from artrules.model.ir.declarations import Limit
from artrules.model.ir.model import MENU
from artrules.model.ir.references import label_key
from artrules.model.ir.types import (
    BOOL,
    POWER,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.node import Identifier, Node, Text


def elaborate_choice(elaborator: Elaborator, node: ast.ChoiceStatement) -> k.Body:
    """The statements that ask a player."""
    match node:
        case ast.Choose():
            return choose(elaborator, node)
        case ast.ChooseFrom():
            return choose_from(elaborator, node)
        case ast.ChooseOne():
            return choose_one(elaborator, node)
        case ast.May():
            return may(elaborator, node)
        case ast.MayChoose():
            return may_choose(elaborator, node)
        case ast.MayUse():
            return may_use(elaborator, node)
        case ast.Use():
            return use(elaborator, node)
    assert_never(node)


def choose(elaborator: Elaborator, node: ast.Choose) -> k.Body:
    """`choose`: the chosen values stay bound for the rest of the suite."""
    turning = elaborator.scope.turning
    elaborator.scope.forget(ASKING, elaborator.at(node))
    bound = binders(elaborator, node.binders)
    elaborator.scope.turning = turning
    text = values_label(elaborator, node.label, bound, node)
    branch = k.Branch(elaborator.at(node), "1", text, bound, None, None, ())
    site = new_site(elaborator)
    note_option(elaborator, site, "1", node.label, bound)
    elaborator.goes_on(elaborator.scope.knowledge)
    return (_choose(elaborator, node, (branch,), site, has_suites=False),)


def choose_from(elaborator: Elaborator, node: ast.ChooseFrom) -> k.Body:
    """`choose from menu`."""
    symbols, name = elaborator.symbols, node.menu.text
    menu = symbols.menus.get(name)
    if menu is None:
        message = f"there is no menu `{name}`"
        suggestions = closest(name, list(symbols.menus))
        elaborator.complain(kinds.UNKNOWN_NAME, message, node.menu, suggestions=suggestions, missing=name)
        return ()
    elaborator.refers(node.menu, menu)
    me = needed_player(elaborator, node)
    return (k.Perform(elaborator.at(node), symbols.procedures[MENU + menu.name], (), me),)


def choose_one(elaborator: Elaborator, node: ast.ChooseOne) -> k.Body:
    """`choose one:` with its branches."""
    site = new_site(elaborator)
    elaborator.scope.forget(ASKING, elaborator.at(node))
    branches, ends = [], []
    for number, branch in enumerate(node.branches, 1):
        branches.append(_branch(elaborator, site, branch, str(number)))
        ends.append(elaborator.scope.at_end)
    elaborator.goes_on(met(ends))
    return (_choose(elaborator, node, tuple(branches), site),)


def may(elaborator: Elaborator, node: ast.May) -> k.Body:
    """`may "label":`."""
    return _may(elaborator, node, "don't")


def may_choose(elaborator: Elaborator, node: ast.MayChoose) -> k.Body:
    """`may choose binders:`."""
    return _may(elaborator, node, "none of these")


def _may(elaborator: Elaborator, node: ast.May | ast.MayChoose, decline: str) -> k.Body:
    site = new_site(elaborator)
    elaborator.scope.forget(ASKING, elaborator.at(node))
    branch = _branch(elaborator, site, node, "1")
    ends = [elaborator.scope.at_end]
    declining = _decline(elaborator, site, node, decline)
    elaborator.goes_on(met([*ends, elaborator.scope.at_end]))
    return (_choose(elaborator, node, (branch, declining), site),)


def may_use(elaborator: Elaborator, node: ast.MayUse) -> k.Body:
    """`may use power`. The option is offered if the power is usable."""
    site, at = new_site(elaborator), elaborator.at(node)
    elaborator.scope.forget(ASKING, at)
    power = elaborator.demand(node.power, POWER, "what is used")
    me = needed_player(elaborator, node)
    guard = k.BuiltinCall(at, BOOL, USABLE, (power,), me)
    body = (k.UsePower(at, power, me),)
    with elaborator.scope.suite():
        elaborator.follow(body)
    ends = [elaborator.scope.at_end]
    declining = _decline(elaborator, site, node, "don't use it")
    elaborator.goes_on(met([*ends, elaborator.scope.at_end]))
    branch = k.Branch(at, "1", k.Label(at, ("use ", power)), (), guard, None, body)
    return (_choose(elaborator, node, (branch, declining), site),)


def use(elaborator: Elaborator, node: ast.Use) -> k.Body:
    """`use power`."""
    power = elaborator.demand(node.power, POWER, "what is used")
    me = needed_player(elaborator, node)
    if node.happening is not None:
        return use_for(elaborator, node, power, me)
    return (k.UsePower(elaborator.at(node), power, me),)


def new_site(elaborator: Elaborator) -> str:
    """The identity of a new decision. Option ids and saves refer to it."""
    elaborator.sites += 1
    return f"{elaborator.context.container}/{elaborator.sites}"


def values_label(elaborator: Elaborator, node: Text | None, bound: Sequence[k.Binder], around: Node) -> k.Label:
    """The author's label. Without one, a label of the binders' values."""
    if node is not None:
        return label(elaborator, node)
    parts: list[str | k.Expression] = []
    for binder in bound:
        parts += [", ", binder.local] if parts else [binder.local]
    return k.Label(elaborator.at(around), tuple(parts))


def _choose(
    elaborator: Elaborator, node: Node, branches: tuple[k.Branch, ...], site: str, *, has_suites: bool = True
) -> k.Choose:
    needed_player(elaborator, node)
    me = player_if_any(elaborator, node) or elaborator.unknown(node)
    return k.Choose(elaborator.at(node), site, elaborator.context.title, branches, me, has_suites=has_suites)


def note_option(
    elaborator: Elaborator,
    site: str,
    key: str,
    label: Text | str | None,
    bound: Sequence[k.Binder],
    owner: str | None = None,
) -> None:
    """Note an option for hints and the story, in the scope of its binders. Without a label, it is called as
    `values_label` says."""
    names = tuple(binder.local.name.rpartition("_")[0] for binder in bound)
    text = label.text if isinstance(label, Text) else label
    if isinstance(label, Text):
        elaborator.refers(Node(label.start + 1, label.end - 1), label_key(label.text), "declared")
    if text is None:
        text = ", ".join(f"{{{name}}}" for name in names)
    values = tuple(
        (name, narrowed(elaborator, binder), binder.local.at) for name, binder in zip(names, bound, strict=True)
    )
    elaborator.offered.append(OfferedOption(text, site, key, owner, values))


def _branch(elaborator: Elaborator, site: str, node: ast.Branch | ast.May | ast.MayChoose, key: str) -> k.Branch:
    """One branch, elaborated in its own scope."""
    text = None if isinstance(node, ast.MayChoose) else node.label
    condition = None if isinstance(node, ast.MayChoose) else node.guard
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        guard = elaborator.condition(condition) if condition is not None else None
        words = node.reason if isinstance(node, ast.Branch) else None
        reason = label(elaborator, words) if words is not None else None
        if guard is not None:
            elaborator.learn(guard)
        shown = values_label(elaborator, text, bound, node)
        note_option(elaborator, site, key, text, bound)
        limit = _limit(elaborator, node.limit) if isinstance(node, ast.Branch) and node.limit is not None else None
        body = suite(elaborator, node.body)
    return k.Branch(elaborator.at(node), key, shown, bound, guard, limit, body, reason=reason)


def _limit(elaborator: Elaborator, name: Identifier) -> Limit | None:
    limits = elaborator.symbols.limits
    if name.text not in limits:
        message = f"there is no limit `{name.text}`"
        suggestions = closest(name.text, list(limits))
        elaborator.complain(kinds.UNKNOWN_NAME, message, name, suggestions=suggestions, missing=name.text)
    elaborator.refers(name, limits.get(name.text))
    return limits.get(name.text)


def _decline(elaborator: Elaborator, site: str, node: ast.May | ast.MayChoose | ast.MayUse, text: str) -> k.Branch:
    """The branch that declines. It is called as its author says, or else by `text`."""
    at, declined = elaborator.at(node), node.declined
    words = declined.label if declined is not None else None
    note_option(elaborator, site, "no", words or text, ())
    shown = label(elaborator, words) if words is not None else k.Label(at, (text,))
    body = inner(elaborator, declined.body if declined is not None else None)
    return k.Branch(at, "no", shown, (), None, None, body, declines=True)

"""Elaborates events: `announce`, `watch`, `stop watching`."""

from __future__ import annotations

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.suites import needed_player, suite
from artrules.ir.declarations import Event
from artrules.ir.nodes import Announce, As, Binder, Body, Expression, Local, Node, Set, StopWatching, Watch, walk
from artrules.ir.types import PLAYER, WIDE, Happening, whole
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.node import Identifier

MOST_WATCHING = 8
"""How deep watches may nest. Each keeps the values of all names that watches inside it use."""


def announce(elaborator: Elaborator, node: ast.Announce) -> Body:
    """`announce event(field: value)`. The author must give every field of the event, in any order."""
    event = _event(elaborator, node.event)
    if event is None:
        return ()
    given: dict[str, Expression] = {}
    for field in node.fields:
        name = field.name.text
        declared = event.fields.get(name)
        if declared is None or declared.type is None:
            message = f"`{event.name}` has no field `{name}`"
            suggestions = closest(name, list(event.fields))
            elaborator.complain(name_kinds.UNKNOWN_NAME, message, field.name, suggestions=suggestions)
            elaborator.expression(field.value)
            continue
        if name in given:
            elaborator.complain(name_kinds.NAME_TWICE, f"`{name}` is given twice", field.name)
        given[name] = elaborator.demand(field.value, declared.type, f"`{name}`")
    missing = [n for n in event.fields if n not in given]
    if missing:
        message = f"`{event.name}` needs {', '.join(missing)} too"
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected=", ".join(event.fields))
        return ()
    me = needed_player(elaborator, node)
    return (Announce(elaborator.at(node), event, tuple(given[n] for n in event.fields), me),)


def _event(elaborator: Elaborator, name: Identifier) -> Event | None:
    """The event with a name. None, after a diagnostic, if there is none."""
    symbols, owner = elaborator.symbols, elaborator.context.owner
    event = symbols.find(symbols.events, name.text, owner)
    if event is None:
        known = [e.name for e in symbols.visible(symbols.events, owner)]
        elaborator.complain(
            name_kinds.UNKNOWN_NAME,
            f"there is no event `{name.text}`",
            name,
            found=f"`{name.text}`",
            suggestions=closest(name.text, known),
        )
    return event


def watch(elaborator: Elaborator, node: ast.Watch) -> Body:
    """`watch`: code that runs later, after an event. It keeps copies of the names that it uses from around it."""
    event = _event(elaborator, node.event)
    if event is None:
        return ()
    life, lives = node.life.text, elaborator.symbols.lives
    if life not in lives:
        elaborator.complain(
            name_kinds.UNKNOWN_NAME,
            f"there is no life `{life}`",
            node.life,
            expected=", ".join(lives),
            suggestions=closest(life, list(lives)),
        )
    at = elaborator.at(node)
    setter = needed_player(elaborator, node)
    around = elaborator.me, elaborator.loops, elaborator.gaining
    elaborator.me, elaborator.loops, elaborator.gaining = Local(at, PLAYER, "me"), 0, []
    elaborator.watching += 1
    if elaborator.watching == MOST_WATCHING + 1:
        message = f"more than {MOST_WATCHING} watches lie in one another here"
        elaborator.complain(kinds.TOO_DEEP, message, node, expected="a procedure that sets the inner ones")
    with elaborator.scope.suite():
        happening = elaborator.scope.bind(node.name.text, Happening(event.key), elaborator.at(node.name))
        condition = elaborator.condition(node.condition) if node.condition is not None else None
        body = suite(elaborator, node.body)
    elaborator.watching -= 1
    elaborator.me, elaborator.loops, elaborator.gaining = around
    captured = _free_locals([condition, body], {happening.name, "me"})
    changed = {n.place.name for n in walk(body) if isinstance(n, Set) and isinstance(n.place, Local)}
    for local in captured:
        if local.name in changed:
            message = "a watch keeps a copy of this value: it can't be changed here"
            elaborator.complain(kinds.NOT_ASSIGNABLE, message, local.at)
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/watch{elaborator.sites}"
    every = whole(node.every) if node.every is not None else 1
    if every is None or every < 1:
        expected = f"a number from 1 to {WIDE:,}"
        elaborator.complain(kinds.WRONG_VALUE, "a watch acts every so many times", node, expected=expected)
        every = 1
    return (Watch(at, identity, event, every, happening, captured, condition, life, body, setter),)


def stop_watching(elaborator: Elaborator, node: ast.StopWatching) -> Body:
    """`stop watching`, in a watch."""
    if not elaborator.watching:
        elaborator.complain(kinds.NO_WATCH, "`stop watching` belongs in a watch", node)
    return (StopWatching(elaborator.at(node)),)


def _free_locals(roots: list[Expression | Body | None], bound: set[str]) -> tuple[Local, ...]:
    """The locals that some code uses but doesn't bind, each once, in the order of first use."""
    used: dict[str, Local] = {}
    inside = set(bound)
    for node in (n for root in roots if root is not None for n in walk(root)):
        if isinstance(node, Set) and isinstance(node.place, Local) and node.binds:
            inside.add(node.place.name)
        inside |= {local.name for local in bound_by(node)}
        if isinstance(node, Local):
            used.setdefault(node.name, node)
    return tuple(local for name, local in used.items() if name not in inside)


def bound_by(node: Node) -> list[Local]:
    """The locals that a node itself binds."""
    match node:
        case Binder(local=local) | As(local=local):
            return [local]
        case Watch(happening=happening):
            return [happening]
    return []

"""Elaborates events: `announce`, `watch`, `stop watching`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.later import free_locals, no_changes, runs_later
from artrules.elaborate.suites import needed_player, suite
from artrules.ir.declarations import NEXT_TURN, Event
from artrules.ir.nodes import Announce, Body, Expression, Local, StopWatching, Watch
from artrules.ir.types import WIDE, Happening, whole
from artrules.record import dataclass
from artrules.syntax.ast import statements as ast
from artrules.syntax.ast.node import Identifier
from artrules.syntax.ast.node import Node as SyntaxNode


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
            elaborator.complain(name_kinds.UNKNOWN_NAME, message, field.name, suggestions=suggestions, missing=name)
            elaborator.expression(field.value)
            continue
        if name in given:
            elaborator.complain(name_kinds.NAME_TWICE, f"`{name}` is given twice", field.name)
        given[name] = elaborator.demand(field.value, declared.type, f"`{name}`")
    missing = [n for n in event.fields if n not in given]
    if missing and any(field.name.text not in event.fields for field in node.fields):
        return ()  # One of the missing fields is probably misspelt, which has been reported.
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
            missing=name.text,
        )
    return event


def watch(elaborator: Elaborator, node: ast.Watch) -> Body:
    """`watch`: code that runs later, after an event. It keeps copies of the names that it uses from around it."""
    event = _event(elaborator, node.event)
    if event is None:
        return ()
    every = whole(node.every) if node.every is not None else 1
    if every is None or every < 1:
        expected = f"a number from 1 to {WIDE:,}"
        elaborator.complain(kinds.WRONG_VALUE, "a watch acts every so many times", node, expected=expected)
        every = 1
    tested = node.condition

    def condition_of(happening: Local) -> Expression | None:
        return elaborator.condition(tested) if tested is not None else None

    awaited = Awaited(event, node.name.text, node.name, every, known_life(elaborator, node.life, node.how))
    return set_watch(elaborator, node, awaited, node.body, condition_of)


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a watch waits for: an event, which its suite calls by a name that stands at a place, every so many times,
    until a life ends. A watch that runs `once` ends as its suite begins."""

    event: Event
    name: str
    named_at: SyntaxNode
    every: int
    life: str
    once: bool = False


def known_life(elaborator: Elaborator, named: Identifier, how: Literal["ends", "begins"]) -> str:
    """The name of a life, after a diagnostic if there is none, or if it ends otherwise: `next_turn` when that turn
    begins, all others when they end."""
    life, lives = named.text, elaborator.symbols.lives
    if life not in lives:
        elaborator.complain(
            name_kinds.UNKNOWN_NAME,
            f"there is no life `{life}`",
            named,
            expected=", ".join(lives),
            suggestions=closest(life, list(lives)),
            missing=life,
        )
    elif how != (right := "begins" if life == NEXT_TURN else "ends"):
        elaborator.complain(kinds.WRONG_VALUE, f"a watch goes on until `{life}` {right}", named, expected=right)
    return life


def set_watch(
    elaborator: Elaborator,
    node: SyntaxNode,
    awaited: Awaited,
    waiting: ast.Suite,
    condition_of: Callable[[Local], Expression | None],
) -> Body:
    """The statement that sets a watch with a suite. `condition_of` makes its condition, where the happening and the
    watch's own `me` are bound."""
    at = elaborator.at(node)
    setter = needed_player(elaborator, node)
    with runs_later(elaborator, node), elaborator.scope.suite():
        happening = elaborator.scope.bind(awaited.name, Happening(awaited.event.key), elaborator.at(awaited.named_at))
        condition = condition_of(happening)
        if condition is not None:
            elaborator.learn(condition)
        body = suite(elaborator, waiting)
        if awaited.once:
            body = (StopWatching(at), *body)
    captured = free_locals([condition, body], {happening.name, "me"})
    no_changes(elaborator, captured, body, "a watch keeps a copy of this value: it can't be changed here")
    elaborator.sites += 1
    identity = f"{elaborator.context.container}/watch{elaborator.sites}"
    return (
        Watch(
            at,
            identity,
            awaited.event,
            awaited.every,
            happening,
            captured,
            condition,
            awaited.life,
            body,
            setter,
        ),
    )


def stop_watching(elaborator: Elaborator, node: ast.StopWatching) -> Body:
    """`stop watching`, in a watch."""
    if not elaborator.in_watch:
        elaborator.complain(kinds.NO_WATCH, "`stop watching` belongs in a watch", node)
    return (StopWatching(elaborator.at(node)),)

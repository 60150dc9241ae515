"""Procedures called, events announced, watches set."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import names as name_kinds
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.suggest import closest
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.suites import Suites
from artrules.ir.nodes import (
    Announce,
    As,
    Binder,
    Body,
    Constant,
    Expression,
    Local,
    Node,
    Perform,
    Set,
    StopWatching,
    Watch,
    walk,
)
from artrules.ir.types import (
    NOTHING,
    PLAYER,
    WIDE,
    Happening,
    whole,
)

MOST_WATCHING = 8
"""Watches that may lie in one another: each keeps the values of all names that those in it use."""


class Calls(Suites):
    """Statements that begin something elsewhere, now or later."""

    def statement_perform(self, tree: Syntax) -> Body:
        call = tree.children[0]
        token, *rest = call.children  # type: ignore[union-attr]
        name, model, owner = str(token), self.model, self.context.owner
        arguments = [a for a in rest if isinstance(a, type(tree))]
        procedure = model.find(model.procedures, name, owner)
        if procedure is None:
            known = [p.name for p in model.visible(model.procedures, owner)]
            function = model.find(model.functions, name, owner)
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"`{name}` is a function: it changes nothing" if function else f"there is no procedure `{name}`",
                token,
                found=f"`{name}`",
                suggestions=closest(name, known),
            )
            for argument in arguments:
                self.expression(argument)
            return []
        values = self.arguments(name, procedure.parameters, arguments, call)  # type: ignore[arg-type]
        if len(values) != len(procedure.parameters):
            return []
        me = self.acting(tree) or Constant(self.at(tree), NOTHING, None)
        return [Perform(self.at(tree), procedure, values, me)]

    def statement_announce(self, tree: Syntax) -> Body:
        token, *fields_ = tree.children
        assert isinstance(token, Token)
        model, owner = self.model, self.context.owner
        event = model.find(model.events, str(token), owner)
        if event is None:
            self._no_event(token)
            return []
        given: dict[str, Expression] = {}
        for field in fields_:
            if field is None:
                continue
            name, value_ = field.children  # type: ignore[union-attr]
            declared = event.fields.get(str(name))
            if declared is None or declared.type is None:
                self.complain(
                    name_kinds.UNKNOWN_NAME,
                    f"`{event.name}` has no field `{name}`",
                    name,
                    suggestions=closest(str(name), list(event.fields)),
                )
                self.expression(value_)
                continue
            if str(name) in given:
                self.complain(name_kinds.NAME_TWICE, f"`{name}` is given twice", name)
            given[str(name)] = self.demand(value_, declared.type, f"`{name}`")  # type: ignore[arg-type]
        missing = [n for n in event.fields if n not in given]
        if missing:
            self.complain(
                kinds.WRONG_ARGUMENTS,
                f"`{event.name}` needs {', '.join(missing)} too",
                tree,
                expected=", ".join(event.fields),
            )
            return []
        me = self.needs_me(tree)
        return [Announce(self.at(tree), event, [given[n] for n in event.fields], me)]

    def _no_event(self, token: Token) -> None:
        known = [e.name for e in self.model.visible(self.model.events, self.context.owner)]
        self.complain(
            name_kinds.UNKNOWN_NAME,
            f"there is no event `{token}`",
            token,
            found=f"`{token}`",
            suggestions=closest(str(token), known),
        )

    def statement_watch(self, tree: Syntax) -> Body:
        every_, event_, name_, where_, life_, suite_ = tree.children
        assert isinstance(event_, Token) and isinstance(name_, Token) and isinstance(life_, Token)
        model, owner = self.model, self.context.owner
        event = model.find(model.events, str(event_), owner)
        if event is None:
            self._no_event(event_)
            return []
        if str(life_) not in model.lives:
            self.complain(
                name_kinds.UNKNOWN_NAME,
                f"there is no life `{life_}`",
                life_,
                expected=", ".join(model.lives),
                suggestions=closest(str(life_), list(model.lives)),
            )
        setter = self.needs_me(tree)
        outer_me, outer_loops, outer_gaining = self.me, self.loops, self.gaining
        self.me, self.loops, self.gaining = Local(self.at(tree), PLAYER, "me"), 0, []
        self.watching += 1
        if self.watching == MOST_WATCHING + 1:
            message = f"more than {MOST_WATCHING} watches lie in one another here"
            self.complain(kinds.TOO_DEEP, message, tree, expected="a procedure that sets the inner ones")
        with self.scope.suite():
            happening = self.scope.bind(str(name_), Happening(event.key), self.at(name_))
            condition = self.condition(where_) if where_ is not None else None  # type: ignore[arg-type]
            body = self.suite(suite_)  # type: ignore[arg-type]
        self.watching -= 1
        self.me, self.loops, self.gaining = outer_me, outer_loops, outer_gaining
        captured = _free_locals([condition, body], {happening.name, "me"})
        changed = {n.place.name for n in walk(body) if isinstance(n, Set) and isinstance(n.place, Local)}
        for local in captured:
            if local.name in changed:
                self.complain(
                    kinds.NOT_ASSIGNABLE, "a watch keeps a copy of this value: it can't be changed here", local.at
                )
        self.sites += 1
        identity = f"{self.context.container}/watch{self.sites}"
        every = whole(str(every_)) if every_ is not None else 1
        if every is None or every < 1:
            expected = f"a number from 1 to {WIDE:,}"
            self.complain(kinds.WRONG_VALUE, "a watch acts every so many times", tree, expected=expected)
            every = 1
        return [Watch(self.at(tree), identity, event, every, happening, captured, condition, str(life_), body, setter)]

    def statement_stop_watching(self, tree: Syntax) -> Body:
        if not self.watching:
            self.complain(kinds.NO_WATCH, "`stop watching` belongs in a watch", tree)
        return [StopWatching(self.at(tree))]


def _free_locals(nodes: list[Node | Body | None], bound: set[str]) -> list[Local]:
    """Locals used in the nodes that are bound outside them, each once."""
    used: dict[str, Local] = {}
    inside = set(bound)
    for node in (n for tree in nodes if tree is not None for n in walk(tree)):
        if isinstance(node, Set) and isinstance(node.place, Local) and node.binds:
            inside.add(node.place.name)
        inside |= {local.name for local in bound_by(node)}
        if isinstance(node, Local):
            used.setdefault(node.name, node)
    return [local for name, local in used.items() if name not in inside]


def bound_by(node: Node) -> list[Local]:
    """The locals that a node itself binds."""
    match node:
        case Binder(local=local) | As(local=local):
            return [local]
        case Watch(happening=happening):
            return [happening]
    return []

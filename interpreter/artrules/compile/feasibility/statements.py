"""Over statements: what may fail becomes a test, what changes something is put off, a procedure is gone into."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from artrules.analyses.effects import NOTHING, Effects, meet
from artrules.analyses.power_tests import Constants
from artrules.compile import blocks as b
from artrules.compile.cut_points import block_work
from artrules.compile.failures import Failing
from artrules.compile.feasibility.changes import ChangeWriter
from artrules.compile.feasibility.path import Item, Names, Way
from artrules.compile.liveness import free_locals
from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart

UNKNOWN = ["return None"]
DEEPEST = 90
"""So many steps may be followed one after another: each lies some frames deeper on Python's stack than the one before.
What is longer is looked at on a copy."""
MOST_FOLLOWED = 15_000
"""So many steps are followed for all functions of a program together, ten times what most games need: what comes after
conditions is followed once for each way through them, so code of many ways would take long to be made ready."""
LITTLE = 100
"""Units of a step that are counted when the function begins; where a step is more it is counted when it is reached."""
PLAIN = {"True": True, "False": False, "None": None}


class StatementFollower(ChangeWriter, ABC):
    """Follows statements. `left` is how many more steps may be followed in the function that is written, `depth` how
    many lie in one another."""

    def __init__(self, writer: StatementWriter, codes: dict[str, b.Code], failing: Failing) -> None:
        super().__init__(writer.layout, writer.probes)
        self.constants, self.sites, self.tests, self.work = writer.constants, writer.sites, writer.tests, writer.work
        self.failing_nodes = writer.failing_nodes
        self.codes, self.failing = codes, failing
        self.effects = Effects(writer.layout.model)
        self.left = 0
        self.followed = 0
        self.depth = 0
        self.units = 0
        """The work of the small steps that were followed, on all ways together."""
        self.first: list[str] = []
        """Lines whose values are the same for all candidates."""
        self.same: set[str] = set()
        """The names of what is the same for all candidates."""

    # -- following

    def _follow(self, way: Way) -> list[str]:
        self.left -= 1
        self.followed += 1
        if self.left < 0 or self.depth >= DEEPEST or self.followed > MOST_FOLLOWED:
            return UNKNOWN
        self.depth += 1
        lines = self._step(way)
        self.depth -= 1
        return lines

    def _step(self, way: Way) -> list[str]:
        if not way.work:
            return self._made(way, lambda made: ["return go_below(S, place)"])
        (item, scope), rest = way.work[0], replace(way, work=way.work[1:])
        self.names = way.scopes[scope]
        units = self._units(item)
        if units <= LITTLE:
            self.units += units
        if isinstance(item, b.Block):
            lines = self._block(item, scope, rest)
        else:
            method: Callable[..., list[str]] | None = getattr(self, f"_over_{type(item).__name__.lower()}", None)
            lines = method(item, scope, rest) if method is not None else self._pass(item, scope, rest)
        return lines if units <= LITTLE or lines == UNKNOWN else [f"S.steps += {units}", *lines]

    def _units(self, item: Item) -> int:
        """The work of following a statement or the end of a block, without the code that is gone into."""
        match item:
            case b.Block():
                return block_work(item, self.work)
            case k.Say():
                return 0
            case k.Move(cards=cards):
                return 1 + self.work.expression(cards)  # `move_ahead` counts each card
            case k.If(condition=asked) | k.As(player=asked):
                return 1 + self.work.expression(asked)
            case k.Perform(arguments=arguments):
                return 1 + sum(self.work.expression(argument) for argument in arguments)
        return self.work.statement(item)

    def _made(self, way: Way, onward: Callable[[Way], list[str]]) -> list[str]:
        """Make the changes put off, and go on."""
        if way.put_off is None:
            return UNKNOWN
        made = way.made or bool(way.put_off)
        return [*way.put_off, *onward(replace(way, changed=NOTHING, put_off=(), made=made))]

    def _with(
        self, nodes: Sequence[k.Node | None], way: Way, scope: int, onward: Callable[[Way], list[str]]
    ) -> list[str]:
        """Go on where some expressions have the values that they would have after all that was followed; for that,
        make the changes put off if need be."""
        wanted = [node for node in nodes if node is not None]
        names = way.scopes[scope]
        if any(names.get(name) is None for node in wanted for name in free_locals(node)):
            return UNKNOWN
        if any(meet(self.effects.read(node), way.changed) for node in wanted):
            return self._made(way, lambda made: self._with(nodes, made, scope, onward))
        self.names = names
        return onward(way)

    def _pass(self, statement: k.Statement, scope: int, way: Way) -> list[str]:
        """Pass over a statement that can't fail, for what it changes."""
        changed = self.effects.changed(statement)
        if changed is None or self.failing.node(statement):
            return UNKNOWN
        lines = self.making(statement, way.scopes[scope]) if changed else []
        for node in k.walk(statement):
            if isinstance(node, k.Set) and isinstance(node.place, k.Local):
                way = way.naming(scope, node.place.name, None)
        return self._follow(way.changing(changed, lines) if changed else way)

    # -- statements

    def _over_set(self, s: k.Set, scope: int, way: Way) -> list[str]:
        local = s.place
        if isinstance(local, k.Local):
            return self._with([s.value], way, scope, lambda w: self._bind(s, local, scope, w))
        return self._pass(s, scope, way)

    def _bind(self, s: k.Set, local: k.Local, scope: int, way: Way) -> list[str]:
        if isinstance(s.value, k.Constant):
            return self._follow(way.naming(scope, local.name, repr(s.value.value)))
        name = self.fresh_name()
        line = self.assignment(k.Set(s.at, k.Local(s.at, local.type, name), s.value))[0]
        rest = way.naming(scope, local.name, name)
        used = {way.scopes[scope][each] or "" for each in free_locals(s.value)}
        if not way.made and not way.changed and used <= self.same and self.effects.sure(s.value, self.failing.may_fail):
            self.first.append(line)
            self.same.add(name)
            return self._follow(rest)
        return [line, *self._follow(rest)]

    def _over_require(self, s: k.Require, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            test = f"if not {self.plain(s.condition)}:"
            refused = [INDENT + line for line in [*self.telling_refusal(s), "return False"]]
            return [test, *refused, *self._follow(w)]

        return self._with([s.condition], way, scope, onward)

    def _over_if(self, s: k.If, scope: int, way: Way) -> list[str]:
        return self._fork(s.condition, s.then, s.otherwise, scope, way)

    def _fork(
        self, condition: k.Expression, then: Sequence[Any], otherwise: Sequence[Any], scope: int, way: Way
    ) -> list[str]:
        def onward(w: Way) -> list[str]:
            test = f"if {self.plain(condition)}:"
            before = self.units
            inner = self._follow(w.then(*then, scope=scope))
            taken, self.units = self.units, before
            others = self._follow(w.then(*otherwise, scope=scope))
            self.units = max(taken, self.units)  # only one of them is run
            return [test, *(INDENT + line for line in inner), *others]

        return self._with([condition], way, scope, onward)

    def _over_foreach(self, s: k.ForEach, scope: int, way: Way) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._pass(s, scope, way)
        return self._unless_it_runs(s.binder, s.binder.domain, None, scope, way, lambda w: UNKNOWN)

    def _over_repeat(self, s: k.Repeat, scope: int, way: Way) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._pass(s, scope, way)

        def onward(w: Way) -> list[str]:
            assert s.limit is not None
            text = self.plain(s.limit)
            runs = {"times": f"{text} > 0", "while": text, "until": f"not {text}"}[s.kind]
            return [f"if {runs}:", f"{INDENT}return None", *self._follow(w)]

        return self._with([s.limit], way, scope, onward) if s.limit is not None else UNKNOWN

    def _over_as(self, s: k.As, scope: int, way: Way) -> list[str]:
        def onward(w: Way) -> list[str]:
            name = self.fresh_name()
            line = f"{name} = {self.plain(s.player)}"
            return [line, *self._follow(w.naming(scope, s.local.name, name).then(*s.body, scope=scope))]

        return self._with([s.player], way, scope, onward)

    def _over_perform(self, s: k.Perform, scope: int, way: Way) -> list[str]:
        return self._called(s, scope, way, *(self.layout.model.bodies[s.procedure]))

    def _over_announce(self, s: k.Announce, scope: int, way: Way) -> list[str]:
        return self._pass(s, scope, way) if s.event.kept is not None else self._follow(way)

    def _over_endgame(self, s: k.EndGame, scope: int, way: Way) -> list[str]:
        return ["return True"]

    def _over_endaction(self, s: k.EndAction, scope: int, way: Way) -> list[str]:
        # In a procedure that was gone into no decision of its own was passed: nothing of it can end here.
        if scope:
            return self._follow(way)
        test = f"if ends_here(S, place, {tuple(s.decisions)!r}):"
        return [test, f"{INDENT}return True", *self._follow(way)]

    def _over_leave(self, s: k.Leave, scope: int, way: Way) -> list[str]:
        return UNKNOWN

    def _called(self, perform: k.Perform, scope: int, way: Way, *body: Item) -> list[str]:
        """Go on in a procedure's code, with its parameters as names of their own."""

        def onward(w: Way) -> list[str]:
            names: Names = {}
            lines: list[str] = []
            parameters = [p.name for p in self.layout.model.locals[perform.procedure]]
            for name, argument in [("me", perform.me), *zip(parameters, perform.arguments, strict=True)]:
                if isinstance(argument, (k.Local, k.Constant)):
                    names[name] = self.plain(argument)
                else:
                    names[name] = fresh = self.fresh_name()
                    lines.append(f"{fresh} = {self.value(argument)}")
            w = replace(w, scopes=(*w.scopes, names))
            return [*lines, *self._follow(w.then(*body, scope=len(w.scopes) - 1))]

        return self._with([perform.me, *perform.arguments], way, scope, onward)

    def _unless_it_runs(
        self,
        binder: k.Binder,
        items: k.Expression,
        index: k.Local | None,
        scope: int,
        way: Way,
        running: Callable[[Way], list[str]],
    ) -> list[str]:
        """Go on after a loop when it has nothing to go through; `running` writes what is done when it has."""
        domain = binder.domain
        if isinstance(domain, k.PowersOf):
            powers_of = domain.card
            first = index if index is not None else k.Constant(binder.at, binder.local.type, 0)

            def powers(w: Way) -> list[str]:
                card, start = self.plain(powers_of), self.plain(first)
                test = f"if not lacks_powers(S, {card}, {start}, {self.tests.table(binder, self.known())}):"
                lines = [INDENT + line for line in running(w)]
                return [test, *lines, *self._follow(w)]

            if StatePart.POWERS in way.changed:
                return self._made(way, lambda w: self._with([binder.domain, first], w, scope, powers))
            return self._with([binder.domain, first], way, scope, powers)

        def listed(w: Way) -> list[str]:
            name = self.fresh_name()
            lines = [f"for {name} in {self.counting(binder, items)}:"]
            if binder.condition is not None:
                self.names = {**w.scopes[scope], binder.local.name: name}
                lines.append(f"{INDENT}if {self.plain(binder.condition)}:")
            inner = [INDENT * len(lines) + line for line in running(w)]
            return [*lines, *inner, *self._follow(w)]

        condition = without_domain(binder) if binder.condition is not None else None
        return self._with([items, condition], way, scope, listed)

    def known(self) -> Constants:
        """The locals whose values are known as the code is written."""
        texts = {name: text for name, text in self.names.items() if text is not None}
        return {
            name: PLAIN[text] if text in PLAIN else int(text)
            for name, text in texts.items()
            if text in PLAIN or text.lstrip("-").isdigit()
        }

    @abstractmethod
    def _block(self, block: b.Block, scope: int, way: Way) -> list[str]:
        """Go on over a block."""

    def _may_fail(self, item: Item) -> bool:
        return item.may_fail if isinstance(item, b.Block) else self.failing.node(item)


def without_domain(binder: k.Binder) -> k.Binder:
    """A binder whose domain is known already."""
    return k.Binder(binder.at, binder.local, k.Constant(binder.at, binder.local.type, None), binder.condition)

"""Follows statements: a `require` becomes a condition of the test, a change is deferred, a procedure is followed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, assert_never

from artrules.analyses.effects import NOTHING, Effects, meet
from artrules.analyses.power_tests import Constants
from artrules.compile import blocks as b
from artrules.compile.cut_points import block_work
from artrules.compile.failures import FailureAnalysis
from artrules.compile.feasibility.changes import ChangeWriter
from artrules.compile.feasibility.path import Item, Names, Path
from artrules.compile.liveness import free_locals
from artrules.compile.statements import INDENT, StatementWriter
from artrules.ir import nodes as k
from artrules.ir.traits import StatePart

UNKNOWN = ["return None"]
DEEPEST = 90
"""The most steps on one path. Each step deepens the compiler's own Python stack. A longer path is tried on a copy."""
MOST_FOLLOWED = 15_000
"""The most steps in all tests of a program together: ten times what most games need. Code after conditions is followed
once for each path through them, so code with many paths would take long to compile."""
LITTLE = 100
"""Steps up to this many units of work are counted together when the test begins. Larger ones count when reached."""
PLAIN = {"True": True, "False": False, "None": None}


class StatementFollower(ChangeWriter, ABC):
    """Writes tests of statements.

    `left` is how many more steps the test being written may follow, `depth` how many steps the current path has, and
    `followed` how many steps all tests have followed. The methods `_over_…` return the lines that follow one
    statement and then the rest of the path. UNKNOWN are the lines for what a test can't decide.
    """

    def __init__(self, writer: StatementWriter, codes: dict[str, b.Code], failing: FailureAnalysis) -> None:
        super().__init__(writer.layout, writer.probes)
        self.constants, self.sites, self.tests, self.work = writer.constants, writer.sites, writer.tests, writer.work
        self.failing_nodes = writer.failing_nodes
        self.codes, self.failing = codes, failing
        self.effects = Effects(writer.layout.model)
        self.left = 0
        self.followed = 0
        self.depth = 0
        self.units = 0
        """The units of work of the small steps, as a maximum over all paths."""
        self.first: list[str] = []
        """Lines that compute values that don't depend on the candidate."""
        self.same: set[str] = set()
        """The names whose values don't depend on the candidate."""

    # -- following

    def _follow(self, path: Path) -> list[str]:
        self.left -= 1
        self.followed += 1
        if self.left < 0 or self.depth >= DEEPEST or self.followed > MOST_FOLLOWED:
            return UNKNOWN
        self.depth += 1
        lines = self._step(path)
        self.depth -= 1
        return lines

    def _step(self, path: Path) -> list[str]:
        if not path.work:
            return self._apply_deferred(path, lambda _: ["return continue_below(S, place)"])
        (item, scope), rest = path.work[0], replace(path, work=path.work[1:])
        self.names = path.scopes[scope]
        units = self._units(item)
        if units <= LITTLE:
            self.units += units
        lines = self._over(item, scope, rest)
        return lines if units <= LITTLE or lines == UNKNOWN else [f"S.steps += {units}", *lines]

    def _over(self, item: Item, scope: int, path: Path) -> list[str]:
        """The lines that follow a statement or block, and then the rest of the path."""
        match item:
            case b.Block():
                return self._block(item, scope, path)
            case k.Set():
                return self._over_set(item, scope, path)
            case k.Move():
                return self._over_move(item, scope, path)
            case k.Shuffle():
                return self._over_shuffle(item, scope, path)
            case k.Roll():
                return self._over_roll(item, scope, path)
            case k.Require():
                return self._over_require(item, scope, path)
            case k.If(condition=condition, then=then, otherwise=otherwise):
                return self._fork(condition, then, otherwise, scope, path)
            case k.ForEach():
                return self._over_for_each(item, scope, path)
            case k.Repeat():
                return self._over_repeat(item, scope, path)
            case k.As():
                return self._over_as(item, scope, path)
            case k.Perform():
                return self._enter_procedure(item, scope, path, *self.layout.model.bodies[item.procedure])
            case k.Announce():
                return self._over_announce(item, scope, path)
            case k.EndAction():
                return self._over_end_action(item, scope, path)
            case k.EndGame():
                return ["return True"]
            case k.Leave() | k.Choose() | k.UsePower():
                return UNKNOWN  # what runs next depends on the loop, on a player or on the power
            case k.Gain() | k.Lose() | k.Watch() | k.StopWatching() | k.Say():
                return self._defer(item, scope, path)
        assert_never(item)

    def _units(self, item: Item) -> int:
        """The units of work that a test spends on a statement or the end of a block, without the code that it calls."""
        match item:
            case b.Block():
                return block_work(item, self.work)
            case k.Say():
                return 0
            case k.Move(cards=cards):
                return 1 + self.work.expression(cards)  # `try_move` counts each card
            case k.If(condition=asked) | k.As(player=asked):
                return 1 + self.work.expression(asked)
            case k.Perform(arguments=arguments):
                return 1 + sum(self.work.expression(argument) for argument in arguments)
        return self.work.statement(item)

    def _apply_deferred(self, path: Path, onward: Callable[[Path], list[str]]) -> list[str]:
        """Apply the deferred changes, then continue."""
        if path.deferred is None:
            return UNKNOWN
        applied = path.applied or bool(path.deferred)
        return [*path.deferred, *onward(replace(path, changed=NOTHING, deferred=(), applied=applied))]

    def _evaluating(
        self, nodes: Sequence[k.Node | None], path: Path, scope: int, onward: Callable[[Path], list[str]]
    ) -> list[str]:
        """Continue at a point where some expressions can be evaluated. If they read something that a deferred change
        changes, apply the deferred changes first."""
        wanted = [node for node in nodes if node is not None]
        names = path.scopes[scope]
        if any(names.get(name) is None for node in wanted for name in free_locals(node)):
            return UNKNOWN
        if any(meet(self.effects.read(node), path.changed) for node in wanted):
            return self._apply_deferred(path, lambda here: self._evaluating(nodes, here, scope, onward))
        self.names = names
        return onward(path)

    def _defer(self, statement: k.Statement, scope: int, path: Path) -> list[str]:
        """Follow a statement that can't fail, and defer what it changes."""
        changed = self.effects.changed(statement)
        if changed is None or self.failing.node(statement):
            return UNKNOWN
        lines = self.change_lines(statement, path.scopes[scope]) if changed else []
        for node in k.walk(statement):
            if isinstance(node, k.Set) and isinstance(node.place, k.Local):
                path = path.with_name(scope, node.place.name, None)
        return self._follow(path.deferring(changed, lines) if changed else path)

    # -- statements

    def _over_set(self, s: k.Set, scope: int, path: Path) -> list[str]:
        local = s.place
        if isinstance(local, k.Local):
            return self._evaluating([s.value], path, scope, lambda here: self._bind(s, local, scope, here))
        return self._defer(s, scope, path)

    def _bind(self, s: k.Set, local: k.Local, scope: int, path: Path) -> list[str]:
        if isinstance(s.value, k.Constant):
            return self._follow(path.with_name(scope, local.name, repr(s.value.value)))
        name = self.fresh_name()
        line = self.assignment(k.Set(s.at, k.Local(s.at, local.type, name), s.value))[0]
        rest = path.with_name(scope, local.name, name)
        used = {path.scopes[scope][each] or "" for each in free_locals(s.value)}
        if (
            not path.applied
            and not path.changed
            and used <= self.same
            and self.effects.sure(s.value, self.failing.may_fail)
        ):
            self.first.append(line)
            self.same.add(name)
            return self._follow(rest)
        return [line, *self._follow(rest)]

    def _over_require(self, s: k.Require, scope: int, path: Path) -> list[str]:
        def onward(here: Path) -> list[str]:
            test = f"if not {self.plain(s.condition)}:"
            refused = [INDENT + line for line in [*self.refusal_probe(s), "return False"]]
            return [test, *refused, *self._follow(here)]

        return self._evaluating([s.condition], path, scope, onward)

    def _fork(
        self, condition: k.Expression, then: Sequence[Any], otherwise: Sequence[Any], scope: int, path: Path
    ) -> list[str]:
        def onward(here: Path) -> list[str]:
            test = f"if {self.plain(condition)}:"
            before = self.units
            inner = self._follow(here.then(*then, scope=scope))
            taken, self.units = self.units, before
            others = self._follow(here.then(*otherwise, scope=scope))
            self.units = max(taken, self.units)  # only one of the two paths runs
            return [test, *(INDENT + line for line in inner), *others]

        return self._evaluating([condition], path, scope, onward)

    def _over_for_each(self, s: k.ForEach, scope: int, path: Path) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._defer(s, scope, path)
        return self._skip_empty_loop(s.binder, s.binder.domain, None, scope, path, lambda here: UNKNOWN)

    def _over_repeat(self, s: k.Repeat, scope: int, path: Path) -> list[str]:
        if not self.failing.node(s) and self.effects.changed(s) is not None:
            return self._defer(s, scope, path)

        def onward(here: Path) -> list[str]:
            if s.limit is None:
                return UNKNOWN
            text = self.plain(s.limit)
            match s.kind:
                case "times":
                    runs = f"{text} > 0"
                case "while":
                    runs = text
                case "until":
                    runs = f"not {text}"
                case "ever":
                    return UNKNOWN
                case kind:
                    assert_never(kind)
            return [f"if {runs}:", f"{INDENT}return None", *self._follow(here)]

        return self._evaluating([s.limit], path, scope, onward) if s.limit is not None else UNKNOWN

    def _over_as(self, s: k.As, scope: int, path: Path) -> list[str]:
        def onward(here: Path) -> list[str]:
            name = self.fresh_name()
            line = f"{name} = {self.plain(s.player)}"
            return [line, *self._follow(here.with_name(scope, s.local.name, name).then(*s.body, scope=scope))]

        return self._evaluating([s.player], path, scope, onward)

    def _over_announce(self, s: k.Announce, scope: int, path: Path) -> list[str]:
        return self._defer(s, scope, path) if s.event.kept is not None else self._follow(path)

    def _over_end_action(self, s: k.EndAction, scope: int, path: Path) -> list[str]:
        # Inside a procedure (scope > 0) the path has passed none of its decisions, so none of them can end here.
        if scope:
            return self._follow(path)
        test = f"if ends_here(S, place, {tuple(s.decisions)!r}):"
        return [test, f"{INDENT}return True", *self._follow(path)]

    def _enter_procedure(self, perform: k.Perform, scope: int, path: Path, *body: Item) -> list[str]:
        """Follow a procedure's code, with a new scope for its parameters."""

        def onward(here: Path) -> list[str]:
            names: Names = {}
            lines: list[str] = []
            parameters = [p.name for p in self.layout.model.locals[perform.procedure]]
            for name, argument in [("me", perform.me), *zip(parameters, perform.arguments, strict=True)]:
                if isinstance(argument, (k.Local, k.Constant)):
                    names[name] = self.plain(argument)
                else:
                    names[name] = fresh = self.fresh_name()
                    lines.append(f"{fresh} = {self.value(argument)}")
            here = replace(here, scopes=(*here.scopes, names))
            return [*lines, *self._follow(here.then(*body, scope=len(here.scopes) - 1))]

        return self._evaluating([perform.me, *perform.arguments], path, scope, onward)

    def _skip_empty_loop(
        self,
        binder: k.Binder,
        items: k.Expression,
        index: k.Local | None,
        scope: int,
        path: Path,
        running: Callable[[Path], list[str]],
    ) -> list[str]:
        """Continue after a loop if no item passes its condition. `running` writes the lines for when one does."""
        domain = binder.domain
        if isinstance(domain, k.PowersOf):
            powers_of = domain.card
            first = index if index is not None else k.Constant(binder.at, binder.local.type, 0)

            def powers(here: Path) -> list[str]:
                card, start = self.plain(powers_of), self.plain(first)
                test = f"if not lacks_powers(S, {card}, {start}, {self.tests.table(binder, self.known())}):"
                lines = [INDENT + line for line in running(here)]
                return [test, *lines, *self._follow(here)]

            if StatePart.POWERS in path.changed:
                return self._apply_deferred(
                    path, lambda here: self._evaluating([binder.domain, first], here, scope, powers)
                )
            return self._evaluating([binder.domain, first], path, scope, powers)

        def listed(here: Path) -> list[str]:
            name = self.fresh_name()
            lines = [f"for {name} in {self.metered_items(binder, items)}:"]
            if binder.condition is not None:
                self.names = {**here.scopes[scope], binder.local.name: name}
                lines.append(f"{INDENT}if {self.plain(binder.condition)}:")
            inner = [INDENT * len(lines) + line for line in running(here)]
            return [*lines, *inner, *self._follow(here)]

        condition = without_domain(binder) if binder.condition is not None else None
        return self._evaluating([items, condition], path, scope, listed)

    def known(self) -> Constants:
        """The locals whose values are known at compile time."""
        texts = {name: text for name, text in self.names.items() if text is not None}
        return {
            name: PLAIN[text] if text in PLAIN else int(text)
            for name, text in texts.items()
            if text in PLAIN or text.lstrip("-").isdigit()
        }

    @abstractmethod
    def _over_move(self, s: k.Move, scope: int, path: Path) -> list[str]:
        """Follow a move of cards."""

    @abstractmethod
    def _over_shuffle(self, s: k.Shuffle, scope: int, path: Path) -> list[str]:
        """Follow a shuffle."""

    @abstractmethod
    def _over_roll(self, s: k.Roll, scope: int, path: Path) -> list[str]:
        """Follow a roll."""

    @abstractmethod
    def _block(self, block: b.Block, scope: int, path: Path) -> list[str]:
        """Follow a block."""

    def _may_fail(self, item: Item) -> bool:
        return item.may_fail if isinstance(item, b.Block) else self.failing.node(item)


def without_domain(binder: k.Binder) -> k.Binder:
    """A binder with a constant for its domain: only its condition still reads anything."""
    return k.Binder(binder.at, binder.local, k.Constant(binder.at, binder.local.type, None), binder.condition)

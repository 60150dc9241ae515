"""Finds the parts of the state that still matter for whether an action can be completed.

The search for feasibility (`run/feasibility/on_copies.py`) remembers the positions that it has examined. Positions that
differ only in parts that don't matter count as one. A part matters if the code that is still to run reads it before the
last operation that can fail. A watch that nothing triggers before then doesn't matter, nor does money in a phase
without prices.

The answer depends on values in frames, so the engine asks while a game is played. The code is followed with what the
frames tell: constants, and which definitions a power can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from artrules.analyses.effects import NOTHING, Effects, Token, Tokens
from artrules.analyses.power_tests import PowerTests
from artrules.compile.blocks import (
    Block,
    CallPower,
    CallProcedure,
    CallWatches,
    Code,
    Decide,
    End,
    Fork,
    Iterate,
)
from artrules.compile.failures import FailureAnalysis, end_may_fail
from artrules.ir import nodes as k
from artrules.ir.declarations import Procedure
from artrules.ir.powers import PowerDefinition
from artrules.ir.traits import StatePart
from artrules.ir.types import Bool, Member, Power

Known = tuple[tuple[str, Any], ...]
"""What is known of locals, as sorted pairs of a name and either a constant's value or `Powers`."""


@dataclass(frozen=True, slots=True)
class Powers:
    """The indices of the definitions that a power can have."""

    definitions: frozenset[int]


class Relevance:
    """Answers for the frames of one program, and remembers the answers."""

    def __init__(
        self, codes: Mapping[str, Code], failing: FailureAnalysis, tests: PowerTests, watches: Iterable[k.Watch]
    ) -> None:
        self.codes = codes
        self.failing = failing
        self.tests = tests
        self.watches = list(watches)
        self.effects = Effects(failing.model)
        self.blocks = {b.number: b for code in codes.values() for b in code.blocks}
        self._found: dict[tuple[tuple[int, Known], ...], Tokens] = {}
        self._straight: dict[str, Tokens] = {}
        self._changes: dict[str, frozenset[str]] = {}

    def names(self, block: int) -> list[tuple[int, str, bool]]:
        """The values of a block's frame that `tokens` can use: index in the frame, name, whether it is a power."""
        code, needs = self.blocks[block].code, self.blocks[block].needs
        changed = self._changed(code)
        types = [
            (i, name, code.types[name].type) for i, name in enumerate(needs) if name in code.types.keys() - changed
        ]
        return [(i, name, isinstance(t, Power)) for i, name, t in types if isinstance(t, (Power, Member, Bool))]

    def _changed(self, code: Code) -> frozenset[str]:
        """The names of the locals that some block of a code assigns."""
        if code.name not in self._changes:
            self._changes[code.name] = frozenset(
                s.place.name
                for b in code.blocks
                for instruction in b.instructions
                for s in k.walk(instruction)
                if isinstance(s, k.Set) and isinstance(s.place, k.Local)
            )
        return self._changes[code.name]

    def tokens(self, frames: tuple[tuple[int, Known], ...]) -> Tokens:
        """The parts of the state that matter to some frames, given from the top of the stack down.

        That is all that their code reads, down to the lowest frame that may fail, and in that frame up to the last
        operation that may fail.
        """
        found = self._found.get(frames)
        if found is None:
            found = self._found[frames] = self._follow(frames)
        return found

    def _follow(self, frames: tuple[tuple[int, Known], ...]) -> Tokens:
        failing = [i for i, (number, _) in enumerate(frames) if self.blocks[number].may_fail]
        if not failing:
            return NOTHING
        found: set[Any] = set()
        last = failing[-1]
        waiting = [(self.blocks[number], known, i < last) for i, (number, known) in enumerate(frames[: last + 1])]
        seen: set[tuple[int, Known, bool]] = set()
        while waiting:
            block, known, whole = waiting.pop()
            key = (block.number, known, whole)
            if key in seen or not (whole or block.may_fail):
                continue
            seen.add(key)
            within = _Within(self, dict(known))
            if not whole and not end_may_fail(block, self.failing):
                for instruction in _up_to_the_last_failing(block, self.failing):
                    found |= within.read(instruction)
                continue
            for instruction in block.instructions:
                found |= within.read(instruction)
            found |= within.read_end(block.end)
            waiting += [(b, within.known, whole) for b in block.successors()]
            waiting += [(entry, inner, True) for entry, inner in within.called(block.end)]
        return frozenset(found)

    def straight(self, procedure: Procedure) -> Tokens:
        """The parts of the state that a procedure reads. The procedure asks nothing."""
        known = self._straight.get(procedure.key)
        if known is None:
            within = _Within(self, {})
            known = self._straight[procedure.key] = frozenset(
                token for s in self.failing.model.bodies[procedure] for token in within.read(s)
            )
        return known


class _Within:
    """Finds what code reads, given what is known of its locals."""

    def __init__(self, relevance: Relevance, known: dict[str, Any]) -> None:
        self.all = relevance
        self._known = known

    @property
    def known(self) -> Known:
        return tuple(sorted(self._known.items(), key=lambda item: item[0]))

    def read(self, node: k.Node | None) -> Tokens:
        """The parts of the state that running or evaluating a node reads. Texts don't count: no failure depends on
        them."""
        if node is None or isinstance(node, (k.Say, k.Label)):
            return NOTHING
        found = set(self._itself(node))
        if not isinstance(node, k.Watch):
            for child in k.children(node):
                found |= self.read(child)
        return frozenset(found)

    def _itself(self, node: k.Node) -> Tokens:
        match node:
            case k.Announce():
                return self._announced(node)
            case k.Perform(procedure=procedure):
                return self.all.straight(procedure) if procedure.key not in self.all.codes else NOTHING
            case k.BuiltinCall(builtin=builtin, arguments=[power]) if builtin.traits.tests_usability:
                return self._usable(power)
        return self.all.effects.read_itself(node)

    def read_end(self, end: End) -> Tokens:
        """The parts of the state that the end of a block reads to decide what runs next."""
        match end:
            case Fork(condition=condition):
                return self.read(condition)
            case Iterate(binder=binder):
                found = self.read(binder.condition)
                if isinstance(binder.domain, k.PowersOf):
                    self._known[binder.local.name] = Powers(frozenset(self._passing(binder)))
                    found |= self.read(binder.domain)
                return found
            case Decide(choose=choose):
                parts = [p for b in choose.branches for p in [*b.binders, b.guard]]
                limits = [b.limit for b in choose.branches if b.limit is not None]
                found = frozenset(token for part in [choose.me, *parts] for token in self.read(part))
                return found.union(
                    {StatePart.LIMITS} if limits else NOTHING,
                    *(self.read(self.all.failing.model.at_most.get(limit)) for limit in limits),
                )
            case CallProcedure(perform=perform):
                return frozenset(token for a in [*perform.arguments, perform.me] for token in self.read(a))
            case CallPower(use=use):
                return self._usable(use.power) | self.read(use.power)
            case CallWatches(announce=announce):
                return self.read(announce)
        return NOTHING

    def called(self, end: End) -> Iterator[tuple[Block, Known]]:
        """The entry blocks of the code that the end of a block calls, each with what is known of its locals."""
        match end:
            case CallProcedure(perform=perform):
                names = [local.name for local in self.all.failing.model.locals[perform.procedure]]
                values = zip(names, map(self._value, perform.arguments), strict=True)
                known = tuple(sorted((name, value) for name, value in values if value is not None))
                yield self.all.codes[perform.procedure.key].entry, known
            case CallPower(use=use):
                for definition in self._definitions(use.power):
                    code = self.all.codes.get(f"power {definition.index}")
                    if code is not None:
                        yield code.entry, ()
            case CallWatches(announce=announce):
                for watch in self.all.watches:
                    if watch.event is announce.event:
                        yield self.all.codes[f"watch {watch.identity}"].entry, ()

    def _value(self, argument: k.Expression) -> Any:
        if isinstance(argument, k.Constant) and isinstance(argument.type, (Member, Bool)):
            return argument.value
        return self._known.get(argument.name) if isinstance(argument, k.Local) else None

    def _announced(self, announce: k.Announce) -> Tokens:
        found: set[Token] = {StatePart.WATCHES}
        if announce.event.kept is not None:
            found.add(StatePart.RECORDS)
        for watch in self.all.watches:
            if watch.event is announce.event:
                found |= _Within(self.all, {}).read(watch.condition)
        return frozenset(found)

    def _usable(self, power: k.Expression) -> Tokens:
        found: set[Token] = {StatePart.LIMITS, StatePart.POWERS}
        nothing, model = _Within(self.all, {}), self.all.failing.model
        for definition in self._definitions(power):
            for part in [model.conditions.get(definition), *(model.at_most.get(limit) for limit in definition.limits)]:
                found |= nothing.read(part)
        return frozenset(found)

    def _definitions(self, power: k.Expression) -> Sequence[PowerDefinition]:
        powers = self.all.failing.model.powers
        known = self._known.get(power.name) if isinstance(power, k.Local) else None
        return [powers[i] for i in sorted(known.definitions)] if isinstance(known, Powers) else powers

    def _passing(self, binder: k.Binder) -> Iterator[int]:
        known = {n: value for n, value in self._known.items() if value is not None and not isinstance(value, Powers)}
        for definition in self.all.failing.model.powers:
            if self.all.tests.may_pass(binder, definition, known):
                yield definition.index


def _up_to_the_last_failing(block: Block, failing: FailureAnalysis) -> list[k.Statement]:
    last = max((i for i, s in enumerate(block.instructions) if failing.node(s)), default=-1)
    return block.instructions[: last + 1]

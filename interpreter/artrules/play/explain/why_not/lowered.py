"""Expressions of the content as functions of a known machine, lowered when a question needs them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from types import CodeType, FunctionType
from typing import Any

from artrules.engine.lower.builder import Builder
from artrules.engine.lower.expressions import ExpressionLowering
from artrules.engine.lower.lowering import LoweringContext
from artrules.engine.machine_code.nodes import Name, Return
from artrules.engine.machine_code.printer import print_functions
from artrules.model.analyses.power_tests import PowerTests
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Type
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.known_machine import KnownMachine

ITEM = "item_0_"
"""The local that holds each thing in a domain; no name of content is like it."""
Lowered = tuple[tuple[str, ...], Callable[..., Any]]
"""The names whose values a function takes, and the function."""


@lru_cache(maxsize=4)
def lowered_expressions(machine: KnownMachine) -> LoweredExpressions:
    """The expressions of a machine that questions have needed so far."""
    return LoweredExpressions(machine)


class LoweredExpressions:
    """Lowers expressions for one machine. What they refer to continues the numbers of the program."""

    def __init__(self, machine: KnownMachine) -> None:
        program = machine.program
        self._machine = machine
        self._context = context = LoweringContext(program.layout)
        context.sites += program.sites
        context.texts.update((text, number) for number, text in enumerate(program.texts))
        context.constant_words[:] = program.tables["constant_words"]
        context.regions.update(program.own_regions)
        self._powers = len(program.model.powers)
        context.tests = PowerTests(program.model.powers, self._tests_of(program.tables["passes"]))
        self._lowering = ExpressionLowering(context)
        self._lowered: dict[tuple[int, object], tuple[k.Expression, Lowered]] = {}
        """By identity of the expression. The expressions are kept, so that no other object gets the same identity."""

    def value(self, e: k.Expression, as_type: Type | None) -> Lowered:
        """The function that gives the value of an expression, in the form that values of `as_type` have. Raises
        Undetermined."""
        return self._remembered(e, as_type, lambda b: b.emit(Return(self._lowering.value(b, e, {}, as_type))))

    def items(self, e: k.Expression) -> Lowered:
        """The function that writes the things in a domain to `work`, from its beginning on, and gives their number.
        Raises Undetermined."""

        def go(b: Builder) -> None:
            binder = k.Binder(e.at, k.Local(e.at, e.type, ITEM), e, None)
            with self._lowering.each(b, binder, {}):
                b.call("push", Name(ITEM))
            b.emit(Return(Name("work_top")))

        return self._remembered(e, ITEM, go)

    def site(self, number: int) -> tuple[str, k.Node | None]:
        """The words for a site, and the node that may fail there."""
        site = self._context.sites[number]
        return site.words, site.node

    def _remembered(self, e: k.Expression, how: object, add: Callable[[Builder], None]) -> Lowered:
        key = (id(e), how)
        if key not in self._lowered:
            bound = {node.local.name for node in k.walk(e) if isinstance(node, k.Binder)}
            parameters = tuple(sorted({node.name for node in k.walk(e) if isinstance(node, k.Local)} - bound))
            counts = len(self._context.functions), len(self._context.constant_words)
            builder = Builder(gives=True)
            add(builder)
            self._extend(*counts)
            self._lowered[key] = (e, (parameters, self._define([builder.function("asked", parameters)])))
        return self._lowered[key][1]

    def _extend(self, functions: int, constants: int) -> None:
        """Give the machine what has been added to the context. Raises Undetermined when there is no more room."""
        context, machine = self._context, self._machine
        if len(context.constant_words) > machine["CONSTANTS"]:
            raise Undetermined
        words = context.constant_words[constants:]
        machine.region("heap")[constants : constants + len(words)] = words
        for name, (_, values) in context.regions.items():
            if name not in machine.names:
                machine.names[name] = list(values)
        if len(context.functions) > functions:
            self._define(islice(context.functions.values(), functions, None))
        passes, own_passing = machine.region("passes"), machine.region("own_passing")
        for test in context.tests.tables[len(passes) // self._powers if self._powers else 0 :]:
            passes += test
            firsts, counts, own = (machine.region(name) for name in ("own_first", "own_count", "own_powers"))
            own_passing += [any(test[p] for p in own[f : f + n]) for f, n in zip(firsts, counts, strict=True)]

    def _tests_of(self, passes: Any) -> list[tuple[bool, ...]]:
        """The tests of powers that a program has."""
        return [
            tuple(bool(passed) for passed in passes[i : i + self._powers])
            for i in range(0, len(passes), self._powers or 1)
        ]

    def _define(self, functions: Any) -> Callable[..., Any]:
        """Define functions among the machine's names; gives the last one."""
        function: Callable[..., Any] | None = None
        code = compile(print_functions(functions), "<why not>", "exec")
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                function = self._machine.define(FunctionType(constant, self._machine.names))
        assert function is not None
        return function

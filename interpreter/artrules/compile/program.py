"""The compile stage: a checked model and a configuration to a program: Python source, constants and tables, ready to
be loaded.

graphs      bodies that may ask, split into blocks          blocks.py
needs       what each block's frame must hold               liveness.py
failing     where looking ahead can stop                    failing.py
functions   Python text for expressions, statements, graphs expressions.py, statements.py, emit.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from artrules.compile.blocks import Block, BlockBuilder, CallPower, Code, Decide
from artrules.compile.configuration import Configuration
from artrules.compile.deciding import Deciding
from artrules.compile.emit import Emitter
from artrules.compile.failing import Failing, find_failing, suite_may_fail
from artrules.compile.layout import Layout, lay_out
from artrules.compile.liveness import find_needs
from artrules.compile.reading import together
from artrules.compile.references import Shape, card_slots, event_shape, fields, shape_of
from artrules.compile.statements import StatementWriter, describe
from artrules.diagnostics.span import Span
from artrules.kernel import nodes as k
from artrules.kernel.declarations import PowerDefinition
from artrules.resolve.model import Model

FIRST_BLOCK = 32
"""Smaller numbers are frames of the engine itself."""
BEYOND_POWERS = 1 << 39
"""From here on uses of branches are counted; smaller numbers are powers and powers on cards."""


@dataclass(slots=True)
class BranchTable:
    """What is known of a branch without its values."""

    key: str
    at: Span
    declines: bool
    can_fail: bool
    """Something in its suite, or in what follows it in the same body, may fail."""
    suite_can_fail: bool
    """Something in its suite may fail: what matters when the decision begins an action."""
    only_power: bool
    """The branch does nothing but use the power in its guard, and nothing fails after it."""
    values: list[Any]
    """Type of each binder's value, as plain data."""
    plain: list[bool]
    """For each binder whether its values hold no cards."""


@dataclass(slots=True)
class DecisionTable:
    """What is known of a decision without its values."""

    number: int
    site: str
    prompt: str
    at: Span
    branches: list[BranchTable]
    has_suites: bool
    """No for a plain `choose`: an action that begins with it goes on after it."""


@dataclass(slots=True)
class WatchTable:
    event: int
    every: int
    life: str
    entry: str
    condition: str | None
    captured: Shape
    """Where cards are in the values it keeps."""


@dataclass
class Program:
    """Everything a configuration needs to run, as text and plain tables."""

    layout: Layout
    source: str
    constants: dict[str, Any]
    sites: list[tuple[Span, str]]
    decisions: dict[int, DecisionTable]
    may_fail: dict[int, bool]
    block_count: int
    blocks: list[int]
    card_slots: dict[int, tuple[tuple[int, Shape], ...]]
    event_shapes: list[Shape]
    powers: list[PowerDefinition]
    power_may_fail: list[bool]
    watches: list[WatchTable]
    in_play: frozenset[str] = field(default_factory=frozenset)

    @property
    def model(self) -> Model:
        return self.layout.model


def compile_program(model: Model, configuration: Configuration) -> Program:
    """The program of one configuration of a model without errors."""
    return _Compiler(model, configuration).run()


class _Compiler:
    def __init__(self, model: Model, configuration: Configuration) -> None:
        self.model = model
        self.in_play = configuration.sets_in_play()
        self.layout = lay_out(model, configuration)
        self.deciding = Deciding(model, self.plays)
        self.builder = BlockBuilder(self.deciding, FIRST_BLOCK)
        self.writer = StatementWriter(self.layout)
        self.codes: dict[str, Code] = {}
        self.entries: dict[str, tuple[Code, str, list[str]]] = {}
        self.watches: list[k.Watch] = []

    def plays(self, owner: str | None) -> bool:
        return owner is None or owner in self.in_play

    def run(self) -> Program:
        self._graphs()
        for code in self.codes.values():
            find_needs(code)
        find_failing(self.codes, self.model.powers)
        self.failing = Failing(self.codes, self.model.powers)
        emitter = Emitter(self.writer, self.failing, self._limit_keys())
        for code, name, parameters in self.entries.values():
            emitter.code(code, name, parameters)
        self._straight(emitter)
        blocks = [b for code in self.codes.values() for b in code.blocks]
        running = [b.number for b in blocks if not isinstance(b.end, Decide) and emitter._is_function(b)]
        return Program(
            self.layout,
            "\n".join(emitter.lines),
            self.writer.constants,
            self.writer.sites,
            {b.number: self._decision(b, b.end) for b in blocks if isinstance(b.end, Decide)},
            {b.number: b.may_fail for b in blocks},
            self.builder.next_number,
            running,
            {b.number: slots for b in blocks if (slots := card_slots(b, self.model))},
            [event_shape(event, self.model) for event in self.model.events.values()],
            self.model.powers,
            [self._power_fails(p) for p in self.model.powers],
            self._watch_tables(),
            self.in_play,
        )

    # -- graphs

    def _graph(self, key: str, at: Span, parameters: list[str], body: k.Body, name: str, entry: list[str]) -> None:
        code = self.builder.build(key, at, parameters, body)
        self.codes[key] = code
        self.entries[key] = (code, name, entry)
        self._collect_watches(body)

    def _collect_watches(self, body: k.Body) -> None:
        self.watches += [n for n in k.walk(body) if isinstance(n, k.Watch)]

    def _graphs(self) -> None:
        model, writer = self.model, self.writer
        for procedure in model.procedures.values():
            procedure_body = self._playing(procedure.body or [])
            if self.plays(procedure.owner) and self.deciding.body(procedure_body):
                names = [local.name for local in procedure.locals]
                name = writer.procedure_name(procedure.key)
                self._graph(procedure.key, procedure.at, names, procedure_body, name, ["me", *names])
        for power in model.powers:
            if self.plays(power.owner):
                self._graph(
                    f"power {power.index}", power.at, ["self"], power.body or [], f"power_{power.index}", ["me", "self"]
                )
        for phase in model.flow.phases:
            self._graph(f"phase {phase.name}", phase.at, [], phase.body or [], f"phase_{phase.name}", ["me"])
        for when, steps in (("setup", model.flow.setup), ("final", model.flow.final)):
            for i, step in enumerate(steps):
                self._graph(f"{when} {step.name}", step.at, [], step.body or [], f"{when}_{i}", ["me"])
        numbers = writer.constants.setdefault("WATCH_NUMBERS", {})
        done = 0
        for procedure in model.procedures.values():
            if self.plays(procedure.owner) and procedure.key not in self.codes:
                self._collect_watches(procedure.body or [])
        while done < len(self.watches):
            watch = self.watches[done]
            done += 1
            number = numbers.setdefault(watch.identity, len(numbers))
            names = [watch.happening.name, *(c.name for c in watch.captured), "watch"]
            key = f"watch {watch.identity}"
            if key not in self.codes:
                self._graph(key, watch.at, names, watch.body, f"watch_{number}", ["me", *names])

    def _playing(self, body: k.Body) -> k.Body:
        """A menu's body without the entries of sets that aren't in play."""
        result: k.Body = []
        for s in body:
            if isinstance(s, k.Choose) and any(b.owner for b in s.branches):
                branches = [b for b in s.branches if self.plays(b.owner)]
                s = k.Choose(s.at, s.site, s.prompt, branches, s.me, s.has_suites)
            result.append(s)
        return result

    # -- code that asks nothing

    def _straight(self, emitter: Emitter) -> None:
        model, writer = self.model, self.writer
        for function in model.functions.values():
            if self.plays(function.owner) and function.value is not None:
                names = [local.name for local in function.locals]
                emitter.function(
                    writer.function_name(function.key), ["me", *names], [f"return {writer.value(function.value)}"]
                )
        for procedure in model.procedures.values():
            if self.plays(procedure.owner) and procedure.key not in self.codes:
                names = [local.name for local in procedure.locals]
                name = writer.procedure_name(procedure.key)
                emitter.function(name, ["me", *names], writer.body(procedure.body or []))
        for power in model.powers:
            if self.plays(power.owner) and power.condition is not None:
                emitter.function(
                    f"power_if_{power.index}", ["me", "self"], [f"return {writer._plain(power.condition)}"]
                )
        for limit in model.limits.values():
            if limit.at_most is not None:
                emitter.function(f"limit_{limit.index}", ["me"], [f"return {writer._plain(limit.at_most)}"])
        for watch in {w.identity: w for w in self.watches}.values():
            if watch.condition is not None:
                number = writer.constants["WATCH_NUMBERS"][watch.identity]
                names = [watch.happening.name, *(c.name for c in watch.captured)]
                emitter.function(f"watch_if_{number}", ["me", *names], [f"return {writer._plain(watch.condition)}"])
        self._values(emitter)
        self._flow(emitter)
        for name, (parameters, texts) in writer.reading.functions.items():
            if texts:
                emitter.function(name, parameters, [f"return {together(texts)}"])

    def _values(self, emitter: Emitter) -> None:
        """Start values, labels of cards, where pieces start, totals."""
        model, writer = self.model, self.writer
        for kind in model.kinds.values():
            if kind.label is not None:
                emitter.function(f"call_{kind.name}", ["self"], [f"return {writer.label(kind.label, 'self')}"])
            for attribute in kind.attributes.values():
                if attribute.starts is not None:
                    emitter.function(
                        f"start_{kind.name}_{attribute.name}", ["self"], [f"return {writer.value(attribute.starts)}"]
                    )
        for variable in model.variables.values():
            if self.plays(variable.owner) and variable.starts is not None:
                name = f"start_of_{variable.key.replace('/', '__')}"
                emitter.function(name, [], [f"return {writer.value(variable.starts)}"])
        for pieces in model.pieces.values():
            if pieces.start is not None:
                emitter.function(f"place_{pieces.name}", ["self"], [f"return {writer.zone(pieces.start)}"])
        for total in model.totals.values():
            if total.count is not None:
                emitter.function(f"total_{total.name}", [], [f"return {writer._plain(total.count)}"])

    def _flow(self, emitter: Emitter) -> None:
        flow, writer = self.model.flow, self.writer
        for phase in flow.phases:
            for what, expression in (("from", phase.from_), ("if", phase.condition)):
                if expression is not None:
                    emitter.function(f"phase_{what}_{phase.name}", [], [f"return {writer._plain(expression)}"])
            if phase.stop is not None:
                emitter.function(f"phase_stop_{phase.name}", ["me"], [f"return {writer._plain(phase.stop)}"])
        if flow.until is not None:
            emitter.function("until", [], [f"return {writer._plain(flow.until)}"])
        if flow.winners is not None:
            emitter.function("winners", [], [f"return {writer.value(flow.winners)}"])
        for i, part in enumerate(flow.score):
            if part.value is not None:
                emitter.function(f"score_{i}", ["me"], [f"return {writer._plain(part.value)}"])

    # -- tables

    def _limit_keys(self) -> dict[str, int]:
        """A number for each branch with a limit, beyond those of all powers: what its uses are counted under."""
        keys: dict[str, int] = {}
        for code in self.codes.values():
            for block in code.blocks:
                if isinstance(block.end, Decide):
                    for i, branch in enumerate(block.end.choose.branches):
                        if branch.limit is not None:
                            keys[f"{block.number}/{i}"] = BEYOND_POWERS + len(keys)
        return keys

    def _power_fails(self, power: PowerDefinition) -> bool:
        code = self.codes.get(f"power {power.index}")
        return code is not None and code.entry.may_fail

    def _decision(self, block: Block, decide: Decide) -> DecisionTable:
        branches = []
        for branch, target in zip(decide.choose.branches, decide.targets, strict=True):
            end = target.end
            only_power = (
                isinstance(end, CallPower)
                and not target.instructions
                and not end.after.may_fail
                and self.failing.known_usable(end)
            )
            suite = suite_may_fail(block.number, target, self.failing)
            branches.append(
                BranchTable(
                    branch.key,
                    branch.at,
                    branch.declines,
                    target.may_fail,
                    suite,
                    only_power,
                    [describe(b.local.type) for b in branch.binders],
                    [shape_of(b.local.type, self.model) is None for b in branch.binders],
                )
            )
        choose = decide.choose
        return DecisionTable(block.number, choose.site, choose.prompt, choose.at, branches, choose.has_suites)

    def _watch_tables(self) -> list[WatchTable]:
        numbers = self.writer.constants["WATCH_NUMBERS"]
        by_number: dict[int, WatchTable] = {}
        for w in self.watches:
            n = numbers[w.identity]
            condition = f"watch_if_{n}" if w.condition is not None else None
            captured = fields([shape_of(c.type, self.model) for c in w.captured])
            event = self.writer.event_number(w.event.key)
            by_number[n] = WatchTable(event, w.every, w.life, f"watch_{n}", condition, captured)
        return [by_number[n] for n in sorted(by_number)]

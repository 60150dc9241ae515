"""Compiles a model, for one configuration, to a `Program`. The passes in order:

graphs       split bodies that may ask into blocks              blocks.py
liveness     find what each block's frame must hold             liveness.py
failures     find the blocks from which something may fail      failures.py
cut points   find the blocks that are pushed, not called        cut_points.py
functions    write Python text for expressions, statements,     expressions.py, statements.py,
             graphs, and code that asks nothing                 emit.py, functions.py
feasibility  write tests of feasibility, when a game begins     feasibility/
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from artrules.analyses.decision_points import DecisionAnalysis
from artrules.compile.blocks import Block, BlockBuilder, CallPower, Code, Decide
from artrules.compile.configuration import Configuration
from artrules.compile.cut_points import find_cut_points
from artrules.compile.emit import Emitter
from artrules.compile.failures import FailureAnalysis, mark_failures, suite_may_fail
from artrules.compile.feasibility.functions import FeasibilityCompiler
from artrules.compile.frames import Frames, find_frames
from artrules.compile.functions import FunctionEmitter
from artrules.compile.layout import lay_out
from artrules.compile.liveness import compute_liveness
from artrules.compile.names import python_name
from artrules.compile.probe_writer import ProbeWriter
from artrules.compile.probes import Probes
from artrules.compile.program import (
    BEYOND_POWERS,
    FIRST_BLOCK,
    BranchTable,
    Costs,
    DecisionTable,
    Program,
    WatchTable,
)
from artrules.compile.references import card_slots, event_shape, fields, is_list, list_slots, shape_of
from artrules.compile.relevance import Relevance
from artrules.compile.statements import StatementWriter, describe
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition


def compile_program(model: Model, configuration: Configuration, probes: Probes | None = None) -> Program:
    """Compile a model for one configuration. The model must have passed all checks.

    With `probes`, the program reports which of its code runs.
    """
    return _Compiler(model, configuration, probes).run()


class _Compiler:
    def __init__(self, model: Model, configuration: Configuration, probes: Probes | None) -> None:
        self.model = model
        self.in_play = configuration.sets_in_play()
        self.layout = lay_out(model, configuration)
        self.deciding = DecisionAnalysis(model, self.plays)
        self.builder = BlockBuilder(self.deciding, FIRST_BLOCK)
        self.writer = StatementWriter(self.layout) if probes is None else ProbeWriter(self.layout, probes)
        self.codes: dict[str, Code] = {}
        self.entries: dict[str, tuple[Code, str, list[str]]] = {}
        self.watches: list[k.Watch] = []

    def plays(self, owner: str | None) -> bool:
        """Whether code is in play, given the name of the set that declares it (None for the game's own code)."""
        return owner is None or owner in self.in_play

    def run(self) -> Program:
        self._graphs()
        for code in self.codes.values():
            compute_liveness(code)
        mark_failures(self.codes, self.model)
        self.failing = FailureAnalysis(self.codes, self.model)
        self.cut_points, self.path_work = find_cut_points(self.codes, self.writer.work)
        self.limit_keys = self._limit_keys()
        emitter = Emitter(self.writer, self.failing, self.limit_keys, self.cut_points, self.path_work)
        for code, name, parameters in self.entries.values():
            emitter.code(code, name, parameters)
        FunctionEmitter(self.model, emitter, self.plays, self.watches, self.codes).write()
        blocks = [b for code in self.codes.values() for b in code.blocks]
        running = [b.number for b in blocks if not isinstance(b.end, Decide) and emitter.is_function(b)]
        return Program(
            self.layout,
            "\n".join(emitter.lines),
            self.writer.constants,
            self.writer.sites,
            {b.number: self._decision(b, b.end) for b in blocks if isinstance(b.end, Decide)},
            {b.number: b.may_fail for b in blocks},
            self.builder.next_number,
            running,
            {b.number: b.instructions[0].at if b.instructions else b.code.at for b in blocks},
            {b.number: slots for b in blocks if (slots := card_slots(b, self.model))},
            [event_shape(event, self.model) for event in self.model.events.values()],
            self.model.powers,
            [self._power_fails(p) for p in self.model.powers],
            self.writer.tests,
            self._watch_tables(),
            self._feasibility_source,
            Relevance(self.codes, self.failing, self.writer.tests, self.watches),
            cache(self._frames),
            self.in_play,
            self.writer.failing_nodes,
            {b.number: (b.code.name, b.needs) for b in blocks},
            self._costs(),
            {b.number: lists for b in blocks if (lists := list_slots(b))},
            [any(is_list(f.type) for f in event.fields.values()) for event in self.model.events.values()],
        )

    def _costs(self) -> Costs:
        """The units that code counts when it begins to run: the upper bounds of its work."""
        work, codes = self.writer.work, self.codes

        def of(key: str) -> int:
            return self.path_work[codes[key].entry] if key in codes else 0

        def units(*nodes: k.Node | None) -> int:
            return sum(work.outside(work.expression(node)) for node in nodes)

        return Costs(
            {b.number: self.path_work[b] for code in codes.values() for b in code.blocks},
            [of(f"power {p.index}") for p in self.model.powers],
            [of(f"watch {w.identity}") + units(w.condition) for w in self._each_watch()],
            [
                of(f"phase {phase.name}") + units(phase.first, phase.condition, phase.stop)
                for phase in self.model.flow.phases
            ],
            {
                kind.name: {a.name: units(self.model.starts.get(a)) for a in kind.attributes.values()}
                for kind in self.model.kinds.values()
            },
            {kind: units(self.model.card_labels.get(kind)) for kind in self.model.kinds},
        )

    def _each_watch(self) -> list[k.Watch]:
        numbers = self.writer.constants["WATCH_NUMBERS"]
        found = {numbers[w.identity]: w for w in self.watches}
        return [found[n] for n in sorted(found)]

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
            procedure_body = self._playing(model.bodies[procedure])
            if self.plays(procedure.owner) and self.deciding.body(procedure_body):
                names = [local.name for local in model.locals[procedure]]
                name = writer.procedure_name(procedure.key)
                self._graph(procedure.key, procedure.at, names, procedure_body, name, ["me", *names])
        for power in model.powers:
            if self.plays(power.owner):
                body, name = model.bodies[power], f"power_{power.index}"
                self._graph(f"power {power.index}", power.at, ["self"], body, name, ["me", "self"])
        for phase in model.flow.phases:
            self._graph(f"phase {phase.name}", phase.at, [], phase.body, python_name("phase", phase.name), ["me"])
        for when, steps in (("setup", model.flow.setup), ("final", model.flow.final)):
            for i, step in enumerate(steps):
                self._graph(f"{when} {step.name}", step.at, [], step.body, f"{when}_{i}", ["me"])
        numbers = writer.constants.setdefault("WATCH_NUMBERS", {})
        done = 0
        for procedure in model.procedures.values():
            if self.plays(procedure.owner) and procedure.key not in self.codes:
                self._collect_watches(model.bodies[procedure])
        while done < len(self.watches):
            watch = self.watches[done]
            done += 1
            number = numbers.setdefault(watch.identity, len(numbers))
            names = [watch.happening.name, *(c.name for c in watch.captured), "watch"]
            key = f"watch {watch.identity}"
            if key not in self.codes:
                self._graph(key, watch.at, names, watch.body, f"watch_{number}", ["me", *names])

    def _playing(self, body: k.Body) -> k.Body:
        """A body whose menus lack the entries of sets that aren't in play."""
        result: list[k.Statement] = []
        for s in body:
            if isinstance(s, k.Choose) and any(b.owner for b in s.branches):
                s = replace(s, branches=tuple(b for b in s.branches if self.plays(b.owner)))
            result.append(s)
        return tuple(result)

    def _feasibility_source(self) -> str:
        """Python source of the tests of feasibility: of each branch, decision, block and power."""
        compiler = FeasibilityCompiler(self.writer, self.codes, self.failing)
        emitter = Emitter(self.writer, self.failing, self.limit_keys, self.cut_points, self.path_work)
        for block in [b for code in self.codes.values() for b in code.blocks]:
            if isinstance(block.end, Decide):
                written = set()
                for i in range(len(block.end.choose.branches)):
                    test = compiler.branch(block, i, self.limit_keys.get(f"{block.number}/{i}"))
                    if test is not None:
                        written.add(i)
                        emitter.function(f"q{block.number}_{i}", ["place", *block.needs, *test.values], test.one())
                        if (lines := test.all()) is not None:
                            emitter.function(f"Q{block.number}_{i}", ["place", *block.needs, "found", "answers"], lines)
                emitter.function(f"d{block.number}", ["place", *block.needs], compiler.decision(block, written))
            elif emitter.is_function(block) and (test := compiler.rest(block)) is not None:
                emitter.function(f"a{block.number}", ["place", *block.needs], test.one())
        for power in self.model.powers:
            if self.plays(power.owner):
                entry = self.codes[f"power {power.index}"].entry
                call = f"continue_at(S, place, (), {', '.join(map(str, [entry.number, *entry.needs]))})"
                emitter.function(f"e{power.index}", ["place", "me", "self"], [f"return {call}"])
        return "\n".join(emitter.lines)

    def _frames(self) -> Frames:
        numbers = self.writer.constants["WATCH_NUMBERS"]
        return find_frames(self.codes, {numbers[watch.identity]: watch for watch in self.watches})

    # -- tables

    def _limit_keys(self) -> dict[str, int]:
        """For each branch with a limit, the key under which its uses are counted. It is larger than all keys of
        powers."""
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
        for index, (branch, target) in enumerate(zip(decide.choose.branches, decide.targets, strict=True)):
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
                    self.limit_keys.get(f"{block.number}/{index}"),
                    [shape_of(b.local.type, self.model) is None for b in branch.binders],
                )
            )
        choose = decide.choose
        return DecisionTable(block.number, choose.site, choose.prompt, choose.at, branches, choose.has_suites, choose)

    def _watch_tables(self) -> list[WatchTable]:
        numbers = self.writer.constants["WATCH_NUMBERS"]
        by_number: dict[int, WatchTable] = {}
        for w in self._each_watch():
            n = numbers[w.identity]
            condition = f"watch_if_{n}" if w.condition is not None else None
            captured = fields([shape_of(c.type, self.model) for c in w.captured])
            event = self.writer.event_number(w.event.key)
            by_number[n] = WatchTable(event, w.every, w.life, f"watch_{n}", condition, captured)
        return [by_number[n] for n in sorted(by_number)]

"""The compile stage: a checked model and a configuration to a program: Python source, constants and tables, ready to
be loaded.

graphs      bodies that may ask, split into blocks          blocks.py
needs       what each block's frame must hold               liveness.py
failing     where looking ahead can stop                    failing.py
functions   Python text for expressions, statements, graphs expressions.py, statements.py, emit.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from artrules.analyses.asks import Deciding
from artrules.analyses.power_tests import PowerTests
from artrules.compile.blocks import Block, BlockBuilder, CallPower, Code, Decide
from artrules.compile.configuration import Configuration
from artrules.compile.cut_points import find_far
from artrules.compile.disclosures import together
from artrules.compile.emit import Emitter
from artrules.compile.failures import Failing, find_failing, suite_may_fail
from artrules.compile.feasibility.functions import Foresight
from artrules.compile.frames import Frames, find_frames
from artrules.compile.layout import Layout, lay_out
from artrules.compile.liveness import find_needs
from artrules.compile.names import python_name
from artrules.compile.probe_writer import ProbingWriter
from artrules.compile.probes import Probes
from artrules.compile.references import Shape, card_slots, event_shape, fields, is_list, list_slots, shape_of
from artrules.compile.relevance import Relevance
from artrules.compile.score_lines import score_lines
from artrules.compile.statements import INDENT, StatementWriter, describe
from artrules.compile.ties import best_so_far
from artrules.diagnostics.span import Span
from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.powers import PowerDefinition
from artrules.ir.types import Number

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
    limit_key: int | None
    """What its uses are counted under, if it has a limit."""
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
    choose: k.Choose
    """The node of the decision, for those who ask about its conditions."""


@dataclass(slots=True)
class WatchTable:
    event: int
    every: int
    life: str
    entry: str
    condition: str | None
    captured: Shape
    """Where cards are in the values it keeps."""


@dataclass(slots=True)
class Costs:
    """Units of work (`analyses/cost.py`) that are counted when code begins to run.

    Of the way from each block on, by its number; of using each power and of running each watch and phase, by index; of
    the start of each attribute, by kind and name; of the label of cards, by kind.
    """

    blocks: dict[int, int] = field(default_factory=dict)
    powers: list[int] = field(default_factory=list)
    watches: list[int] = field(default_factory=list)
    phases: list[int] = field(default_factory=list)
    starts: dict[str, dict[str, int]] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)


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
    places: dict[int, Span]
    """The code that each block belongs to."""
    card_slots: dict[int, tuple[tuple[int, Shape], ...]]
    event_shapes: list[Shape]
    powers: Sequence[PowerDefinition]
    power_may_fail: list[bool]
    power_tests: PowerTests
    watches: list[WatchTable]
    foresight: Callable[[], str]
    """Writes the functions of `foresight.py`, which are needed only when a game is played."""
    relevance: Relevance
    frames: Callable[[], Frames]
    """What frames may hold and where they may lie: needed only for positions that come from outside."""
    in_play: frozenset[str] = field(default_factory=frozenset)
    failing_nodes: dict[int, k.Node] = field(default_factory=dict)
    """The nodes that may fail, by the numbers of their sites."""
    frame_names: dict[int, tuple[str, list[str]]] = field(default_factory=dict)
    """For each block the code that it is of, and the names of the values in its frame."""
    costs: Costs = field(default_factory=Costs)
    list_slots: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each block the places of its frame that hold lists."""
    event_lists: list[bool] = field(default_factory=list)
    """For each event whether its fields are lists."""

    @property
    def model(self) -> Model:
        return self.layout.model


def compile_program(model: Model, configuration: Configuration, probes: Probes | None = None) -> Program:
    """The program of one configuration of a model without errors, with probes if somebody wants to know what runs."""
    return _Compiler(model, configuration, probes).run()


class _Compiler:
    def __init__(self, model: Model, configuration: Configuration, probes: Probes | None) -> None:
        self.model = model
        self.in_play = configuration.sets_in_play()
        self.layout = lay_out(model, configuration)
        self.deciding = Deciding(model, self.plays)
        self.builder = BlockBuilder(self.deciding, FIRST_BLOCK)
        self.writer = StatementWriter(self.layout) if probes is None else ProbingWriter(self.layout, probes)
        self.codes: dict[str, Code] = {}
        self.entries: dict[str, tuple[Code, str, list[str]]] = {}
        self.watches: list[k.Watch] = []

    def plays(self, owner: str | None) -> bool:
        return owner is None or owner in self.in_play

    def run(self) -> Program:
        self._graphs()
        for code in self.codes.values():
            find_needs(code)
        find_failing(self.codes, self.model)
        self.failing = Failing(self.codes, self.model)
        self.far, self.ways = find_far(self.codes, self.writer.work)
        self.limit_keys = self._limit_keys()
        emitter = Emitter(self.writer, self.failing, self.limit_keys, self.far, self.ways)
        for code, name, parameters in self.entries.values():
            emitter.code(code, name, parameters)
        self._straight(emitter)
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
            self._foresight,
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
        """What running code counts at least, as the bounds say."""
        work, codes = self.writer.work, self.codes

        def of(key: str) -> int:
            return self.ways[codes[key].entry] if key in codes else 0

        def asked(*nodes: k.Node | None) -> int:
            return sum(work.outside(work.expression(node)) for node in nodes)

        return Costs(
            {b.number: self.ways[b] for code in codes.values() for b in code.blocks},
            [of(f"power {p.index}") for p in self.model.powers],
            [of(f"watch {w.identity}") + asked(w.condition) for w in self._each_watch()],
            [
                of(f"phase {phase.name}") + asked(phase.first, phase.condition, phase.stop)
                for phase in self.model.flow.phases
            ],
            {
                kind.name: {a.name: asked(self.model.starts.get(a)) for a in kind.attributes.values()}
                for kind in self.model.kinds.values()
            },
            {kind: asked(self.model.card_labels.get(kind)) for kind in self.model.kinds},
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
        """A menu's body without the entries of sets that aren't in play."""
        result: list[k.Statement] = []
        for s in body:
            if isinstance(s, k.Choose) and any(b.owner for b in s.branches):
                s = replace(s, branches=tuple(b for b in s.branches if self.plays(b.owner)))
            result.append(s)
        return tuple(result)

    def _foresight(self) -> str:
        """Python source of the functions of foresight: of each branch, each decision, each block, each power."""
        foresight = Foresight(self.writer, self.codes, self.failing)
        emitter = Emitter(self.writer, self.failing, self.limit_keys, self.far, self.ways)
        for block in [b for code in self.codes.values() for b in code.blocks]:
            if isinstance(block.end, Decide):
                written = set()
                for i in range(len(block.end.choose.branches)):
                    foreseen = foresight.branch(block, i, self.limit_keys.get(f"{block.number}/{i}"))
                    if foreseen is not None:
                        written.add(i)
                        emitter.function(
                            f"q{block.number}_{i}", ["place", *block.needs, *foreseen.values], foreseen.one()
                        )
                        if (lines := foreseen.all()) is not None:
                            emitter.function(f"Q{block.number}_{i}", ["place", *block.needs, "found", "told"], lines)
                emitter.function(f"d{block.number}", ["place", *block.needs], foresight.decision(block, written))
            elif emitter.is_function(block) and (foreseen := foresight.rest(block)) is not None:
                emitter.function(f"a{block.number}", ["place", *block.needs], foreseen.one())
        for power in self.model.powers:
            if self.plays(power.owner):
                entry = self.codes[f"power {power.index}"].entry
                call = f"onward(S, place, (), {', '.join(map(str, [entry.number, *entry.needs]))})"
                emitter.function(f"e{power.index}", ["place", "me", "self"], [f"return {call}"])
        return "\n".join(emitter.lines)

    def _frames(self) -> Frames:
        numbers = self.writer.constants["WATCH_NUMBERS"]
        return find_frames(self.codes, {numbers[watch.identity]: watch for watch in self.watches})

    # -- code that asks nothing

    def _straight(self, emitter: Emitter) -> None:
        model, writer = self.model, self.writer
        for function in model.functions.values():
            if self.plays(function.owner) and (value := model.values.get(function)) is not None:
                names = [local.name for local in model.locals[function]]
                emitter.giving(writer.function_name(function.key), ["me", *names], value)
        for procedure in model.procedures.values():
            if self.plays(procedure.owner) and procedure.key not in self.codes:
                names = [local.name for local in model.locals[procedure]]
                name = writer.procedure_name(procedure.key)
                units = writer.work.body(model.bodies[procedure])
                lines = writer.counted(units, procedure.at, writer.body(model.bodies[procedure]))
                emitter.function(name, ["me", *names], lines)
        for power in model.powers:
            if self.plays(power.owner):
                emitter.function(f"power_usable_{power.index}", ["me", "power", "self"], self._usable(power))
        for limit, at_most in model.at_most.items():
            emitter.giving(f"limit_{limit.index}", ["me"], at_most)
        for watch in {w.identity: w for w in self.watches}.values():
            if watch.condition is not None:
                number = writer.constants["WATCH_NUMBERS"][watch.identity]
                names = [watch.happening.name, *(c.name for c in watch.captured)]
                emitter.giving(f"watch_if_{number}", ["me", *names], watch.condition)
        self._values(emitter)
        self._flow(emitter)
        for name, (parameters, texts) in writer.reading.functions.items():
            if texts:
                emitter.function(name, parameters, [f"return {together(texts)}"])

    def _usable(self, power: PowerDefinition) -> list[str]:
        """Whether all limits of a power on a card have room, and its condition holds."""
        lines = ["uses = S.uses"] if power.limits else []
        for limit in power.limits:
            at_most = self.model.at_most[limit]
            key = f"{limit.index << 48} | me << 40 | {'power' if limit.per_card else power.index}"
            test = f"uses.get({key}, 0) >= {self.writer.plain(at_most)}"
            # Most limits have room for one: then nothing is to be counted before the first use.
            type_ = at_most.type
            roomy = isinstance(type_, Number) and type_.low >= 1
            lines += [f"if {'uses and ' if roomy else ''}{test}:", f"{INDENT}return False"]
        condition = self.model.conditions.get(power)
        if condition is None:
            return [*lines, "return True"]
        text = self.writer.plain(condition)
        lines = self.writer.counted(self.writer.work.expression(condition), power.at, lines)
        return [*lines, f"return {text}"]

    def _values(self, emitter: Emitter) -> None:
        """Start values, labels of cards, where pieces start, totals."""
        model = self.model
        for kind in model.kinds.values():
            if (label := model.card_labels.get(kind.name)) is not None:
                emitter.giving(python_name("call", kind.name), ["self"], label, names="self")
            for attribute in kind.attributes.values():
                if (starts := model.starts.get(attribute)) is not None:
                    emitter.giving(python_name("start", kind.name, attribute.name), ["self"], starts)
        for variable in model.variables.values():
            if self.plays(variable.owner) and (starts := model.starts.get(variable)) is not None:
                emitter.giving(python_name("start_of", variable.key), [], starts)
        for pieces in model.pieces.values():
            if (zone := model.starts.get(pieces)) is not None:
                emitter.giving(python_name("place", pieces.name), ["self"], zone)
        for total, count in model.counts.items():
            emitter.giving(python_name("total", total.name), [], count)

    def _flow(self, emitter: Emitter) -> None:
        flow = self.model.flow
        for phase in flow.phases:
            for what, expression in (("from", phase.first), ("if", phase.condition)):
                if expression is not None:
                    emitter.giving(python_name(f"phase_{what}", phase.name), [], expression)
            if phase.stop is not None:
                emitter.giving(python_name("phase_stop", phase.name), ["me"], phase.stop)
        if flow.until is not None:
            emitter.giving("until", [], flow.until)
        if flow.winners is not None:
            emitter.giving("winners", [], flow.winners)
            for number, first in enumerate(best_so_far(flow.winners), 1):
                emitter.giving(f"best_by_{number}", [], first)
        for i, part in enumerate(flow.score):
            if part.value is not None:
                emitter.giving(f"score_{i}", ["me"], part.value)
                emitter.function(f"score_lines_{i}", ["me"], score_lines(self.writer, part))

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

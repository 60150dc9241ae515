"""Describes a module for the hosts that run it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from artrules.analyses.uses_of_me import UsesOfMe
from artrules.diagnostics.span import Span
from artrules.explain.faults import MESSAGES
from artrules.explain.text import LONGEST_TEXT
from artrules.explain.why_not.author import Author
from artrules.game.entries import KINDS
from artrules.game.learning import Learned
from artrules.ir.model import Model
from artrules.ir.nodes import Best
from artrules.lower.program import DecisionTable, Program
from artrules.machine import registers
from artrules.machine.numbers import FOREIGN_FAILED
from artrules.machine_code.lengths import all_numbers
from artrules.machine_code.machine import find_machine
from artrules.machine_code.signatures import read_machine
from artrules.standalone.description import (
    FORMAT,
    AttributePlace,
    BranchForm,
    CardPrint,
    DecisionForm,
    Description,
    FaultText,
    FigureForm,
    FunctionForm,
    PhaseName,
    PowerText,
    RegionPlace,
    RegisterPlace,
    ScorePartForm,
    SiteText,
    ThinkingForm,
    VariablePlace,
    ZoneName,
)
from artrules.webassembly.memory_map import REGISTERS, MemoryMap
from artrules.webassembly.module import Module

MODULES_FOR_HOSTS = ("engine", "labels", "play", "sampling", "sight", "standing", "tree_search", "greedy_search")
"""The modules of the machine whose functions a host may call."""


def describe_module(
    program: Program, module: Module, content: str, settings: Mapping[str, Any], learned: Learned | None
) -> Description:
    """The description of the module that is made of a program. `content` is the hash of the files that hold the rules,
    `settings` has the values of all settings, `learned` is what bots that think need."""
    model, layout, memory = program.model, program.layout, module.memory
    uses = UsesOfMe(model)
    return Description(
        format=FORMAT,
        name=model.name,
        title=model.title,
        players=layout.players,
        settings=settings,
        content=content,
        numbers=all_numbers(program),
        registers=_registers(memory),
        regions=_regions(memory),
        areas=memory.areas,
        functions={
            name: FunctionForm(
                module.functions[name].number, parameters, module.functions[name].type.result is not None
            )
            for name, parameters in _functions_for_hosts(program)
        },
        entry_kinds={str(number): kind for number, kind in KINDS.items()},
        texts=program.texts,
        longest_text=LONGEST_TEXT,
        members=[enum.members for enum in model.enums.values()],
        zones=[ZoneName(zone.key, owner, second) for zone, owner, second in layout.zone_places],
        cards=[CardPrint(kind, printed) for kind, printed in zip(layout.card_kind, layout.piece_values, strict=True)],
        kinds=list(model.kinds),
        variables=[
            VariablePlace(variable.key, variable.type, first, owners, variable.seen_by)
            for variable, first, owners in layout.declared_variables()
        ],
        attributes=[
            AttributePlace(attribute.kind, attribute.name, attribute.type, plus)
            for attribute, plus, _ in layout.changing_attributes()
        ],
        powers=[PowerText(power.key, power.title, power.label_text) for power in model.powers],
        phases=[PhaseName(phase.name, phase.who) for phase in model.flow.phases],
        decisions={str(number): _decision(table) for number, table in program.decisions.items()},
        score=[
            ScorePartForm(part.label, part.line is not None, _place((part.each or part).at))
            for part in model.flow.score
        ],
        figures=[
            FigureForm(figure.name, figure.of, figure.value.type, figure.seen_by, uses.first(figure.value) is not None)
            for figure in model.layout.figures.values()
        ],
        winning_keys=_winning_keys(model),
        faults={
            str(number): FaultText(kind.name, message, expected, found)
            for number, (kind, message, expected, found) in MESSAGES.items()
            if number != FOREIGN_FAILED  # such a module calls nothing outside
        },
        sites=[SiteText(_place(site.at), site.words) for site in program.sites],
        thinking=ThinkingForm(learned.usual, learned.weights, learned.horizon) if learned is not None else None,
    )


def _registers(memory: MemoryMap) -> dict[str, RegisterPlace]:
    first = memory.areas[REGISTERS]
    names = find_machine().registers
    return {name: RegisterPlace(first + 8 * i, name in registers.WIDE) for i, name in enumerate(names)}


def _regions(memory: MemoryMap) -> dict[str, RegionPlace]:
    """The regions of the machine. Those of the program itself only its code understands."""
    places = memory.regions
    return {
        name: RegionPlace(
            places[name].address, region.element.name, places[name].room, region.kept.name, region.used or None
        )
        for name, region in find_machine().regions.items()
    }


def _functions_for_hosts(program: Program) -> Iterator[tuple[str, Sequence[str]]]:
    """The names of functions that a host may call, with those of their parameters."""
    for module in MODULES_FOR_HOSTS:
        yield from ((function.name, function.parameters) for function in read_machine()[module].functions)
    generated = find_machine().generated
    yield from ((function.name, function.parameters) for function in program.functions if function.name in generated)
    yield from ((name, ("area",)) for name in ("pack", "unpack"))


def _decision(table: DecisionTable) -> DecisionForm:
    branches = [BranchForm(branch.key, branch.declines, branch.types) for branch in table.branches]
    return DecisionForm(table.site, table.prompt, branches)


def _winning_keys(model: Model) -> Sequence[str]:
    best = model.flow.winners
    if not isinstance(best, Best):
        return ()
    words = Author(model).words
    return [f"{way} {words(value.at)}".strip() for way, value in best.keys]


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"

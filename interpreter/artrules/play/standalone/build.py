"""Makes the file of a game for hosts that aren't written in Python."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from artrules.engine.lower.program import DecisionTable, Program
from artrules.engine.machine import registers
from artrules.engine.machine.numbers import FOREIGN_FAILED
from artrules.engine.machine_code.machine import all_numbers, find_machine
from artrules.engine.machine_code.signatures import read_machine
from artrules.engine.webassembly.code import custom_section
from artrules.engine.webassembly.memory_map import REGISTERS, MemoryMap
from artrules.engine.webassembly.module import Module, build_module
from artrules.model.analyses.calls import UsesOfMe
from artrules.model.ir.json_form import data_of
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Best
from artrules.play.explain.faults import MESSAGES
from artrules.play.explain.text import LONGEST_TEXT
from artrules.play.explain.why_not.author import Author
from artrules.play.game.learning import Learned
from artrules.play.game.log import NOTED
from artrules.play.position.codec import digest_key
from artrules.play.standalone.description import (
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
from artrules.text.diagnostics.diagnostic import Span

# Describes a module for the hosts that run it.

MODULES_FOR_HOSTS = (
    *("engine", "requests", "hidden.sight", "hidden.knowledge", "hidden.sampling", "thinking.judging"),
    *("thinking.playouts", "thinking.tree_search", "thinking.greedy_search"),
)
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
        entry_kinds={str(number): kind.name for number, kind in NOTED.items()},
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
        phases=[PhaseName(phase.name, model.title_of_phase(phase.name), phase.who) for phase in model.flow.phases],
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


SECTION = "artrules"
"""The name of the custom section that holds the description."""


class NeedsPlugins(ValueError):
    """A game calls functions of plugins, which are there only where Python runs. The text says which."""


def refuse_plugins(program: Program) -> None:
    """Raises NeedsPlugins where a program calls functions of plugins."""
    if program.foreign_functions:
        brought = program.model.plugin_functions.values()
        names = ", ".join(sorted({f"the plugin {function.plugin}" for function in brought}))
        raise NeedsPlugins(
            f"{program.model.title} can't be a module of its own: it calls functions of {names}, which are Python code"
        )


def build_standalone(
    program: Program, content: str, settings: Mapping[str, Any], learned: Learned | None = None
) -> bytes:
    """The WebAssembly module of a program, with its description as JSON (`description.py`). With `learned`, what is
    learned of its games, bots can think in it. Raises NeedsPlugins."""
    refuse_plugins(program)
    keyed = replace(program, tables={**program.tables, "digest_key": list(digest_key(content))})
    module = build_module(keyed)
    description = describe_module(keyed, module, content, settings, learned)
    text = json.dumps(data_of(description), ensure_ascii=False, separators=(",", ":"))
    return module.code + custom_section(SECTION, text.encode())

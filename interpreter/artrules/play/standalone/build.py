"""Makes the file of a game for hosts that aren't written in Python."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from artrules.engine.lower.lower import lower_model
from artrules.engine.lower.program import Program
from artrules.engine.machine import registers
from artrules.engine.machine.numbers import FOREIGN_FAILED
from artrules.engine.machine_code.machine import all_numbers, find_machine
from artrules.engine.machine_code.signatures import read_machine
from artrules.engine.webassembly.code import custom_section
from artrules.engine.webassembly.memory_map import REGISTERS, MemoryMap, TooLarge, bounds_within
from artrules.engine.webassembly.module import Module, build_module
from artrules.model.ir.declarations import ZoneDeclaration
from artrules.model.ir.json_form import data_of
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Best
from artrules.play.explain.faults import MESSAGES
from artrules.play.explain.text import LONGEST_TEXT
from artrules.play.explain.why_not.author import Author
from artrules.play.game.describe import describe, looks_of_cards
from artrules.play.game.learning import FEWEST_SAMPLES, MOST_SAMPLES, Learned, learned_of
from artrules.play.game.log import ENTRY_KINDS
from artrules.play.game.runtime import Runtime
from artrules.play.game.scores import has_open_end
from artrules.play.game.view import number_figures
from artrules.play.position.codec import digest_key
from artrules.play.presentation.state import key_in_words
from artrules.play.ruleset import Ruleset
from artrules.play.standalone.decisions import describe_decisions, look_values
from artrules.play.standalone.description import (
    FORMAT,
    AttributePlace,
    CardPrint,
    Description,
    EntryForm,
    EventForm,
    FaultText,
    FieldForm,
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
    WinningKey,
    ZoneForm,
    ZoneName,
)
from artrules.text.diagnostics.diagnostic import Span

# Describes a module for the hosts that run it.

FUNCTIONS_FOR_HOSTS = frozenset(
    (
        *("start", "begin", "choose", "rest", "take_up", "ask_anew", "first_step", "step", "play"),
        *("write_option_label", "write_card", "write_power", "write_title", "write_picture", "value_of_figure"),
        *("value_for_option", "write_reason"),
        *("find_level", "find_result", "find_standing", "write_score_lines", "hash_message"),
        *("may_see", "present", "open_to", "write_sights", "write_knowledge", "go_to_phase_start"),
        *("keep_root", "begin_thinking", "stop_thinking", "choose_by_hints"),
        *("begin_comparing", "try_options", "drop_options", "best_left"),
    )
)
"""The functions of the machine that a host may call."""
OF_PROGRAM = frozenset(("game_should_end",))
"""Those of the program."""
OF_POSITIONS = {"pack": ("area",), "unpack": ("area",), "pack_knowledge": (), "unpack_knowledge": ()}
"""Those that move positions, and what seats know, with their parameters."""


def describe_module(
    runtime: Runtime,
    program: Program,
    module: Module,
    content: str,
    settings: Mapping[str, Any],
    learned: Learned | None,
) -> Description:
    """The description of the module that is made of a program: a runtime's, or one that is lowered like it and has more
    code. `content` is the hash of the files that hold the rules, `settings` has the values of all settings, `learned`
    is what bots that think need. Raises Stopped when content fails to make a label."""
    model, layout, memory = program.model, program.layout, module.memory
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
        entry_kinds={
            kind.name: EntryForm(kind.number, kind.sort, kind.wording, kind.aside, kind.as_others_read)
            for kind in ENTRY_KINDS.values()
        },
        texts=program.texts,
        longest_text=LONGEST_TEXT,
        members=[enum.members for enum in model.enums.values()],
        table=describe(runtime).as_data(),
        zones=[ZoneName(zone.key, owner, second) for zone, owner, second in layout.zone_places],
        zone_forms={key: _zone_form(program, zone.declaration) for key, zone in layout.zones.items()},
        cards=[
            CardPrint(kind, printed, starts)
            for kind, printed, starts in zip(
                layout.card_kind, layout.piece_values, runtime.combined_starts, strict=True
            )
        ],
        looks=looks_of_cards(runtime),
        kinds=list(model.kinds),
        variables=[
            VariablePlace(
                variable.key,
                variable.type,
                variable.of,
                variable.key in model.variables,
                first,
                owners,
                variable.seen_by,
            )
            for variable, first, owners in layout.declared_variables()
        ],
        attributes=[
            AttributePlace(
                attribute.kind, attribute.name, attribute.type, plus, attribute.is_mark, attribute.is_combined
            )
            for attribute, plus, _ in layout.changing_attributes()
        ],
        events=[
            EventForm(event.key, event.kept is not None, [FieldForm(f.name, f.type) for f in event.fields.values()])
            for event in model.events.values()
        ],
        powers=[PowerText(power.key, power.title, power.label_text) for power in model.powers],
        phases=[PhaseName(phase.name, model.title_of_phase(phase.name), phase.who) for phase in model.flow.phases],
        decisions=describe_decisions(runtime),
        look_values=look_values(runtime),
        score=[
            ScorePartForm(part.label, part.line is not None, part.is_of_side, _place((part.each or part).at))
            for part in model.flow.score
        ],
        figures=[
            FigureForm(
                each.figure.name,
                each.figure.of,
                each.figure.value.type,
                each.figure.seen_by,
                each.uses_me,
                each.is_own,
                each.figure.shown == "changed",
                each.figure.attribute,
            )
            for each in number_figures(model)
        ],
        open_end=has_open_end(runtime),
        winning_keys=_winning_keys(model),
        faults={
            str(number): FaultText(kind.name, message, expected, found)
            for number, (kind, message, expected, found) in MESSAGES.items()
            if number != FOREIGN_FAILED  # such a module calls nothing outside
        },
        sites=[SiteText(_place(site.at), site.words) for site in program.sites],
        thinking=None if learned is None else _thinking(learned),
    )


def _thinking(learned: Learned) -> ThinkingForm:
    horizon = learned.horizon
    return ThinkingForm(learned.usual, learned.weights, horizon, learned.tries(horizon), FEWEST_SAMPLES, MOST_SAMPLES)


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
    machine = (function for module in read_machine().values() for function in module.functions)
    yield from ((each.name, each.parameters) for each in machine if each.name in FUNCTIONS_FOR_HOSTS)
    yield from ((each.name, each.parameters) for each in program.functions if each.name in OF_PROGRAM)
    yield from OF_POSITIONS.items()


def _zone_form(program: Program, zone: ZoneDeclaration) -> ZoneForm:
    sight = zone.sight
    return ZoneForm(zone.per, zone.second, program.layout.order(zone), sight.seen_by, sight.face_down_seen_by)


def _winning_keys(model: Model) -> Sequence[WinningKey]:
    best = model.flow.winners
    if not isinstance(best, Best):
        return ()
    words = Author(model).words
    keys = [f"{way} {words(value.at)}".strip() for way, value in best.keys]
    return [WinningKey(key, key_in_words(key)) for key in keys]


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"


SECTION = "artrules"
"""The name of the custom section that holds the description."""


class NoModule(ValueError):
    """A game can't be a module of its own. The text says why."""


class NeedsPlugins(NoModule):
    """A game calls functions of plugins, which are there only where Python runs."""


class DoesNotFit(NoModule):
    """A game needs more memory than its module may have."""


MEMORY = 32 << 20
"""How many bytes of memory a module has: where bots think in a worker with a module of its own, both together have no
more than phones give to a page."""


def module_of(ruleset: Ruleset, players: int, settings: Mapping[str, Any]) -> tuple[bytes, Mapping[str, Any]]:
    """The module of one way to set up a ruleset's games, in which bots can think, and the description of its table.
    Raises ValueError if a game can't be set up this way, NoModule, and GameFault where the content fails."""
    game = ruleset.fresh_game(players, 0, settings).playing
    runtime = game.runtime
    if runtime.program.foreign_functions:
        brought = runtime.model.plugin_functions.values()
        names = ", ".join(sorted({f"the plugin {function.plugin}" for function in brought}))
        raise NeedsPlugins(
            f"{ruleset.title} can't be a module of its own: it calls functions of {names}, which are Python code"
        )
    runtime.compile()

    def build() -> tuple[bytes, Mapping[str, Any]]:
        learned = learned_of(runtime)
        module = build_standalone(runtime, ruleset.content_hash, game.setup.settings, learned)
        return module, describe(runtime).as_data()

    return game.answer(build)


def build_standalone(
    runtime: Runtime,
    content: str,
    settings: Mapping[str, Any],
    learned: Learned | None = None,
    memory: int = MEMORY,
) -> bytes:
    """The WebAssembly module of a runtime's program, which calls no functions of plugins, with its description as JSON
    (`description.py`). With `learned`, what is learned of its games, bots can think in it. It has at most so many bytes
    of memory. Raises DoesNotFit, and Stopped when content fails to make a label."""
    program = lower_model(runtime.program.model, runtime.program.configuration, with_reasons=True)
    tables = {**program.tables, "digest_key": list(digest_key(content))}
    try:
        bounds = bounds_within(program, memory)
    except TooLarge as problem:
        most = f"a module has at most {memory:,}"
        raise DoesNotFit(f"{program.model.title} needs {problem} bytes of memory at least, and {most}") from None
    keyed = replace(program, tables=tables, numbers={**program.numbers, **bounds})
    module = build_module(keyed)
    description = describe_module(runtime, keyed, module, content, settings, learned)
    text = json.dumps(data_of(description), ensure_ascii=False, separators=(",", ":"))
    return module.code + custom_section(SECTION, text.encode())

"""A memory of limited size: what doesn't fit is a fault in words, and leaves the game as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.machine import numbers as n
from artrules.engine.machine.looking_ahead import WORDS_IN_SLOTS
from artrules.engine.machine_code.machine import all_numbers, find_machine, kept_regions, region_length
from artrules.engine.webassembly.code import PAGE
from artrules.engine.webassembly.memory_map import TooLarge, bounds_within, map_memory
from artrules.model.catalogue.locations import shipped_rulesets
from artrules.play.explain.faults import read_fault
from artrules.play.standalone.build import MEMORY, DoesNotFit, build_standalone
from artrules.text.diagnostics import kinds
from engine.execute.executors import on_wasm
from engine.execute.test_wasm import begin, program_of
from ir_models import RULESETS
from play.game.tiny import tiny

STAY, GROW = 0, 1
LISTS = "variables:\n  many: {type: list of 0..99}\n"
DRAWN = "random n in 1..6\n"
"""Commits: so what comes then isn't looked at before "grow" is offered."""
OVERFLOWS: Mapping[str, tuple[Mapping[str, int], str, int]] = {
    "lists": (
        {"HEAP_WORDS": 5000},
        "repeat 99 times:\n    let l = list(c for c in 0..99)\n    many becomes l",
        n.LISTS_FULL,
    ),
    "a list in the making": (
        {"WORK_WORDS": 1100},
        "many becomes list(a for a in 0..99, b in 0..99, c in 0..1)",
        n.LISTS_FULL,
    ),
    "lists that are kept": ({"MOST_KEPT": 60}, "many becomes list(c for c in 0..99)", n.TOO_MUCH_KEPT),
    "the journal": (
        {"JOURNAL_WORDS": 1100},
        DRAWN
        + 'choose one:\n    "a":\n        repeat 900 times: total becomes 1\n        require total = 0\n    "b": skip',
        n.AHEAD_FULL,
    ),
    "the first position to go back to": (
        {"MOST_WORDS_AHEAD": 100},
        DRAWN
        + "many becomes list(c for c in 0..99)\n"
        + 'choose one:\n    "a":\n        total becomes 1\n        require total = 0\n    "b": skip',
        n.AHEAD_FULL,
    ),
    "options": ({"ROW_WORDS": 4100}, DRAWN + 'choose "{a} {b}" for a in 0..70, b in 0..70', n.OPTIONS_FULL),
    "histories of cards": (
        {"KNOWN_WORDS": 300},
        "move pool to my deck\nrepeat 99 times:\n    shuffle my deck\n"
        "    move top 1 of my deck to my hand\n    move my hand to my deck",
        n.KNOWN_FULL,
    ),
    "texts": ({"TEXT_WORDS": 1100}, 'repeat 900 times: say "{total}"', n.TOO_MUCH_TOLD),
}


def limited(program: Any, bounds: Mapping[str, int]) -> Any:
    return replace(program, numbers={**program.numbers, **bounds})


def growing(folder: Path, code: str) -> Any:
    """The program of a game in which an option does something."""
    lines = "".join(f"        {line}\n" for line in code.splitlines())
    act = f'choose one:\n    "stay": skip\n    "grow":\n{lines}choose one:\n    "a": skip\n    "b": skip'
    return tiny(folder, act, more=LISTS).runtime(2)[0].program


@pytest.mark.parametrize("what", OVERFLOWS)
def test_what_does_not_fit_is_a_fault_and_the_game_goes_on(what: str, tmp_path: Path) -> None:
    bounds, code, fault = OVERFLOWS[what]
    whole = growing(tmp_path, code)
    both: list[Instance] = [CPythonInstance(limited(whole, bounds)), on_wasm(limited(whole, bounds))]
    constants = whole.numbers["CONSTANTS"]
    after = []
    for instance in both:
        begin(instance, 1)
        instance.call("rest")
        assert instance.register("status") == n.FINE
        instance.set_register("text_top", 0)
        before, known, words = instance.save(), instance.save_knowledge(), instance.region("heap")[:constants]
        offered = instance.region("candidates")[: instance.register("candidates_top")]
        assert instance.step(GROW) < 0
        assert [instance.register(name) for name in ("status", "fault")] == [n.FAULTY, fault]
        if fault in (n.LISTS_FULL, n.AHEAD_FULL, n.OPTIONS_FULL, n.KNOWN_FULL):
            found = read_fault(whole, instance)
            assert found.kind is kinds.OUT_OF_MEMORY and found.message.startswith("there is no memory left for ")
        instance.load(before)
        instance.load_knowledge(known)
        instance.set_register("text_top", 0)
        assert instance.region("heap")[:constants] == words and instance.save().data == before.data
        instance.call("ask_anew")
        assert instance.region("candidates")[: instance.register("candidates_top")] == offered
        assert instance.step(STAY) == 2
        after.append((instance.save().data, instance.save_knowledge().data))
    assert after[0] == after[1]


def test_what_is_not_at_rest_is_packed_only_where_it_fits(tmp_path: Path) -> None:
    instance = on_wasm(limited(growing(tmp_path, "skip"), {"MOST_KEPT": 60}))
    begin(instance, 1)
    for words, status in [(60, n.FINE), (61, n.FAULTY)]:
        instance.set_register("heap_top", instance.program.numbers["CONSTANTS"] + words)
        instance.call("pack", 0)
        assert instance.register("status") == status


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_bounds_divide_the_memory(ruleset: str) -> None:
    program = program_of(ruleset)
    for most in (MEMORY, 2 * MEMORY, 1000 << 20):
        bounds = bounds_within(program, most)
        assert most - 64 * PAGE < map_memory(program, bounds=bounds).size <= most or most > 2 * MEMORY
        assert bounds.keys() == find_machine().bounds.keys()
        assert all(bounds[name] <= bound for name, bound in find_machine().bounds.items())
        assert bounds["MOVED_WORDS"] <= bounds["HEAP_WORDS"]
    assert bounds == dict(find_machine().bounds)
    with pytest.raises(TooLarge):
        bounds_within(program, 1 << 20)


def test_every_shipped_game_fits_into_a_module() -> None:
    for name in shipped_rulesets():
        ruleset = artrules.load(name)
        for players in ruleset.player_counts:
            program = ruleset.runtime(players)[0].program
            bounds = bounds_within(program, MEMORY)
            assert map_memory(program, bounds=bounds).size <= MEMORY <= 64 << 20
            # What is measured in whole games with bots that search is less than a fortieth of this.
            assert bounds["HEAP_WORDS"] > 500_000 and bounds["MOST_WORDS_AHEAD"] > 800_000


def test_a_game_that_is_too_large_is_refused_in_words(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "skip")
    runtime, chosen = ruleset.runtime(2)
    with pytest.raises(
        DoesNotFit, match=r"^Tiny needs [\d,]+ bytes of memory at least, and a module has at most 1,048,576$"
    ):
        build_standalone(runtime, ruleset.content_hash, chosen, memory=1 << 20)


def test_a_slot_has_as_many_words_as_are_counted() -> None:
    """What `words_in_slot` adds for what has a fixed length is what the regions have that slots keep whole."""
    regions = find_machine().regions
    numbers = all_numbers(program_of("avant_carde"))
    fixed = kept_regions(regions).ahead.fixed
    clock = region_length(regions["clock"], numbers)
    assert set(fixed) == {"clock", "serials", "shown_to", "mover_of"}
    assert WORDS_IN_SLOTS - clock == 16

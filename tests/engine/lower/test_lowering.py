"""What lowering does with code, seen in games and in the program itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import artrules
from artrules.engine.lower.lower import lower_model
from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import IS_CARD, IS_LIST
from artrules.engine.machine_code.nodes import Const, Do
from artrules.engine.machine_code.printer import print_functions
from engine.machine_code.verify_program import verify_program
from play.game.tiny import choose, offered, tiny, told

SECOND = """
- name: second
  who: nobody
  do: |
    say "{base} {doubled} {them[2]}"
    base becomes 9
    doubled becomes 50
    them becomes [base]
"""
STARTS = """
variables:
  base:    {type: 0..99, starts: 4}
  doubled: {type: 0..99, lasts: round, starts: base + base}
  them:    {type: list of 0..99, lasts: round, starts: list(n + base for n in 1..2)}
"""


def lowered(ruleset: artrules.Ruleset, counting: bool = False) -> Program:
    model, configuration, _ = ruleset.configured(2, {})
    return lower_model(model, configuration, counting)


def test_a_variable_goes_back_to_the_value_with_which_it_has_started(tmp_path: Path) -> None:
    """It isn't computed again: what it was made of may have changed."""
    ruleset = tiny(tmp_path, "skip", more=STARTS, phases=SECOND, rounds=3)
    assert told(ruleset.new_game(players=2)) == ["4 8 6", "9 8 6", "9 8 6"]
    layout = lowered(ruleset).layout
    assert set(layout.starts) == {"doubled", "them"}


def test_equal_positions_are_equal_after_a_round(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "choose n in 1..2", more=STARTS, phases=SECOND, rounds=3)
    one, other = ruleset.new_game(players=2, seed=1), ruleset.new_game(players=2, seed=1)
    choose(one, "1", "2")
    choose(other, "2", "1")
    assert one == other and one.digest() == other.digest()


@pytest.mark.parametrize("most", [3, 64, 65, 300])
def test_all_candidates_are_listed(most: int, tmp_path: Path) -> None:
    """Room for them is made as they are listed."""
    game = tiny(tmp_path, f"choose n in 1..{most}\ntotal becomes n % 90", rounds=1).new_game(players=2)
    assert offered(game) == [str(n) for n in range(1, most + 1)]


def test_the_rest_of_a_list_waits_in_a_frame(tmp_path: Path) -> None:
    act = """
    for n in [3, 1, 2] where n > 1:
        choose m in 1..n
        total += m
    say "{total}"
    """
    game = tiny(tmp_path, act).new_game(players=2)
    assert offered(game) == ["1", "2", "3"]
    choose(game, "3")
    assert offered(game) == ["1", "2"]
    choose(game, "2")
    assert told(game) == ["5"]


def test_frames_have_shapes(tmp_path: Path) -> None:
    act = """
    for c in those(c in pool where c.n is 1):
        choose m in 1..2
        total += m + c.n
    """
    program = lowered(tiny(tmp_path, act))
    tables = program.tables
    first = tables["frame_shapes_first"]
    kinds = {
        number: [tables["shape_kind"][shape] for shape in tables["frame_shapes"][first[number] : first[number + 1]]]
        for number in program.decisions
    }
    assert [IS_LIST in found and IS_CARD in found for found in kinds.values()] == [True]
    assert all(tables["frame_words"][n] == 1 + len(program.frames[n].names) for n in program.frames)


def test_only_code_with_large_frames_looks_for_room_on_the_stack(tmp_path: Path) -> None:
    names = [f"v{i}" for i in range(70)]
    lets = "\n".join(f"let {name} = my x" for name in names)
    gift = "- when: later\n  do: |\n" + "".join(f"    {line}\n" for line in [*lets.split("\n"), "choose n in 1..2"])
    gift += "".join(f"    my x becomes {name} + n\n" for name in names)
    program = lowered(tiny(tmp_path, "skip", gifts={1: gift}))
    checks = {
        f.name: sum(isinstance(s, Do) and s.call.arguments == (Const(73),) for s in f.body)
        for f in program.functions
        if f.name.startswith("power_")
    }
    assert checks == {"power_0": 1, "power_1": 0, "power_2": 0}


def test_counting_changes_nothing_but_counts(tmp_path: Path) -> None:
    act = "for w in pool[1].powers where w.when is now:\n    if usable(w): use w"
    ruleset = tiny(tmp_path, act, gifts={1: "- {when: now, do: my x += 1}"})
    plain, counting = lowered(ruleset), lowered(ruleset, counting=True)
    assert not plain.counters and counting.counters
    assert [f.name for f in plain.functions] == [f.name for f in counting.functions]
    assert {counter.what for counter in counting.counters if counter is not None} == {"ran", "held"}
    assert verify_program(plain) == [] and verify_program(counting) == []


def test_lowering_is_repeatable(tmp_path: Path) -> None:
    ruleset = tiny(tmp_path, "choose c in pool\nmove c to my row")
    one, other = lowered(ruleset), lowered(ruleset)
    assert print_functions(one.functions) == print_functions(other.functions)
    assert one.tables == other.tables and one.function_tables == other.function_tables

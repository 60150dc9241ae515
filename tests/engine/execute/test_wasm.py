"""The executor that runs modules of WebAssembly does the same as the one that runs Python functions."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import subprocess
import sys
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import pytest

import artrules
from artrules.engine.chance import stream_key
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance, MachineTrap
from artrules.engine.execute.native import CompiledModule, NoWebAssembly
from artrules.engine.execute.position import Knowledge, Position
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.lower import lower_model
from artrules.engine.machine.numbers import AHEAD_FULL, FAULTY, MOST_WORDS_AHEAD
from artrules.engine.machine_code.nodes import (
    Assign,
    Binary,
    Call,
    Const,
    Function,
    Load,
    Name,
    Negative,
    Return,
    Store,
)
from artrules.engine.webassembly.module import build_module
from engine.execute.executors import on_wasm
from engine.execute.tiny_programs import TinyProgram, tiny_program
from ir_models import LANTERNS, RULESETS
from waiting import PATIENCE

STEPS = 100
REGISTERS = ["status", "fault", "failed_at", "waiting_count", "positions", "steps", "knowledge_changed"]


@cache
def program_of(ruleset: str, players: int | None = None) -> Any:
    loaded = artrules.load(ruleset)
    model, configuration, _ = loaded.configured(players or loaded.fewest_players, {})
    return lower_model(model, configuration)


@cache
def compiled(ruleset: str) -> CompiledModule:
    return CompiledModule.compile(build_module(program_of(ruleset)))


STARTS: WeakKeyDictionary[Instance, tuple[Position, Knowledge]] = WeakKeyDictionary()
"""By instance: the position of a game that hasn't begun, and what seats know then."""


def begin(instance: Instance, seed: int) -> None:
    """Begin a game with a log, and ask its first players."""
    if instance not in STARTS:
        instance.call("start")
        STARTS[instance] = instance.save(), instance.save_knowledge()
    position, knowledge = STARTS[instance]
    instance.load(position)
    instance.load_knowledge(knowledge)
    count = len(instance.region("stream_key"))
    instance.set_keys([stream_key(seed, i, "a stream") - (1 << 63) for i in range(count)])
    for register, value in {"logging": 1, "knowing": 1, "text_top": 0, "steps": 0}.items():
        instance.set_register(register, value)
    instance.call("begin")


def seen(instance: Instance) -> dict[str, Any]:
    """What a host sees after a step."""
    waiting = instance.region("waiting")[: instance.register("waiting_count")]
    found: dict[str, Any] = {name: instance.register(name) for name in REGISTERS}
    offered = [instance.region(f"offered_{what}") for what in ("first", "count", "player")]
    found["offered"] = [[region[i] for region in offered] for i in waiting]
    found["rows"] = instance.region("candidates")[: instance.register("candidates_top")]
    found["text"] = instance.region("text")[: instance.register("text_top")]
    instance.set_register("text_top", 0)
    return found


def saved(instance: Instance) -> tuple[bytes, bytes]:
    return instance.save().data, instance.save_knowledge().data


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.rpartition("/")[2])
def test_games_are_the_same(ruleset: str) -> None:
    program, numbers = program_of(ruleset), random.Random(3)
    both: list[Instance] = [CPythonInstance(program), WasmInstance(program, compiled(ruleset))]
    for seed, steps in [(0, STEPS), (1, 5)]:
        for instance in both:
            begin(instance, seed)
        for _ in range(steps):
            one, other = map(seen, both)
            assert one == other
            if not one["waiting_count"]:
                break
            option = numbers.randrange(one["offered"][0][1])
            offered = [instance.step(option) for instance in both]
            assert offered[0] == offered[1]
            assert saved(both[0]) == saved(both[1])
            if offered[0] < 0:
                assert both[0].register("status") == both[1].register("status") == 0
                for instance in both:
                    instance.call("ask_anew")
    assert both[0].save().clock[0] > 0


def play(instance: Instance, steps: int, seed: int = 1) -> list[Position]:
    """The positions of a game whose options are drawn at random."""
    numbers = random.Random(seed)
    begin(instance, seed)
    instance.call("rest")
    positions = [instance.save()]
    for _ in range(steps):
        count = instance.region("offered_count")[instance.region("waiting")[0]]
        if instance.step(numbers.randrange(count)) <= 0:
            break
        positions.append(instance.save())
    return positions


def test_positions_move_between_executors() -> None:
    program = program_of(LANTERNS)
    wasm, cpython = WasmInstance(program, compiled(LANTERNS)), CPythonInstance(program)
    for instance in [wasm, cpython]:
        instance.call("start")
    for positions, other in [(play(wasm, 40), cpython), (play(cpython, 40), wasm)]:
        assert len(positions) > 20
        for position in random.Random(4).sample(positions, 20):
            assert other.load(position)
            assert other.save() == position
            assert not other.load(other.save())
    knowledge = wasm.save_knowledge()
    cpython.load_knowledge(knowledge)
    assert cpython.save_knowledge().data == knowledge.data
    wasm.load_knowledge(cpython.save_knowledge())
    assert wasm.save_knowledge() == knowledge


def test_a_position_stays_in_memory_until_somebody_needs_it() -> None:
    program = program_of(LANTERNS)
    expected = [position.data for position in play(CPythonInstance(program), 30)]
    wasm = WasmInstance(program, compiled(LANTERNS))
    assert [position.data for position in play(wasm, 30)] == expected
    positions = play(wasm, 30)
    assert not wasm.load(positions[-1])
    assert wasm.load(positions[-2])
    assert wasm.save().data == expected[-2]
    assert wasm.load(positions[-1])
    last = wasm.save()
    assert pickle.loads(pickle.dumps(last)) == copy.deepcopy(last) == last
    del wasm
    gc.collect()
    assert [position.data for position in positions] == expected
    assert last.data == expected[-1]


def test_what_nobody_refers_to_is_used_again() -> None:
    """A position is right whether somebody has kept those before it, has read them, or hasn't even looked."""
    program, numbers = program_of(LANTERNS), random.Random(7)
    cpython, wasm = CPythonInstance(program), WasmInstance(program, compiled(LANTERNS))
    kept: list[tuple[Position, bytes]] = []
    for seed in range(3):
        for instance in (cpython, wasm):
            begin(instance, seed)
            instance.call("rest")
        offered = wasm.region("offered_count")[wasm.region("waiting")[0]]
        while offered > 0:
            option = numbers.randrange(offered)
            offered = wasm.step(option)
            assert cpython.step(option) == offered
            expected = cpython.save().data
            match numbers.randrange(4):
                case 0:
                    assert wasm.save().data == expected
                case 1:
                    kept.append((wasm.save(), expected))
                case 2:
                    wasm.save()
        assert wasm.save().data == expected
    assert len(kept) > 20 and all(position.data == data for position, data in kept)


def test_registers_between_steps() -> None:
    """Code keeps them from step to step; a host that reads or writes one finds it as it is."""
    wasm = WasmInstance(program_of(LANTERNS), compiled(LANTERNS))
    begin(wasm, 1)
    wasm.call("rest")
    for register in ("logging", "text_top"):
        wasm.set_register(register, 0)
    wasm.step(0)
    wasm.step(0)
    assert wasm.register("text_top") == 0 and wasm.count_waiting() == wasm.register("waiting_count") > 0
    wasm.set_register("logging", 1)
    wasm.step(0)
    wasm.step(0)
    assert wasm.register("logging") == 1 and wasm.register("text_top") > 0


def test_asking_leaves_the_position() -> None:
    wasm = WasmInstance(program_of(LANTERNS), compiled(LANTERNS))
    position = play(wasm, 10)[-1]
    wasm.ask("activate", 1)
    wasm.ask("push", 1)
    wasm.ask("finish_list", 0)
    wasm.ask("fail", 7)
    assert not wasm.load(position)
    assert (wasm.register("status"), wasm.register("active")) == (0, 0)
    assert wasm.save() == position


def trapping() -> TinyProgram:
    """Functions that go on for ever, and that leave memory."""
    deeper = Binary("+", Call("nest_for_ever", (Name("n"),)), Const(1))
    far_away = Binary("*", Name("n"), Name("n"))
    before_all = Load("variables", Negative(Name("n")))
    return tiny_program(
        Function("nest_for_ever", ("n",), True, (Return(deeper),)),
        Function("leave", ("n",), False, (Assign("n", far_away), Store("known_lists", Name("n"), Const(1)))),
        Function("change", ("n",), True, (Store("variables", Const(0), Const(5)), Return(before_all))),
        numbers={"VARIABLES": 2},
    )


def test_traps() -> None:
    wasm = on_wasm(trapping())
    wasm.call("start")
    position = wasm.save()
    with pytest.raises(MachineTrap, match="call stack exhausted") as caught:
        wasm.call("nest_for_ever", 1)
    assert caught.value.too_deep
    assert caught.value.function == "nest_for_ever"
    for name, arguments in [("leave", [20_000]), ("change", [20_000])]:
        with pytest.raises(MachineTrap, match="out of bounds memory access") as caught:
            wasm.call(name, *arguments)
        assert not caught.value.too_deep
        assert caught.value.function == name
        assert wasm.load(position)
        assert wasm.region("variables")[:] == [0, 0]
        assert wasm.save() == position


def test_a_trap_in_a_step_leaves_the_position_before() -> None:
    program = program_of(LANTERNS)
    endless = "def rested():\n    return rested() + 1\n"
    wasm = on_wasm(program, {"rested": endless})
    begin(wasm, 1)
    wasm.call("rest")
    before = wasm.save().data
    for _ in range(3):
        latest = wasm.latest
        with pytest.raises(MachineTrap) as caught:
            wasm.step(0)
        assert caught.value.too_deep
        position = wasm.position_of(latest)
        assert position.data == before
        assert wasm.load(position)
        assert wasm.save().data == before
        wasm.call("ask_anew")


def test_instances_share_nothing() -> None:
    program = program_of(LANTERNS)
    one, other = (WasmInstance(program, compiled(LANTERNS)) for _ in range(2))
    begin(one, 1)
    assert other.register("waiting_count") == 0
    assert not any(other.region("zone_of"))
    alone = [position.data for position in play(one, 20, seed=7)]
    play(other, 10, seed=8)
    assert [position.data for position in play(one, 20, seed=7)] == alone


def test_a_module_as_bytes() -> None:
    data = compiled(LANTERNS).to_bytes()
    wasm = WasmInstance(program_of(LANTERNS), CompiledModule.from_bytes(data))
    assert play(wasm, 5)[-1] == play(CPythonInstance(program_of(LANTERNS)), 5)[-1]
    with pytest.raises(NoWebAssembly):
        CompiledModule.from_bytes(data.replace(b"\x7fELF", b"\x7fWAS"))


def test_memory_outlives_its_instance() -> None:
    wasm = WasmInstance(program_of(LANTERNS), compiled(LANTERNS))
    begin(wasm, 1)
    region, found = wasm.region("zone_of"), wasm.region("zone_of")[:]
    del wasm
    gc.collect()
    assert region[:] == found


def test_threads_that_share_an_instance_leave_the_process_alone() -> None:
    """What they come to is undefined, but each call is made alone."""
    code = """
import sys, threading
from contextlib import suppress
import artrules
ruleset = artrules.load("avant_carde")
def play():
    for seed in range(5):
        with suppress(Exception):
            ruleset.new_game(players=2, seed=seed, log=False).play(seed=seed)
play()
threads = [threading.Thread(target=play) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    environment = {**os.environ, "ARTRULES_EXECUTOR": "wasm"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=PATIENCE)


def test_wasmtime_is_imported_when_something_is_compiled() -> None:
    code = "import sys, artrules, artrules.engine.execute.wasm; print([m for m in sys.modules if 'wasmtime' in m])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_where_wasmtime_is_missing(tmp_path: Any) -> None:
    (tmp_path / "wasmtime.py").write_text("raise ImportError('not for this machine')")
    code = (
        "from artrules.engine.execute.native import NativeModule, NoWebAssembly\n"
        "try:\n    NativeModule.compile(b'')\nexcept NoWebAssembly as problem:\n    print(problem)\n"
    )
    path = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    found = subprocess.run([sys.executable, "-c", path + code], capture_output=True, text=True, check=True)
    assert "not for this machine" in found.stdout


def test_looking_ahead_is_bounded_by_the_words_that_it_keeps() -> None:
    program = program_of("avant_carde")
    large = {"words_in_slot": f"def words_in_slot():\n    return {MOST_WORDS_AHEAD // 2 + 1}\n"}
    found = []
    for instance in [CPythonInstance(program, replacements=large), on_wasm(program, large)]:
        begin(instance, 1)
        instance.call("rest")
        offered, steps = 1, 0
        while offered > 0:
            before = instance.save()
            latest = instance.latest
            offered, steps = instance.step(0), steps + 1
        assert instance.position_of(latest) == before
        found.append((steps, before.data, [instance.register(n) for n in ("status", "fault", "failed_at")]))
    assert found[0] == found[1]
    assert found[0][2][:2] == [FAULTY, AHEAD_FULL]


if hasattr(os, "fork"):

    def test_a_forked_process_compiles() -> None:
        code = (
            "import os, sys, wasmtime\n"
            "from artrules.engine.execute.native import NativeInstance, NativeModule\n"
            "functions = '(func (result i32) i32.const 1)' * 50\n"
            "module = bytes(wasmtime.wat2wasm(f'(module (memory (export \"memory\") 1) {functions})'))\n"
            "first = NativeModule.compile(module)\n"
            "child = os.fork()\n"
            "if child:\n    sys.exit(os.waitpid(child, 0)[1])\n"
            "for each in (first, NativeModule.compile(module)):\n    NativeInstance(each)\n"
            "os._exit(0)\n"
        )
        subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)

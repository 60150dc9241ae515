"""A game on both executors side by side, so that what they leave in memory can be compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from artrules.execute.compiled import CompiledModule
from artrules.execute.cpython import CPythonInstance
from artrules.execute.instance import Instance
from artrules.execute.native import NoWebAssembly
from artrules.execute.wasm import WasmInstance
from artrules.game.inspection.machine_game import MachineGame
from artrules.lower.program import Program
from artrules.webassembly.module import build_module

Make = Callable[[Program], tuple[Instance, Instance]]
"""Makes the two instances of a program that are compared."""


def both_executors(program: Program) -> tuple[Instance, Instance]:
    """An instance on each executor. Raises NoWebAssembly."""
    return CPythonInstance(program), WasmInstance(program, CompiledModule.compile(build_module(program)))


@lru_cache(maxsize=16)
def games_on_both(program: Program, make: Make = both_executors) -> tuple[MachineGame, MachineGame] | None:
    """What plays games of a program on two instances, the same at each call; None on a machine without WebAssembly."""
    try:
        here, there = make(program)
    except NoWebAssembly:
        return None
    return MachineGame(program, here), MachineGame(program, there)

"""Instances of both executors, for tests that compare them or run on either."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.native import CompiledModule
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.machine_code.program import Linkable
from artrules.engine.webassembly.module import build_module

MakeInstance = Callable[[Linkable], Instance]


def on_cpython(program: Linkable) -> CPythonInstance:
    """An instance under CPython, whose memory checks every access."""
    return CPythonInstance(program, CHECKED)


def on_wasm(program: Linkable, replacements: Mapping[str, str] | None = None) -> WasmInstance:
    """An instance of a module that is compiled for it."""
    return WasmInstance(program, CompiledModule.compile(build_module(program, replacements=replacements)))


EXECUTORS = [on_cpython, on_wasm]

"""Which executor plays the games of a program: CPython at first, WebAssembly as soon as that pays.

To compile a module takes as long as some thousand choices under CPython. So a program is compiled after as many, and at
once where a bot thinks, which is work for thousands of choices. The module is kept (`stored/cache.py`), and the next
process plays with it from the beginning.
"""

import logging
import os
from functools import cache

from artrules.engine.execute.native import CompiledModule, NoWebAssembly
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.machine_code.program import Linkable
from artrules.engine.webassembly.module import Template, build_module, machine_template
from artrules.play.stored.cache import find, keep, key_of

VARIABLE = "ARTRULES_EXECUTOR"
"""The environment variable that says which executor plays all games: `cpython` or `wasm`."""
CHOICES_BEFORE = 5_000
"""So many choices are made under CPython before a program is compiled."""
_MODULE, _TEMPLATE = "module", "template"


class UnknownExecutor(ValueError):
    """The environment asks for an executor that there is not."""


def forced_executor() -> str | None:
    """The executor that the environment asks for. Raises UnknownExecutor."""
    name = os.environ.get(VARIABLE) or None
    if name not in (None, "cpython", "wasm"):
        raise UnknownExecutor(f"{VARIABLE} is {name!r}: it may be `cpython` or `wasm`")
    return name


def cached_instance(program: Linkable, key: str | None) -> WasmInstance | None:
    """An instance of the module that an earlier process has compiled; None where there is none. `key` names all that
    the program was made of."""
    data = find(_MODULE, key_of(key)) if key is not None else None
    if data is None:
        return None
    try:
        return _ready(WasmInstance(program, CompiledModule.from_bytes(data)))
    except NoWebAssembly:
        return None  # another version of wasmtime has made it


def compiled_instance(program: Linkable, key: str | None) -> WasmInstance:
    """An instance of a program's module, which is compiled if no process has done that before. Raises NoWebAssembly."""
    instance = cached_instance(program, key)
    if instance is not None:
        return instance
    compiled = CompiledModule.compile(build_module(program, template=_template()))
    if key is not None:
        keep(_MODULE, key_of(key), compiled.to_bytes())
    return _ready(WasmInstance(program, compiled))


def _ready(instance: WasmInstance) -> WasmInstance:
    """An instance that may load positions: its memory knows the start values."""
    instance.call("start")
    return instance


@cache
def _template() -> Template:
    """What all modules share, which is the same for all programs."""
    key = key_of()
    data = find(_TEMPLATE, key)
    if data is not None:
        return Template.from_bytes(data)
    template = machine_template()
    keep(_TEMPLATE, key, template.to_bytes())
    return template


@cache
def say_once(reason: str) -> None:
    """Say that games are played under CPython, because modules can't run here."""
    logging.getLogger("artrules").warning("games are played without WebAssembly, which is slower: %s", reason)

"""Compiled modules and instances of them, through wasmtime's C API.

wasmtime's own Python functions take 24 µs a call, because they look up and convert everything each time. Here it is
prepared once: a call takes a quarter of a microsecond.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any
from weakref import finalize

from artrules.engine.execute.instance import MachineTrap
from artrules.engine.webassembly.module import Module
from artrules.text.record import dataclass

STRIDE = 4
"""How many places in the numbers of a call lie from one argument to the next."""
_MOST_NUMBERS = 8
_STACK_OVERFLOW = 0
"""The code of that trap (`wasmtime_trap_code_enum`)."""
STACK_BYTES = 1 << 20
"""How much of its thread's stack code may use. Every thread has that much."""
GUARD_BYTES = 1 << 30
"""Addresses after the memory of a module that nothing may use. Where they are more than the offset of an access, code
needn't compare its address with the end of memory; no module has more memory than this."""
PROFILED = "ARTRULES_PERF"
"""The environment variable with which Linux's `perf` learns the names of functions (docs/inside/performance.md)."""
_MAP_FOR_PERF = 3
"""The number of that way to profile (`wasmtime_profiling_strategy_enum`)."""
_NARROW = 0
"""The number of the type of 32-bit numbers (`wasm_valkind_enum`)."""
_IS_FUNCTION = 0
"""What an import is (`wasmtime_extern_kind_t`)."""
_EMPTY = ctypes.create_string_buffer(1)
_POINTER = ctypes.c_void_p


class NoWebAssembly(Exception):
    """Modules can't run here. The text says why."""


class NativeModule:
    """A module compiled to native code."""

    def __init__(self, make: str, data: bytes) -> None:
        """Makes a module of bytes by a function of the C API. Raises NoWebAssembly."""
        c = _c_api()
        self.engine = _engine_of(os.getpid())
        self.pointer = pointer = ctypes.POINTER(c.wasmtime_module_t)()
        source = ctypes.cast(ctypes.c_char_p(data), ctypes.POINTER(ctypes.c_uint8))
        _refuse(getattr(c, make)(self.engine, source, len(data), ctypes.byref(pointer)))
        finalize(self, _c_api().wasmtime_module_delete, pointer).atexit = False

    @staticmethod
    def compile(code: bytes) -> NativeModule:
        """Compile the bytes of a module. Raises NoWebAssembly."""
        return NativeModule("wasmtime_module_new", code)

    @staticmethod
    def from_bytes(data: bytes) -> NativeModule:
        """What `to_bytes` has given. It isn't checked: it must come from where only the user writes. Raises
        NoWebAssembly where another version of wasmtime made it."""
        return NativeModule("wasmtime_module_deserialize", data)

    def to_bytes(self) -> bytes:
        """The native code, for this version of wasmtime and this kind of machine."""
        text = _c_api().wasm_byte_vec_t()
        _refuse(_c_api().wasmtime_module_serialize(self.pointer, ctypes.byref(text)))
        return _taken(text)


def _refuse(error: Any) -> None:
    if error:
        reason = _message(_c_api().wasmtime_error_message, error)
        _c_api().wasmtime_error_delete(error)
        raise NoWebAssembly(reason)


class NativeInstance:
    """An instance of a compiled module: its memory, and calls of its functions."""

    def __init__(self, module: NativeModule, imported: Callable[[int], int] | None = None) -> None:
        """`imported` is the function that the module imports, if it imports one. Raises NoWebAssembly where there isn't
        enough memory."""
        c = _c_api()
        self._raised: BaseException | None = None
        """What the imported function has raised: `fail` raises it again."""
        self._kept: list[Any] = [module]
        """What calls point to."""
        store = c.wasmtime_store_new(module.engine, None, ctypes.cast(0, ctypes.CFUNCTYPE(None, _POINTER)))
        self._context = c.wasmtime_store_context(store)
        self._instance = c.wasmtime_instance_t()
        self._trap = _POINTER()
        self.trapped = memoryview(self._trap).cast("B").cast("Q")
        """Not 0 after a call that trapped."""
        trap = ctypes.cast(ctypes.byref(self._trap), ctypes.POINTER(ctypes.POINTER(c.wasm_trap_t)))
        externs = (c.wasmtime_extern_t * 1)(self._imported(imported)) if imported is not None else None
        count, instance_pointer = int(imported is not None), ctypes.byref(self._instance)
        _refuse(c.wasmtime_instance_new(self._context, module.pointer, externs, count, instance_pointer, trap))
        memory = ctypes.byref(self._export("memory").of.memory)
        start = ctypes.cast(c.wasmtime_memory_data(self._context, memory), _POINTER).value
        room = _memory_type(c.wasmtime_memory_data_size(self._context, memory)).from_address(start)
        # Memory lasts as long as anybody may look at it.
        finalize(room, c.wasmtime_store_delete, store).atexit = False
        self.memory = memoryview(room).cast("B")

    def _imported(self, function: Callable[[int], int]) -> Any:
        """A function of Python that takes and gives a number of 32 bits, as the C API wants it. What it raises ends the
        call of the module."""
        c = _c_api()

        def called(environment: Any, caller: Any, numbers: Any, count: Any) -> int:
            try:
                numbers[0].i32 = function(numbers[0].i32)
            except BaseException as problem:  # no exception may pass through native code
                self._raised = problem
                return ctypes.cast(c.wasmtime_trap_new(_EMPTY, 0), _POINTER).value or 0
            return 0

        callback = c.wasmtime_func_unchecked_callback_t(called)
        extern = c.wasmtime_extern_t()
        extern.kind = _IS_FUNCTION
        type_ = _type_of_import()
        no_finalizer = ctypes.cast(0, ctypes.CFUNCTYPE(None, _POINTER))
        function_pointer = ctypes.byref(extern.of.func)
        c.wasmtime_func_new_unchecked(self._context, type_, callback, None, no_finalizer, function_pointer)
        c.wasm_functype_delete(type_)
        self._kept.append(callback)
        return extern

    def prepare(self, export: str) -> tuple[Callable[[], int | None], memoryview]:
        """A call of an exported function, and the numbers that it takes and gives: every fourth. What it gives itself,
        and `trapped`, say whether it has failed; then `fail` must be called."""
        function = self._export(export)
        numbers = (_c_api().wasmtime_val_raw_t * _MOST_NUMBERS)()
        self._kept += [function, numbers]
        call = partial(
            _call_unchecked(),
            ctypes.byref(self._context.contents),
            ctypes.byref(function.of.func),
            ctypes.byref(numbers),
            ctypes.byref(ctypes.c_char.from_address(_MOST_NUMBERS)),  # a number as wide as an address
            ctypes.byref(self._trap),
        )
        return call, memoryview(numbers).cast("B").cast("i")

    def fail(self, function: str, error: int | None) -> MachineTrap:
        """What is to be raised after a call of a function that has failed. Raises what the imported function has
        raised."""
        c = _c_api()
        if error:
            failed = ctypes.cast(error, ctypes.POINTER(c.wasmtime_error_t))
            reason = _message(c.wasmtime_error_message, failed)
            c.wasmtime_error_delete(failed)
            self._raise_again()
            return MachineTrap(function, reason, too_deep=False)
        trap = ctypes.cast(self._trap, ctypes.POINTER(c.wasm_trap_t))
        code = ctypes.c_uint8()
        has_code = c.wasmtime_trap_code(trap, ctypes.byref(code))
        frame = c.wasm_trap_origin(trap)
        name = c.wasmtime_frame_func_name(frame) if frame else None
        if name:
            function = ctypes.string_at(name.contents.data, name.contents.size).decode()
        if frame:
            c.wasm_frame_delete(frame)
        reason = _message(c.wasm_trap_message, trap)
        c.wasm_trap_delete(trap)
        self._trap.value = None
        self._raise_again()
        return MachineTrap(function, reason, too_deep=bool(has_code) and code.value == _STACK_OVERFLOW)

    def _raise_again(self) -> None:
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def _export(self, name: str) -> Any:
        extern = _c_api().wasmtime_extern_t()
        text = ctypes.create_string_buffer(name.encode())
        if not _c_api().wasmtime_instance_export_get(
            self._context, ctypes.byref(self._instance), text, len(name), ctypes.byref(extern)
        ):
            raise ValueError(f"the module exports no {name}")
        return extern


@cache
def _c_api() -> Any:
    """wasmtime's C API, as it binds it itself. Raises NoWebAssembly."""
    if sys.byteorder == "big":
        raise NoWebAssembly("this machine keeps the highest byte of a number first")
    try:
        return import_module("wasmtime._bindings")
    except (ImportError, OSError, RuntimeError) as problem:
        raise NoWebAssembly(f"wasmtime can't be used: {problem}") from None


_engines: dict[int, Any] = {}


def _engine_of(process: int) -> Any:
    """The compiler of a process. Only the first one works in parallel: its threads don't live on in a process that was
    forked from that one, and waiting for them would never end."""
    if process not in _engines:
        c = _c_api()
        config = c.wasm_config_new()
        c.wasmtime_config_max_wasm_stack_set(config, STACK_BYTES)
        c.wasmtime_config_memory_guard_size_set(config, GUARD_BYTES)
        c.wasmtime_config_parallel_compilation_set(config, not _engines)
        if os.environ.get(PROFILED):
            c.wasmtime_config_profiler_set(config, _MAP_FOR_PERF)
        _engines[process] = c.wasm_engine_new_with_config(config)
    return _engines[process]


@cache
def _call_unchecked() -> Any:
    """The C function that calls a function of a module. All its arguments must come from `byref`: those ctypes hands on
    as they are, while for any other one it makes an object in each call. No other thread of Python runs meanwhile: two
    in one instance would end the process."""
    address = ctypes.cast(_c_api().dll.wasmtime_func_call_unchecked, _POINTER).value
    assert address is not None
    return ctypes.PYFUNCTYPE(_POINTER)(address)


def _type_of_import() -> Any:
    """The type of functions that take and give a number of 32 bits. Whoever asks for it deletes it."""
    c = _c_api()
    types = []
    for _ in range(2):
        numbers = c.wasm_valtype_vec_t()
        narrow = (ctypes.POINTER(c.wasm_valtype_t) * 1)(c.wasm_valtype_new(_NARROW))
        c.wasm_valtype_vec_new(ctypes.byref(numbers), 1, narrow)
        types.append(numbers)
    return c.wasm_functype_new(*map(ctypes.byref, types))


@cache
def _memory_type(size: int) -> Any:
    """The type of so many bytes of memory."""
    return type("Memory", (ctypes.c_uint8 * size,), {})


def _message(function: Any, source: Any) -> str:
    """What a function of the C API says about an error or a trap."""
    text = _c_api().wasm_byte_vec_t()
    function(source, ctypes.byref(text))
    lines = [line.strip() for line in _taken(text).decode().splitlines()]
    trap = [line.removeprefix("wasm trap: ") for line in lines if line.startswith("wasm trap: ")]
    return " ".join(trap or lines)


def _taken(text: Any) -> bytes:
    """The bytes that the C API has given."""
    content = ctypes.string_at(text.data, text.size)
    _c_api().wasm_byte_vec_delete(ctypes.byref(text))
    return content


# Modules with their native code. Instances share them, and a cache can keep them as bytes.


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """A module (`webassembly/module.py`) compiled by wasmtime, which is imported only when one is made."""

    module: Module
    native: NativeModule

    @staticmethod
    def compile(module: Module) -> CompiledModule:
        """Compile a module. Raises NoWebAssembly."""
        return CompiledModule(module, NativeModule.compile(module.code))

    def to_bytes(self) -> bytes:
        """The module as bytes, for this version of wasmtime and this kind of machine. They are native code and may hold
        any Python object: they must come from where only the user writes."""
        return pickle.dumps((self.module, self.native.to_bytes()), pickle.HIGHEST_PROTOCOL)

    @staticmethod
    def from_bytes(data: bytes) -> CompiledModule:
        """What `to_bytes` has given. Raises NoWebAssembly, also where another version of wasmtime made it."""
        module, native = pickle.loads(data)
        return CompiledModule(module, NativeModule.from_bytes(native))

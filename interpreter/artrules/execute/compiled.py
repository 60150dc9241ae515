"""Modules with their native code. Instances share them, and a cache can keep them as bytes."""

from __future__ import annotations

import pickle

from artrules.execute.native import NativeModule
from artrules.record import dataclass
from artrules.webassembly.module import Module


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

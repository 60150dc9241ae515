"""Plants faults in the translator: a copy of its package with some text replaced, beside the sound one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from runpy import run_path
from shutil import copytree, ignore_patterns
from typing import Any

import artrules.engine.webassembly
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.native import CompiledModule
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.program import Program

PACKAGE = "artrules.engine.webassembly"
SMALL_MODULES = Path(__file__).parent / "small_modules.py"
Change = tuple[str, str, str]
"""A module, a text that stands in it once, and what stands there instead."""


@dataclass(frozen=True)
class Translator:
    """What is used of a translator: `build_module`, and `SmallModule` of `small_modules.py`."""

    build_module: Any
    small_module: Any

    def instances(self, program: Program) -> tuple[Instance, Instance]:
        """An instance on CPython, and one of the module that this translator makes."""
        return CPythonInstance(program), WasmInstance(program, CompiledModule.compile(self.build_module(program)))


def with_faults(changes: Iterable[Change], folder: Path) -> Translator:
    """A translator with faults, whose files are put into a folder."""
    copytree(Path(artrules.engine.webassembly.__file__).parent, folder, ignore=ignore_patterns("__pycache__"))
    for module, sound, faulty in changes:
        path = folder / f"{module}.py"
        text = path.read_text(encoding="utf-8")
        assert text.count(sound) == 1, f"{sound!r} stands {text.count(sound)} times in {module}"
        path.write_text(text.replace(sound, faulty), encoding="utf-8")
    with _another_package(folder):
        build_module = import_module(f"{PACKAGE}.module").build_module
        return Translator(build_module, run_path(str(SMALL_MODULES))["SmallModule"])


@contextmanager
def _another_package(folder: Path) -> Iterator[None]:
    """Lets the package be the one in a folder, for a while."""
    ours = {name: module for name, module in sys.modules.items() if name == PACKAGE or name.startswith(f"{PACKAGE}.")}
    for name in ours:
        del sys.modules[name]
    spec = spec_from_file_location(PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    sys.modules[PACKAGE] = module_from_spec(spec)
    try:
        spec.loader.exec_module(sys.modules[PACKAGE])
        yield
    finally:
        for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        sys.modules.update(ours)

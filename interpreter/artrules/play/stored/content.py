"""Reads rulesets: from the cache, where the same files were read before.

An entry's key names all YAML files with their texts; scenarios by name only, because they change no game. Which tables
(CSV) there are is only known from these. So an entry says which it has read, and is of use while they are unchanged.
"""

from __future__ import annotations

import copyreg
import json
import marshal
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from artrules.engine.execute.cpython import compiled_code, take_code
from artrules.engine.lower.configuration import Configuration
from artrules.engine.lower.program import Program
from artrules.engine.lower.tables import Code, code_of, with_own_powers
from artrules.engine.machine_code.program import Functions
from artrules.model.catalogue.locations import OutsideContent
from artrules.model.declare.overlay_conditions import Names
from artrules.model.ir.declarations import Declaration
from artrules.model.ir.model import Model
from artrules.model.ir.node import Node
from artrules.play.content import Content
from artrules.play.stored import cache as store
from artrules.play.stored.verdicts import (
    FilesNow,
    names_libraries,
    read_files,
    tables_read,
    unchanged_tables,
)
from artrules.text.diagnostics.diagnostic import Diagnostic

if TYPE_CHECKING:
    from artrules.play.workspace import Workspace

# Pickles of content, and of programs that refer to its model.
#
# Declarations and nodes are told apart by identity, so a program must come back with those of the model that is there.
# In its pickle they are numbers: the order in which they came when the content was pickled.

_SHARED = (Node, Declaration, Model)


def dump_content(content: object) -> tuple[bytes, list[object]]:
    """A pickle, and the parts of it that programs share."""
    writer = _ContentPickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL)
    writer.dump(content)
    shared = list(writer.shared.values())
    writer.dump(shared)  # as references into what was written before
    return file.getvalue(), shared


def load_content(data: bytes) -> tuple[Any, list[object]]:
    """What `dump_content` was given, and the parts that programs share."""
    reader = pickle.Unpickler(BytesIO(data))
    return reader.load(), reader.load()


def dump_model(model: Model, content: object) -> tuple[bytes, list[object]]:
    """A pickle of a model of content, which must be there when it is loaded, and the parts that programs share."""
    writer = _ContentPickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL)
    writer.outside = content
    writer.dump(model)
    shared = list(writer.shared.values())
    writer.dump(shared)
    return file.getvalue(), shared


def load_model(data: bytes, content: object) -> tuple[Model, list[object]]:
    """What `dump_model` was given, and the parts that programs share."""
    reader = _ProgramUnpickler(BytesIO(data))
    reader.shared = [content]
    return reader.load(), reader.load()


def dump_program(program: object, shared: Sequence[object]) -> bytes:
    """A pickle that refers to shared parts of content."""
    writer = _ProgramPickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL)
    writer.numbers = {id(part): number for number, part in enumerate(shared)}
    writer.dump(program)
    return file.getvalue()


def load_program(data: bytes, shared: Sequence[object]) -> Any:
    """What `dump_program` was given."""
    reader = _ProgramUnpickler(BytesIO(data))
    reader.shared = shared
    return reader.load()


def _read_only(mapping: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(mapping)


class _Pickler(pickle.Pickler):
    dispatch_table: Mapping[type, Callable[[Any], Any]] = {
        **copyreg.dispatch_table,
        MappingProxyType: lambda mapping: (_read_only, (dict(mapping),)),
    }


class _ContentPickler(_Pickler):
    def __init__(self, file: BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self.shared: dict[int, object] = {}
        self.outside: object = None
        """What isn't pickled, but is there when the pickle is loaded."""

    def persistent_id(self, obj: object) -> int | None:
        if self.outside is not None and obj is self.outside:
            return 0
        if isinstance(obj, _SHARED):
            self.shared[id(obj)] = obj
        return None


class _ProgramPickler(_Pickler):
    numbers: Mapping[int, int]

    def persistent_id(self, obj: object) -> int | None:
        return self.numbers.get(id(obj)) if isinstance(obj, _SHARED) else None


class _ProgramUnpickler(pickle.Unpickler):
    shared: Sequence[object]

    def persistent_load(self, number: int) -> object:
        return self.shared[number]


# The programs of a ruleset, each lowered once: those that have the same code share it, and the cache keeps it.


def _lower(model: Model, configuration: Configuration, *, counting: bool = False) -> Program:
    # Here, because a program from the cache needs nothing of what lowers it.
    from artrules.engine.lower.lower import lower_model

    return lower_model(model, configuration, counting=counting)


PROGRAM_KIND = "program"
MODEL_KIND = "model"
MOST_PROGRAMS = 256
"""Programs that are held at one time."""


class Entry(NamedTuple):
    """The entry of content, or of one of its models, in the cache: what tells it from all others, and the parts to
    which programs refer."""

    digest: str
    shared: Sequence[object]


class Programs:
    """Makes programs of models. Those of models that stand in the cache are kept there, too."""

    def __init__(self, content: Content | None = None, entry: Entry | None = None) -> None:
        """`entry` is that of some content, with the models that were judged."""
        self._entries = dict.fromkeys(content.models, entry) if content is not None and entry is not None else {}
        """By the names of the overlays of a model."""
        if content is not None and entry is not None:
            content.make = partial(self._model, entry)
        self._programs: dict[tuple[Code, bool], Program] = {}

    def get(self, model: Model, configuration: Configuration, *, counting: bool = False) -> Program:
        """The program of a model for a configuration. With `counting`, its code counts what it runs."""
        code = code_of(model.overlays, configuration)
        program = self._programs.get((code, counting))
        if program is None:
            program = _lower(model, configuration, counting=True) if counting else self._stored(model, configuration)
            if len(self._programs) >= MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
            self._programs[code, counting] = program
        return with_own_powers(program, configuration)

    def _stored(self, model: Model, configuration: Configuration) -> Program:
        """A program from the cache, or lowered and put there."""
        entry = self._entries.get(model.overlays)
        if entry is None:
            return _lower(model, configuration)
        key = _program_key(entry, code_of(model.overlays, configuration))
        stored = store.find(PROGRAM_KIND, key)
        if stored is not None:
            pickled, code = pickle.loads(stored)
            stored_program: Program = load_program(pickled, entry.shared)
            stored_program = replace(
                stored_program, functions=Functions(lambda: _lower(model, stored_program.configuration).functions)
            )
            take_code(stored_program, marshal.loads(code))
            return stored_program
        program = _lower(model, configuration)
        pickled = dump_program(replace(program, functions=()), entry.shared)
        code = marshal.dumps(list(compiled_code(program)))
        store.keep(PROGRAM_KIND, key, pickle.dumps((pickled, code), pickle.HIGHEST_PROTOCOL))
        return program

    def must_lower(self, model: Model, configuration: Configuration) -> bool:
        """Whether `get` would have to lower a program that the cache can keep."""
        code, entry = code_of(model.overlays, configuration), self._entries.get(model.overlays)
        if entry is None or store.cache_folder() is None or (code, False) in self._programs:
            return False
        return store.find(PROGRAM_KIND, _program_key(entry, code)) is None

    def _model(self, entry: Entry, content: Content, names: Names) -> tuple[Model, list[Diagnostic]]:
        """A model of content that nobody judged, from the cache, or elaborated and put there; with its errors."""
        key = store.key_of(MODEL_KIND, entry.digest, json.dumps(names))
        pickled = store.find(MODEL_KIND, key)
        if pickled is not None:
            model, shared = load_model(pickled, content)
        else:
            from artrules.play.models import elaborated  # here, because it is most of the engine

            model, faults = elaborated(content, names)
            if faults:
                return model, faults
            pickled, shared = dump_model(model, content)
            store.keep(MODEL_KIND, key, pickled)
        self._entries[names] = Entry(_digest(pickled), shared)
        return model, []


def _program_key(entry: Entry, code: Code) -> str:
    overlays, players, settings, in_play = code
    return store.key_of(PROGRAM_KIND, entry.digest, json.dumps([overlays, players, settings, sorted(in_play)]))


CONTENT_KIND = "content"


def open_content(
    folder: Path, shown_as: str, extra: OutsideContent, workspace: Workspace | None = None
) -> tuple[Content, Programs]:
    """The content of a ruleset without its scenarios, as `read_content` reads it, and its programs.

    A workspace reads it in any case, so that its report is whole, and the cache has it then for others to open: with
    the model of the game without overlays alone, for the others take longer to write than to make.
    """
    read = read_files(folder, shown_as, extra)
    key = _key(read)
    stored = store.find(CONTENT_KIND, key) if key is not None and workspace is None else None
    if stored is not None:
        tables, pickled, files = pickle.loads(stored)
        if unchanged_tables(tables) is not None:
            content, shared = load_content(pickled)
            content.read_files = lambda: replace(pickle.loads(files), extra=extra)
            return content, Programs(content, Entry(_digest(pickled), shared))
    if workspace is not None:
        content = workspace.read(folder, shown_as, scenarios=False, extra=extra)
    else:
        # Here, because this is most of the engine, and not needed where the content is in the cache.
        from artrules.play.pipeline import read_content

        content = read_content(folder, shown_as, scenarios=False, extra=extra)
    # What stands in the files may have changed since the key was made.
    if read is None or key is None or not _may_be_kept(content, read) or key != _key_now(folder, shown_as, extra):
        return content, Programs()
    stored_content = content
    if workspace is not None:
        stored_content = replace(content, models={names: content.models[names] for names in {(), content.always}})
    pickled, shared = dump_content(stored_content)
    tables = tables_read(content.files)
    files = pickle.dumps(replace(content.files, extra=OutsideContent()), pickle.HIGHEST_PROTOCOL)
    store.keep(CONTENT_KIND, key, pickle.dumps((tables, pickled, files), pickle.HIGHEST_PROTOCOL))
    return stored_content, Programs(stored_content, Entry(_digest(pickled), shared))


def _key_now(folder: Path, shown_as: str, extra: OutsideContent) -> str | None:
    return _key(read_files(folder, shown_as, extra))


def _key(read: FilesNow | None) -> str | None:
    """The key of a ruleset's entry, by its files; None where nothing can be kept."""
    return store.key_of(CONTENT_KIND, *read.parts(scenarios=False)) if read is not None else None


def _may_be_kept(content: Content, read: FilesNow) -> bool:
    """Whether content has no errors, and depends on nothing that its key doesn't name."""
    files = content.files
    is_sound = not content.report.has_errors and not files.plugins
    return is_sound and names_libraries(read, files)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()

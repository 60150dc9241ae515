"""The programs of a ruleset, each lowered once: those that have the same code share it, and the cache keeps it."""

from __future__ import annotations

import json
import marshal
import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from artrules.cache import store
from artrules.execute.link import compiled_code, take_code
from artrules.ir.model import Model
from artrules.lower.configuration import Configuration
from artrules.lower.lower import lower_model
from artrules.lower.own_powers import Code, code_of, with_own_powers
from artrules.lower.program import Program
from artrules.machine_code.functions import Functions
from artrules.stored.pickles import dump_program, load_program

KIND = "program"
MOST_PROGRAMS = 256
"""Programs that are held at one time."""


class Entry(NamedTuple):
    """The entry of content in the cache: what tells it from all others, and the parts to which programs refer."""

    digest: str
    shared: Sequence[object]


class Programs:
    """Makes programs of models; with an entry, of the models in that content."""

    def __init__(self, entry: Entry | None = None) -> None:
        self._entry = entry
        self._known: dict[tuple[Code, bool], Program] = {}

    def get(self, model: Model, configuration: Configuration, *, counting: bool = False) -> Program:
        """The program of a model for a configuration. With `counting`, its code counts what it runs."""
        code = code_of(model.overlays, configuration)
        known = self._known.get((code, counting))
        if known is None:
            known = lower_model(model, configuration, counting=True) if counting else self._stored(model, configuration)
            if len(self._known) >= MOST_PROGRAMS:
                del self._known[next(iter(self._known))]
            self._known[code, counting] = known
        return with_own_powers(known, configuration)

    def _stored(self, model: Model, configuration: Configuration) -> Program:
        """A program from the cache, or lowered and put there."""
        entry = self._entry
        if entry is None:
            return lower_model(model, configuration)
        overlays, players, settings, in_play = code_of(model.overlays, configuration)
        key = store.key_of(KIND, entry.digest, json.dumps([overlays, players, settings, sorted(in_play)]))
        stored = store.find(KIND, key)
        if stored is not None:
            pickled, code = pickle.loads(stored)
            found: Program = load_program(pickled, entry.shared)
            found = replace(found, functions=Functions(lambda: lower_model(model, found.configuration).functions))
            take_code(found, marshal.loads(code))
            return found
        program = lower_model(model, configuration)
        pickled = dump_program(replace(program, functions=()), entry.shared)
        code = marshal.dumps(list(compiled_code(program)))
        store.keep(KIND, key, pickle.dumps((pickled, code), pickle.HIGHEST_PROTOCOL))
        return program

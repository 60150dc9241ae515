"""What the file that `artrules build` writes holds: a module that reaches nothing outside, and its description."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import pytest
import wasmtime
from jsonschema import Draft202012Validator

import artrules
from artrules.bots.uniform import UniformBot
from artrules.machine_code.machine import find_machine
from artrules.standalone.build import build_standalone
from artrules.standalone.description import Description
from artrules.standalone.json_schema import json_schema

GAMES = ("avant_carde", "art_decko", "bioutifoul", "vintage")
BEYOND = 1_000_000


class File:
    """A file of a ruleset, with the fewest players."""

    def __init__(self, ruleset: artrules.Ruleset) -> None:
        runtime, chosen = ruleset.runtime(ruleset.fewest_players)
        self.ruleset = ruleset
        self.code = build_standalone(runtime.program, ruleset.content_hash, chosen)
        self.engine = wasmtime.Engine()
        self.module = wasmtime.Module(self.engine, self.code)

    @property
    def description(self) -> dict[str, Any]:
        """The description, which is the last section."""
        found: dict[str, Any] = json.loads(self.code[self.code.rindex(b"\x08artrules{") + 9 :])
        return found


@pytest.fixture(scope="module", params=GAMES)
def file(request: pytest.FixtureRequest) -> File:
    return File(artrules.load(request.param))


def test_it_imports_nothing_and_its_memory_does_not_grow(file: File) -> None:
    assert file.module.imports == []
    [memory] = [export.type for export in file.module.exports if isinstance(export.type, wasmtime.MemoryType)]
    assert memory.limits.min == memory.limits.max


def test_the_description_has_the_form_of_its_schema(file: File) -> None:
    description = file.description
    assert list(Draft202012Validator(json_schema()).iter_errors(description)) == []
    assert list(description) == list(Description.__annotations__)
    assert description["content"] == file.ruleset.content_hash
    assert {name for name, place in description["regions"].items() if place["used"]} == {
        name for name, region in find_machine().regions.items() if region.used
    }


def test_functions_are_called_as_described(file: File) -> None:
    exports = {export.name for export in file.module.exports}
    assert {"memory", "seed", "digest", "step"} <= exports
    for function in file.description["functions"].values():
        assert f"invoke_{len(function['parameters'])}{'_gives' * function['gives']}" in exports


def test_a_whole_game_inside(file: File) -> None:
    """A host that lets the machine's own bot play needs no more than this."""
    store = wasmtime.Store(file.engine)
    exports: Any = wasmtime.Instance(store, file.module, []).exports(store)
    functions = file.description["functions"]
    numbers = file.description["numbers"]
    exports["invoke_0"](store, functions["start"]["number"])
    exports["seed"](store, 7)
    exports["invoke_0"](store, functions["begin"]["number"])
    exports["invoke_0"](store, functions["rest"]["number"])
    made = exports["invoke_3_gives"](store, functions["play"]["number"], BEYOND, BEYOND, numbers["UNIFORM"])
    address = exports["digest"](store)
    digest = ctypes.string_at(ctypes.addressof(exports["memory"].data_ptr(store).contents) + address, 16)

    game = file.ruleset.new_game(seed=7, log=False)
    bots = [UniformBot(7, player) for player in range(1, game.players + 1)]
    choices = 0
    while game.decisions:
        [decision, *_] = game.decisions
        game.choose(bots[decision.player - 1].choose(decision, dict))
        choices += 1
    assert (made, digest.hex()) == (choices, game.digest())

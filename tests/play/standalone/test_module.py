"""What the file that `artrules build` writes holds: a module that reaches nothing outside, and its description."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import pytest
import wasmtime
from jsonschema import Draft202012Validator

import artrules
from artrules.engine.machine_code.machine import find_machine
from artrules.lab.bots.strategies import UniformBot
from artrules.play.standalone.build import build_standalone
from artrules.play.standalone.description import Description, json_schema

GAMES = ("avant_carde", "art_decko", "bioutifoul", "vintage")
BEYOND = 1_000_000


class File:
    """A file of a ruleset, with the fewest players."""

    def __init__(self, ruleset: artrules.Ruleset) -> None:
        runtime, chosen = ruleset.runtime(ruleset.fewest_players)
        self.ruleset = ruleset
        self.code = build_standalone(runtime, ruleset.content_hash, chosen)
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


class WholeGame:
    """A whole game that the machine's own bot has played in a module: a host needs no more than this. And the same game
    played through the API. `made` are the choices in the module, `choices` those through the API."""

    def __init__(self, file: File) -> None:
        self.store = wasmtime.Store(file.engine)
        self.exports: Any = wasmtime.Instance(self.store, file.module, []).exports(self.store)
        self.functions = file.description["functions"]
        self.call("invoke_0", "start")
        self.exports["seed"](self.store, 7)
        self.call("invoke_0", "begin")
        self.call("invoke_0", "rest")
        uniform = file.description["numbers"]["UNIFORM"]
        self.made = self.call("invoke_3_gives", "play", BEYOND, BEYOND, uniform)
        self.game = file.ruleset.new_game(seed=7, log=False)
        self.choices = 0
        bots = [UniformBot(7, player) for player in range(1, self.game.players + 1)]
        while self.game.decisions:
            [decision, *_] = self.game.decisions
            self.game.choose(bots[decision.player - 1].choose(decision, dict))
            self.choices += 1

    def call(self, how: str, function: str, *numbers: int) -> Any:
        """Call a function of the module by the export for its form."""
        return self.exports[how](self.store, self.functions[function]["number"], *numbers)


def test_a_whole_game_inside(file: File) -> None:
    played = WholeGame(file)
    address = played.exports["digest"](played.store)
    memory = played.exports["memory"].data_ptr(played.store).contents
    digest = ctypes.string_at(ctypes.addressof(memory) + address, 16)
    assert (played.made, digest.hex()) == (played.choices, played.game.digest())


def test_a_host_says_who_looks_at_a_figure() -> None:
    """At the end of a game a figure that uses `me` is for each player what that player's view says."""
    file = File(artrules.load("vintage"))
    played = WholeGame(file)
    figures = {each["name"]: (number, each) for number, each in enumerate(file.description["figures"])}
    number, form = figures["hoarded_for"]
    assert form["uses_me"] and not figures["hoarded_points"][1]["uses_me"]
    told = []
    for seat in range(played.game.players):
        bonuses = played.game.view(seat + 1)["zones"]["bonuses"]
        told.append([played.call("invoke_3_gives", "value_of_figure", number, card["id"], seat) for card in bonuses])
        assert told[-1] == [card["figures"]["hoarded_for"] for card in bonuses]
    assert told[0] != told[1]

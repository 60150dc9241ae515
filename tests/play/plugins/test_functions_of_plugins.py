"""Functions and ways to draw that plugins bring: they are the language's own, and what they do wrong is a located fault
that leaves the game as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import artrules
from artrules.author.vocabulary import vocabulary
from artrules.engine.execute.wasm import WasmInstance
from artrules.play.content_search import plugin_files
from artrules.play.plugins.api import Below, PureFunction, WayToDraw
from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import PluginProblem, active
from artrules.table.commands.main import artrules as command

GAME = """
ruleset: odds
title: Odds
players: 2
plugins: {tens: "artrules-tens>=1.0"}
cards:
  tile:
    label: "tile {self.n}"
    attributes: {n: {type: 1..9}}
zones:
  hand: {per: player, holds: tile, seen_by: owner}
variables:
  total: {of: player, type: 0..99}
  shown: {type: 0..99}
pieces:
  tiles: {kind: tile, start: "hand[players[1 if self.n < 4 else 2]]", columns: [n], rows: ROWS}
functions:
  twice(0..9 n): half(n, no) * 4
flow:
  rounds:
    - {name: play, who: WHO, FROM do: CODE}
  last_round: {number: 3}
  score: {total: {label: total, is: my total}}
  winners: best(p in players, most score(p))
"""


def half(n: int, up: bool) -> int:
    return (n + up) // 2


def rolled(below: Below, dice: int) -> int:
    return sum(1 + below(6) for _ in range(dice))


HALF = PureFunction("half(0..9 n, bool up)", "0..5", half, "half of a number")
ROLLED = WayToDraw("rolled(0..9 dice)", "0..54", rolled, "what dice show")


class Setting:
    """Writes a game, and lets a plugin bring functions for it."""

    def __init__(self, folder: Path, add: Callable[..., Any]) -> None:
        self.folder = folder
        self.add = add

    def plugin(self, *brought: PureFunction | WayToDraw, name: str = "tens", version: str = "1.0") -> None:
        functions = [each for each in brought if isinstance(each, PureFunction)]
        draws = [each for each in brought if isinstance(each, WayToDraw)]
        self.add(name, version, artrules_functions=lambda: functions, artrules_draws=lambda: draws)

    def write(self, code: str, who: str = "in_turn", more: str = "") -> Path:
        rows = str([[n] for n in range(1, 7)])
        text = GAME.replace("WHO", who).replace("FROM", 'from: "players[1]",' if who == "in_turn" else "")
        text = text.replace("ROWS", rows).replace("CODE", json.dumps(code)) + more
        (self.folder / "ruleset.yaml").write_text(text)
        return self.folder

    def load(self, code: str, who: str = "in_turn", more: str = "") -> artrules.Ruleset:
        return artrules.load(self.write(code, who, more))

    def refused(self, code: str, more: str = "") -> list[Any]:
        with pytest.raises(artrules.ContentError) as caught:
            self.load(code, more=more)
        return [each for each in caught.value.diagnostics if each.severity == "error"]


@pytest.fixture
def setting(tmp_path: Path, add: Callable[..., Any]) -> Setting:
    return Setting(tmp_path, add)


@pytest.fixture(params=["cpython", "wasm"])
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ARTRULES_EXECUTOR", request.param)
    return str(request.param)


CHOICE = (
    'choose one:\n    "go":\n        {go}\n        my total += 1\n    "stay":\n        skip\n    "wait":\n        skip'
)
ROLL = 'choose one:\n    "roll":\n        random x by rolled(3)\n        my total += x\n    "stay":\n        skip'


def play(ruleset: artrules.Ruleset, seed: int) -> artrules.Game:
    game = ruleset.new_game(seed=seed)
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    return game


# -- what they do


def test_a_function_computes_wherever_code_stands(setting: Setting, executor: str) -> None:
    setting.plugin(HALF)
    code = (
        'choose "take {n} ({half(n, yes)})" for n in 1..9 where half(n, yes) = 5 or twice(n) = 4\nmy total += twice(n)'
    )
    game = setting.load(code).new_game(seed=1)
    assert [option.label for option in game.decisions[0].options] == ["take 2 (1)", "take 3 (2)", "take 9 (5)"]
    game.choose(game.decisions[0].options[2])
    assert game.view(1)["players"][1]["total"] == 16


def test_the_same_seed_draws_the_same_under_both_executors(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    setting.plugin(HALF, ROLLED)
    ruleset, drawn = setting.load(ROLL), {}
    for name in ("cpython", "wasm"):
        monkeypatch.setenv("ARTRULES_EXECUTOR", name)
        again = artrules.Ruleset(ruleset.content)
        drawn[name] = [play(again, seed).result for seed in range(8)]
    assert drawn["cpython"] == drawn["wasm"] and len({str(result) for result in drawn["cpython"]}) > 4


def test_a_draw_comes_from_the_stream_of_who_draws(setting: Setting, executor: str) -> None:
    """All at once, the outcome doesn't depend on who was quicker."""
    setting.plugin(HALF, ROLLED)
    ruleset, totals = setting.load(ROLL, "all_at_once"), []
    for order in ((0, 1), (1, 0)):
        game = ruleset.new_game(seed=5)
        for at in order:
            decision = next(d for d in game.decisions if d.player == at + 1)
            game.choose(decision.options[0])
        totals.append([game.inspect.view()["players"][player]["total"] for player in (1, 2)])
    assert totals[0] == totals[1] and totals[0][0] != totals[0][1]


def test_what_a_plugin_draws_cannot_be_listed(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    with pytest.raises(ValueError, match=r"the outcomes of `.*rolled.*` can't be listed: a plugin draws them"):
        setting.load(ROLL).new_game(explicit_chance=True)


def test_looking_ahead_never_draws(setting: Setting, executor: str) -> None:
    drawn: list[int] = []

    def noted(below: Below) -> int:
        drawn.append(below(6))
        return drawn[-1]

    setting.plugin(HALF, WayToDraw("noted()", "0..5", noted))
    code = 'choose one:\n    "roll":\n        require my total < 50\n        random x by noted()\n        my total += x'
    code += '\n    "stay":\n        require my total < 50'
    game = setting.load(code).new_game(seed=3)
    assert len(game.decisions[0].options) == 2 and drawn == []
    game.choose(game.decisions[0].options[0])
    assert len(drawn) == 1


def test_a_saved_game_draws_what_it_drew(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    ruleset = setting.load(ROLL)
    game = ruleset.new_game(seed=9)
    for _ in range(3):
        game.choose(game.decisions[0].options[0])
    again = ruleset.resume(game.to_json())
    assert again.digest() == game.digest()
    for each in (game, again):
        while each.decisions:
            each.choose(each.decisions[0].options[0])
    assert again.result == game.result


def test_why_not_tells_a_function_s_value(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    condition = 'require half(min(9, my total), yes) > 2 else "too little"'
    game = setting.load(CHOICE.format(go=condition)).new_game(seed=1)
    answer = game.why_not(1, "go")
    assert "too little" in str(answer) and "half(min(9, my total), yes)" in str(answer)


def test_no_function_is_given_what_a_seat_does_not_know(setting: Setting) -> None:
    """Not even to explain something: its answer could tell."""
    given: list[int] = []

    def noted(n: int) -> bool:
        given.append(n)
        return n == 9

    setting.plugin(HALF, PureFunction("noted(1..9 n)", "bool", noted))
    code = "choose n in 1..3 where n > 1 or noted(max(c.n for c in {hand}))"
    for hand, told in (("my hand", [3]), ("hand[left(me)]", [])):
        game = setting.load(code.format(hand=hand)).new_game(seed=1)
        assert given and [option.label for option in game.decisions[0].options] == ["2", "3"]
        given.clear()
        game.why_not(1, "1")
        assert sorted(set(given)) == told
        given.clear()


# -- what is refused


@pytest.mark.parametrize(
    ("code", "slug"),
    [
        ("shown becomes halv(2, no)", "unknown-name"),
        ("shown becomes half(2)", "wrong-arguments"),
        ("shown becomes half(red, no)", "unknown-name"),
        ("shown becomes half(10, no)", "wrong-type"),
        ("shown becomes rolled(2)", "unknown-name"),
        ("random x by rolle(2)", "unknown-name"),
        ("random x by half(2, no)", "unknown-name"),
        ("random x to rolled(2)", "bad-syntax"),
    ],
)
def test_a_wrong_call_is_told_where_it_stands(setting: Setting, code: str, slug: str) -> None:
    setting.plugin(HALF, ROLLED)
    found = setting.refused(code)
    assert [each.slug for each in found] == [slug]


def test_a_misspelt_name_is_suggested(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    assert setting.refused("shown becomes halff(2, no)")[0].suggestions == ("half",)
    assert setting.refused("random x by roled(2)")[0].suggestions == ("rolled",)


def test_a_missing_plugin_is_all_that_is_told(setting: Setting) -> None:
    found = setting.refused("shown becomes half(2, no)\nrandom x by rolled(2)\nmy total += x")
    assert [each.slug for each in found] == ["plugin-missing"]


def test_without_its_plugin_named_a_game_has_no_such_function(setting: Setting) -> None:
    setting.plugin(HALF)
    path = setting.write("shown becomes half(2, no)")
    main = path / "ruleset.yaml"
    main.write_text(main.read_text().replace('plugins: {tens: "artrules-tens>=1.0"}', ""))
    with pytest.raises(artrules.ContentError) as caught:
        artrules.load(path)
    assert {each.slug for each in caught.value.diagnostics if each.severity == "error"} == {"unknown-name"}


def test_a_name_of_content_and_of_a_plugin_clash(setting: Setting) -> None:
    setting.plugin(HALF, PureFunction("twice(0..9 n)", "0..18", lambda n: 2 * n))
    (found,) = setting.refused("skip")
    assert found.slug == "name-twice" and "`twice`" in found.message
    assert [message for message, _ in found.related] == ["`twice` is given here first"]


def test_names_of_two_plugins_clash(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    setting.plugin(HALF, name="fives")
    path = setting.write("skip")
    main = path / "ruleset.yaml"
    main.write_text(main.read_text().replace('{tens: "artrules-tens>=1.0"}', '{tens: "artrules-tens", fives: "fives"}'))
    with pytest.raises(artrules.ContentError) as caught:
        artrules.load(path)
    assert [d.slug for d in caught.value.diagnostics if d.severity == "error"] == ["name-twice"]


@pytest.mark.parametrize(
    ("brought", "told"),
    [
        ("half", "must give a list of pure functions from artrules_functions, and gave 'half'"),
        ([ROLLED], "must give pure functions from artrules_functions"),
        (
            [PureFunction("size(0..9 n)", "0..9", abs)],
            "adds a function `size`, but artrules itself has that name already",
        ),
        ([PureFunction("players()", "0..9", abs)], "adds a function `players`, but artrules itself"),
        ([PureFunction("count(0..9 n)", "0..9", abs)], "adds a function `count`, but artrules itself"),
        ([PureFunction("half(", "0..9", abs)], r"adds `half\(` for `0..9`: "),
        ([PureFunction("half(player p)", "0..9", abs)], "its values are of the type `bool`, or numbers such as `1..6`"),
        ([PureFunction("half(0..9 n)", "9..0", abs)], "its values are of the type `bool`, or numbers"),
        ([PureFunction("half(0..9 n)", "list of 0..9", abs)], "its values are of the type `bool`, or numbers"),
        ([PureFunction("half(0..9 n, bool n)", "0..9", abs)], "a function takes up to 8 named values"),
        ([PureFunction(f"f({', '.join(f'bool b{i}' for i in range(9))})", "bool", abs)], "takes up to 8 named values"),
        (
            [PureFunction("half(0..9 n)", "0..9", 3)],
            "must give a function for `half` from artrules_functions, and gave 3",
        ),
        ([PureFunction("half(0..9 n)", "0..9", abs, work=0)], "units of work for `half` from 1 to 1,000,000"),
        ([PureFunction(3, "0..9", abs)], "signatures, types and descriptions that are texts"),
        ([HALF, HALF], "adds `half` twice"),
    ],
)
def test_a_malformed_function_names_its_plugin(add: Callable[..., Any], brought: Any, told: str) -> None:
    add("sly", artrules_functions=lambda: brought)
    with pytest.raises(PluginProblem, match=f"^the plugin sly {told}|^the plugin sly .*{told}"):
        plugin_files()


# -- what they do wrong in a game


def fails(n: int) -> int:
    raise ValueError(f"not {n}")


def asks_for_too_many(below: Below) -> int:
    return sum(below(6) for _ in range(1001))


WRONG: list[tuple[PureFunction | WayToDraw, str]] = [
    (
        PureFunction("wrong()", "0..9", lambda: fails(7)),
        r"failed \(ValueError: not 7, test_functions_of_plugins.py:\d+\)",
    ),
    (PureFunction("wrong()", "0..9", lambda: 10), "must give a number in 0..9, and gave 10"),
    (PureFunction("wrong()", "0..9", lambda: True), "must give a number in 0..9, and gave True"),
    (PureFunction("wrong()", "0..9", lambda: "2"), "must give a number in 0..9, and gave '2'"),
    (PureFunction("wrong()", "0..9", lambda: None), "must give a number in 0..9, and gave None"),
    (WayToDraw("wrong()", "0..9", lambda below: 10 + below(2)), r"must give a number in 0..9, and gave 1\d"),
    (WayToDraw("wrong()", "0..9", lambda below: below(0)), r"failed \(below\(0\): the bound is a whole number from 1"),
    (WayToDraw("wrong()", "0..9", lambda below: below(2.0)), r"failed \(below\(2.0\): the bound is a whole number"),
    (WayToDraw("wrong()", "0..9", asks_for_too_many), r"failed \(it draws more than 1,000 random numbers\)"),
]


@pytest.mark.parametrize(("brought", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_fault_names_the_plugin_and_leaves_the_game_as_it_was(
    setting: Setting, executor: str, brought: PureFunction | WayToDraw, told: str
) -> None:
    setting.plugin(HALF, brought)
    takes = "random x by wrong()" if isinstance(brought, WayToDraw) else "let x = wrong()"
    code = CHOICE.format(go=f"my total += 1\n        {takes}\n        my total += x")
    game = setting.load(code).new_game(seed=2)
    before = game.digest()
    with pytest.raises(artrules.GameFault, match=f"`wrong` of the plugin tens {told}") as caught:
        game.choose(game.decisions[0].options[0])
    (found,) = caught.value.diagnostics
    assert found.slug == "plugin-failed" and found.span is not None and found.span.file.endswith("ruleset.yaml")
    assert game.digest() == before and len(game.decisions[0].options) == 3
    game.choose(game.decisions[0].options[1])


def test_a_truth_value_must_be_one(setting: Setting, executor: str) -> None:
    setting.plugin(HALF, PureFunction("wrong()", "bool", lambda: 1))
    with pytest.raises(artrules.GameFault, match="must give a truth value, and gave 1"):
        setting.load("if wrong():\n    my total += 1").new_game(seed=2)


def test_an_interruption_passes_through(setting: Setting, executor: str) -> None:
    interrupted = []

    def interrupt() -> int:
        if not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt
        return 3

    setting.plugin(HALF, PureFunction("slow()", "0..9", interrupt))
    game = setting.load(CHOICE.format(go="my total += slow()")).new_game(seed=1)
    with pytest.raises(KeyboardInterrupt):
        game.choose(game.decisions[0].options[0])
    game.choose(game.decisions[0].options[0])
    assert game.inspect.view()["players"][1]["total"] == 4


def test_what_a_call_counts_is_bounded(setting: Setting, executor: str) -> None:
    setting.plugin(HALF, PureFunction("dear()", "0..9", lambda: 1, work=1_000_000))
    code = "for a in 0..99:\n    shown becomes dear()"
    with pytest.raises(artrules.GameFault, match="goes on too long"):
        setting.load(code).new_game(seed=1)


# -- where else they are seen


def test_a_game_that_calls_none_imports_nothing(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTRULES_EXECUTOR", "wasm")
    setting.plugin(HALF, ROLLED)
    path = setting.write("skip")
    main = path / "ruleset.yaml"
    main.write_text(main.read_text().replace("half(n, no) * 4", "n"))
    runtime, _ = artrules.load(path).runtime(2)
    assert isinstance(runtime.instance, WasmInstance) and not runtime.program.foreign_functions
    assert runtime.program.numbers["FOREIGN_WORDS"] == 0


def test_a_module_for_other_hosts_is_refused(setting: Setting, tmp_path: Path) -> None:
    setting.plugin(HALF, ROLLED)
    path, file = setting.write(ROLL), tmp_path / "game.wasm"
    done = CliRunner().invoke(command, ["build", str(path), "-o", str(file)])
    assert done.exit_code == 2 and "calls functions of the plugin tens" in done.stderr and not file.exists()


def test_what_a_plugin_declares_is_part_of_the_content(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    before = setting.load(ROLL)
    active().unregister("tens")
    setting.plugin(HALF, WayToDraw("rolled(0..9 dice)", "0..60", rolled))
    assert setting.load(ROLL).content_hash != before.content_hash


def test_the_vocabulary_has_them(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    sections = {section.name: section.entries for section in vocabulary(setting.load("skip").model)}
    (function,), (way,) = sections["Functions of plugins"], sections["Ways to draw of plugins"]
    assert (function.written, function.facts) == ("half(0..9 n, bool up): 0..5", ["of the plugin tens"])
    assert (way.written, way.description) == ("random x by rolled(0..9 dice): 0..54", "what dice show")


def test_the_booklet_has_them(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    done = CliRunner().invoke(command, ["doc", "--code", str(setting.write("skip"))])
    assert done.exit_code == 0, done.output
    assert "| `half(0..9 n, bool up) gives 0..5` | half of a number | tens 1.0 |" in done.stdout
    assert "| `rolled(0..9 dice) gives 0..54` | what dice show | tens 1.0 |" in done.stdout


def test_a_set_s_function_may_not_have_their_names(setting: Setting) -> None:
    setting.plugin(HALF, ROLLED)
    more = "groups: {gift: {keyed_by: 1..3, chosen_by: gifts}}\nsettings: {gifts: {set_of: gift}}\n"
    path = setting.write("skip", more=more)
    (path / "sets").mkdir()
    (path / "sets" / "s.yaml").write_text("set: s\nof: odds\ngift: {1: {name: A}}\nfunctions: {rolled(0..9 n): n}\n")
    with pytest.raises(artrules.ContentError) as caught:
        artrules.load(path)
    assert "name-twice" in [each.slug for each in caught.value.diagnostics]


def test_the_inventory_lists_them(add: Callable[..., Any], register: Callable[..., Any]) -> None:
    register(SimpleNamespace(artrules_functions=hook(lambda: [HALF]), artrules_draws=hook(lambda: [ROLLED])), "tens")
    told = CliRunner().invoke(command, ["plugins"]).stdout
    assert "functions: half" in told and "ways to draw: rolled" in told

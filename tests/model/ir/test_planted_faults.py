"""Faults planted in passes on purpose: the verifier finds each, or a golden dump, or the verifier of machine
code.

| fault | found by |
|---|---|
| conversion doesn't check bounds | the verifier (4: types) |
| operands of comparisons are swapped | the dump of the IR |
| a name is bound under another name than it is used by | the verifier (2: names) |
| decisions of one piece of code share a site | the verifier (8: sites) |
| moving cards forgets who moves them | the verifier (7: players) |
| `as` goes on in the name of who acted before | the verifier (7: players) |
| a watch doesn't keep the names that it uses | the verifier (2, 3: watches) |
| a watch keeps `me`, which it has anyway | the verifier (3: watches) |
| a variable is read with a wider type than it has | the verifier (4: types) |
| something unknown is left without a diagnostic | the verifier (4: types) |
| a procedure is called by a copy of its declaration | the verifier (6: declarations) |
| a suite is a list, not a tuple | the verifier (1: shape) |
| a guard is dropped | the dump of the IR |
| the branches of a decision are given in another order | the dump of the IR |
| an overlay is not laid over | the dump of what the overlay changes |
| an overlay's procedure keeps the game's body | the dump of what the overlay changes |
| frames lose a local that is needed later | the verifier of machine code |
| what cards have got until some life ends is forgotten | scenarios |
| what powers and statements give is taken away | scenarios |
| what cards have of their own is read in place of what that comes to | scenarios |

mypy finds some such faults before any test: a field that is left out, text where a node belongs, a class of nodes that
a `match` forgets. They are not planted here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.author.scenarios.run import run_scenarios
from artrules.engine.lower import frames, lower
from artrules.engine.lower.graphs import Graph
from artrules.model.elaborate import calls, choices, events, modifiers, payments, statements
from artrules.model.elaborate import elaborator as scope
from artrules.model.elaborate.code import CodeElaborator
from artrules.model.elaborate.elaborator import Elaborator
from artrules.model.elaborate.modifiers import Modifiers
from artrules.model.ir import expressions as e
from artrules.model.ir import statements as s
from artrules.model.ir import types as t
from artrules.model.ir.declarations import ModifiedAttribute
from artrules.model.ir.model import Model
from artrules.play.settings import choose_settings
from engine.machine_code.verify_program import verify_program
from ir_dumps import dumps, elaborated, kept
from model.ir.verify.verify import verify

KENNELS = Path(__file__).parents[2] / "rulesets" / "kennels"
Patch = pytest.MonkeyPatch


def expressions_become(patch: Patch, change: Callable[[Any, e.Expression], e.Expression]) -> None:
    """Plant a fault in what expressions become."""
    elaborate = CodeElaborator.expression

    def faulty(self: CodeElaborator, node: Any, wanted: t.Type | None = None) -> e.Expression:
        return change(self, elaborate(self, node, wanted))

    patch.setattr(CodeElaborator, "expression", faulty)


def statements_become(patch: Patch, change: Callable[[s.Statement], s.Statement]) -> None:
    """Plant a fault in what statements become."""
    elaborate = CodeElaborator.statement

    def faulty(self: CodeElaborator, node: Any) -> s.Body:
        return tuple(change(statement) for statement in elaborate(self, node))

    patch.setattr(CodeElaborator, "statement", faulty)


def unchecked(patch: Patch) -> None:
    convert = Elaborator.convert

    def faulty(self: Elaborator, *arguments: Any) -> e.Expression:
        value = convert(self, *arguments)
        return value.value if isinstance(value, e.Checked) else value

    patch.setattr(Elaborator, "convert", faulty)


def swapped(patch: Patch) -> None:
    def change(_: Any, node: e.Expression) -> e.Expression:
        if isinstance(node, e.Operation) and node.operator in ("<", "<=", ">", ">="):
            return replace(node, operands=tuple(reversed(node.operands)))
        return node

    expressions_become(patch, change)


def bound_otherwise(patch: Patch) -> None:
    bind = scope.Scope.bind
    patch.setattr(scope.Scope, "bind", lambda self, *a, **b: replace(bind(self, *a, **b), name="other"))


def one_site(patch: Patch) -> None:
    for module in (choices, payments):
        patch.setattr(module, "new_site", lambda elaborator: elaborator.context.container)


def nobody_moves(patch: Patch) -> None:
    patch.setattr(statements, "player_if_any", lambda elaborator, node: None)


def same_player(patch: Patch) -> None:
    def faulty(elaborator: Elaborator, node: Any) -> e.Expression:
        return e.Local(elaborator.at(node), t.PLAYER, "me")

    for module in (calls, choices, statements):
        patch.setattr(module, "player_if_any", faulty)


def keeps_nothing(patch: Patch) -> None:
    patch.setattr(events, "free_locals", lambda roots, bound: ())


def keeps_too_much(patch: Patch) -> None:
    def change(node: s.Statement) -> s.Statement:
        if isinstance(node, s.Watch):
            return replace(node, captured=(*node.captured, e.Local(node.at, t.PLAYER, "me")))
        return node

    statements_become(patch, change)


def wider(patch: Patch) -> None:
    def change(_: Any, node: e.Expression) -> e.Expression:
        return replace(node, type=t.ANY_NUMBER) if isinstance(node.type, t.Number) and _is_read(node) else node

    expressions_become(patch, change)


def _is_read(node: e.Expression) -> bool:
    return isinstance(node, e.VariableOf | e.AttributeOf)


def left_unknown(patch: Patch) -> None:
    def change(elaborator: CodeElaborator, node: e.Expression) -> e.Expression:
        return e.Constant(node.at, t.UNKNOWN, None) if isinstance(node, e.RoundNumber) else node

    expressions_become(patch, change)


def copied(patch: Patch) -> None:
    def change(node: s.Statement) -> s.Statement:
        return replace(node, procedure=replace(node.procedure)) if isinstance(node, s.Perform) else node

    statements_become(patch, change)


def listed(patch: Patch) -> None:
    def change(node: s.Statement) -> s.Statement:
        return replace(node, body=list(node.body)) if isinstance(node, s.ForEach) else node

    statements_become(patch, change)


def unguarded(patch: Patch) -> None:
    def change(node: s.Statement) -> s.Statement:
        if isinstance(node, s.Choose):
            return replace(node, branches=tuple(replace(branch, guard=None) for branch in node.branches))
        return node

    statements_become(patch, change)


def reversed_branches(patch: Patch) -> None:
    def change(node: s.Statement) -> s.Statement:
        return replace(node, branches=node.branches[::-1]) if isinstance(node, s.Choose) else node

    statements_become(patch, change)


def no_overlay(patch: Patch) -> None:
    patch.setattr("artrules.play.models.apply_overlays", lambda document, sets, *rest: (document, sets))


def base_body(patch: Patch) -> None:
    """Every model gets the code of the one that was made first."""
    from artrules.model.elaborate import elaborate

    made: dict[str, s.Body] = {}
    procedures = elaborate._procedures

    def faulty(*arguments: Any) -> Any:
        found, locals_ = procedures(*arguments)
        return {p: made.setdefault(p.key, body) for p, body in found.items()}, locals_

    patch.setattr(elaborate, "_procedures", faulty)


def frames_forget(patch: Patch) -> None:
    compute = frames.compute_liveness

    def faulty(graph: Graph) -> None:
        compute(graph)
        for block in graph.blocks:
            block.needs = [name for name in block.needs if not name.startswith("left_")]

    patch.setattr(frames, "compute_liveness", faulty)


def complaints(model: Model) -> list[str]:
    """What the verifier of machine code says of a model's program."""
    frames.analyse_code.cache_clear()
    program = lower.lower_model(model, choose_settings(model, 2, {})[1])
    return [str(violation) for violation in verify_program(program)]


VERIFIED: list[tuple[Callable[[Patch], None], str]] = [
    (unchecked, "the value is of type"),
    (bound_otherwise, "is not bound here"),
    (one_site, "is there twice"),
    (nobody_moves, "the player who acts is missing"),
    (same_player, "`me` doesn't act here, but me_"),
    (keeps_nothing, "`c_1` is not bound here"),
    (keeps_too_much, "it keeps a name twice, or one that it binds itself"),
    (wider, "the type is -1000000000..1000000000, not 1..9"),
    (left_unknown, "the type is unknown"),
    (copied, "the model doesn't declare `pay`"),
    (listed, "`body` of ForEach holds list"),
]
DUMPED: list[tuple[Callable[[Patch], None], str]] = [
    (swapped, "sampler.ir.txt"),
    (unguarded, "sampler.ir.txt"),
    (reversed_branches, "sampler.ir.txt"),
    (no_overlay, "sampler.overlay.txt"),
    (base_body, "sampler.overlay.txt"),
]


@pytest.mark.parametrize(("plant", "message"), VERIFIED, ids=lambda value: getattr(value, "__name__", ""))
def test_the_verifier_finds(plant: Callable[[Patch], None], message: str, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    assert any(message in str(violation) for model in elaborated().values() for violation in verify(model))


@pytest.mark.parametrize(("plant", "dump"), DUMPED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_dump_finds(plant: Callable[[Patch], None], dump: str, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    assert dumps(elaborated())[dump] != kept()[dump]


def test_without_a_fault_nothing_is_found() -> None:
    models = elaborated()
    assert [str(violation) for model in models.values() for violation in verify(model)] == []
    assert dumps(models) == kept()


def test_the_verifier_of_machine_code_finds_a_local_that_frames_lose(monkeypatch: Patch) -> None:
    model = elaborated()[()]
    assert complaints(model) == []
    frames_forget(monkeypatch)
    assert any("left_3" in complaint for complaint in complaints(model))
    frames.analyse_code.cache_clear()


def forgets_a_life(patch: Patch) -> None:
    lives = Modifiers._lives
    patch.setattr(Modifiers, "_lives", lambda self, attribute: lives(self, attribute)[1:])


def takes_away(patch: Patch) -> None:
    operation = modifiers.operation

    def faulty(operator: Any, type_: t.Type, left: e.Expression, right: e.Expression) -> e.Expression:
        return operation("-" if operator == "+" else operator, type_, left, right)

    patch.setattr(modifiers, "operation", faulty)


def reads_the_own_value(patch: Patch) -> None:
    def faulty(_: Modifiers, attribute: ModifiedAttribute, card: e.Local) -> e.Expression:
        return modifiers.own_value(attribute, card, attribute.at)

    patch.setattr(Modifiers, "_value", faulty)


@pytest.mark.parametrize("plant", [None, forgets_a_life, takes_away, reads_the_own_value])
def test_faults_in_modifiers(plant: Callable[[Patch], None] | None, monkeypatch: Patch) -> None:
    if plant is not None:
        plant(monkeypatch)
    results = list(run_scenarios(artrules.load(KENNELS)))
    assert len(results) == 15
    assert any(result.diagnostics for result in results) == (plant is not None)

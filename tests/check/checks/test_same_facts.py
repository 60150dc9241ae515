"""Elaboration and the checks go by the same facts: what is certain about a type, elaboration has narrowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.model.analyses.certainties import CodeFollower
from artrules.model.facts.knowledge import NOTHING_KNOWN, Knowledge
from artrules.model.ir.code import every_code
from artrules.model.ir.model import Model
from artrules.model.ir.nodes import Binder, Expression, Node, Set
from artrules.play.pipeline import read_content
from ir_models import RULESETS, models_of
from tools.random_content.ruleset import ruleset
from tools.random_content.trial import write


class Comparison(CodeFollower):
    """Follows code, and notes each expression of a type that is wider than what is known of it. What is assigned and
    where names are bound they have their own types."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.wider: list[str] = []
        self.compared = 0
        self._assigned: set[Node] = set()
        self._bound: set[Node] = set()

    def any_node(self, node: Node, knowledge: Knowledge) -> None:
        self._compare(node, knowledge)
        super().any_node(node, knowledge)

    def expression(self, e: Expression, knowledge: Knowledge) -> None:
        self._compare(e, knowledge)
        super().expression(e, knowledge)

    def _set(self, s: Set, knowledge: Knowledge) -> Knowledge:
        self._assigned.add(s.place)
        return super()._set(s, knowledge)

    def binder(self, binder: Binder, knowledge: Knowledge, before: Knowledge | None = None) -> Knowledge:
        self._bound.add(binder.local)
        return super().binder(binder, knowledge, before)

    def _compare(self, node: Node, knowledge: Knowledge) -> None:
        if isinstance(node, Expression) and node not in self._assigned | self._bound and knowledge.facts:
            self.compared += 1
            narrowed = self.reasoning.narrowed(node, knowledge)
            if narrowed is not node:
                self.wider.append(f"{node.at}: {node.type}, not {narrowed.type}")


def compare(model: Model) -> Comparison:
    comparison = Comparison(model)
    for code in every_code(model):
        for parameter in code.parameters:
            comparison.reasoning.declared[parameter.name] = parameter.type
        knowledge = NOTHING_KNOWN
        for part in code.parts:
            knowledge = comparison.part(part, code.name, knowledge)
    return comparison


@pytest.mark.parametrize("name", RULESETS, ids=lambda name: Path(name).name)
def test_types_are_as_narrow_as_what_is_known(name: str) -> None:
    for model in models_of(name).values():
        comparison = compare(model)
        assert comparison.wider == []


def test_types_of_random_content_are_as_narrow_as_what_is_known(tmp_path: Path) -> None:
    for seed in range(12):
        content = read_content(write(tmp_path / str(seed), ruleset(seed)), "random", scenarios=False)
        for model in content.models.values():
            assert compare(model).wider == []
